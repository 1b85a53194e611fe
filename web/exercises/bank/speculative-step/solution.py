import torch


def draw(probabilities, v):
    return int((probabilities.cumsum(0) > v).int().argmax())


def accept(
    p: torch.Tensor, q: torch.Tensor, drafted: list[int], u: list[float], v: float
) -> list[int]:
    """The drafted tokens that are kept, and one of the large model's."""
    tokens = []
    for i, token in enumerate(drafted):
        if u[i] >= p[i, token] / q[i, token]:
            rest = (p[i] - q[i]).clamp(min=0)
            return tokens + [draw(rest / rest.sum(), v)]
        tokens.append(token)
    return tokens + [draw(p[len(drafted)], v)]


if __name__ == "__main__":
    p, q = torch.randn(3, 4).softmax(-1), torch.randn(2, 4).softmax(-1)
    print(accept(p, q, [0, 1], [0.5, 0.5], 0.3))
