"""Sequences of different lengths in one tensor."""

import torch
from torch._missing import getattr_of


def pad_sequence(sequences, batch_first=False, padding_value=0.0):
    sequences = list(sequences)
    if not sequences:
        raise RuntimeError("received an empty list of sequences")
    first = sequences[0]
    longest = max(len(one) for one in sequences)
    rows = []
    for one in sequences:
        missing = first.new_full((longest - len(one), *first.shape[1:]), padding_value)
        rows.append(torch.cat([one, missing]))
    return torch.stack(rows, 0 if batch_first else 1)


__getattr__ = getattr_of("torch.nn.utils.rnn")
