import torch


def grid_ids(height, width):
    k = torch.arange(height * width)
    return torch.stack([k // width, k % width])


def test_grid(implementation):
    rows, columns = implementation(3, 3).tolist()
    assert rows == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert columns == [0, 1, 2] * 3
