"""Data sets, and the batches that are taken of them."""

import bisect
import itertools
import math
import warnings
from collections.abc import Mapping, Sequence

import torch
from torch._base import TensorBase
from torch._missing import getattr_of
from torch._random import Generator, _bits
from torch._types import _INT


class Dataset:
    def __getitem__(self, index):
        raise NotImplementedError

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    def __iter__(self):
        raise NotImplementedError


class TensorDataset(Dataset):
    def __init__(self, *tensors):
        if any(tensors[0].size(0) != one.size(0) for one in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(one[index] for one in self.tensors)

    def __len__(self):
        return self.tensors[0].size(0)


class Subset(Dataset):
    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, idx):
        if isinstance(idx, list):
            return self.dataset[[self.indices[k] for k in idx]]
        return self.dataset[self.indices[idx]]

    def __len__(self):
        return len(self.indices)


class ConcatDataset(Dataset):
    def __init__(self, datasets):
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable")
        if any(isinstance(one, IterableDataset) for one in self.datasets):
            raise AssertionError("ConcatDataset does not support IterableDataset")
        self.cumulative_sizes = list(itertools.accumulate(map(len, self.datasets)))

    def __len__(self):
        return self.cumulative_sizes[-1]

    def __getitem__(self, idx):
        if idx < 0:
            if -idx > len(self):
                raise ValueError("absolute value of index should not exceed dataset length")
            idx += len(self)
        at = bisect.bisect_right(self.cumulative_sizes, idx)
        return self.datasets[at][idx - (self.cumulative_sizes[at - 1] if at else 0)]


def random_split(dataset, lengths, generator=None):
    """Parts that do not overlap, of lengths or of shares that sum to 1."""
    n = len(dataset)
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = _lengths_of(lengths, n)
    if sum(lengths) != n:
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    order = torch.randperm(n, generator=generator).tolist()
    ends = itertools.accumulate(lengths)
    return [Subset(dataset, order[end - size : end]) for end, size in zip(ends, lengths)]


def _lengths_of(shares, n):
    for k, share in enumerate(shares):
        if share < 0 or share > 1:
            raise ValueError(f"Fraction at index {k} is not between 0 and 1")
    lengths = [math.floor(n * share) for share in shares]
    for k in range(n - sum(lengths)):
        lengths[k % len(lengths)] += 1
    for k, length in enumerate(lengths):
        if length == 0:
            warnings.warn(
                f"Length of split at index {k} is 0. This might result in an empty dataset.",
                stacklevel=3,
            )
    return lengths


# -------------------------------------------------------------------------------- samplers


class Sampler:
    def __init__(self, data_source):
        pass

    def __iter__(self):
        raise NotImplementedError


class SequentialSampler(Sampler):
    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


def _own_generator():
    """A generator that PyTorch's own seeds."""
    return Generator().manual_seed(_bits())


class RandomSampler(Sampler):
    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source, self.replacement = data_source, replacement
        self._num_samples, self.generator = num_samples, generator
        if not isinstance(replacement, bool):
            raise TypeError(
                f"replacement should be a boolean value, but got replacement={replacement}"
            )
        if not isinstance(self.num_samples, _INT) or self.num_samples <= 0:
            raise ValueError(
                "num_samples should be a positive integer value, but got "
                f"num_samples={self.num_samples}"
            )

    @property
    def num_samples(self):
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self):
        n = len(self.data_source)
        generator = _own_generator() if self.generator is None else self.generator
        if self.replacement:
            sizes = [32] * (self.num_samples // 32) + [self.num_samples % 32]
            for size in sizes:
                yield from torch.randint(n, (size,), generator=generator).tolist()
            return
        for _ in range(self.num_samples // n):
            yield from torch.randperm(n, generator=generator).tolist()
        yield from torch.randperm(n, generator=generator).tolist()[: self.num_samples % n]

    def __len__(self):
        return self.num_samples


class SubsetRandomSampler(Sampler):
    def __init__(self, indices, generator=None):
        self.indices, self.generator = indices, generator

    def __iter__(self):
        for k in torch.randperm(len(self.indices), generator=self.generator):
            yield self.indices[k]

    def __len__(self):
        return len(self.indices)


class WeightedRandomSampler(Sampler):
    def __init__(self, weights, num_samples, replacement=True, generator=None):
        if not isinstance(num_samples, _INT) or isinstance(num_samples, bool) or num_samples <= 0:
            raise ValueError(
                f"num_samples should be a positive integer value, but got num_samples={num_samples}"
            )
        if not isinstance(replacement, bool):
            raise ValueError(
                f"replacement should be a boolean value, but got replacement={replacement}"
            )
        self.weights = torch.as_tensor(weights, dtype=torch.double)
        self.num_samples, self.replacement = num_samples, replacement
        self.generator = generator

    def __iter__(self):
        drawn = torch.multinomial(
            self.weights, self.num_samples, self.replacement, generator=self.generator
        )
        yield from iter(drawn.tolist())

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler):
    def __init__(self, sampler, batch_size, drop_last):
        if not isinstance(batch_size, _INT) or isinstance(batch_size, bool) or batch_size <= 0:
            raise ValueError(
                f"batch_size should be a positive integer value, but got batch_size={batch_size}"
            )
        if not isinstance(drop_last, bool):
            raise ValueError(f"drop_last should be a boolean value, but got drop_last={drop_last}")
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self):
        batch = []
        for index in self.sampler:
            batch.append(index)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    def __len__(self):
        n = len(self.sampler)
        return n // self.batch_size if self.drop_last else math.ceil(n / self.batch_size)


# --------------------------------------------------------------------------------- batches


def default_collate(batch):
    """Items of one kind as one: tensors stacked, numbers as a tensor, tuples and dicts by part."""
    first = batch[0]
    if isinstance(first, TensorBase):
        return torch.stack([torch.as_tensor(one) for one in batch], 0)
    if hasattr(first, "_numpy_name"):
        return torch.as_tensor([torch.as_tensor(one) for one in batch])
    if isinstance(first, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(first, _INT):
        return torch.tensor(batch)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, Mapping):
        parts = {key: default_collate([one[key] for one in batch]) for key in first}
        try:
            return type(first)(parts)
        except TypeError:
            return parts
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(default_collate(part) for part in zip(*batch)))
    if isinstance(first, Sequence):
        if any(len(one) != len(first) for one in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        parts = [default_collate(part) for part in zip(*batch)]
        if isinstance(first, tuple):
            return parts
        try:
            return type(first)(parts)
        except TypeError:
            return parts
    raise TypeError(
        "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; "
        f"found {type(first)}"
    )


def default_convert(data):
    """Arrays as tensors; the rest as it is."""
    if isinstance(data, TensorBase) or hasattr(data, "_numpy_name"):
        return torch.as_tensor(data)
    if isinstance(data, Mapping):
        return {key: default_convert(value) for key, value in data.items()}
    if isinstance(data, tuple) and not hasattr(data, "_fields"):
        return [default_convert(value) for value in data]
    if isinstance(data, list):
        return [default_convert(value) for value in data]
    return data


class DataLoader:
    def __init__(
        self,
        dataset,
        batch_size=1,
        shuffle=None,
        sampler=None,
        batch_sampler=None,
        num_workers=0,
        collate_fn=None,
        pin_memory=False,
        drop_last=False,
        timeout=0,
        worker_init_fn=None,
        multiprocessing_context=None,
        generator=None,
        *,
        prefetch_factor=2,
        persistent_workers=False,
        pin_memory_device="",
    ):
        self._check_workers(
            num_workers, timeout, multiprocessing_context, prefetch_factor, persistent_workers
        )
        if pin_memory_device:
            torch.device(pin_memory_device)
        self.dataset, self.num_workers, self.timeout = dataset, num_workers, timeout
        self.prefetch_factor, self.worker_init_fn = prefetch_factor, worker_init_fn
        self.pin_memory, self.pin_memory_device = pin_memory, pin_memory_device
        self.multiprocessing_context, self.persistent_workers = None, False
        self._is_iterable = isinstance(dataset, IterableDataset)
        if self._is_iterable:
            _check_iterable(shuffle, sampler, batch_sampler)
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError(
                    "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, "
                    "and drop_last"
                )
            batch_size, drop_last = None, False
        elif batch_size is None and drop_last:
            raise ValueError(
                "batch_size=None option disables auto-batching and is mutually exclusive with "
                "drop_last"
            )
        if sampler is None:
            if self._is_iterable:
                sampler = itertools.repeat(None)
            elif shuffle:
                sampler = RandomSampler(dataset, generator=generator)
            else:
                sampler = SequentialSampler(dataset)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size, self.drop_last, self.generator = batch_size, drop_last, generator
        self.sampler, self.batch_sampler = sampler, batch_sampler
        if collate_fn is None:
            collate_fn = default_convert if batch_sampler is None else default_collate
        self.collate_fn = collate_fn

    @staticmethod
    def _check_workers(
        num_workers, timeout, multiprocessing_context, prefetch_factor, persistent_workers
    ):
        """There are none here: data is read in the page's one worker."""
        if num_workers < 0:
            raise ValueError(
                "num_workers option should be non-negative; use num_workers=0 to disable "
                "multiprocessing."
            )
        if timeout < 0:
            raise ValueError("timeout option should be non-negative")
        if num_workers:
            raise NotImplementedError("num_workers= of DataLoader is not part of this lab's torch")
        if prefetch_factor != 2:
            raise ValueError(
                "prefetch_factor option could only be specified in multiprocessing.let num_workers "
                "> 0 to enable multiprocessing."
            )
        if persistent_workers:
            raise ValueError("persistent_workers option needs num_workers > 0")
        if multiprocessing_context is not None:
            raise ValueError(
                "multiprocessing_context can only be used with multi-process loading "
                "(num_workers > 0), but got num_workers=0"
            )

    def __iter__(self):
        indices = iter(self.sampler if self.batch_sampler is None else self.batch_sampler)
        _bits(
            self.generator
        )  # what workers would be seeded with: PyTorch draws it without them too
        return self._batches(indices)

    def _batches(self, indices):
        items = iter(self.dataset) if self._is_iterable else None
        for index in indices:
            if self._is_iterable:
                if self.batch_sampler is None:
                    data = list(itertools.islice(items, 1))
                    if not data:
                        return
                    data = data[0]
                else:
                    data = list(itertools.islice(items, len(index)))
                    if not data or self.drop_last and len(data) < len(index):
                        return
            elif self.batch_sampler is None:
                data = self.dataset[index]
            else:
                data = [self.dataset[k] for k in index]
            yield self.collate_fn(data)

    def __len__(self):
        if self._is_iterable:
            n = len(self.dataset)
            if self.batch_size is None:
                return n
            return n // self.batch_size if self.drop_last else math.ceil(n / self.batch_size)
        return len(self.sampler if self.batch_sampler is None else self.batch_sampler)


def _check_iterable(shuffle, sampler, batch_sampler):
    for name, value in (
        ("shuffle", shuffle),
        ("sampler", sampler),
        ("batch_sampler", batch_sampler),
    ):
        if value not in (None, False):
            raise ValueError(
                "DataLoader with IterableDataset: expected unspecified "
                f"{name} option, but got {name}={value}"
            )


def get_worker_info():
    """Of a worker; there are none here."""


__getattr__ = getattr_of("torch.utils.data")
