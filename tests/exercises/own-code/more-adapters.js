// Adapters, as those of adapters.js, for Shaw's vectors, DeBERTa's buckets, M-RoPE and a KV cache.

/** As in the paper's own code: the clipped distances of all pairs, and the rows of the table for them. */
const SHAW = `
def key_term(q, table, n_key):
    n_heads, n_query, d_head = q.shape
    clip = (len(table) - 1) // 2
    query = torch.arange(n_key - n_query, n_key)[:, None]
    distance = torch.arange(n_key)[None, :] - query
    rows = distance.clamp(-clip, clip) + clip
    return torch.einsum("hqd,qkd->hqk", q, table[rows]) / math.sqrt(d_head)
`;

/** One product with the whole table, of which each pair gathers its number. */
const SHAW_GATHER = `
def key_term(q, table, n_key):
    n_query, clip = q.shape[1], len(table) // 2
    rows = torch.arange(n_key)[None, :] - torch.arange(n_query)[:, None] - (n_key - n_query)
    rows = (torch.clip(rows, -clip, clip) + clip).expand(len(q), -1, -1)
    return torch.gather(q @ table.T, 2, rows) * q.shape[-1] ** -0.5
`;

/** As in Hugging Face's DeBERTa, with its logarithm in float32. */
const DEBERTA = `
def buckets(relative):
    n_buckets, max_position = 256, 512
    sign, middle = torch.sign(relative), n_buckets // 2
    distance = torch.where((relative < middle) & (relative > -middle), middle - 1, relative.abs())
    log = torch.log(distance / middle) / math.log((max_position - 1) / middle) * (middle - 1)
    far = torch.ceil(log) + middle
    return torch.where(distance <= middle, relative, far * sign).long()
`;

/** As in Qwen2-VL: the tables of all axes, and of each section that of its own. */
const MROPE = `
def rotate_half(x):
    a, b = x.chunk(2, dim=-1)
    return torch.cat((-b, a), dim=-1)


def rotate(x, positions):
    dim, sections = 32, [6, 5, 5]
    inv_freq = 1.0 / (10000.0 ** (torch.arange(0, dim, 2).float() / dim))
    angles = positions.float()[:, :, None] * inv_freq
    angles = torch.cat((angles, angles), dim=-1)
    parts = angles.split(sections * 2, dim=-1)
    angles = torch.cat([part[i % 3] for i, part in enumerate(parts)], dim=-1)
    return x * angles.cos() + rotate_half(x) * angles.sin()


def grid_ids(n_before, height, width, n_after):
    before = torch.arange(n_before).expand(3, -1)
    rows = torch.arange(height).repeat_interleave(width)
    columns = torch.arange(width).repeat(height)
    grid = torch.stack((torch.zeros_like(rows), rows, columns)) + n_before
    start = n_before + max(height, width)
    after = torch.arange(start, start + n_after).expand(3, -1)
    return torch.cat((before, grid, after), dim=1)
`;

/** As in Qwen3-VL: axes take turns. */
const MROPE_INTERLEAVED = MROPE.replace(
  / {4}angles = torch.cat\(\(angles, angles\), dim=-1\)\n {4}parts[\s\S]*?enumerate\(parts\)\], dim=-1\)\n/,
  `    mixed = angles[0].clone()
    for axis in (1, 2):
        mixed[:, axis : 3 * sections[axis] : 3] = angles[axis][:, axis : 3 * sections[axis] : 3]
    angles = torch.cat((mixed, mixed), dim=-1)
`,
).replace('10000.0', '5000000.0');

/** Rotated keys and values in lists, as most code keeps them. */
const DECODE = `
def rotate_half(x):
    a, b = x.chunk(2, dim=-1)
    return torch.cat((-b, a), dim=-1)


def rotate(x, positions):
    inv_freq = 1.0 / (10000.0 ** (torch.arange(0, 16, 2).float() / 16))
    angles = torch.outer(positions.float(), inv_freq)
    angles = torch.cat((angles, angles), dim=-1)
    return x * angles.cos() + rotate_half(x) * angles.sin()


def new_cache():
    return None


def step(cache, q, k, v):
    unrotated, n_past = k, 0 if cache is None else cache[0].shape[1]
    positions = torch.arange(n_past, n_past + q.shape[1])
    q, k = rotate(q, positions), rotate(k, positions)
    if cache is not None:
        k, v = torch.cat((cache[0], k), dim=1), torch.cat((cache[1], v), dim=1)
    kept = (k, v)
    logits = q @ k.transpose(1, 2) / math.sqrt(q.shape[-1])
    visible = torch.arange(k.shape[1]) <= positions[:, None]
    weights = logits.masked_fill(~visible, float("-inf")).softmax(-1)
    return weights @ v, kept
`;

/** Keys are kept as they came, and all are rotated at each call. */
const DECODE_LATE = DECODE.replace(
  / {4}q, k = rotate[\s\S]*? {4}logits = q @ k/,
  `    if cache is not None:
        k, v = torch.cat((cache[0], k), dim=1), torch.cat((cache[1], v), dim=1)
    kept = (k, v)
    q, turned = rotate(q, positions), rotate(k, torch.arange(k.shape[1]))
    logits = q @ turned`,
);

/** @type {import('./adapters.js').Adapter[]} */
export const MORE_CORRECT = [
  {name: 'Shaw, rows of the table', kind: 'shaw', settings: {}, adapter: SHAW},
  {name: 'Shaw, gathered', kind: 'shaw', settings: {clip: 16, dHead: 32}, adapter: SHAW_GATHER},
  {name: 'DeBERTa', kind: 'deberta', settings: {}, adapter: DEBERTA},
  {name: 'M-RoPE, sections', kind: 'mrope', settings: {}, adapter: MROPE},
  {
    name: 'M-RoPE, interleaved',
    kind: 'mrope',
    settings: {arrangement: 'interleaved', base: 5000000},
    adapter: MROPE_INTERLEAVED,
  },
  {name: 'cache of rotated keys', kind: 'decode', settings: {}, adapter: DECODE},
  {
    name: 'cache of keys as they came',
    kind: 'decode',
    settings: {base: 500000},
    adapter: DECODE_LATE.replace('10000.0', '500000.0'),
  },
];

const OTHER_HALF = 'torch.stack((-x[..., 1::2], x[..., ::2]), dim=-1).flatten(-2)';
const [SHAW_1, MROPE_1, DECODE_1] = ['Shaw, rows of the table', 'M-RoPE, sections', 'cache of rotated keys']; // biome-ignore format: three names

/** @type {[bug: string, name: string, from: string, to: string][]} */
export const MORE_CHANGES = [
  ['sign-flipped', SHAW_1, 'torch.arange(n_key)[None, :] - query', 'query - torch.arange(n_key)'],
  ['wraps-around', SHAW_1, 'distance.clamp(-clip, clip)', 'distance.clamp(max=clip)'],
  ['not-shifted', SHAW_1, 'clamp(-clip, clip) + clip', 'clamp(-clip, clip)'],
  ['clipped-early', SHAW_1, 'clamp(-clip, clip)', 'clamp(1 - clip, clip - 1)'],
  ['cache-misaligned', SHAW_1, 'torch.arange(n_key - n_query, n_key)', 'torch.arange(n_query)'],
  ['unscaled', SHAW_1, ' / math.sqrt(d_head)', ''],
  ['sign-flipped', 'DeBERTa', 'buckets(relative):\n', 'buckets(relative):\n    relative = -relative\n'], // biome-ignore format: a row
  ['one-direction', 'DeBERTa', 'buckets(relative):\n', 'buckets(relative):\n    relative = relative.abs()\n'], // biome-ignore format: a row
  ['rounds-down', 'DeBERTa', 'torch.ceil', 'torch.floor'],
  ['longest-distance', 'DeBERTa', '(max_position - 1)', 'max_position'],
  ['no-logarithm', 'DeBERTa', 'far = torch.ceil(log) + middle', 'far = relative.abs().clamp(max=n_buckets - 1)'], // biome-ignore format: a row
  [
    't5-rule',
    'DeBERTa',
    'far = torch.ceil(log) + middle',
    'log = torch.log(relative.abs().clamp(min=1) / middle) / math.log(max_position / middle) * middle\n    far = (torch.floor(log + 1e-6) + middle).clamp(max=n_buckets - 1)',
  ],
  ['one-axis', MROPE_1, 'part[i % 3]', 'part[0]'],
  ['axes-swapped', MROPE_1, 'part[i % 3]', 'part[-i % 3]'],
  [
    'other-sections',
    MROPE_1,
    'parts = angles.split(sections * 2, dim=-1)\n    angles = torch.cat([part[i % 3] for i, part in enumerate(parts)], dim=-1)',
    'angles = torch.stack([angles[i % 16 % 3 if i % 16 < 15 else 0, :, i] for i in range(dim)], -1)',
  ],
  [
    'frequencies-restart',
    MROPE_1,
    'inv_freq = 1.0 / (10000.0 ** (torch.arange(0, dim, 2).float() / dim))',
    'inv_freq = torch.cat([10000.0 ** (-torch.arange(n).float() / n) for n in sections])',
  ],
  ['no-position', MROPE_1, 'x * angles.cos() + rotate_half(x) * angles.sin()', 'x'],
  [
    'other-pairing',
    MROPE_1,
    '    return x * angles.cos()',
    `    rotate_half = lambda x: ${OTHER_HALF}\n    angles = torch.repeat_interleave(angles[..., :16], 2, dim=-1)\n    return x * angles.cos()`,
  ],
  ['mixed-pairing', MROPE_1, 'rotate_half(x) * angles', `${OTHER_HALF} * angles`],
  [
    'mixed-tables',
    MROPE_1,
    '    return x * angles.cos()',
    '    angles = torch.repeat_interleave(angles[..., :16], 2, dim=-1)\n    return x * angles.cos()',
  ],
  ['opposite-direction', MROPE_1, '(-b, a)', '(b, -a)'],
  ['from-one', MROPE_1, 'positions.float()', '(positions.float() + 1)'],
  ['bf16-frequencies', MROPE_1, '* inv_freq', '* inv_freq.bfloat16().float()'],
  ['default-base', 'M-RoPE, interleaved', '5000000.0', '10000.0'],
  [
    'flat-ids',
    MROPE_1,
    '    grid = torch.stack((torch.zeros_like(rows), rows, columns)) + n_before\n    start = n_before + max(height, width)',
    '    start = n_before + height * width\n    grid = torch.arange(n_before, start).expand(3, -1)',
  ],
  ['next-by-count', MROPE_1, 'max(height, width)', 'height * width'],
  ['grid-from-zero', MROPE_1, 'rows, columns)) + n_before', 'rows, columns))'],
  ['axes-swapped', MROPE_1, '(torch.zeros_like(rows), rows, columns)', '(torch.zeros_like(rows), columns, rows)'], // biome-ignore format: a row
  [
    'positions-restart',
    DECODE_1,
    'q, k = rotate(q, positions), rotate(k, positions)',
    'q, k = (rotate(x, torch.arange(q.shape[1])) for x in (q, k))',
  ],
  ['query-behind', DECODE_1, 'rotate(q, positions)', 'rotate(q, positions - 1)'],
  ['query-ahead', DECODE_1, 'rotate(q, positions)', 'rotate(q, positions + 1)'],
  ['mask-misaligned', DECODE_1, '<= positions[:, None]', '<= torch.arange(q.shape[1])[:, None]'],
  [
    'rotated-again',
    DECODE_1,
    'torch.cat((cache[0], k), dim=1)',
    'torch.cat((rotate(cache[0], torch.arange(n_past)), k), dim=1)',
  ],
  [
    'cache-unrotated',
    DECODE_1,
    'kept = (k, v)',
    'kept = (unrotated if cache is None else torch.cat((cache[0], unrotated), dim=1), v)',
  ],
  ['default-base', 'cache of keys as they came', '500000.0', '10000.0'],
  ['values-rotated', DECODE_1, 'q, k = rotate(q, positions), rotate(k, positions)', 'q, k, v = (rotate(x, positions) for x in (q, k, v))'], // biome-ignore format: a row
  ['no-mask', DECODE_1, 'logits.masked_fill(~visible, float("-inf"))', 'logits'],
  ['unscaled', DECODE_1, ' / math.sqrt(q.shape[-1])', ''],
  ['no-position', DECODE_1, 'positions.float()', '0 * positions.float()'],
  ['opposite-direction', DECODE_1, '(-b, a)', '(b, -a)'],
  [
    'other-pairing',
    DECODE_1,
    '    angles = torch.cat((angles, angles), dim=-1)\n',
    `    angles = torch.repeat_interleave(angles, 2, dim=-1)\n    rotate_half = lambda x: ${OTHER_HALF}\n`,
  ],
];
