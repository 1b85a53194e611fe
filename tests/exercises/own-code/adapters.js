// Adapters for the test files of web/own-code/: correct ones in the ways of public implementations, written here, and
// one for each bug, made of a correct one by changing one line.

import {MORE_CHANGES, MORE_CORRECT} from './more-adapters.js';

/** Half-split rotation as in Hugging Face's Llama: tables of the whole width, rotate_half. */
const HALF = `
def frequencies(seq_len):
    dim, base = 16, 10000.0
    return 1.0 / (base ** (torch.arange(0, dim, 2).float() / dim)), 1.0


def rotate_half(x):
    a, b = x.chunk(2, dim=-1)
    return torch.cat((-b, a), dim=-1)


def rotate(x, positions, seq_len):
    inv_freq, factor = frequencies(seq_len)
    angles = torch.outer(positions.float(), inv_freq)
    angles = torch.cat((angles, angles), dim=-1)
    cos, sin = angles.cos() * factor, angles.sin() * factor
    return x * cos + rotate_half(x) * sin
`;

/** Interleaved rotation as in Meta's Llama: complex numbers. */
const COMPLEX = `
def rotate(x, positions, seq_len):
    inv_freq = 1.0 / (500000.0 ** (torch.arange(0, 16, 2).float() / 16))
    angles = torch.outer(positions.float(), inv_freq)
    turn = torch.polar(torch.ones_like(angles), angles)
    pairs = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(pairs * turn).flatten(-2)
`;

/** Interleaved rotation as in GPT-J: every second coordinate, repeated tables. */
const EVERY_SECOND = `
def rotate(x, positions, seq_len):
    inv_freq = 1.0 / (10000.0 ** (torch.arange(0, 16, 2).float() / 16))
    angles = torch.outer(positions.float(), inv_freq)
    sin, cos = (torch.repeat_interleave(t, 2, dim=-1) for t in (angles.sin(), angles.cos()))
    other = torch.stack((-x[..., 1::2], x[..., ::2]), dim=-1).flatten(-2)
    return x * cos + other * sin
`;

/** The first quarter of each head is rotated, as in GPT-NeoX. */
const PARTIAL = `
def rotate(x, positions, seq_len):
    n_rotated = 8
    inv_freq = 1.0 / (10000.0 ** (torch.arange(0, n_rotated, 2).float() / n_rotated))
    angles = torch.outer(positions.float(), inv_freq).repeat(1, 2)
    part, rest = x[..., :n_rotated], x[..., n_rotated:]
    a, b = part.chunk(2, dim=-1)
    turned = part * angles.cos() + torch.cat((-b, a), dim=-1) * angles.sin()
    return torch.cat((turned, rest), dim=-1)
`;

/** The same in numpy, which gets a tensor where torch is installed. */
const NUMPY = `
def rotate(x, positions, seq_len):
    import numpy as np

    x, positions = np.asarray(x), np.asarray(positions)
    angles = positions[:, None] * 10000.0 ** (-np.arange(0, 16, 2) / 16)
    a, b = x[..., :8], x[..., 8:]
    return np.concatenate((a * np.cos(angles) - b * np.sin(angles),
                           b * np.cos(angles) + a * np.sin(angles)), axis=-1)
`;

/** @param {string} body of frequencies(seq_len), which returns frequencies and the attention factor */
const halfWith = (body) =>
  HALF.replace(/def frequencies[\s\S]*?1\.0\n/, `def frequencies(seq_len):\n${body}`);

const PLAIN_FREQUENCIES = `    dim, base, factor, trained = 16, 10000.0, 4.0, 1024
    plain = 1.0 / (base ** (torch.arange(0, dim, 2).float() / dim))
`;
const LINEAR = halfWith(`${PLAIN_FREQUENCIES}    return plain / factor, 1.0\n`);
const NTK = halfWith(`${PLAIN_FREQUENCIES}    base = base * factor ** (dim / (dim - 2))
    return 1.0 / (base ** (torch.arange(0, dim, 2).float() / dim)), 1.0
`);
const DYNAMIC = halfWith(`${PLAIN_FREQUENCIES}    n = max(seq_len, trained)
    base = base * ((factor * n / trained) - (factor - 1)) ** (dim / (dim - 2))
    return 1.0 / (base ** (torch.arange(0, dim, 2).float() / dim)), 1.0
`);
const YARN = halfWith(`${PLAIN_FREQUENCIES}
    def pair_with(rotations):
        return dim * math.log(trained / (rotations * 2 * math.pi)) / (2 * math.log(base))

    low, high = max(math.floor(pair_with(32)), 0), min(math.ceil(pair_with(1)), dim - 1)
    ramp = ((torch.arange(dim // 2).float() - low) / (high - low)).clamp(0, 1)
    return plain / factor * ramp + plain * (1 - ramp), 0.1 * math.log(factor) + 1.0
`);
const LLAMA3 = halfWith(`${PLAIN_FREQUENCIES}    rotations = trained * plain / (2 * math.pi)
    smooth = ((rotations - 1.0) / (4.0 - 1.0)).clamp(0, 1)
    return (1 - smooth) * plain / factor + smooth * plain, 1.0
`);

/** A module with a buffer, as in PyTorch's own tutorial. */
const SINUSOIDAL = `
class PositionalEncoding(torch.nn.Module):
    def __init__(self, d_model, max_len):
        super().__init__()
        position = torch.arange(max_len).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
        pe = torch.zeros(max_len, d_model)
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe)


def table(n_pos, d_model):
    return PositionalEncoding(d_model, n_pos).pe
`;
const CONCATENATED = `
def table(n_pos, d_model):
    inv_freq = 1 / (10000 ** (torch.arange(0.0, d_model, 2.0) / d_model))
    angles = torch.outer(torch.arange(n_pos).float(), inv_freq)
    return torch.cat((angles.sin(), angles.cos()), dim=-1)
`;

/** ALiBi as its authors have it, for any number of heads. */
const ALIBI = `
def slopes(n_heads):
    def power_of_two(n):
        start = 2 ** (-(2 ** -(math.log2(n) - 3)))
        return [start * start**i for i in range(n)]

    if math.log2(n_heads).is_integer():
        found = power_of_two(n_heads)
    else:
        closest = 2 ** math.floor(math.log2(n_heads))
        found = power_of_two(closest) + power_of_two(2 * closest)[0::2][: n_heads - closest]
    return torch.tensor(found)


def bias(n_heads, n_query, n_key):
    query = torch.arange(n_key - n_query, n_key)[:, None]
    key = torch.arange(n_key)[None, :]
    distance = (query - key).abs()
    found = -slopes(n_heads)[:, None, None] * distance
    return found.masked_fill(key > query, float("-inf"))
`;

/** One row for all queries, as in BLOOM: it differs by what the softmax cancels. */
const BLOOM = ALIBI.replace(
  /def bias[\s\S]*/,
  `def bias(n_heads, n_query, n_key):
    return (slopes(n_heads)[:, None, None] * torch.arange(n_key)).expand(n_heads, n_query, n_key)
`,
);

/** T5's buckets with a float32 logarithm. @param {boolean} causal */
const T5 = (causal) => `
def buckets(relative):
    n, max_distance, found = 32, 128, torch.zeros_like(relative)
${
  causal
    ? '    distance = -torch.min(relative, torch.zeros_like(relative))'
    : `    n //= 2
    found = found + (relative > 0).long() * n
    distance = relative.abs()`
}
    exact = n // 2
    large = exact + (torch.log(distance.float().clamp(min=1) / exact)
                     / math.log(max_distance / exact) * (n - exact)).long()
    large = torch.min(large, torch.full_like(large, n - 1))
    return found + torch.where(distance < exact, distance, large)
`;

/** From a mask, as generate() has it. */
const POSITIONS = `
def position_ids(attention_mask, n_past):
    ids = attention_mask.long().cumsum(-1) - 1
    ids = ids.masked_fill(attention_mask == 0, 1)
    return ids[:, n_past:]
`;

/** @typedef {Record<string, number | string | boolean>} Settings */
/** @typedef {{name: string, kind: string, settings: Settings, adapter: string}} Adapter */
/** @type {Adapter[]} */
export const CORRECT = [
  {name: 'half, rotate_half', kind: 'rope', settings: {}, adapter: HALF},
  {name: 'half, numpy', kind: 'rope', settings: {}, adapter: NUMPY},
  {
    name: 'interleaved, complex',
    kind: 'rope',
    settings: {layout: 'interleaved', base: 500000},
    adapter: COMPLEX,
  },
  {
    name: 'interleaved, every second',
    kind: 'rope',
    settings: {layout: 'interleaved'},
    adapter: EVERY_SECOND,
  },
  {
    name: 'partial',
    kind: 'rope',
    settings: {dHead: 32, partial: 0.25},
    adapter: PARTIAL,
  },
  {name: 'linear', kind: 'rope', settings: {scaling: 'linear'}, adapter: LINEAR},
  {name: 'NTK', kind: 'rope', settings: {scaling: 'ntk'}, adapter: NTK},
  {name: 'dynamic NTK', kind: 'rope', settings: {scaling: 'dynamic'}, adapter: DYNAMIC},
  {name: 'YaRN', kind: 'rope', settings: {scaling: 'yarn'}, adapter: YARN},
  {name: 'Llama 3 rule', kind: 'rope', settings: {scaling: 'llama3'}, adapter: LLAMA3},
  {name: 'sinusoidal module', kind: 'sinusoidal', settings: {}, adapter: SINUSOIDAL},
  {
    name: 'sinusoidal, concatenated',
    kind: 'sinusoidal',
    settings: {layout: 'concatenated'},
    adapter: CONCATENATED,
  },
  {
    name: 'sinusoidal, base 1000',
    kind: 'sinusoidal',
    settings: {base: 1000},
    adapter: SINUSOIDAL.replace('10000.0', '1000.0'),
  },
  {name: 'ALiBi, 12 heads', kind: 'alibi', settings: {}, adapter: ALIBI},
  {name: 'ALiBi, 8 heads', kind: 'alibi', settings: {nHeads: 8}, adapter: ALIBI},
  {name: 'ALiBi, one row', kind: 'alibi', settings: {}, adapter: BLOOM},
  {name: 'T5, both directions', kind: 't5', settings: {}, adapter: T5(false)},
  {name: 'T5, causal', kind: 't5', settings: {causal: true}, adapter: T5(true)},
  {name: 'positions by cumsum', kind: 'positions', settings: {}, adapter: POSITIONS},
  ...MORE_CORRECT,
];

const BF16 = '.bfloat16().float()';
/**
 * bug, the correct adapter, what is replaced, by what.
 *
 * @type {[bug: string, name: string, from: string, to: string][]}
 */
const CHANGES = [
  [
    'other-pairing',
    'half, rotate_half',
    'angles = torch.cat((angles, angles), dim=-1)\n',
    'angles = torch.repeat_interleave(angles, 2, dim=-1)\n    rotate_half = lambda x: torch.stack((-x[..., 1::2], x[..., ::2]), dim=-1).flatten(-2)\n',
  ],
  [
    'mixed-tables',
    'half, rotate_half',
    'torch.cat((angles, angles), dim=-1)',
    'torch.repeat_interleave(angles, 2, dim=-1)',
  ],
  [
    'mixed-pairing',
    'half, rotate_half',
    'rotate_half(x) * sin',
    'torch.stack((-x[..., 1::2], x[..., ::2]), dim=-1).flatten(-2) * sin',
  ],
  ['opposite-direction', 'half, rotate_half', '(-b, a)', '(b, -a)'],
  ['from-one', 'half, rotate_half', 'positions.float()', '(positions.float() + 1)'],
  [
    'positions-restart',
    'half, rotate_half',
    'positions.float()',
    'torch.arange(len(positions)).float()',
  ],
  [
    'by-head',
    'half, rotate_half',
    'cos, sin = angles.cos() * factor, angles.sin() * factor',
    'angles = torch.cat([torch.outer(torch.arange(len(x)).float(), inv_freq)] * 2, -1)\n    cos, sin = angles.cos()[:, None], angles.sin()[:, None]',
  ],
  ['bf16-frequencies', 'half, rotate_half', 'inv_freq)', `inv_freq${BF16})`],
  ['bf16-positions', 'half, rotate_half', 'positions.float()', `positions${BF16}`],
  ['halved-exponent', 'half, rotate_half', 'torch.arange(0, dim, 2)', 'torch.arange(dim // 2)'],
  ['head-width-exponent', 'partial', '.float() / n_rotated', '.float() / 32'],
  ['rotates-all', 'partial', 'n_rotated = 8', 'n_rotated = 32'],
  ['default-base', 'interleaved, complex', '500000.0', '10000.0'],
  ['no-scaling', 'linear', 'plain / factor', 'plain'],
  ['scaled-up', 'linear', 'plain / factor', 'plain * factor'],
  ['base-times-alpha', 'NTK', ' ** (dim / (dim - 2))', ''],
  [
    'linear-instead',
    'Llama 3 rule',
    '(1 - smooth) * plain / factor + smooth * plain',
    'plain / factor',
  ],
  ['no-attention-factor', 'YaRN', '0.1 * math.log(factor) + 1.0', '1.0'],
  [
    'attention-factor-squared',
    'YaRN',
    '0.1 * math.log(factor) + 1.0',
    '(0.1 * math.log(factor) + 1.0) ** 2',
  ],
  [
    'frequencies-kept',
    'dynamic NTK',
    'n = max(seq_len, trained)',
    'n = frequencies.longest = max(seq_len, trained, getattr(frequencies, "longest", 0))',
  ],
  [
    'swapped',
    'sinusoidal module',
    'pe[:, 0::2] = torch.sin(position * div_term)\n        pe[:, 1::2] = torch.cos',
    'pe[:, 1::2] = torch.sin(position * div_term)\n        pe[:, 0::2] = torch.cos',
  ],
  [
    'doubled-exponent',
    'sinusoidal module',
    'pe[:, 1::2] = torch.cos(position * div_term)',
    'pe[:, 0::2] = torch.sin(position * div_term**2)\n        pe[:, 1::2] = torch.cos(position * div_term**2 / 10000 ** (1 / d_model))',
  ],
  [
    'doubled-index',
    'sinusoidal module',
    '(-math.log(10000.0) / d_model)',
    '(-2 * math.log(10000.0) / d_model)',
  ],
  [
    'other-order',
    'sinusoidal, concatenated',
    'torch.cat((angles.sin(), angles.cos()), dim=-1)',
    'torch.stack((angles.sin(), angles.cos()), dim=-1).flatten(1)',
  ],
  ['geometric-slopes', 'ALiBi, 12 heads', 'if math.log2(n_heads).is_integer():', 'if True:'],
  [
    'slopes-sorted',
    'ALiBi, 12 heads',
    'torch.tensor(found)',
    'torch.tensor(sorted(found, reverse=True))',
  ],
  ['slopes-from-zero', 'ALiBi, 8 heads', 'start * start**i', 'start**i'],
  ['one-slope', 'ALiBi, 12 heads', 'torch.tensor(found)', 'torch.tensor(found[:1] * n_heads)'],
  ['positive-bias', 'ALiBi, 12 heads', '-slopes(n_heads)[', 'slopes(n_heads)['],
  ['query-axis', 'ALiBi, 12 heads', '* distance\n', '* query.expand(n_query, n_key)\n'],
  [
    'cache-misaligned',
    'ALiBi, 12 heads',
    'distance = (query - key)',
    'distance = (query - n_key + n_query - key)',
  ],
  [
    'mask-misaligned',
    'ALiBi, 12 heads',
    'torch.arange(n_key - n_query, n_key)',
    'torch.arange(n_query)',
  ],
  ['sign-flipped', 'T5, both directions', 'relative > 0', 'relative < 0'],
  ['one-direction', 'T5, both directions', '(relative > 0).long() * n', '0'],
  [
    'both-directions',
    'T5, causal',
    '    distance = -torch.min',
    '    n //= 2\n    found = found + (relative > 0).long() * n\n    distance = relative.abs()\n    -torch.min',
  ],
  [
    'uncapped',
    'T5, both directions',
    'large = torch.min(large, torch.full_like(large, n - 1))',
    'pass',
  ],
  [
    'ignores-padding',
    'positions by cumsum',
    'attention_mask.long().cumsum',
    'torch.ones_like(attention_mask).cumsum',
  ],
  [
    'ignores-past',
    'positions by cumsum',
    'attention_mask.long().cumsum(-1) - 1',
    'torch.cat((attention_mask[:, :n_past], attention_mask[:, n_past:].cumsum(-1) - 1), -1)',
  ],
  ['from-one', 'positions by cumsum', 'cumsum(-1) - 1', 'cumsum(-1)'],
  ['no-position', 'half, rotate_half', 'positions.float()', '0 * positions.float()'],
  [
    'attention-factor-unasked',
    'linear',
    'return plain / factor, 1.0',
    'return plain / factor, 0.1 * math.log(factor) + 1.0',
  ],
  ['extended-length', 'Llama 3 rule', '4.0, 1024', '4.0, 4 * 1024'],
  ['extended-length', 'YaRN', '4.0, 1024', '4.0, 4 * 1024'],
  [
    'decoder-rule',
    'T5, both directions',
    '    n //= 2\n    found = found + (relative > 0).long() * n\n    distance = relative.abs()',
    '    distance = -torch.min(relative, torch.zeros_like(relative))',
  ],
  ['from-one', 'sinusoidal module', 'torch.arange(max_len)', 'torch.arange(1, max_len + 1)'],
  [
    'halved-exponent',
    'sinusoidal module',
    'torch.arange(0, d_model, 2) * (-math',
    'torch.arange(d_model // 2) * (-math',
  ],
  ['default-base', 'sinusoidal, base 1000', '1000.0', '10000.0'],
  ...MORE_CHANGES,
];

/** An adapter for each bug. */
export const BUGGY = CHANGES.map(([bug, name, from, to]) => {
  const correct = CORRECT.find((one) => one.name === name);
  if (!correct?.adapter.includes(from)) throw new Error(`${bug}: ${name} has no ${from}`);
  return {...correct, bug, adapter: correct.adapter.replace(from, () => to)};
});
