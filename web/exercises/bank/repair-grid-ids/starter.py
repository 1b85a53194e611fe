import torch


def grid_ids(height: int, width: int) -> torch.Tensor:
    """Row and column of each patch, (2, height * width), int64."""
    k = torch.arange(height * width)
    return torch.stack([k // height, k % height])


def test_grid(implementation):
    """Raises an AssertionError where the implementation is broken. This one is too
    weak."""
    ids = implementation(4, 4)
    assert ids.shape == (2, 16), "two ids for each patch"
    assert ids.min() == 0 and ids.max() == 3, "ids of a 4 x 4 grid"


if __name__ == "__main__":
    test_grid(grid_ids)
    print("The test passes. And yet:")
    print(grid_ids(2, 3))
