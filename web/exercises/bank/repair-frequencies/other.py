import math

import torch


def restore(rotary):
    for i in range(rotary.dim // 2):
        rotary.inv_freq[i] = math.exp(-2 * i * math.log(rotary.base) / rotary.dim)


def test_frequencies(implementation):
    for dim, base in ((8, 100.0), (32, 10000.0)):
        expected = [base ** (-2 * i / dim) for i in range(dim // 2)]
        for got, want in zip(implementation(dim, base).tolist(), expected, strict=True):
            assert math.isclose(got, want, rel_tol=1e-5), f"{got} instead of {want}"
