import torch


class Decoder:
    """Causal attention of one head with RoPE, called with the next tokens each time."""

    def __init__(
        self,
        w_q: torch.Tensor,
        w_k: torch.Tensor,
        w_v: torch.Tensor,
        base: float = 10000.0,
    ):
        self.w_q, self.w_k, self.w_v, self.base = w_q, w_k, w_v, base

    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        raise NotImplementedError


if __name__ == "__main__":
    weights = [torch.randn(4, 4) for _ in range(3)]
    x = torch.randn(3, 4)
    print(Decoder(*weights)(x))
    decoder = Decoder(*weights)
    print(torch.cat([decoder(x[:2]), decoder(x[2:])]))
