// The same step in TensorFlow.js on its wasm backend: tfjs_step.cjs FOLDER BATCH LENGTH, where FOLDER
// holds node_modules with @tensorflow/tfjs and @tensorflow/tfjs-backend-wasm. Talks as torch_step.py.
const {createRequire} = require('node:module');
const path = require('node:path');
const readline = require('node:readline');

const [folder, batch, length] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const load = createRequire(path.join(path.resolve(folder), 'here.js'));
const tf = load('@tensorflow/tfjs');
const wasm = load('@tensorflow/tfjs-backend-wasm');

const [VOCAB, WIDTH, HEADS, LAYERS, INNER] = [100, 64, 4, 2, 256];
const D_HEAD = WIDTH / HEADS;
const normal = (...shape) => tf.variable(tf.randomNormal(shape, 0, 0.02));
const ones = (n) => tf.variable(tf.ones([n]));
const zeros = (n) => tf.variable(tf.zeros([n]));

const linear = (x, {weight, bias}) => x.matMul(weight).add(bias);
const linearOf = (nIn, nOut) => ({weight: normal(nIn, nOut), bias: zeros(nOut)});
const normOf = () => ({gamma: ones(WIDTH), beta: zeros(WIDTH)});

function norm(x, {gamma, beta}) {
  const {mean, variance} = tf.moments(x, -1, true);
  return x.sub(mean).div(variance.add(1e-5).sqrt()).mul(gamma).add(beta);
}

function gelu(x) {
  return x.mul(0.5).mul(x.mul(Math.SQRT1_2).erf().add(1));
}

function modelOf() {
  const layers = Array.from({length: LAYERS}, () => ({
    norms: [normOf(), normOf()],
    projections: [linearOf(WIDTH, WIDTH), linearOf(WIDTH, WIDTH), linearOf(WIDTH, WIDTH)],
    merge: linearOf(WIDTH, WIDTH),
    widen: linearOf(WIDTH, INNER),
    narrow: linearOf(INNER, WIDTH),
  }));
  const tables = {tokens: normal(VOCAB, WIDTH), positions: normal(length, WIDTH)};
  return {...tables, layers, norm: normOf(), head: linearOf(WIDTH, VOCAB)};
}

function attend(x, layer, hidden) {
  const split = (y) => y.reshape([batch, length, HEADS, D_HEAD]).transpose([0, 2, 1, 3]);
  const [q, k, v] = layer.projections.map((projection) => split(linear(x, projection)));
  const logits = tf.matMul(q, k, false, true).mul(1 / Math.sqrt(D_HEAD));
  const output = tf.matMul(tf.softmax(logits.add(hidden)), v);
  return linear(output.transpose([0, 2, 1, 3]).reshape([batch * length, WIDTH]), layer.merge);
}

function logitsOf(model, tokens, hidden) {
  const embedded = tokens.matMul(model.tokens).reshape([batch, length, WIDTH]);
  let x = embedded.add(model.positions).reshape([batch * length, WIDTH]);
  for (const layer of model.layers) {
    x = x.add(attend(norm(x, layer.norms[0]), layer, hidden));
    x = x.add(linear(gelu(linear(norm(x, layer.norms[1]), layer.widen)), layer.narrow));
  }
  return linear(norm(x, model.norm), model.head);
}

async function main() {
  wasm.setWasmPaths(`${path.dirname(load.resolve('@tensorflow/tfjs-backend-wasm'))}/`);
  await tf.setBackend('wasm');
  await tf.ready();
  const model = modelOf();
  const random = () => tf.tensor1d(Int32Array.from({length: batch * length}, () => Math.random() * VOCAB));
  const [tokens, targets] = [random(), random()].map((ids) =>
    tf.oneHot(ids.toInt(), VOCAB).toFloat(),
  );
  const mask = Array.from({length}, (_, i) => Array.from({length}, (_, j) => (j > i ? -1e9 : 0)));
  const hidden = tf.tensor2d(mask);
  const optimizer = tf.train.adam(1e-3);
  const step = () => {
    const loss = optimizer.minimize(
      () => tf.losses.softmaxCrossEntropy(targets, logitsOf(model, tokens, hidden)),
      true,
    );
    const [value] = loss.dataSync();
    loss.dispose();
    return value;
  };
  console.log(step());
  for await (const line of readline.createInterface({input: process.stdin})) {
    const times = Array.from({length: Number(line)}, () => {
      const begin = performance.now();
      step();
      return performance.now() - begin;
    });
    console.log(times.join(' '));
  }
}

main().catch((error) => {
  console.error(String(error?.message ?? error));
  process.exit(1);
});
