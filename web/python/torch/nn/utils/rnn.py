"""Sequences of different lengths in one tensor."""

import torch


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


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"torch.nn.utils.rnn.{name} is not part of this lab's torch", name=name)
