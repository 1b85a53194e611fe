// The toy grammar: its sentences, what it makes of order, its probabilities against counting and
// against adding up all beginnings, and the corpus that the test sentences are not in.
import assert from 'node:assert/strict';
import test from 'node:test';

import {grammarNext, taskBatch, taskInfo, taskWords} from '../../../web/core/task.js';
import {loadBothCores} from '../../support/core.js';

const [[, core]] = await loadBothCores();
const WORDS = taskWords(core, {task: 'grammar'});
const STOP = 0;
// singular nouns, plural nouns, places, postures, deeds, looks: first, and one past the last
const CLASSES = [
  [3, 17],
  [17, 31],
  [31, 41],
  [47, 52],
  [63, 71],
  [79, 85],
];

/** @param {string} text @returns {number[]} */
const tokensOf = (text) => (text === '' ? [] : text.split(' ').map((word) => WORDS.indexOf(word)));

/** Words and their probabilities after a text. @param {string} text */
function after(text) {
  const prob = grammarNext(core, {past: tokensOf(text)});
  return new Map(WORDS.flatMap((word, k) => (prob[k] > 0 ? [[word, prob[k]]] : [])));
}

/** The probability of a text from the start of a sequence on. @param {string} text */
function probabilityOf(text) {
  const tokens = tokensOf(text);
  return tokens.reduce(
    (p, token, t) => p * grammarNext(core, {past: tokens.slice(0, t)})[token],
    1,
  );
}

/**
 * The sentences of a split that are whole.
 *
 * @param {{seed: number, split: 'train' | 'test', batch?: number, seqLen?: number}} options
 */
function sentences({seed, split, batch = 300, seqLen = 96}) {
  const {tokens} = taskBatch(core, {task: 'grammar', seed, split, batch, seqLen});
  return Array.from({length: batch}, (_, k) => {
    const row = [...tokens.slice(k * seqLen, (k + 1) * seqLen)];
    const words = row.slice(0, row.lastIndexOf(STOP) + 1).map((token) => WORDS[token]);
    return words.join(' ').split(' .').slice(0, -1);
  })
    .flat()
    .map((sentence) => `${sentence.trim()} .`);
}

const close = (/** @type {number | undefined} */ got, /** @type {number} */ want) =>
  assert.ok(Math.abs((got ?? 0) - want) < 1e-12 * Math.max(1, want), `${got} is not ${want}`);

test('the cat sat on the mat', () => {
  assert.equal(WORDS.length, 100);
  const [nouns, postures, favourite] = [14, 5, 0.7];
  close(
    probabilityOf('the cat sat on the mat .'),
    0.85 * (0.5 / nouns) * (0.3 / postures) * 0.6 * favourite,
  );
  close(probabilityOf('the cat sat on the rug .'), (0.85 * 0.5 * 0.3 * 0.6 * 0.3) / (14 * 5 * 9));
  const all = new Set([
    ...sentences({seed: 1, split: 'train'}),
    ...sentences({seed: 1, split: 'test'}),
  ]);
  assert.ok(all.has('the cat sat on the mat .'), 'it is said');
});

test('the verb agrees with the first noun, whatever is between', () => {
  for (const [subject, other, verb] of [
    ['cat', 'dogs', 'is'],
    ['cats', 'dog', 'are'],
    ['women', 'king', 'are'],
    ['woman', 'kings', 'is'],
  ]) {
    assert.deepEqual([...after(`the ${subject} near the ${other}`)], [[verb, 1]]);
    const verbs = after(`the little ${subject}`);
    close(verbs.get(verb), 0.1);
    assert.equal(verbs.has(verb === 'is' ? 'are' : 'is'), false);
  }
  assert.equal(after('a').has('cats'), false);
  assert.equal(after('a white').has('cats'), false);
});

test('who did it to whom decides the reason: the same words in another order have another end', () => {
  for (const [doer, victim, who, mood, be] of [
    ['man', 'dog', 'man', 'hungry', 'was'],
    ['man', 'dog', 'dog', 'scared', 'was'],
    ['dog', 'man', 'man', 'scared', 'was'],
    ['dog', 'man', 'dog', 'hungry', 'was'],
    ['dogs', 'man', 'dogs', 'hungry', 'were'],
    ['dog', 'boys', 'boys', 'scared', 'were'],
  ]) {
    const sentence = `the ${doer} bit the ${victim} because the`;
    close(after(sentence).get(who), 0.5);
    assert.equal(after(sentence).size, 2);
    assert.deepEqual([...after(`${sentence} ${who}`)], [[be, 1]]);
    close(after(`${sentence} ${who} ${be}`).get(mood), 0.8);
    close(after(`${sentence} ${who} ${be}`).get(mood === 'hungry' ? 'scared' : 'hungry'), 0);
  }
  close(after('the dog chased the').get('man'), 0.6);
  close(after('the man chased the').get('dog'), 0.6);
  close(after('the man chased the').get('dogs'), 0.2 / 13);
  close(after('the man chased the').get('cat'), 0.2 / 12);
  assert.equal(after('the man chased the').has('man'), false, 'no animal or person chases itself');
  assert.equal(after('the man chased the').has('men'), false);
});

test('a sentence begins after the full stop, and what is no sentence is refused', () => {
  assert.deepEqual(after(''), after('the cat ran .'));
  assert.deepEqual(after('a king'), after('the horse ate the apple . a king'));
  for (const text of ['cat', 'the the', 'the cat sat mat', '.', 'the cat ran . .', 'a cats']) {
    assert.throws(() => after(text), {name: 'RangeError', message: /^past must be .*'/});
  }
  assert.throws(() => after('the cat sat mat on'), /got 'mat' in 'the cat sat mat on'/);
});

/**
 * All beginnings of so many words, each with its probability.
 *
 * @param {number} nWords
 * @param {(past: number[], probability: number, next: Float64Array) => void} visit
 * @param {number[]} [past]
 * @param {number} [probability]
 */
function beginnings(nWords, visit, past = [], probability = 1) {
  const next = grammarNext(core, {past});
  if (past.length === nWords) return visit(past, probability, next);
  next.forEach((p, word) => {
    if (p > 0) beginnings(nWords, visit, [...past, word], probability * p);
  });
}

test('best, its perplexity and the most frequent word are those of all beginnings, added up', () => {
  const [sums, counts] = [{best: 0, entropy: 0}, new Array(100).fill(0)];
  for (let seqLen = 1; seqLen <= 5; seqLen++) {
    const here = {best: 0, entropy: 0, total: 0, counts: new Array(100).fill(0)};
    beginnings(seqLen, (_, probability, next) => {
      here.total += probability;
      here.best += probability * Math.max(...next);
      next.forEach((p, word) => {
        if (p > 0) here.entropy -= probability * p * Math.log(p);
        here.counts[word] += probability * p;
      });
    });
    close(here.total, 1);
    here.counts.forEach((count, word) => {
      counts[word] += count;
    });
    const last = taskInfo(core, {task: 'grammar', seqLen, readout: 'last'});
    close(last.best, here.best);
    close(last.bestPerplexity, Math.exp(here.entropy));
    close(last.mostFrequent, Math.max(...here.counts));
    sums.best += here.best;
    sums.entropy += here.entropy;
    const each = taskInfo(core, {task: 'grammar', seqLen});
    close(each.best, sums.best / seqLen);
    close(each.bestPerplexity, Math.exp(sums.entropy / seqLen));
    close(each.mostFrequent, Math.max(...counts) / seqLen);
  }
});

test('best and prob are the largest and the target probability of the next word', () => {
  for (const split of /** @type {const} */ (['train', 'test'])) {
    const [batch, seqLen] = [12, 40];
    const dealt = taskBatch(core, {task: 'grammar', seed: 3, split, batch, seqLen});
    for (let k = 0; k < batch; k++) {
      const past = [...dealt.tokens.slice(k * seqLen, (k + 1) * seqLen)];
      for (let t = 0; t < seqLen; t++) {
        const next = grammarNext(core, {past: past.slice(0, t + 1)});
        const at = k * seqLen + t;
        assert.equal(dealt.best[at], Math.fround(Math.max(...next)));
        assert.equal(dealt.prob[at], Math.fround(next[dealt.targets[at]]));
      }
    }
  }
});

test('words come as often as their probabilities say, at each of the first places', () => {
  const [batch, seqLen] = [20000, 4];
  const {tokens} = taskBatch(core, {task: 'grammar', seed: 11, split: 'test', batch, seqLen});
  const said = Array.from({length: seqLen}, () => new Array(100).fill(0));
  const expected = Array.from({length: seqLen}, () => new Array(100).fill(0));
  for (let k = 0; k < tokens.length; k++) said[k % seqLen][tokens[k]]++;
  beginnings(seqLen - 1, (past, probability, next) => {
    past.forEach((token, t) => {
      expected[t][token] += probability * batch;
    });
    next.forEach((p, token) => {
      expected[seqLen - 1][token] += probability * p * batch;
    });
  });
  said.forEach((counts, t) => {
    counts.forEach((count, word) => {
      const want = expected[t][word];
      if (want === 0) assert.equal(count, 0, `${WORDS[word]} cannot be said there`);
      // whole sentences are kept for the test or not, which moves rare words more than chance does
      const bound = 5 * Math.sqrt(want) + 0.35 * want;
      assert.ok(Math.abs(count - want) <= bound, `${WORDS[word]}, place ${t}: ${count}, ${want}`);
    });
    for (const [first, end] of CLASSES) {
      const total = (/** @type {number[]} */ list) =>
        list.slice(first, end).reduce((a, b) => a + b, 0) / batch;
      const [got, want] = [total(counts), total(expected[t])];
      assert.ok(Math.abs(got - want) < 0.02, `words ${first}..${end}, place ${t}: ${got}, ${want}`);
    }
  });
});

for (const split of /** @type {const} */ (['train', 'test'])) {
  test(`an oracle that knows the grammar is as good as it says (${split})`, () => {
    const [batch, seqLen] = [4000, 12];
    const {best, bestPerplexity} = taskInfo(core, {task: 'grammar', seqLen});
    const dealt = taskBatch(core, {task: 'grammar', seed: 21, split, batch, seqLen});
    const n = batch * seqLen;
    const promised = dealt.best.reduce((a, b) => a + b, 0) / n;
    const loss = -dealt.prob.reduce((sum, p) => sum + Math.log(p), 0) / n;
    let nRight = 0;
    for (let at = 0; at < n; at += seqLen) {
      const past = dealt.tokens.subarray(at, at + seqLen);
      past.forEach((_, t) => {
        const next = grammarNext(core, {past: past.subarray(0, t + 1)});
        nRight += Number(next.indexOf(Math.max(...next)) === dealt.targets[at + t]);
      });
    }
    // the split and the corpus move these by about 0.002, chance by 0.0025 (one sigma)
    assert.ok(Math.abs(promised - best) < 0.006, `best ${promised}, said ${best}`);
    assert.ok(Math.abs(nRight / n - best) < 0.012, `accuracy ${nRight / n}, said ${best}`);
    assert.ok(Math.abs(loss - Math.log(bestPerplexity)) < 0.025, `loss ${loss}`);
  });
}

test('long sequences are as good as it says, too', () => {
  for (const seqLen of [48, 96]) {
    const {best, bestPerplexity} = taskInfo(core, {task: 'grammar', seqLen});
    const dealt = taskBatch(core, {task: 'grammar', seed: 22, split: 'test', batch: 1000, seqLen});
    const n = dealt.prob.length;
    const promised = dealt.best.reduce((a, b) => a + b, 0) / n;
    const loss = -dealt.prob.reduce((sum, p) => sum + Math.log(p), 0) / n;
    assert.ok(Math.abs(promised - best) < 0.004, `best ${promised}, said ${best}`);
    assert.ok(Math.abs(loss - Math.log(bestPerplexity)) < 0.015, `loss ${loss}`);
  }
});

test('the corpus has a few thousand sentences, the same in every run, none of the test split', () => {
  const train = new Set(
    [1, 2, 3].flatMap((seed) => sentences({seed, split: 'train', batch: 1000})),
  );
  assert.ok(train.size > 3000 && train.size <= 4096, `${train.size} sentences`);
  for (const sentence of sentences({seed: 77, split: 'train'})) {
    // what three runs have not met of the corpus is rare
    if (!train.has(sentence)) train.add(sentence);
  }
  assert.ok(train.size <= 4096);
  const held = sentences({seed: 1, split: 'test', batch: 1000});
  assert.ok(held.every((sentence) => !train.has(sentence)));
  assert.ok(new Set(held).size > 5000, `${new Set(held).size} test sentences`);
  const lengths = held.map((sentence) => sentence.split(' ').length);
  assert.deepEqual([Math.min(...lengths), Math.max(...lengths)], [4, 12]);
});
