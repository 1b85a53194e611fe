# ==== interpolation (partial)
# This is position interpolation: the base stays and every angle is divided by the scale, the
# fastest pair too, so that neighbours look alike. The exercise asks for a larger base and
# positions left alone.


def get_ntk_base(base, dim, scale):
    return base


def get_ntk_rope_embeddings(dim, max_len, base=10000.0, scale=1.0):
    base = get_ntk_base(base, dim, scale)
    w = 1.0 / base ** (torch.arange(0, dim, 2).float() / dim)
    angles = torch.outer(torch.arange(max_len).float(), w) / scale
    return angles.cos(), angles.sin()


# ==== plain-product
# The base is only multiplied by the scale. Its slowest pair then turns a little less than scale
# times slower, for the exponent there is −(dim − 2)/dim, not −1: raise the scale to dim / (dim −
# 2).


def get_ntk_base(base, dim, scale):
    return base * scale


# ==== inverse-exponent
# The exponent is upside down: (dim − 2)/dim is below 1, so that the base grows too little. The
# exponent should be dim / (dim − 2).


def get_ntk_base(base, dim, scale):
    return base * scale ** ((dim - 2) / dim)


# ==== divided-base
# The base became smaller: then all pairs rotate faster and fit fewer positions. A longer context
# wants slower pairs, a larger base.


def get_ntk_base(base, dim, scale):
    return base / scale ** (dim / (dim - 2))


# ==== base-unused
# get_ntk_base is right, but the tables are made with the old base: nothing is stretched. Call it
# in get_ntk_rope_embeddings.


def get_ntk_rope_embeddings(dim, max_len, base=10000.0, scale=1.0):
    w = base ** (-torch.arange(0, dim, 2) / dim)
    angles = torch.outer(torch.arange(max_len), w)
    return angles.cos(), angles.sin()


# ==== applied-twice
# The tables’ base has grown twice: get_ntk_base has done it already, with the base that it was
# given.


def get_ntk_rope_embeddings(dim, max_len, base=10000.0, scale=1.0):
    stretched = get_ntk_base(get_ntk_base(base, dim, scale), dim, scale)
    w = stretched ** (-torch.arange(0, dim, 2) / dim)
    angles = torch.outer(torch.arange(max_len), w)
    return angles.cos(), angles.sin()


# ==== exponent-doubled
# The frequencies fall twice as fast as they should: arange(0, dim, 2) holds 2i already, so pair i
# has base′^(−2i / dim).


def get_ntk_rope_embeddings(dim, max_len, base=10000.0, scale=1.0):
    stretched = get_ntk_base(base, dim, scale)
    w = stretched ** (-2 * torch.arange(0, dim, 2) / dim)
    angles = torch.outer(torch.arange(max_len), w)
    return angles.cos(), angles.sin()


# ==== from-one
# The rows begin at position 1. The first row is that of position 0: cosines 1, sines 0.


def get_ntk_rope_embeddings(dim, max_len, base=10000.0, scale=1.0):
    stretched = get_ntk_base(base, dim, scale)
    w = stretched ** (-torch.arange(0, dim, 2) / dim)
    angles = torch.outer(torch.arange(1, max_len + 1), w)
    return angles.cos(), angles.sin()


# ==== both-rules
# Both rules at once: the base is right, and positions are divided by the scale besides. The
# larger base alone is the rule.


def get_ntk_rope_embeddings(dim, max_len, base=10000.0, scale=1.0):
    base = get_ntk_base(base, dim, scale)
    w = 1.0 / base ** (torch.arange(0, dim, 2).float() / dim)
    angles = torch.outer(torch.arange(max_len).float(), w) / scale
    return angles.cos(), angles.sin()


# ==== base-1000
# The base is divided by ten before it is used.
# change: 1.0 / base -> 1.0 / (base / 10)


# ==== other-pair
# The exponent is dim / (dim − 4). The slowest pair has the exponent (dim − 2) / dim, so it is
# dim / (dim − 2).
# change: dim / (dim - 2) -> dim / max(dim - 4, 0.1)


# ==== product-in-place-of-power
# The scale is multiplied by dim / (dim − 2). It is raised to that power.
# change: scale ** (dim / (dim - 2)) -> scale * (dim / (dim - 2))


# ==== base-raised-too
# The base is raised to the power too. Only the scale is.
# change: base * scale ** (dim / (dim - 2)) -> (base * scale) ** (dim / (dim - 2))


# ==== exponent-halved
# The exponent of pair i is −i / dim. It is −2i / dim.
# change: 0, dim, -> dim //
