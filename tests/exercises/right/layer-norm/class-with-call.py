from dataclasses import dataclass


@dataclass
class _Norm:
    eps: "float" = 1e-5

    def __call__(self, x, weight, bias, eps=None):
        eps = self.eps if eps is None else eps
        return (x - (m := x.mean(-1, True))) / ((x - m).pow(2).mean(-1, True) + eps) ** 0.5 * weight + bias


layer_norm = _Norm()
