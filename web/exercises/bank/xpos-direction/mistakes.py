# ==== both-multiplied
# Queries and keys are both multiplied, so scores hold ζ to the sum of the positions: a text grows
# pale as it goes on. Divide the keys.


def apply_xpos(q, k, scale_base=512.0):
    n_query, n_key, d = q.shape[1], k.shape[1], q.shape[2]
    zeta = (torch.arange(0, d, 2) + 0.4 * d) / (1.4 * d)
    factor = (zeta ** (torch.arange(n_key).view(-1, 1) / scale_base)).repeat_interleave(
        2, dim=-1
    )
    return q * factor[n_key - n_query :], k * factor


# ==== wrong-way
# The keys are multiplied and the queries divided: scores grow with the distance to the past,
# without bound (what torchscale#66 and rotary-embedding-torch#3 saw for keys in the future).


def apply_xpos(q, k, scale_base=512.0):
    n_query, n_key, d = q.shape[1], k.shape[1], q.shape[2]
    zeta = (torch.arange(0, d, 2) + 0.4 * d) / (1.4 * d)
    factor = (zeta ** (torch.arange(n_key).view(-1, 1) / scale_base)).repeat_interleave(
        2, dim=-1
    )
    return q / factor[n_key - n_query :], k * factor


# ==== half-split
# The factors are laid out for half-split pairs. Here the pairs are neighbours, 2i and 2i + 1:
# each factor twice in a row.


def apply_xpos(q, k, scale_base=512.0):
    n_query, n_key, d = q.shape[1], k.shape[1], q.shape[2]
    zeta = (torch.arange(0, d, 2) + 0.4 * d) / (1.4 * d)
    factor = zeta ** (torch.arange(n_key).view(-1, 1) / scale_base)
    factor = torch.cat([factor, factor], dim=-1)
    return q * factor[n_key - n_query :], k / factor


# ==== own-origin
# Queries count from 0 of their own. With a cache, query i is at i + n_key − n_query; both sides
# need one origin.


def apply_xpos(q, k, scale_base=512.0):
    n_query, n_key, d = q.shape[1], k.shape[1], q.shape[2]
    zeta = (torch.arange(0, d, 2) + 0.4 * d) / (1.4 * d)
    factor = (zeta ** (torch.arange(n_key).view(-1, 1) / scale_base)).repeat_interleave(
        2, dim=-1
    )
    return q * factor[:n_query], k / factor


# ==== no-scale-base
# The exponent is the position itself: scale_base is missing, and every logit is near 0 after a
# few tokens.


def apply_xpos(q, k, scale_base=512.0):
    n_query, n_key, d = q.shape[1], k.shape[1], q.shape[2]
    zeta = (torch.arange(0, d, 2) + 0.4 * d) / (1.4 * d)
    factor = (zeta ** torch.arange(n_key).view(-1, 1)).repeat_interleave(2, dim=-1)
    return q * factor[n_key - n_query :], k / factor


# ==== pair-index
# ζ has i where 2i belongs: the slowest pair would still fade about a third as fast as the
# fastest.


def apply_xpos(q, k, scale_base=512.0):
    n_query, n_key, d = q.shape[1], k.shape[1], q.shape[2]
    zeta = (torch.arange(d // 2) + 0.4 * d) / (1.4 * d)
    factor = (zeta ** (torch.arange(n_key).view(-1, 1) / scale_base)).repeat_interleave(
        2, dim=-1
    )
    return q * factor[n_key - n_query :], k / factor


# ==== one-side
# Only one of the two has its factors. Queries are multiplied and keys divided, or the score
# depends on one position instead of the distance.


def apply_xpos(q: torch.Tensor, k: torch.Tensor, scale_base: float = 512.0):
    """Rotated queries (n_heads, n_query, d) and keys (n_heads, n_key, d) with xPos's
    factors."""
    n_query, n_key, d = q.shape[1], k.shape[1], q.shape[2]
    zeta = (torch.arange(0, d, 2) + 0.4 * d) / (1.4 * d)
    positions = torch.arange(n_key).view(-1, 1)
    factor = (zeta ** (positions / scale_base)).repeat_interleave(2, dim=-1)
    return q * factor[n_key - n_query :], k


# ==== by-channel
# Every channel has a ζ of its own, so the two of a pair get different factors. 2i is the pair’s
# even channel: arange(0, d, 2), each factor twice in a row.


def apply_xpos(q: torch.Tensor, k: torch.Tensor, scale_base: float = 512.0):
    """Rotated queries (n_heads, n_query, d) and keys (n_heads, n_key, d) with xPos's
    factors."""
    n_query, n_key, d = q.shape[1], k.shape[1], q.shape[2]
    zeta = (torch.arange(d) + 0.4 * d) / (1.4 * d)
    positions = torch.arange(n_key).view(-1, 1)
    factor = zeta ** (positions / scale_base)
    return q * factor[n_key - n_query :], k / factor


# ==== other-origin (partial)
# All scores are right: both sides count from one origin, but it is another one (torchscale’s code
# counts from the middle of the text). Here key j is at position j.


def apply_xpos(q: torch.Tensor, k: torch.Tensor, scale_base: float = 512.0):
    """Rotated queries (n_heads, n_query, d) and keys (n_heads, n_key, d) with xPos's
    factors."""
    n_query, n_key, d = q.shape[1], k.shape[1], q.shape[2]
    zeta = (torch.arange(0, d, 2) + 0.4 * d) / (1.4 * d)
    positions = torch.arange(n_key).view(-1, 1) - n_key // 2
    factor = (zeta ** (positions / scale_base)).repeat_interleave(2, dim=-1)
    return q * factor[n_key - n_query :], k / factor


# ==== no-offset
# ζ has no offset: the 0.4 d in numerator and denominator is missing.
# change: (torch.arange(0, d, 2) + 0.4 * d) / (1.4 * d) -> (torch.arange(0, d, 2) + 1e-9) / d


# ==== divided-by-d
# ζ is (2i + 0.4 d) / d here. It is divided by 1.4 d, so that it is below 1.
# change: (1.4 * d) -> d


# ==== counted-from-one
# Pairs are counted from 1. The first pair has i = 0.
# change: torch.arange(0, d, 2) -> torch.arange(2, d + 2, 2)


# ==== keys-by-the-default
# scale_base is used for the queries; the keys have 512 whatever it is.
# change: k / factor -> k / (zeta ** (positions / 512)).repeat_interleave(2, dim=-1)
