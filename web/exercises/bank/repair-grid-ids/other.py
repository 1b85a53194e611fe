import torch


def grid_ids(height, width):
    places = [(row, column) for row in range(height) for column in range(width)]
    return torch.tensor(places).T


def test_grid(implementation):
    ids = implementation(3, 2)
    assert ids.shape == (2, 6)
    for patch, place in ((0, [0, 0]), (1, [0, 1]), (2, [1, 0]), (5, [2, 1])):
        assert ids[:, patch].tolist() == place, f"patch {patch}"
