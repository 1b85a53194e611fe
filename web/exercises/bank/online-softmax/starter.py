import torch


def softmax_sum(
    blocks: list[tuple[torch.Tensor, torch.Tensor]],
) -> tuple[torch.Tensor, torch.Tensor]:
    """Attention's output (d,) of one query, and the log of its sum of exponentials."""
    raise NotImplementedError


if __name__ == "__main__":
    blocks = [(torch.randn(3), torch.randn(3, 2)) for _ in range(2)]
    print(softmax_sum(blocks))
