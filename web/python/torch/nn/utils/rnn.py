"""Sequences of different lengths in one tensor."""

import torch
from torch._missing import getattr_of
from torch._tape import named


def pad_sequence(sequences, batch_first=False, padding_value=0.0):
    sequences = list(sequences)
    if not sequences:
        raise RuntimeError("received an empty list of sequences")
    first = sequences[0]
    longest, rows = max(one.size(0) for one in sequences), []
    for one in sequences:
        row = first.new_full((longest, *first.shape[1:]), padding_value)
        row[: one.size(0)] = one
        rows.append(row)
    made = torch.stack(rows, 0 if batch_first else 1)
    return named(made, "CopySlices")


__getattr__ = getattr_of("torch.nn.utils.rnn")
