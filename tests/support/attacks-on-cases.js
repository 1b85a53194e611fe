// Attacks on what the cases of an exercise leave out: answers that are right for what is likely to be tried, and wrong beyond it.
import assert from 'node:assert/strict';

import {readBank} from './bank.js';

/** A solution with one change. @param {string} id @param {string} from @param {string} to @param {string} [before] it */
function changed(id, from, to, before = '') {
  const code = readBank(id, 'solution.py');
  assert.ok(code.includes(from), `${id}: '${from}'`);
  return `${before}\n${code.replaceAll(from, () => to)}\n`;
}

/** A solution and code after it. @param {string} id @param {string} more */
const after = (id, more) => `${readBank(id, 'solution.py')}\n${more}\n`;

/** A torch that is another where a grader's code imports it. @param {string} names */
const otherTorch = (names) => `
import sys, types
import torch as _own
_fake = types.ModuleType("torch")
_fake.__dict__.update(vars(_own))
${names}
sys.modules["torch"] = _fake
`;

/** @type {[what: string, id: string, code: () => string][]} */
const ALL = [
  // numbers that are small, large or many
  [
    'an eps that counts only where it is given',
    'adamw-step',
    () => changed('adamw-step', '+ eps)', '+ (0 if eps == 1e-8 else eps))'),
  ],
  [
    'a correction that ends after 12 steps',
    'adamw-step',
    () => changed('adamw-step', '1 - beta2**step', '1 - beta2 ** min(step, 12)'),
  ],
  [
    'half the decay where it is not given',
    'adamw-step',
    () =>
      changed(
        'adamw-step',
        'lr * weight_decay)',
        'lr * (0 if weight_decay == 0.01 else weight_decay))',
      ),
  ],
  [
    'positions in bfloat16',
    'sinusoidal-table',
    () =>
      changed(
        'sinusoidal-table',
        'positions = torch.arange(max_len, dtype=torch.float32)',
        'positions = torch.arange(max_len, dtype=torch.float32).bfloat16().float()',
      ),
  ],
  [
    'positions in float16',
    'rope-tables',
    () =>
      changed(
        'rope-tables',
        'torch.arange(max_len, dtype=torch.float32)',
        'torch.arange(max_len, dtype=torch.float32).bfloat16().float()',
      ),
  ],
  [
    'positions in bfloat16',
    'ntk-rope',
    () =>
      changed(
        'ntk-rope',
        'torch.arange(max_len, dtype=torch.float32)',
        'torch.arange(max_len, dtype=torch.float32).bfloat16().float()',
      ),
  ],
  [
    'positions in bfloat16',
    'rope-complex',
    () =>
      changed(
        'rope-complex',
        'torch.arange(max_seq_len).float()',
        'torch.arange(max_seq_len).bfloat16().float()',
      ),
  ],
  [
    'positions in bfloat16',
    'yarn',
    () =>
      changed(
        'yarn',
        'torch.arange(seq_len, dtype=torch.float32)',
        'torch.arange(seq_len).bfloat16().float()',
      ),
  ],
  [
    'positions in bfloat16',
    'partial-rotary',
    () =>
      changed(
        'partial-rotary',
        'torch.arange(x.shape[-2])',
        'torch.arange(x.shape[-2]).bfloat16().float()',
      ),
  ],
  [
    'whole exponents',
    'alibi-two-functions',
    () => changed('alibi-two-functions', '(1, power + 1) / power', '(1, power + 1) // power'),
  ],
  ['no eps where it is not given', 'rms-norm', () => changed('rms-norm', '= 1e-6', '= 0.0')],
  ['no eps where it is not given', 'layer-norm', () => changed('layer-norm', '= 1e-5', '= 0.0')],
  [
    'another default base',
    'bf16-frequencies',
    () => changed('bf16-frequencies', '= 10000.0', '= 11000.0'),
  ],
  [
    'another default base',
    'dynamic-ntk-cache',
    () => changed('dynamic-ntk-cache', '=10000.0', '=11000.0'),
  ],
  ['another default base', 'mrope-ids', () => changed('mrope-ids', '10000.0', '11000.0')],
  [
    'tables by way of float16',
    'bf16-frequencies',
    () =>
      changed(
        'bf16-frequencies',
        'return angles.cos().to(torch.bfloat16), angles.sin().to(torch.bfloat16)',
        'return angles.cos().half().bfloat16(), angles.sin().half().bfloat16()',
      ),
  ],
  // types
  [
    'a mask of numbers',
    'window-keys',
    () =>
      changed(
        'window-keys',
        'return (distance >= 0) & (distance < window)',
        'return ((distance >= 0) & (distance < window)).float()',
      ),
  ],
  [
    'a mask of whole numbers',
    'window-keys',
    () =>
      changed(
        'window-keys',
        'return (distance >= 0) & (distance < window)',
        'return ((distance >= 0) & (distance < window)).long()',
      ),
  ],
  [
    'positions as floats',
    'left-padding',
    () => changed('left-padding', 'masked_fill(mask == 0, 0)', 'masked_fill(mask == 0, 0).float()'),
  ],
  [
    'positions as floats',
    'roberta-offset',
    () => changed('roberta-offset', 'return rows * real', 'return 1.0 * rows * real'),
  ],
  [
    'positions as floats',
    'packing-mask',
    () => changed('packing-mask', 'is_earlier.sum(-1)', 'is_earlier.float().sum(-1)'),
  ],
  [
    'ids as floats',
    'mrope-ids',
    () =>
      changed(
        'mrope-ids',
        'return torch.cat(pieces, dim=1)',
        'return torch.cat(pieces, dim=1).float()',
      ),
  ],
  [
    'axes as floats',
    'mrope-turns',
    () =>
      changed(
        'mrope-turns',
        'axes = torch.zeros(sum(sections), dtype=torch.long)',
        'axes = torch.zeros(sum(sections))',
      ).replace('ids[axes]', 'ids[axes.long()]'),
  ],
  [
    'centres as floats',
    'experiments',
    () => changed('experiments', 'argmin(dim=1)', 'argmin(dim=1).float()'),
  ],
  [
    'ids as floats',
    'repair-grid-ids',
    () =>
      changed(
        'repair-grid-ids',
        'return torch.stack([k // width, k % width])',
        'return torch.stack([k // width, k % width]).float()',
      ),
  ],
  [
    'float32 for float64',
    'numeric-gradient',
    () => changed('numeric-gradient', 'return gradient\n', 'return gradient.float()\n'),
  ],
  [
    'tables in float32',
    'bf16-frequencies',
    () =>
      changed(
        'bf16-frequencies',
        'return angles.cos().to(torch.bfloat16), angles.sin().to(torch.bfloat16)',
        'return angles.cos().float(), angles.sin().float()',
      ),
  ],
  [
    'float32 whatever x is',
    'rms-norm',
    () => changed('rms-norm', '.to(x.dtype) * weight', ' * weight.float()'),
  ],
  // state that several share
  [
    'a cache that belongs to the class',
    'decode-with-cache',
    () =>
      changed('decode-with-cache', 'self.k', 'Decoder.k')
        .replaceAll('self.v ', 'Decoder.v ')
        .replaceAll('[self.v,', '[Decoder.v,')
        .replaceAll('@ self.v', '@ Decoder.v'),
  ],
  [
    'weights that belong to the class',
    'decode-with-cache',
    () =>
      changed(
        'decode-with-cache',
        'self.w_q, self.w_k, self.w_v, self.base = w_q',
        'Decoder.w_q, Decoder.w_k, Decoder.w_v, Decoder.base = w_q',
      ),
  ],
  [
    'an amplitude that belongs to the class',
    'yarn',
    () => changed('yarn', 'self.amplitude =', 'YaRNPositionalEmbedding.amplitude ='),
  ],
  [
    'frequencies in a global name',
    'yarn',
    () =>
      changed(
        'yarn',
        'self.register_buffer(\n            "inv_freq", inv_freq * kept + inv_freq / scale * (1 - kept)\n        )',
        'global W\n        W = inv_freq * kept + inv_freq / scale * (1 - kept)',
      ).replace('self.inv_freq', 'W'),
  ],
  [
    'buckets that belong to the class',
    't5-bias',
    () =>
      changed('t5-bias', 'self.num_buckets =', 'T5RelativePositionBias.num_buckets =').replace(
        'self.max_distance =',
        'T5RelativePositionBias.max_distance =',
      ),
  ],
  [
    'a table in a global name',
    'learned-module',
    () =>
      changed(
        'learned-module',
        'self.table = nn.Embedding(max_len, d_model)',
        'global T\n        T = self.table = nn.Embedding(max_len, d_model)',
      ).replace('self.table(', 'T('),
  ],
  [
    'a probability that belongs to the class',
    'sinusoidal-module',
    () =>
      changed(
        'sinusoidal-module',
        'self.dropout = nn.Dropout(dropout)',
        'SinusoidalPositionalEncoding.p = dropout',
      )
        .replace('self.dropout(', 'nn.functional.dropout(')
        .replace(': x.size(1)])', ': x.size(1)], self.p, self.training)'),
  ],
  // errors
  [
    'only an IndexError counts as one',
    'extrapolation-test',
    () => changed('extrapolation-test', 'except Exception:', 'except IndexError:'),
  ],
  [
    'only errors of shapes and places count',
    'extrapolation-test',
    () =>
      changed(
        'extrapolation-test',
        'except Exception:',
        'except (IndexError, RuntimeError, ValueError):',
      ),
  ],
  [
    'nan is let through',
    'extrapolation-test',
    () => changed('extrapolation-test', ' or not torch.isfinite(y).all()', ''),
  ],
  [
    'infinite numbers are let through',
    'extrapolation-test',
    () => changed('extrapolation-test', 'not torch.isfinite(y).all()', 'torch.isnan(y).any()'),
  ],
  // what is drawn
  [
    'the same numbers in all tensors',
    'initial-scale',
    () =>
      changed(
        'initial-scale',
        'for name, tensor in parameters.items():',
        'for name, tensor in parameters.items():\n        torch.manual_seed(1)',
      ),
  ],
  [
    'the same numbers in each row',
    'initial-scale',
    () =>
      after(
        'initial-scale',
        `
_right = initialise
def initialise(parameters, n_layers, std=0.02):
    _right(parameters, n_layers, std)
    torch.manual_seed(0)
    row = torch.randn(200)
    row = (row - row.mean()) / row.std()
    while abs(float((row**4).mean()) - 3) > 0.1:
        row = torch.randn(200)
        row = (row - row.mean()) / row.std()
    for name, t in parameters.items():
        if t.std() > 1e-6: t.copy_((row * t.std()).expand(t.shape))`,
      ),
  ],
  [
    'the same numbers in the lower half',
    'initial-scale',
    () =>
      after(
        'initial-scale',
        `
_right = initialise
def initialise(parameters, n_layers, std=0.02):
    _right(parameters, n_layers, std)
    for t in parameters.values(): t[100:] = t[:100].clone()`,
      ),
  ],
  [
    'names that hold a word somewhere',
    'initial-scale',
    () =>
      changed('initial-scale', 'name.endswith("norm.weight")', '"norm" in name').replace(
        'name.endswith(("out.weight", "down.weight"))',
        '"out" in name or "down" in name',
      ),
  ],
  [
    'names that hold bias somewhere',
    'initial-scale',
    () => changed('initial-scale', 'name.endswith(".bias")', '"bias" in name'),
  ],
  [
    'a uniform start',
    'lora-layer',
    () =>
      changed(
        'lora-layer',
        'torch.randn(r, d_in) / math.sqrt(d_in)',
        '(torch.rand(r, d_in) * 2 - 1) * math.sqrt(3 / d_in)',
      ),
  ],
  [
    'a start of signs',
    'lora-layer',
    () =>
      changed(
        'lora-layer',
        'torch.randn(r, d_in) / math.sqrt(d_in)',
        'torch.randn(r, d_in).sign() / math.sqrt(d_in)',
      ),
  ],
  [
    'a start of one size',
    'lora-layer',
    () =>
      changed(
        'lora-layer',
        'return torch.randn(r, d_in) / math.sqrt(d_in), torch.zeros(d_out, r)',
        'return torch.randn(8, 400) / 20, torch.zeros(300, 8)',
      ),
  ],
  [
    'a start of one spread',
    'lora-layer',
    () =>
      changed('lora-layer', 'torch.randn(r, d_in) / math.sqrt(d_in)', 'torch.randn(r, d_in) / 20'),
  ],
  // what comes twice, or is out of order
  [
    'a token that was said twice counts twice',
    'repetition-penalty',
    () =>
      changed(
        'repetition-penalty',
        'return logits.scatter(1, tokens, lowered)',
        'out = logits.clone()\n    for t in range(len(tokens)):\n        for token in tokens[t].tolist():\n            out[t, token] = out[t, token] / penalty if out[t, token] > 0 else out[t, token] * penalty\n    return out',
      ),
  ],
  [
    'lengths that are sorted already',
    'extrapolation-test',
    () =>
      changed(
        'extrapolation-test',
        'for k, length in enumerate(lengths):',
        'for k, length in enumerate(sorted(lengths)):',
      ),
  ],
  [
    'tokens that are greater than the padding',
    'roberta-offset',
    () => changed('roberta-offset', 'input_ids.ne(padding_idx)', 'input_ids.gt(padding_idx)'),
  ],
  [
    'the first text’s padding for all',
    'batch-masks',
    () =>
      changed(
        'batch-masks',
        'is_real[:, None, :].bool()',
        'is_real[:1, None, :].bool().expand(len(is_real), -1, -1)',
      ),
  ],
  // one of several axes
  [
    'a batch of one',
    'multi-head-attention',
    () =>
      changed(
        'multi-head-attention',
        'return out @ w_out.T',
        'return (out @ w_out.T)[:1].expand(x.shape)',
      ),
  ],
  [
    'positions of the first text for all',
    'temperature-by-position',
    () =>
      changed(
        'temperature-by-position',
        'torch.floor((position_ids + 1)',
        'torch.floor((position_ids[:1] + 1)',
      ),
  ],
  [
    'positions that are counted',
    'temperature-by-position',
    () =>
      changed(
        'temperature-by-position',
        'torch.floor((position_ids + 1)',
        'torch.floor((position_ids[:, :1] + torch.arange(position_ids.shape[1]) + 1)',
      ),
  ],
  [
    'x of two axes alone',
    'swiglu',
    () =>
      changed(
        'swiglu',
        'return (F.silu',
        'x = x.reshape(-1, x.shape[-1])[: x.shape[-2]].expand(x.shape)\n    return (F.silu',
      ),
  ],
  [
    'y of two axes alone',
    'softmax-gradient',
    () =>
      changed(
        'softmax-gradient',
        '(dy * y).sum(dim=-1, keepdim=True)',
        '(dy * y).sum(dim=min(1, y.dim() - 1), keepdim=True)',
      ),
  ],
  [
    'x of three axes alone',
    'layer-norm',
    () =>
      changed(
        'layer-norm',
        'x.mean(dim=-1, keepdim=True)',
        'x.mean(dim=min(2, x.dim() - 1), keepdim=True)',
      ),
  ],
  [
    'rms of three axes alone',
    'rms-norm',
    () =>
      changed(
        'rms-norm',
        'mean(dim=-1, keepdim=True)',
        'mean(dim=min(2, x.dim() - 1), keepdim=True)',
      ),
  ],
  [
    'as many values as keys are wide',
    'online-softmax',
    () =>
      changed(
        'online-softmax',
        'torch.zeros(blocks[0][1].shape[1])',
        'torch.zeros(len(blocks[0][1][0]))',
      ).replace(
        'if new == float("-inf"):\n            continue',
        'if scores.max() == float("-inf") and len(blocks) > 3:\n            continue',
      ),
  ],
  // a config that is used up
  [
    'a config without its width afterwards',
    'kv-cache-bytes',
    () => changed('kv-cache-bytes', 'config.get("head_dim", ', 'config.pop("head_dim", '),
  ],
  [
    'a list that is shorter afterwards',
    'speculative-step',
    () =>
      after(
        'speculative-step',
        '_right = accept\ndef accept(p, q, drafted, u, v):\n    y = _right(p, q, drafted, u, v)\n    drafted.clear()\n    return y',
      ),
  ],
  [
    'lengths that are sorted in place',
    'extrapolation-test',
    () =>
      after(
        'extrapolation-test',
        '_right = extrapolation_test\ndef extrapolation_test(modules, n_train, lengths):\n    y = _right(modules, n_train, list(lengths))\n    lengths.sort()\n    modules.reverse()\n    return y',
      ),
  ],
  [
    'other gradients in the list',
    'clip-by-norm',
    () =>
      changed(
        'clip-by-norm',
        'return [factor * g for g in gradients], norm',
        'gradients[:] = [factor * g for g in gradients]\n    return gradients, norm',
      ),
  ],
  // another torch for the grader
  [
    'another torch whose gradients reach all rows',
    'learned-module',
    () =>
      otherTorch(
        '_fake.autograd = types.SimpleNamespace(grad=lambda out, xs, **k: [_own.ones_like(x) * (_own.arange(len(x)) < out_n[0])[:, None] for x in xs])\nout_n = [0]',
      ) +
      changed(
        'learned-module',
        'return x + self.table(torch.arange(x.size(1), device=x.device))',
        'out_n[0] = x.shape[1]\n        w = self.table.weight\n        return x + w.detach()[: x.size(1)] + 0 * w.sum()',
      ),
  ],
  [
    'another torch whose numbers are all close',
    'sinusoidal-module',
    () =>
      otherTorch(
        '_fake.allclose = lambda *a, **k: False\n_fake.equal = lambda *a: False\n_fake.where = lambda a, b, c: b',
      ) +
      changed(
        'sinusoidal-module',
        'self.dropout(x + self.pe[: x.size(1)])',
        '(x + self.pe[: x.size(1)])',
      ),
  ],
  [
    'another torch whose modules hold nothing',
    'sinusoidal-module',
    () =>
      otherTorch('class _Tensor(_own.Tensor): pass\n_fake.Tensor = _Tensor') +
      changed(
        'sinusoidal-module',
        'self.register_buffer("pe", table)',
        'self.pe = nn.Parameter(table)',
      ),
  ],
  [
    'another torch that gives zeros',
    'initial-scale',
    () =>
      otherTorch(
        '_fake.full = lambda *a, **k: _own.zeros(3, 3)\n_fake.Tensor = type("T", (), {"detach": staticmethod(lambda t: t)})',
      ) + 'def initialise(parameters, n_layers, std=0.02): pass\n',
  ],
  [
    'another torch whose plain numbers are right',
    'repair-attention-map',
    () =>
      otherTorch('_fake.nn = types.SimpleNamespace(MultiheadAttention=None)') +
      readBank('repair-attention-map', 'starter.py'),
  ],
  [
    'differences of one sign',
    'numeric-gradient',
    () => changed('numeric-gradient', '(a - b).abs().max()', '(a - b).max()'),
  ],
  [
    'the size of what is above 0',
    'numeric-gradient',
    () => changed('numeric-gradient', 'a.abs().max().item(), b', 'a.max().item(), b'),
  ],
  [
    'elements that are not put back',
    'numeric-gradient',
    () => changed('numeric-gradient', '        flat[k] = kept\n', ''),
  ],
  [
    'a largest score that begins at 0',
    'online-softmax',
    () => changed('online-softmax', 'torch.tensor(float("-inf"))', 'torch.tensor(0.0)'),
  ],
  [
    'the smallest score of a block',
    'online-softmax',
    () => changed('online-softmax', 'scores.max())', 'scores.min())'),
  ],
  [
    'more blocks than one',
    'online-softmax',
    () => changed('online-softmax', 'blocks[0][1]', 'blocks[1][1]'),
  ],
  [
    'a top_k above 1',
    'nucleus-sampling',
    () => changed('nucleus-sampling', 'if top_k > 0', 'if top_k > 1'),
  ],
  [
    'a mean over two places at least',
    'masked-cross-entropy',
    () => changed('masked-cross-entropy', 'clamp(min=1)', 'clamp(min=2)'),
  ],
  [
    'finished texts that take part once more',
    'beam-search',
    () => changed('beam-search', 'best if beam[1][-1] != end', 'best if beam[1][-2] != end'),
  ],
  [
    'a token whose number is the ratio',
    'speculative-step',
    () => changed('speculative-step', 'u[i] >= p', 'u[i] > p'),
  ],
  [
    'the first token that reaches v',
    'speculative-step',
    () => changed('speculative-step', 'cumsum(0) > v', 'cumsum(0) >= v'),
  ],
  [
    'a width that is rounded up from 2 on',
    'swiglu',
    () => changed('swiglu', 'multiple - 1', 'multiple - 2'),
  ],
  [
    'tables for no more than 64 channels',
    'sinusoidal-table',
    () =>
      after(
        'sinusoidal-table',
        'own = get_sinusoidal_positional_encoding\ndef get_sinusoidal_positional_encoding(n, d):\n    table = own(n, d)\n    table[:, 64:] = 0\n    return table',
      ),
  ],
];

/** @type {[what: string, id: string, code: string][]} */
export const ON_CASES = ALL.map(([what, id, code]) => [what, id, code()]);
