import torch


def softmax_sum(
    blocks: list[tuple[torch.Tensor, torch.Tensor]],
) -> tuple[torch.Tensor, torch.Tensor]:
    """Attention's output (d,) of one query, and the log of its sum of exponentials."""
    largest = torch.tensor(float("-inf"))
    total, output = torch.zeros(()), torch.zeros(blocks[0][1].shape[1])
    for scores, values in blocks:
        new = torch.maximum(largest, scores.max())
        if new == float("-inf"):
            continue
        correction = torch.exp(largest - new)
        weights = torch.exp(scores - new)
        total = total * correction + weights.sum()
        output = output * correction + weights @ values
        largest = new
    return output / total, largest + torch.log(total)


if __name__ == "__main__":
    blocks = [(torch.randn(3), torch.randn(3, 2)) for _ in range(2)]
    print(softmax_sum(blocks))
