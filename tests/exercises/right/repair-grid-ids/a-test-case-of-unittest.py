import unittest
import numpy as np
import torch


def grid_ids(height: int, width: int) -> torch.Tensor:
    """Row and column of each patch, (2, height * width), int64."""
    k = torch.arange(height * width)
    return torch.stack([k // width, k % width])


class GridTest(unittest.TestCase):
    implementation = None

    def test_all(self):
        for h, w in np.ndindex(4, 5):
            ids = type(self).implementation(h + 1, np.int64(w + 1))
            self.assertEqual(ids.dtype, torch.int64)
            self.assertTrue(np.array_equal(ids.numpy(), np.indices((h + 1, w + 1)).reshape(2, -1)))


def test_grid(implementation):
    GridTest.implementation = staticmethod(implementation)
    GridTest("test_all").debug()
