"""Sequences of different lengths in one tensor."""

from collections import namedtuple

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


class PackedSequence(
    namedtuple("PackedSequence", "data batch_sizes sorted_indices unsorted_indices")
):
    """The steps of sequences one after the other: of each step those that are long enough."""

    __module__ = "torch.nn.utils.rnn"

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    is_cuda = False

    def to(self, *args, **kwargs):
        return self._replace(data=self.data.to(*args, **kwargs))

    def cpu(self, *_, **__):
        return self


def invert_permutation(permutation):
    if permutation is None:
        return None
    made = torch.empty_like(permutation)
    return made.scatter_(0, permutation, torch.arange(permutation.numel()))


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    lengths, order = torch.as_tensor(lengths, dtype=torch.int64), None
    if not enforce_sorted:
        lengths, order = torch.sort(lengths, descending=True)
        input = input.index_select(0 if batch_first else 1, order)
    steps = input.transpose(0, 1) if batch_first else input
    sizes = lengths.tolist()
    if len(sizes) != steps.shape[1]:
        raise RuntimeError(
            "Expected `len(lengths)` to be equal to batch_size, but got "
            f"{len(sizes)} (batch_size={steps.shape[1]})"
        )
    if sizes[-1] <= 0:
        raise RuntimeError(
            "Length of all samples has to be greater than 0, but found an element in 'lengths' "
            "that is <= 0"
        )
    if any(a < b for a, b in zip(sizes, sizes[1:])):
        raise RuntimeError(
            "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You "
            "can pass `enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to "
            "sidestep this requirement if you do not need ONNX exportability."
        )
    if sizes[0] > steps.shape[0]:
        raise RuntimeError(
            f"start (0) + length ({sizes[0]}) exceeds dimension size ({steps.shape[0]})."
        )
    counts = [sum(size > k for size in sizes) for k in range(sizes[0])]
    data = torch.cat([steps[k, :n] for k, n in enumerate(counts)])
    named(data, "PackPaddedSequenceBackward0")
    return PackedSequence(data, torch.tensor(counts), order)


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    data, counts, _, back = sequence
    n = longest = len(counts)
    if total_length is not None:
        if total_length < longest:
            raise ValueError(
                "Expected total_length to be at least the length of the longest sequence in "
                f"input, but got total_length={total_length} and max sequence length being "
                f"{longest}"
            )
        n = total_length
    width, rows = int(counts[0]), []
    for part in data.split(counts.tolist()):
        fill = part.new_full((width - part.shape[0], *part.shape[1:]), padding_value)
        rows.append(torch.cat([part, fill]))
    rows += [data.new_full(rows[0].shape, padding_value)] * (n - longest)
    padded = named(torch.stack(rows), "CopySlices")
    padded = padded.transpose(0, 1) if batch_first else padded
    lengths = (counts.unsqueeze(1) > torch.arange(width)).sum(0)
    if back is None:
        return padded, lengths
    return padded.index_select(0 if batch_first else 1, back), lengths[back]


def pack_sequence(sequences, enforce_sorted=True):
    lengths = torch.as_tensor([one.size(0) for one in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    rows = padded_sequences if batch_first else padded_sequences.transpose(0, 1)
    return [row[: int(n)] for row, n in zip(rows, lengths)]


def unpack_sequence(packed_sequences):
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)


__getattr__ = getattr_of("torch.nn.utils.rnn")
