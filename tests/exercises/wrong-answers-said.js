// Wrong answers, each as one change of a right answer, with what is said to them: the name of a known mistake, or how
// the reason begins.

/** @type {Record<string, [what: string, from: string, to: string, said: string][]>} */
export const ANSWERS_WITH_REASONS = {
  'adamw-step': [
    [
      'decay after the step, of the new parameter',
      'return p - lr * weight_decay * p - rate * m / root, m, v',
      'p = p - rate * m / root\n    return p - lr * weight_decay * p, m, v',
      'decay-after-the-step',
    ],
    [
      'steps from 0',
      '1 - beta1**step',
      '1 - beta1 ** (step + 1)',
      'Of what came back, output 1 is wrong; output 2, output 3 are right. In',
    ],
  ],
  'batch-masks': [
    [
      'diagonal left hidden',
      'mask[t, 0, i, i] = 0',
      'pass',
      '8 numbers are -inf where a finite number belongs. All other numbers are',
    ],
    [
      'filler queries see nothing',
      '            mask[t, 0, i, i] = 0\n',
      '            if not is_real[t, i]:\n                continue\n            mask[t, 0, i, i] = 0\n',
      '6 numbers are -inf where a finite number belongs. All other numbers are',
    ],
  ],
  'beam-search': [
    [
      'ended texts grow on',
      'if text[-1] == end:',
      'if False:',
      'The shape of output 1 is (4,), expected is (2,): axis 0 has 4 instead',
    ],
    [
      'greedy',
      'min(width, flat.numel())',
      '1',
      'The number at index 2 is wrong, the others are right.',
    ],
    [
      'probabilities for logs',
      '.log_softmax(-1)',
      '.softmax(-1)',
      'The shape of output 1 is (4,), expected is (2,): axis 0 has 4 instead',
    ],
    [
      'length with the start',
      '(len(text) - 1) ** alpha)',
      'len(text) ** alpha)',
      'The shape of output 1 is (2,), expected is (4,): axis 0 has 2 instead',
    ],
  ],
  'checkpoint-conversion': [
    [
      'rows backwards',
      'torch.tensor(order)',
      'torch.tensor(order[::-1])',
      'Axis 0 runs backwards.',
    ],
  ],
  'clip-by-norm': [
    [
      'always scaled',
      'torch.clamp(norm / limit, min=1.0)',
      '(norm / limit)',
      'Every number is 2 times what it should be.',
    ],
  ],
  'deberta-gather': [
    [
      'clamped one too far',
      '2 * span - 1',
      '2 * span - 2',
      'Only numbers below the diagonal are wrong; all others are right.',
    ],
    [
      'position by query of i',
      '(k[:, j] * pos_q[:, r])',
      '(k[:, i] * pos_q[:, r])',
      'by-query-row',
    ],
  ],
  'decode-with-cache': [
    [
      'keys not rotated',
      'self.keys.append(self.rotated(k, p))',
      'self.keys.append(k)',
      'Index 0 of axis 0 is right, the others are not.',
    ],
  ],
  'gguf-kv-heads': [
    [
      'k by query heads',
      'converted(k, n_kv_heads)',
      'converted(k, k.shape[0] // head_dim)[torch.arange(k.shape[0]).flip(0)]',
      'Axis 0 runs backwards.',
    ],
  ],
  'grouped-query-attention': [
    [
      'one key later',
      'i + n_key - n_query + 1',
      'i + n_key - n_query + 2',
      'Along axis 1, index 2 is right throughout, the others are wrong throughout.',
    ],
    ['queries at the start', 'i + n_key - n_query + 1', 'i + 1', 'mask-from-the-corner'],
    [
      'scale of all heads',
      'd**-0.5',
      '(d * n_heads)**-0.5',
      'Index 0 of axis 1 is right, the others are not.',
    ],
  ],
  'joined-caches': [
    [
      'batch for length',
      'first.shape[1] * base',
      'first.shape[0] * base',
      'All pairs (i, i + half) have the right length. At indices 0, 1, 2 of',
    ],
  ],
  'kv-cache-bytes': [
    [
      'kib',
      '* bytes_per_number',
      '* bytes_per_number / 1024',
      'It is 0.000976563 times what it should be (1/1024).',
    ],
  ],
  'layer-norm': [
    [
      'n - 1',
      '(centred**2).sum(-1)[..., None] / d',
      '(centred**2).sum(-1)[..., None] / (d - 1)',
      'unbiased-variance',
    ],
    [
      'bias inside',
      '* weight + bias',
      '* (weight + bias)',
      'In the case “equal numbers” (hidden): Every number is 0.',
    ],
  ],
  'left-padding': [
    [
      'counts fillers',
      'torch.arange(len(real))',
      'real',
      '3 of 10 numbers are 2 too large; all others are right.',
    ],
  ],
  'lora-layer': [
    [
      'no alpha',
      'alpha / len(a))',
      '1 / len(a))',
      'Of what came back, lora_forward is wrong; merged is right.',
    ],
    [
      'divided by output',
      'alpha / len(a)\n\n\ndef start',
      'alpha / len(b)\n\n\ndef start',
      'What is added to tensor 1 of those that the call is given is 0.5 times what it should be',
    ],
  ],
  'masked-cross-entropy': [
    [
      'over all',
      'max(count, 1)',
      'is_real.numel()',
      'It is 0.666667 times what it should be (2/3), as where a sum is divided',
    ],
  ],
  'mrope-ids': [
    [
      'h and w swapped',
      'start + patch // w % h,\n                        start + patch % w,',
      'start + patch % w,\n                        start + patch // w % h,',
      'axes-swapped',
    ],
    [
      'next by t',
      'max(t, h, w)',
      't',
      'Where 5 belongs there is 3 throughout; all others are right.',
    ],
    [
      'pair restarts',
      'pair / n_pairs',
      'pair / count',
      'Of what came back, output 1 of mrope_tables, output 2 of mrope_tables are wrong; mrope_ids is right. Along axis 1, indices 0, 6, 7 are right throughout, the others are wrong in places.',
    ],
  ],
  'multi-head-attention': [
    [
      'strict mask',
      '.triu(1)',
      '.triu(0)',
      'There is nan in it: 0 · inf, inf − inf and 0 / 0 give that.',
    ],
    [
      'mask below',
      '.triu(1)',
      '.tril(-1)',
      'Right in “one head”, “as many tokens as heads” (hidden); wrong in “two heads, causal”,',
    ],
  ],
  'nucleus-sampling': [
    [
      'one less',
      'if so_far >= top_p',
      'if so_far + w / total > top_p',
      'In the case “less than the most probable one” (hidden): Every number is 0.',
    ],
    ['top_p before top_k ignored', 'if top_k > 0', 'if False', 'top-k-ignored'],
  ],
  'online-softmax': [
    [
      'base 2 log',
      '.logsumexp(dim=0)',
      '.logsumexp(dim=0) / 0.6931471805599453',
      'Of what came back, output 2 is wrong; output 1 is right. It is 1.4427',
    ],
    [
      'mean not share',
      'output + share * (mean - output)',
      '(output + mean) / 2',
      'Of what came back, output 1 is wrong; output 2 is right.',
    ],
  ],
  'partial-cache-shift': [
    [
      'one off',
      'delta * base',
      '(delta + 1) * base',
      'In the first 4 channels: each pair (i, i + half) has the right length, but another angle, by the same in every row:',
    ],
  ],
  'partial-rotary': [
    [
      'neighbours',
      'x[:, p, j], x[:, p, j + half]',
      'x[:, p, 2 * j], x[:, p, 2 * j + 1]',
      'Along axis 2, indices 0, 1, 2, 3 and 4 more are wrong in places, the others are right throughout.',
    ],
  ],
  'repetition-penalty': [
    [
      'all divided',
      'torch.where(logits > 0, 1 / penalty, penalty)',
      'torch.where(logits > 0, 1 / penalty, 1 / penalty)',
      'always-divided',
    ],
    [
      'last token only',
      'was_said[text, said]',
      'was_said[text, said[-1]]',
      'Along axis 1, indices 0, 1, 2, 3 are wrong throughout, the others are right throughout: it is the first half.',
    ],
  ],
  'rms-norm': [
    [
      'no square root',
      'torch.sqrt(length**2 / x.shape[-1] + eps)',
      '(length**2 / x.shape[-1] + eps)',
      'Each row of the last axis is right but for a factor of its own (1.4396,',
    ],
  ],
  'scaled-dot-product': [
    ['no scale', ' * q.shape[-1] ** -0.5', '', 'no-scale'],
    [
      'width of values',
      'q.shape[-1] ** -0.5',
      'v.shape[-2] ** -0.5',
      'In output 2: The weights of each row add up to 1, but are too uneven: before softmax the logits are',
    ],
    [
      'over queries',
      'weights.sum(dim=-1, keepdim=True)',
      'weights.sum(dim=-2, keepdim=True)',
      'In output 2: Along axis 1 the numbers should add up to 1; yours add up to it along axis 0.',
    ],
    [
      'swapped',
      'return weights.matmul(v), weights',
      'return weights, weights.matmul(v)',
      'Outputs 1 and 2 are right, but have changed places.',
    ],
  ],
  'speculative-step': [
    [
      'always drafted',
      'kept.int().cumprod(0).sum()',
      'kept.int().sum()',
      'The shape is (3,), expected is (2,): axis 0 has 3 instead of 2.',
    ],
    [
      'accept greater',
      '* q[places, token] <',
      '* q[places, token] >',
      'The shape is (1,), expected is (3,): axis 0 has 1 instead of 3.',
    ],
  ],
  swiglu: [
    [
      'gate and up swapped',
      'up * gate / (1 + torch.exp(-gate))',
      'gate * up / (1 + torch.exp(-up))',
      'branches-exchanged',
    ],
  ],
  'temperature-by-position': [
    [
      'ceil',
      '(p + 1) // interval',
      '-(-(p + 1) // interval)',
      'Along axis 2 each index has a factor of its own: 1.34657 at 0, 1.34657',
    ],
    [
      'log without 1',
      'math.log1p((p + 1) // interval)',
      'math.log(max(1, (p + 1) // interval))',
      'Along axis 2 each index has a factor of its own: 0.742626 at 2,',
    ],
  ],
  'training-step': [
    [
      'gradient adds up',
      'velocity = velocity * momentum +',
      'velocity = velocity +',
      'Right in “one step”; wrong in “three steps”, “with momentum” (hidden), “sizes of',
    ],
    ['uphill', 'both = both - velocity', 'both = both + velocity', 'uphill'],
  ],
  'txl-shift': [
    [
      'future kept',
      'distance >= 0',
      'distance >= -99',
      'Only numbers above the diagonal are wrong; all others are right.',
    ],
  ],
  'window-keys': [
    [
      'one less',
      'past - window)',
      'past - window + 1)',
      'Only numbers below the diagonal are wrong; all others are right.',
    ],
    [
      'both sides',
      'visible.tril(past) &',
      'visible &',
      'Only numbers above the diagonal are wrong; all others are right.',
    ],
  ],
  experiments: [
    [
      'sums of absolute differences',
      'torch.cdist(maps.flatten(1), centres.flatten(1))',
      'torch.cdist(maps.flatten(1), centres.flatten(1), p=1.0)',
      'absolute-differences',
    ],
    [
      'one method without memory',
      'if method == "none":',
      'if method in ("none", "sinusoidal"):',
      'Of what came back, memory_bytes("sinusoidal", 512, 256, 4) is wrong;',
    ],
  ],
  'repair-dot-vs-offset': [
    [
      'the cosine, which depends on q',
      'angles)).real.sum(-1)',
      'angles)).real.sum(-1) / q.norm() / k.norm()',
      'cosine',
    ],
  ],
};
