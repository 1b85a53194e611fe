# ==== if-on-length
# The result is written down by comparing each length with the training length; no module is
# called. Then every module gets the same row, and nothing was tested.


def extrapolation_test(modules, n_train, lengths):
    runs = torch.zeros(len(modules), len(lengths))
    novelty = torch.full((len(modules), len(lengths)), math.nan)
    for k, length in enumerate(lengths):
        if length <= n_train:
            runs[:, k] = 1
            novelty[:, k] = 0
    return runs, novelty


# ==== exception-only
# Whatever raises no error counts as running. A slice past the end gives fewer rows without an
# error, and memory that was never filled gives nan. Look at shape and numbers.


def table_of(module, length):
    """What the module adds at a length, (length, d_model), or None where it does not
    run."""
    x = torch.zeros(1, length, module.d_model)
    try:
        y = module(x)
    except Exception:
        return None
    return y[0]


# ==== nan-runs
# An output of the right shape counts as running even where it is nan.


def table_of(module, length):
    """What the module adds at a length, (length, d_model), or None where it does not
    run."""
    x = torch.zeros(1, length, module.d_model)
    try:
        y = module(x)
    except Exception:
        return None
    if y.shape != x.shape:
        return None
    return y[0]


# ==== first-failure-ends
# After a module’s first failure its other lengths are left out. They come in any order, and a
# shorter one may follow: each length needs a try of its own.


def extrapolation_test(modules, n_train: int, lengths):
    """runs and novelty, (modules, lengths) each: does it run, and how far is it from
    what was seen?"""
    runs = torch.zeros(len(modules), len(lengths))
    novelty = torch.full((len(modules), len(lengths)), math.nan)
    for m, module in enumerate(modules):
        module.eval()
        trained = table_of(module, n_train)
        for k, length in enumerate(lengths):
            rows = table_of(module, length)
            if rows is None:
                break
            distances = (rows[:, None] - trained[None]).norm(dim=-1)
            runs[m, k] = 1
            novelty[m, k] = distances.min(dim=1).values.max()
    return runs, novelty


# ==== dropout-on
# The modules are in training mode, and dropout is part of what you measured: some channels
# hidden, the others too large. Call eval() first.


def extrapolation_test(modules, n_train: int, lengths):
    """runs and novelty, (modules, lengths) each: does it run, and how far is it from
    what was seen?"""
    runs = torch.zeros(len(modules), len(lengths))
    novelty = torch.full((len(modules), len(lengths)), math.nan)
    for m, module in enumerate(modules):
        trained = table_of(module, n_train)
        for k, length in enumerate(lengths):
            rows = table_of(module, length)
            if rows is None:
                continue
            distances = (rows[:, None] - trained[None]).norm(dim=-1)
            runs[m, k] = 1
            novelty[m, k] = distances.min(dim=1).values.max()
    return runs, novelty


# ==== squared-distances
# Your novelty is a squared distance: the root is missing. norm(dim=-1) takes it.


def extrapolation_test(modules, n_train: int, lengths):
    """runs and novelty, (modules, lengths) each: does it run, and how far is it from
    what was seen?"""
    runs = torch.zeros(len(modules), len(lengths))
    novelty = torch.full((len(modules), len(lengths)), math.nan)
    for m, module in enumerate(modules):
        module.eval()
        trained = table_of(module, n_train)
        for k, length in enumerate(lengths):
            rows = table_of(module, length)
            if rows is None:
                continue
            distances = (rows[:, None] - trained[None]).pow(2).sum(dim=-1)
            runs[m, k] = 1
            novelty[m, k] = distances.min(dim=1).values.max()
    return runs, novelty


# ==== zero-for-nan
# What does not run has the novelty 0, as if it held nothing new. There is no number where there
# is no output: put nan.


def extrapolation_test(modules, n_train: int, lengths):
    """runs and novelty, (modules, lengths) each: does it run, and how far is it from
    what was seen?"""
    runs = torch.zeros(len(modules), len(lengths))
    novelty = torch.zeros(len(modules), len(lengths))
    for m, module in enumerate(modules):
        module.eval()
        trained = table_of(module, n_train)
        for k, length in enumerate(lengths):
            rows = table_of(module, length)
            if rows is None:
                continue
            distances = (rows[:, None] - trained[None]).norm(dim=-1)
            runs[m, k] = 1
            novelty[m, k] = distances.min(dim=1).values.max()
    return runs, novelty


# ==== mean-novelty
# Your novelty is the mean over all rows. Those that were seen count as 0 and hide the new ones;
# the exercise wants the largest.


def extrapolation_test(modules, n_train: int, lengths):
    """runs and novelty, (modules, lengths) each: does it run, and how far is it from
    what was seen?"""
    runs = torch.zeros(len(modules), len(lengths))
    novelty = torch.full((len(modules), len(lengths)), math.nan)
    for m, module in enumerate(modules):
        module.eval()
        trained = table_of(module, n_train)
        for k, length in enumerate(lengths):
            rows = table_of(module, length)
            if rows is None:
                continue
            distances = (rows[:, None] - trained[None]).norm(dim=-1)
            runs[m, k] = 1
            novelty[m, k] = distances.min(dim=1).values.mean()
    return runs, novelty


# ==== last-row-alone
# The last row alone is compared with what was seen. The newest of all rows counts.
# change: distances.min(dim=1).values.max() -> distances.min(dim=1).values[-1]


# ==== farthest-row-seen
# Each row is compared with the row of training that is farthest from it. New is what is far
# from every row that was seen: take the nearest, min(dim=1).
# change: distances.min(dim=1) -> distances.max(dim=1)


# ==== other-side
# The nearest row is looked for among the new ones, for each row of training. It is the other way
# round: for each row of this length the nearest of training.
# change: distances.min(dim=1) -> distances.min(dim=0)


# ==== least-new-row
# The least new row counts. The exercise wants the largest of the distances to what was seen.
# change: distances.min(dim=1).values.max() -> distances.min(dim=1).values.min()


# ==== distance-to-the-mean
# The distance is that to the mean of the rows seen. It is that to the nearest one.
# change: trained[None] -> trained.mean(0)[None, None]
