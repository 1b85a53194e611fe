from dataclasses import dataclass, field

import torch


@dataclass(frozen=True)
class Rotator:
    width: int
    base: float = field(default=10_000.0)

    @property
    def frequencies(self):
        return self.base ** -torch.linspace(0, 1 - 2 / self.width, self.width // 2)

    def __call__(self, n):
        angles = torch.einsum("t,i->ti", torch.arange(n).float(), self.frequencies)
        yield from (angles.cos(), angles.sin())


def get_rope_embeddings(d_model, max_len):
    return tuple(Rotator(d_model)(max_len))


def apply_rotary_pos_emb(x, freqs_cos, freqs_sin):
    out = torch.empty_like(x)
    c, s = (t[: x.size(1), None, :].expand(-1, x.size(2), -1) for t in (freqs_cos, freqs_sin))
    out[..., ::2] = x[..., ::2].mul(c).addcmul(x[..., 1::2], s, value=-1)
    out[..., 1::2] = x[..., ::2].mul(s).addcmul(x[..., 1::2], c)
    return out
