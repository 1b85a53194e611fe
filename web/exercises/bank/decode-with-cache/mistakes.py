# ==== positions-begin-again
# The positions begin at 0 in each call. They should be counted over all calls.
# change: torch.arange(n_cached, n_cached + n_new) -> torch.arange(n_new)


# ==== mask-from-the-corner
# The mask of a call begins at its upper left corner: the first new token sees one key of
# the cache. The diagonal is n_cached further right.
# change: .tril(n_cached) -> .tril()


# ==== chunk-sees-ahead
# Tokens of one call see those after them. With one token in each call that cannot be seen.
# change: .masked_fill(~visible, float("-inf")) ->


# ==== cache-not-kept
# The keys and values of earlier calls are lost.
# change: torch.cat([self.k, self. -> torch.cat([self.
# change: torch.cat([self.v, x -> torch.cat([x
# change: n_new, n_cached = len(x), len(self.k) -> n_new, n_cached = len(x), 0


# ==== keys-rotated-again
# The whole cache is rotated again in every call, though its keys were rotated before.


def rotated_again(self, x):
    n_new, n_cached, d = len(x), len(self.k), x.shape[-1]
    self.k = torch.cat([self.k, x @ self.w_k.T])
    self.v = torch.cat([self.v, x @ self.w_v.T])
    self.k = self.rotate(self.k, torch.arange(n_cached + n_new))
    q = self.rotate(x @ self.w_q.T, torch.arange(n_cached, n_cached + n_new))
    visible = torch.ones(n_new, n_cached + n_new, dtype=torch.bool).tril(n_cached)
    scores = (q @ self.k.T / math.sqrt(d)).masked_fill(~visible, float("-inf"))
    return scores.softmax(dim=-1) @ self.v


Decoder.__call__ = rotated_again


# ==== values-rotated
# The values are rotated too. Only queries and keys are.
# change: x @ self.w_v.T -> self.rotate(x @ self.w_v.T, positions)


# ==== neighbours-paired
# Neighbouring channels are taken as a pair. A pair should be j and j + d / 2.


def neighbours(self, x, positions):
    d = x.shape[-1]
    angles = positions[:, None] * self.base ** (-torch.arange(0, d, 2) / d)
    a, b = x[:, 0::2], x[:, 1::2]
    cos, sin = angles.cos(), angles.sin()
    return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(1)


Decoder.rotate = neighbours


# ==== weights-not-transposed
# The weights are not transposed. Queries, keys and values are x @ w.T: a row of w for each
# output.
# change: self.w_k.T -> self.w_k
# change: self.w_v.T -> self.w_v
# change: self.w_q.T -> self.w_q


# ==== no-scale
# The scores are not divided by the root of the width.
# change:  / math.sqrt(x.shape[-1]) ->


# ==== query-one-further
# Queries are rotated one position further than keys: they have positions of their own, the same
# ones.
# change: self.w_q.T, positions) -> self.w_q.T, positions + 1)


# ==== query-not-rotated
# The queries are not rotated, only the keys are.
# change: q = self.rotate(x @ self.w_q.T, positions) -> q = x @ self.w_q.T


# ==== exponent-halved
# The frequencies are base^(−j / d). The exponent of pair j is −2j / d.
# change: (-torch.arange(0, d, 2) / d) -> (-torch.arange(d // 2) / d)


# ==== exponent-doubled
# The frequencies are base^(−4j / d). The exponent of pair j is −2j / d.
# change: (-torch.arange(0, d, 2) / d) -> (-2 * torch.arange(0, d, 2) / d)


# ==== keys-not-rotated
# The keys are not rotated.
# change: self.rotate(x @ self.w_k.T, positions) -> x @ self.w_k.T


# ==== query-begins-again
# The positions of the queries begin at 0 in each call, those of the keys go on. Both are counted
# over all calls.
# change: self.w_q.T, positions) -> self.w_q.T, positions - n_cached)


# ==== key-begins-again
# The positions of the keys begin at 0 in each call, those of the queries go on. Both are counted
# over all calls.
# change: self.w_k.T, positions) -> self.w_k.T, positions - n_cached)


# ==== calls-counted
# The first position of a call is the number of calls before it. It is the number of tokens.
# change: = len(x), len(self.k) -> = len(x), len(self.k); self.n = getattr(self, "n", -1) + 1
# change: torch.arange(n_cached, n_cached + n_new) -> torch.arange(self.n, self.n + n_new)


# ==== scaled-by-keys
# The scores are divided by the root of the number of keys. It is that of the width.
# change: math.sqrt(x.shape[-1]) -> math.sqrt(n_cached + n_new)


# ==== rotated-backwards
# Queries and keys are rotated backwards: (a, b) should become (a cos − b sin, a sin + b cos).
# change: [-b, a] -> [b, -a]
