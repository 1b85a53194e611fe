# ==== interpolation (partial)
# This is position interpolation: all pairs are divided by the scale alike. A right answer to an
# easier question. YaRN keeps the pairs that make 32 turns and more, blends those down to one
# turn, and multiplies cos and sin by 0.1 ln(scale) + 1.


class YaRNPositionalEmbedding(nn.Module):
    def __init__(
        self, dim: int, max_len: int = 2048, base: float = 10000, scale: float = 1.0
    ):
        super().__init__()
        inv_freq = 1.0 / base ** (torch.arange(0, dim, 2, dtype=torch.float32) / dim)
        revolutions = max_len * inv_freq / (2 * math.pi)
        kept = torch.zeros_like(revolutions)
        self.register_buffer(
            "inv_freq", inv_freq * kept + inv_freq / scale * (1 - kept)
        )
        self.amplitude = 1.0

    def forward(self, x: torch.Tensor, seq_len: int = None):
        if seq_len is None:
            seq_len = x.shape[-2]
        angles = torch.outer(torch.arange(seq_len, dtype=torch.float32), self.inv_freq)
        angles = torch.cat([angles, angles], dim=-1)
        return torch.cos(angles) * self.amplitude, torch.sin(angles) * self.amplitude


# ==== index-ramp (partial)
# Your ramp is even over the pair’s index, between rounded ends, as in the libraries’ code. The
# exercise asks for the paper’s: even over the turns that a pair makes in training.


class YaRNPositionalEmbedding(nn.Module):
    def __init__(
        self, dim: int, max_len: int = 2048, base: float = 10000, scale: float = 1.0
    ):
        super().__init__()
        inv_freq = 1.0 / base ** (torch.arange(0, dim, 2, dtype=torch.float32) / dim)
        revolutions = max_len * inv_freq / (2 * math.pi)
        low = dim * math.log(max_len / (32 * 2 * math.pi)) / (2 * math.log(base))
        high = dim * math.log(max_len / (1 * 2 * math.pi)) / (2 * math.log(base))
        low, high = max(math.floor(low), 0), min(math.ceil(high), dim - 1)
        kept = 1 - ((torch.arange(dim // 2) - low) / max(high - low, 0.001)).clamp(0, 1)
        self.register_buffer(
            "inv_freq", inv_freq * kept + inv_freq / scale * (1 - kept)
        )
        self.amplitude = 0.1 * math.log(scale) + 1

    def forward(self, x: torch.Tensor, seq_len: int = None):
        if seq_len is None:
            seq_len = x.shape[-2]
        angles = torch.outer(torch.arange(seq_len, dtype=torch.float32), self.inv_freq)
        angles = torch.cat([angles, angles], dim=-1)
        return torch.cos(angles) * self.amplitude, torch.sin(angles) * self.amplitude


# ==== no-amplitude
# The frequencies are right; the amplitude is missing. Cosines and sines are multiplied by 0.1 ·
# ln(scale) + 1, or the attention of long texts is too flat.


class YaRNPositionalEmbedding(nn.Module):
    def __init__(
        self, dim: int, max_len: int = 2048, base: float = 10000, scale: float = 1.0
    ):
        super().__init__()
        inv_freq = 1.0 / base ** (torch.arange(0, dim, 2, dtype=torch.float32) / dim)
        revolutions = max_len * inv_freq / (2 * math.pi)
        kept = ((revolutions - 1) / (32 - 1)).clamp(0, 1)
        self.register_buffer(
            "inv_freq", inv_freq * kept + inv_freq / scale * (1 - kept)
        )
        self.amplitude = 1.0

    def forward(self, x: torch.Tensor, seq_len: int = None):
        if seq_len is None:
            seq_len = x.shape[-2]
        angles = torch.outer(torch.arange(seq_len, dtype=torch.float32), self.inv_freq)
        angles = torch.cat([angles, angles], dim=-1)
        return torch.cos(angles) * self.amplitude, torch.sin(angles) * self.amplitude


# ==== amplitude-squared
# The amplitude is squared already. Queries and keys are both multiplied, so that the logits get
# the square by themselves: the tables get 0.1 · ln(scale) + 1 once (exllamav3#259).


class YaRNPositionalEmbedding(nn.Module):
    def __init__(
        self, dim: int, max_len: int = 2048, base: float = 10000, scale: float = 1.0
    ):
        super().__init__()
        inv_freq = 1.0 / base ** (torch.arange(0, dim, 2, dtype=torch.float32) / dim)
        revolutions = max_len * inv_freq / (2 * math.pi)
        kept = ((revolutions - 1) / (32 - 1)).clamp(0, 1)
        self.register_buffer(
            "inv_freq", inv_freq * kept + inv_freq / scale * (1 - kept)
        )
        self.amplitude = (0.1 * math.log(scale) + 1) ** 2

    def forward(self, x: torch.Tensor, seq_len: int = None):
        if seq_len is None:
            seq_len = x.shape[-2]
        angles = torch.outer(torch.arange(seq_len, dtype=torch.float32), self.inv_freq)
        angles = torch.cat([angles, angles], dim=-1)
        return torch.cos(angles) * self.amplitude, torch.sin(angles) * self.amplitude


# ==== ramp-reversed
# The ramp is the wrong way round: fast pairs are divided and slow ones kept. Many turns in
# training mean that a pair has seen all its angles and may stay.


class YaRNPositionalEmbedding(nn.Module):
    def __init__(
        self, dim: int, max_len: int = 2048, base: float = 10000, scale: float = 1.0
    ):
        super().__init__()
        inv_freq = 1.0 / base ** (torch.arange(0, dim, 2, dtype=torch.float32) / dim)
        revolutions = max_len * inv_freq / (2 * math.pi)
        kept = ((revolutions - 1) / (32 - 1)).clamp(0, 1)
        self.register_buffer(
            "inv_freq", inv_freq * (1 - kept) + inv_freq / scale * kept
        )
        self.amplitude = 0.1 * math.log(scale) + 1

    def forward(self, x: torch.Tensor, seq_len: int = None):
        if seq_len is None:
            seq_len = x.shape[-2]
        angles = torch.outer(torch.arange(seq_len, dtype=torch.float32), self.inv_freq)
        angles = torch.cat([angles, angles], dim=-1)
        return torch.cos(angles) * self.amplitude, torch.sin(angles) * self.amplitude


# ==== stretched-length
# Turns are counted over the stretched length. max_len is the length of training, which decides
# what a pair has seen; a configuration read the other way moves the bands just so
# (transformers#33783).


class YaRNPositionalEmbedding(nn.Module):
    def __init__(
        self, dim: int, max_len: int = 2048, base: float = 10000, scale: float = 1.0
    ):
        super().__init__()
        inv_freq = 1.0 / base ** (torch.arange(0, dim, 2, dtype=torch.float32) / dim)
        revolutions = max_len * inv_freq / (2 * math.pi)
        kept = ((revolutions * scale - 1) / 31).clamp(0, 1)
        self.register_buffer(
            "inv_freq", inv_freq * kept + inv_freq / scale * (1 - kept)
        )
        self.amplitude = 0.1 * math.log(scale) + 1

    def forward(self, x: torch.Tensor, seq_len: int = None):
        if seq_len is None:
            seq_len = x.shape[-2]
        angles = torch.outer(torch.arange(seq_len, dtype=torch.float32), self.inv_freq)
        angles = torch.cat([angles, angles], dim=-1)
        return torch.cos(angles) * self.amplitude, torch.sin(angles) * self.amplitude


# ==== interleaved
# Each column comes twice in a row, which suits interleaved pairs. The exercise asks for
# half-split tables: all columns, then all of them again (torch.cat).


class YaRNPositionalEmbedding(nn.Module):
    def __init__(
        self, dim: int, max_len: int = 2048, base: float = 10000, scale: float = 1.0
    ):
        super().__init__()
        inv_freq = 1.0 / base ** (torch.arange(0, dim, 2, dtype=torch.float32) / dim)
        revolutions = max_len * inv_freq / (2 * math.pi)
        kept = ((revolutions - 1) / (32 - 1)).clamp(0, 1)
        self.register_buffer(
            "inv_freq", inv_freq * kept + inv_freq / scale * (1 - kept)
        )
        self.amplitude = 0.1 * math.log(scale) + 1

    def forward(self, x: torch.Tensor, seq_len: int = None):
        if seq_len is None:
            seq_len = x.shape[-2]
        angles = torch.outer(torch.arange(seq_len, dtype=torch.float32), self.inv_freq)
        angles = angles.repeat_interleave(2, dim=-1)
        return torch.cos(angles) * self.amplitude, torch.sin(angles) * self.amplitude


# ==== unclamped
# The share that is kept leaves 0 … 1: pairs below one turn get a negative one, fast pairs more
# than all. Clamp it.


class YaRNPositionalEmbedding(nn.Module):
    """RoPE's tables for `scale` times the length of training, max_len."""

    def __init__(
        self, dim: int, max_len: int = 2048, base: float = 10000, scale: float = 1.0
    ):
        super().__init__()
        inv_freq = 1.0 / base ** (torch.arange(0, dim, 2, dtype=torch.float32) / dim)
        revolutions = max_len * inv_freq / (2 * math.pi)
        kept = (revolutions - 1) / (32 - 1)
        self.register_buffer(
            "inv_freq", inv_freq * kept + inv_freq / scale * (1 - kept)
        )
        self.amplitude = 0.1 * math.log(scale) + 1

    def forward(self, x: torch.Tensor, seq_len: int = None):
        """Cosines and sines, (seq_len, dim) each; x is (batch, heads, time, dim)."""
        if seq_len is None:
            seq_len = x.shape[-2]
        angles = torch.outer(torch.arange(seq_len, dtype=torch.float32), self.inv_freq)
        angles = torch.cat([angles, angles], dim=-1)
        return torch.cos(angles) * self.amplitude, torch.sin(angles) * self.amplitude


# ==== radians
# L · w is an angle in radians, not a number of turns: divide by 2π, or the bands lie 6.28 times
# too far to the slow side.


class YaRNPositionalEmbedding(nn.Module):
    """RoPE's tables for `scale` times the length of training, max_len."""

    def __init__(
        self, dim: int, max_len: int = 2048, base: float = 10000, scale: float = 1.0
    ):
        super().__init__()
        inv_freq = 1.0 / base ** (torch.arange(0, dim, 2, dtype=torch.float32) / dim)
        revolutions = max_len * inv_freq
        kept = ((revolutions - 1) / (32 - 1)).clamp(0, 1)
        self.register_buffer(
            "inv_freq", inv_freq * kept + inv_freq / scale * (1 - kept)
        )
        self.amplitude = 0.1 * math.log(scale) + 1

    def forward(self, x: torch.Tensor, seq_len: int = None):
        """Cosines and sines, (seq_len, dim) each; x is (batch, heads, time, dim)."""
        if seq_len is None:
            seq_len = x.shape[-2]
        angles = torch.outer(torch.arange(seq_len, dtype=torch.float32), self.inv_freq)
        angles = torch.cat([angles, angles], dim=-1)
        return torch.cos(angles) * self.amplitude, torch.sin(angles) * self.amplitude


# ==== all-divided
# The amplitude is right, but all pairs are divided by the scale alike. Those with 32 turns and
# more keep their frequency, and those down to one turn are blended.


class YaRNPositionalEmbedding(nn.Module):
    """RoPE's tables for `scale` times the length of training, max_len."""

    def __init__(
        self, dim: int, max_len: int = 2048, base: float = 10000, scale: float = 1.0
    ):
        super().__init__()
        inv_freq = 1.0 / base ** (torch.arange(0, dim, 2, dtype=torch.float32) / dim)
        revolutions = max_len * inv_freq / (2 * math.pi)
        kept = ((revolutions - 1) / (32 - 1)).clamp(0, 1)
        self.register_buffer("inv_freq", inv_freq / scale)
        self.amplitude = 0.1 * math.log(scale) + 1

    def forward(self, x: torch.Tensor, seq_len: int = None):
        """Cosines and sines, (seq_len, dim) each; x is (batch, heads, time, dim)."""
        if seq_len is None:
            seq_len = x.shape[-2]
        angles = torch.outer(torch.arange(seq_len, dtype=torch.float32), self.inv_freq)
        angles = torch.cat([angles, angles], dim=-1)
        return torch.cos(angles) * self.amplitude, torch.sin(angles) * self.amplitude


# ==== ntk
# This is the NTK-aware rule: a larger base divides every pair but the first, each by more than
# the one before. YaRN keeps the base and treats the pairs by the turns that they make in
# training.


class YaRNPositionalEmbedding(nn.Module):
    """RoPE's tables for `scale` times the length of training, max_len."""

    def __init__(
        self, dim: int, max_len: int = 2048, base: float = 10000, scale: float = 1.0
    ):
        super().__init__()
        base = base * scale ** (dim / (dim - 2))
        inv_freq = 1.0 / base ** (torch.arange(0, dim, 2, dtype=torch.float32) / dim)
        revolutions = max_len * inv_freq / (2 * math.pi)
        kept = torch.ones_like(revolutions)
        self.register_buffer(
            "inv_freq", inv_freq * kept + inv_freq / scale * (1 - kept)
        )
        self.amplitude = 1.0

    def forward(self, x: torch.Tensor, seq_len: int = None):
        """Cosines and sines, (seq_len, dim) each; x is (batch, heads, time, dim)."""
        if seq_len is None:
            seq_len = x.shape[-2]
        angles = torch.outer(torch.arange(seq_len, dtype=torch.float32), self.inv_freq)
        angles = torch.cat([angles, angles], dim=-1)
        return torch.cos(angles) * self.amplitude, torch.sin(angles) * self.amplitude


# ==== base-2-logarithm
# The factor of the tables has a logarithm to base 2. It should be 0.1 ln s + 1.
# change: 0.1 * math.log(scale) -> 0.1 * math.log2(scale)


# ==== beta-1-to-16
# The ramp ends at 16 revolutions. It ends at 32.
# change: (32 - 1) -> (16 - 1)


# ==== amplitude-upside-down
# The tables are divided by 0.1 ln(scale) + 1. They are multiplied by it.
# change: 0.1 * math.log(scale) + 1 -> 1 / (0.1 * math.log(scale) + 1)


# ==== ramp-to-64
# The ramp ends at 64 revolutions. It ends at 32.
# change: (32 - 1) -> (64 - 1)


# ==== ramp-by-32
# The ramp is turns / 32, from 0 turns on. It begins at 1 turn: (turns - 1) / (32 - 1).
# change: (revolutions - 1) / (32 - 1) -> revolutions / 32


# ==== smooth-ramp
# The ramp is a smooth curve. It should be a line.
# change: .clamp(0, 1) -> .clamp(0, 1).pow(2) * (3 - 2 * ((revolutions - 1) / (32 - 1)).clamp(0, 1))


# ==== square-root-amplitude
# The factor of the tables is √(0.1 ln(scale) + 1). It is not rooted: queries and keys both get
# it.
# change: 0.1 * math.log(scale) + 1 -> (0.1 * math.log(scale) + 1) ** 0.5


# ==== wavelengths-blended
# The wavelengths are blended. The share that is kept weighs the frequencies: kept · w + (1 − kept)
# · w / scale.
# change: * kept + inv_freq / scale * (1 - kept) -> / (kept + scale * (1 - kept))


# ==== ramp-by-logarithm
# The share that is kept grows with the logarithm of t, from 1 to 32 turns. It grows evenly with t.
# change: ((revolutions - 1) / (32 - 1)) -> (revolutions.log() / math.log(32))


# ==== log-base-10
# The amplitude has a logarithm to base 10. It is the natural one.
# change: math.log(scale) -> math.log10(scale)
