# ==== mixed-tables
# The rotation is not mended: the tables hold all angles and then all of them again, and are read
# as if each stood twice in a row. The two rows of a pair get different angles
# (how-to-train-your-gpt#6).


def tables(width, n_times):
    frequencies = 1.0 / 10000 ** (torch.arange(0, width, 2).float() / width)
    angles = torch.outer(torch.arange(n_times).float(), frequencies)
    angles = torch.cat([angles, angles], dim=-1)
    return torch.cos(angles), torch.sin(angles)


def rope(x: torch.Tensor) -> torch.Tensor:
    cos, sin = tables(x.shape[-1], x.shape[1])
    cos, sin = cos.unsqueeze(1), sin.unsqueeze(1)
    a, b = x[..., 0::2], x[..., 1::2]
    out = torch.empty_like(x)
    out[..., 0::2] = a * cos[..., 0::2] - b * sin[..., 0::2]
    out[..., 1::2] = a * sin[..., 1::2] + b * cos[..., 1::2]
    return out


# ==== by-head
# It rotates by the head’s number: the tables lie along the heads’ axis. Their rows belong to axis
# 1, the time: tables[:, None, :].


def rope(x: torch.Tensor) -> torch.Tensor:
    cos, sin = tables(x.shape[-1], x.shape[2])
    a, b = x[..., 0::2], x[..., 1::2]
    out = torch.empty_like(x)
    out[..., 0::2] = a * cos - b * sin
    out[..., 1::2] = a * sin + b * cos
    return out


# ==== half-split (partial)
# This is a rotation, of other pairs: channels i and i + width/2. A right way to mend it, but the
# text above rope asks for neighbours, 2i and 2i + 1.


def rope(x: torch.Tensor) -> torch.Tensor:
    cos, sin = tables(x.shape[-1], x.shape[1])
    cos, sin = cos.unsqueeze(1), sin.unsqueeze(1)
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


# ==== base-1000
# The base is 1000. It is 10000.
# change: 10000 ** (torch.arange(0, width, 2) -> 1000 ** (torch.arange(0, width, 2)
