from torch import tensor

window_mask = lambda n_query, n_key, window: tensor(
    [[0 <= i + n_key - n_query - j < window for j in range(n_key)] for i in range(n_query)]
)
first_cached = lambda position, window: max(0, position - window + 1)
