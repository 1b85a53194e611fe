// einops in learners' Python: each pattern beside the views and products that it stands for, in torch and in numpy.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';

import {runPython} from '../support/python.js';

const BEGIN = `
import numpy as np, torch
from einops import EinopsError, asnumpy, einsum, pack, parse_shape, rearrange, reduce, repeat, unpack
torch.manual_seed(0)
x = torch.randn(2, 12, 6)
n = x.numpy()
def same(a, b):
    if isinstance(b, torch.Tensor):
        assert type(a) is torch.Tensor and a.shape == b.shape and a.dtype == b.dtype and torch.equal(a, b), (a, b)
    else:
        assert isinstance(a, np.ndarray) and a.shape == b.shape and a.dtype == b.dtype and np.array_equal(a, b), (a, b)
`;

/** @param {string} code that asserts */
async function holds(code) {
  const {error} = /** @type {any} */ (await runPython({code: BEGIN + code}));
  assert.equal(error, null, error?.traceback);
}

/** @param {string} line @returns {Promise<string>} the message of its error */
async function messageOf(line) {
  const {error} = /** @type {any} */ (await runPython({code: BEGIN + line}));
  return error?.message ?? 'no error';
}

suite('einops', () => {
  test('rearrange orders, splits and joins', () =>
    holds(`
same(rearrange(x, "b t d -> t b d"), x.permute(1, 0, 2))
same(rearrange(x, "b t (h e) -> b h t e", h=3), x.view(2, 12, 3, 2).transpose(1, 2))
same(rearrange(x, "b t (h e) -> b h t e", e=2), x.view(2, 12, 3, 2).transpose(1, 2))
same(rearrange(x, "b t d -> (b t) d"), x.reshape(24, 6))
same(rearrange(x, "b t d->(d b)t"), x.permute(2, 0, 1).reshape(12, 12))
same(rearrange(x, "... (h e) -> ... h e", h=3), x.view(2, 12, 3, 2))
same(rearrange(x, "b ... -> b (...)"), x.reshape(2, 72))
same(rearrange(x, "b ... d -> (... b) d"), x.transpose(0, 1).reshape(24, 6))
same(rearrange(x[0, 0], "... d -> d ..."), x[0, 0])
same(rearrange(x, "b (t1 t2) d -> b t1 t2 d", t1=4, t2=3), x.view(2, 4, 3, 6))
same(rearrange(x, "b t d -> b 1 t d"), x[:, None])
same(rearrange(x, "b t d -> b () t d 1"), x[:, None, :, :, None])
same(rearrange(x[:, None], "b 1 t d -> b t d"), x)
same(rearrange([x, x + 1], "k b t d -> b t (k d)"), torch.cat([x, x + 1], -1))
same(rearrange(n, "b t (h e) -> b h t e", h=3), n.reshape(2, 12, 3, 2).transpose(0, 2, 1, 3))
same(rearrange([n, n], "k b t d -> k (b t d)"), np.stack([n, n]).reshape(2, -1))
same(rearrange(torch.tensor(3.0), " -> 1"), torch.tensor([3.0]))
assert rearrange(x, "b t d -> d t b").data_ptr() == x.data_ptr()  # a view
`));

  test('reduce and repeat', () =>
    holds(`
for name in ("sum", "mean"):
    same(reduce(x, "b t d -> b d", name), getattr(x, name)(1))
    same(reduce(n, "b t d -> b", name), getattr(n, name)((1, 2)))
same(reduce(x, "b t d -> b d", "max"), x.amax(1))
same(reduce(x, "b t d -> b 1 d", "min"), x.amin(1, keepdim=True))
same(reduce(x, "b t d -> t", "prod"), x.prod(2).prod(0))
same(reduce(x > 9, "b t d -> b", "any"), (x > 9).flatten(1).any(1))
same(reduce(n > -9, "b t d -> b", "all"), (n > -9).all((1, 2)))
same(reduce(x, "b (t 3) d -> b t d", "max"), x.view(2, 4, 3, 6).amax(2))
same(reduce(x, "b (t s) d -> b t d", "mean", s=2), x.view(2, 6, 2, 6).mean(2))
same(reduce(x, "b ... -> b", "sum"), x.sum((1, 2)))
same(reduce(x, "b t d -> b t", lambda v, axes: v.logsumexp(axes)), x.logsumexp(2))
same(repeat(x, "b t d -> b h t d", h=4), x[:, None].expand(2, 4, 12, 6))
same(repeat(x, "b t d -> (b 3) t d"), x.repeat_interleave(3, 0))
same(repeat(x, "b t d -> (r b) t d", r=3), x.repeat(3, 1, 1))
same(repeat(n, "b t d -> b t d k", k=2), np.stack([n, n], -1))
same(repeat(n[0, 0], "d -> 4 d"), np.tile(n[0, 0], (4, 1)))
`));

  test('einsum, shapes, packing, layers, and gradients through all of them', () =>
    holds(`
w = torch.randn(6, 5)
same(einsum(x, w, "batch time dim, dim out -> batch time out"), torch.einsum("btd,do->bto", x, w))
same(einsum(n, w.numpy(), "... d, d o -> ... o"), np.einsum("...d,do->...o", n, w.numpy()))
assert parse_shape(x, "b _ d") == {"b": 2, "d": 6}
assert parse_shape(x, "b ...") == {"b": 2}
packed, shapes = pack([x, x[:, 0], x[:, :6].reshape(2, 2, 3, 6)], "b * d")
same(packed, torch.cat([x, x[:, :1], x[:, :6]], 1))
assert [tuple(one) for one in shapes] == [(12,), (), (2, 3)]
for a, b in zip(unpack(packed, shapes, "b * d"), [x, x[:, 0], x[:, :6].reshape(2, 2, 3, 6)]):
    same(a, b)
same(unpack(packed, [[5], [-1]], "b * d")[1], packed[:, 5:])
same(asnumpy(x), n)
from einops.layers.torch import Rearrange, Reduce
model = torch.nn.Sequential(Rearrange("b (t p) d -> b t (p d)", p=3), torch.nn.Linear(18, 4), Reduce("b t d -> b d", "mean"))
assert model(x).shape == (2, 4)
assert repr(model[0]) == "Rearrange('b (t p) d -> b t (p d)', p=3)" and repr(model[2]) == "Reduce('b t d -> b d', 'mean')"
y = x.clone().requires_grad_()
(repeat(rearrange(y, "b t (h e) -> b h t e", h=3), "b h t e -> b (h g) t e", g=2) ** 2).sum().backward()
assert torch.allclose(y.grad, 4 * x)
`));

  test('a pattern that cannot be read or does not fit is refused with what is wrong', async () => {
    for (const [line, want] of /** @type {[string, RegExp][]} */ ([
      ['rearrange(x, "b t d -> b t")', /Identifiers only on one side of expression .*'d'/s],
      ['rearrange(x, "b t d -> b t d e")', /Identifiers only on one side of expression .*'e'/s],
      ['rearrange([[1.0]], "a b -> b a")', /Tensor type unknown to einops <class 'list'>/],
      ['reduce(3.0, "-> a", "sum")', /Tensor type unknown to einops <class 'float'>/],
      ['einsum([1.0], [2.0], "a, a ->")', /Tensor type unknown to einops <class 'list'>/],
      ['repeat([], "a -> a b", b=2)', /can't be applied to an empty list/],
      ['rearrange(x, "b t -> t b")', /Wrong shape: expected 2 dims\. Received 3-dim tensor/],
      ['rearrange(x, "b t (h e) -> b h t e", h=4)', /can't divide axis of length 6 in chunks of 4/],
      ['rearrange(x, "b t (h e) -> b h t e")', /Could not infer sizes for/],
      ['rearrange(x, "b t (h e) -> b h t e", h=3, e=3)', /Shape mismatch, 6 != 9/],
      ['rearrange(x, "b 1 d -> b d")', /Shape mismatch, 12 != 1/],
      ['rearrange(x, "b t d -> b t d", k=2)', /Axis k is not used in transform/],
      ['rearrange(x, "b b d -> b d")', /duplicate dimension "b"/],
      ['rearrange(x, "b ((t) d) -> b t d")', /one-level/],
      ['rearrange(x, "b (t d -> b t d")', /Imbalanced parentheses/],
      ['rearrange(x, "b t d) -> b t d")', /Brackets are not balanced/],
      ['rearrange(x, "b t d")', /has one arrow/],
      ['rearrange(x, "b t d- -> b t d")', /Invalid axis identifier: d-/],
      ['rearrange(x, "b ... -> ... b ...")', /only one/],
      ['rearrange(x, "(b ...) d -> b ... d")', /inside parenthesis in the left side/],
      ['rearrange(x, "b t d -> b ...")', /Ellipsis found in right side/],
      ['rearrange(x, "b t 6 -> b t 6")', /Identifiers only on one side/],
      ['reduce(x, "b t d -> b", "median")', /Unknown reduction median/],
      ['reduce(x.long(), "b t d -> b", "mean")', /not available for non-floating tensors/],
      [
        'reduce(x, "b t d -> b k", "sum")',
        /Unexpected identifiers on the right side of reduce sum/,
      ],
      ['repeat(x, "b t d -> b t d k")', /Specify sizes for new axes in repeat: \{'k'\}/],
      ['repeat(x, "b t d -> b t", k=2)', /Unexpected identifiers on the left side of repeat/],
      [
        'einsum("b t d, d o -> b t o", x, x)',
        /The last argument of einops\.einsum must be a string/,
      ],
      ['einsum(x, "b t d")', /must contain '->'/],
      ['pack([x], "b t d")', /No \*-axis/],
      ['unpack(x, [[5], [6]], "b * d")', /do not fit an axis of 12/],
      ['import einops; einops.no_such', /einops\.no_such is not part of this lab's einops/],
    ])) {
      assert.match(await messageOf(line), want, line);
    }
    const {error} = /** @type {any} */ (
      await runPython({code: `${BEGIN}rearrange(x, "b t (h e) -> b h t e", h=4)`})
    );
    assert.match(
      error.traceback,
      /EinopsError: {2}Error while processing rearrange-reduction pattern "b t \(h e\) -> b h t e"\.\n Input tensor shape: torch\.Size\(\[2, 12, 6\]\)\. Additional info: \{'h': 4\}\.\n Shape mismatch/,
    );
  });
});
