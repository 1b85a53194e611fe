import torch


def attention(
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    mask: torch.Tensor | None = None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Output (..., n_query, d_v) and weights (..., n_query, n_key)."""
    raise NotImplementedError


if __name__ == "__main__":
    x = torch.randn(3, 4)
    print(attention(x, x, x, torch.ones(3, 3, dtype=torch.bool).tril())[1])
