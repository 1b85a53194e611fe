# ==== padding-visible
# Real queries see padding: is_real is not used.
# change: causal & keys -> causal


# ==== not-causal
# Queries see keys after their own position.
# change: causal & keys -> keys.expand(-1, n, n)


# ==== itself-hidden
# A padded query does not see itself, so its row is empty and its softmax is nan.
# change: (causal & keys) | torch.eye(n, dtype=torch.bool) -> causal & keys


# ==== rows-hidden
# The rows of padding are hidden instead of its columns: real queries see padding.
# change: is_real[:, None, :].bool() -> is_real[:, :, None].bool()


# ==== ones-for-visible
# The mask is 1 where a key is visible. The mask is added to the scores, so a visible key needs 0,
# which changes nothing.
# change: torch.zeros(visible.shape) -> torch.ones(visible.shape)


# ==== reversed
# Visible keys are hidden, and the hidden ones visible.
# change: ~visible -> visible


# ==== large-number
# A large negative number stands for -inf. The exercise wants -inf.
# change: float("-inf") -> -1e9


# ==== padding-sees-itself-alone
# Queries of padding see themselves alone. They see the real tokens before them too.
# change: (causal & keys) -> (causal & keys & keys.transpose(1, 2))


# ==== real-tokens-blind
# A real token does not see itself; only padding does. Every query sees itself.


def additive_mask(is_real):
    n = is_real.shape[1]
    earlier = torch.ones(n, n, dtype=torch.bool).tril(-1)
    keys = is_real[:, None, :].bool()
    visible = (earlier & keys) | (torch.eye(n, dtype=torch.bool) & ~keys)
    return torch.zeros(visible.shape).masked_fill(~visible, float("-inf"))[:, None]
