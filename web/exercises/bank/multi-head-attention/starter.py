import torch


def multi_head(
    x: torch.Tensor,
    w_qkv: torch.Tensor,
    w_out: torch.Tensor,
    n_heads: int,
    causal: bool = False,
) -> torch.Tensor:
    """Self-attention of x (n_texts, n, d_model) with n_heads heads."""
    raise NotImplementedError


if __name__ == "__main__":
    x = torch.randn(1, 3, 4)
    print(multi_head(x, torch.randn(12, 4), torch.eye(4), 2))
