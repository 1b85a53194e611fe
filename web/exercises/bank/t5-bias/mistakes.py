# ==== query-less-key
# The buckets are right, but forward looks up query minus key, or has rows and columns exchanged:
# what should be the past is the future. T5 counts key minus query, positions[None, :] -
# positions[:, None], and rows are queries: permute(2, 0, 1).


class T5RelativePositionBias(nn.Module):
    def __init__(self, num_heads: int, num_buckets: int = 32, max_distance: int = 128):
        super().__init__()
        self.num_buckets = num_buckets
        self.max_distance = max_distance
        self.relative_attention_bias = nn.Embedding(num_buckets, num_heads)

    def _relative_position_bucket(
        self, relative_position: torch.Tensor
    ) -> torch.Tensor:
        n = self.num_buckets // 2
        side = (relative_position > 0).long() * n
        distance = relative_position.abs()
        exact = n // 2
        octaves = math.log(self.max_distance / exact)
        far = (
            exact
            + (
                torch.log(distance.clamp(min=1).float() / exact) / octaves * (n - exact)
            ).long()
        )
        return side + torch.where(distance < exact, distance, far.clamp(max=n - 1))

    def forward(self, seq_len: int) -> torch.Tensor:
        positions = torch.arange(seq_len)
        offsets = positions[:, None] - positions[None, :]
        values = self.relative_attention_bias(self._relative_position_bucket(offsets))
        return values.permute(2, 0, 1).unsqueeze(0)


# ==== sides-swapped
# The two halves of the buckets have changed places: keys after the query have the second half. +3
# is bucket 19 and −3 bucket 3, not the other way round.


class T5RelativePositionBias(nn.Module):
    def __init__(self, num_heads: int, num_buckets: int = 32, max_distance: int = 128):
        super().__init__()
        self.num_buckets = num_buckets
        self.max_distance = max_distance
        self.relative_attention_bias = nn.Embedding(num_buckets, num_heads)

    def _relative_position_bucket(
        self, relative_position: torch.Tensor
    ) -> torch.Tensor:
        n = self.num_buckets // 2
        side = (relative_position < 0).long() * n
        distance = relative_position.abs()
        exact = n // 2
        octaves = math.log(self.max_distance / exact)
        far = (
            exact
            + (
                torch.log(distance.clamp(min=1).float() / exact) / octaves * (n - exact)
            ).long()
        )
        return side + torch.where(distance < exact, distance, far.clamp(max=n - 1))

    def forward(self, seq_len: int) -> torch.Tensor:
        positions = torch.arange(seq_len)
        offsets = positions[None, :] - positions[:, None]
        values = self.relative_attention_bias(self._relative_position_bucket(offsets))
        return values.permute(2, 0, 1).unsqueeze(0)


# ==== one-side
# Both sides share their buckets: the sign of the offset is lost with abs(), and half of the table
# is never looked up. Keys after the query begin at num_buckets / 2.


class T5RelativePositionBias(nn.Module):
    def __init__(self, num_heads: int, num_buckets: int = 32, max_distance: int = 128):
        super().__init__()
        self.num_buckets = num_buckets
        self.max_distance = max_distance
        self.relative_attention_bias = nn.Embedding(num_buckets, num_heads)

    def _relative_position_bucket(
        self, relative_position: torch.Tensor
    ) -> torch.Tensor:
        n = self.num_buckets // 2
        distance = relative_position.abs()
        exact = n // 2
        octaves = math.log(self.max_distance / exact)
        far = (
            exact
            + (
                torch.log(distance.clamp(min=1).float() / exact) / octaves * (n - exact)
            ).long()
        )
        return torch.where(distance < exact, distance, far.clamp(max=n - 1))

    def forward(self, seq_len: int) -> torch.Tensor:
        positions = torch.arange(seq_len)
        offsets = positions[None, :] - positions[:, None]
        values = self.relative_attention_bias(self._relative_position_bucket(offsets))
        return values.permute(2, 0, 1).unsqueeze(0)


# ==== causal
# This is the decoder’s rule: all buckets for the past, bucket 0 for the future. The encoder sees
# both sides and gives each one half.


class T5RelativePositionBias(nn.Module):
    def __init__(self, num_heads: int, num_buckets: int = 32, max_distance: int = 128):
        super().__init__()
        self.num_buckets = num_buckets
        self.max_distance = max_distance
        self.relative_attention_bias = nn.Embedding(num_buckets, num_heads)

    def _relative_position_bucket(
        self, relative_position: torch.Tensor
    ) -> torch.Tensor:
        n = self.num_buckets
        distance = (-relative_position).clamp(min=0)
        exact = n // 2
        octaves = math.log(self.max_distance / exact)
        far = (
            exact
            + (
                torch.log(distance.clamp(min=1).float() / exact) / octaves * (n - exact)
            ).long()
        )
        return torch.where(distance < exact, distance, far.clamp(max=n - 1))

    def forward(self, seq_len: int) -> torch.Tensor:
        positions = torch.arange(seq_len)
        offsets = positions[None, :] - positions[:, None]
        values = self.relative_attention_bias(self._relative_position_bucket(offsets))
        return values.permute(2, 0, 1).unsqueeze(0)


# ==== clipped
# Every distance has a bucket of its own up to the last one: these are clipped offsets (Shaw’s).
# T5 halves again, e = n / 2, and lets the other half grow by a logarithm.


class T5RelativePositionBias(nn.Module):
    def __init__(self, num_heads: int, num_buckets: int = 32, max_distance: int = 128):
        super().__init__()
        self.num_buckets = num_buckets
        self.max_distance = max_distance
        self.relative_attention_bias = nn.Embedding(num_buckets, num_heads)

    def _relative_position_bucket(
        self, relative_position: torch.Tensor
    ) -> torch.Tensor:
        n = self.num_buckets // 2
        side = (relative_position > 0).long() * n
        return side + relative_position.abs().clamp(max=n - 1)

    def forward(self, seq_len: int) -> torch.Tensor:
        positions = torch.arange(seq_len)
        offsets = positions[None, :] - positions[:, None]
        values = self.relative_attention_bias(self._relative_position_bucket(offsets))
        return values.permute(2, 0, 1).unsqueeze(0)


# ==== heads-last
# The heads come last, as the embedding gives them. Logits are (batch, heads, queries, keys):
# permute(2, 0, 1), then unsqueeze(0).


class T5RelativePositionBias(nn.Module):
    def __init__(self, num_heads: int, num_buckets: int = 32, max_distance: int = 128):
        super().__init__()
        self.num_buckets = num_buckets
        self.max_distance = max_distance
        self.relative_attention_bias = nn.Embedding(num_buckets, num_heads)

    def _relative_position_bucket(
        self, relative_position: torch.Tensor
    ) -> torch.Tensor:
        n = self.num_buckets // 2
        side = (relative_position > 0).long() * n
        distance = relative_position.abs()
        exact = n // 2
        octaves = math.log(self.max_distance / exact)
        far = (
            exact
            + (
                torch.log(distance.clamp(min=1).float() / exact) / octaves * (n - exact)
            ).long()
        )
        return side + torch.where(distance < exact, distance, far.clamp(max=n - 1))

    def forward(self, seq_len: int) -> torch.Tensor:
        positions = torch.arange(seq_len)
        offsets = positions[None, :] - positions[:, None]
        values = self.relative_attention_bias(self._relative_position_bucket(offsets))
        return values.unsqueeze(0)


# ==== scaled
# The bias is divided by a root. It is added to the logits as it was learned; T5 scales nothing.


class T5RelativePositionBias(nn.Module):
    def __init__(self, num_heads: int, num_buckets: int = 32, max_distance: int = 128):
        super().__init__()
        self.num_buckets = num_buckets
        self.max_distance = max_distance
        self.relative_attention_bias = nn.Embedding(num_buckets, num_heads)

    def _relative_position_bucket(
        self, relative_position: torch.Tensor
    ) -> torch.Tensor:
        n = self.num_buckets // 2
        side = (relative_position > 0).long() * n
        distance = relative_position.abs()
        exact = n // 2
        octaves = math.log(self.max_distance / exact)
        far = (
            exact
            + (
                torch.log(distance.clamp(min=1).float() / exact) / octaves * (n - exact)
            ).long()
        )
        return side + torch.where(distance < exact, distance, far.clamp(max=n - 1))

    def forward(self, seq_len: int) -> torch.Tensor:
        positions = torch.arange(seq_len)
        offsets = positions[None, :] - positions[:, None]
        values = self.relative_attention_bias(self._relative_position_bucket(offsets))
        values = values / math.sqrt(values.shape[-1])
        return values.permute(2, 0, 1).unsqueeze(0)


# ==== zero-after
# Offset 0, the query itself, has gone to the second half. Only keys after the query go there:
# relative_position > 0, not >= 0.


class T5RelativePositionBias(nn.Module):
    """What T5 adds to the logits of its encoder."""

    def __init__(self, num_heads: int, num_buckets: int = 32, max_distance: int = 128):
        super().__init__()
        self.num_buckets = num_buckets
        self.max_distance = max_distance
        self.relative_attention_bias = nn.Embedding(num_buckets, num_heads)

    def _relative_position_bucket(
        self, relative_position: torch.Tensor
    ) -> torch.Tensor:
        """The bucket of each offset, key minus query."""
        n = self.num_buckets // 2
        side = (relative_position >= 0).long() * n
        distance = relative_position.abs()
        exact = n // 2
        octaves = math.log(self.max_distance / exact)
        far = (
            exact
            + (
                torch.log(distance.clamp(min=1).float() / exact) / octaves * (n - exact)
            ).long()
        )
        return side + torch.where(distance < exact, distance, far.clamp(max=n - 1))

    def forward(self, seq_len: int) -> torch.Tensor:
        """(1, num_heads, seq_len, seq_len); rows are queries."""
        positions = torch.arange(seq_len)
        offsets = positions[None, :] - positions[:, None]
        values = self.relative_attention_bias(self._relative_position_bucket(offsets))
        return values.permute(2, 0, 1).unsqueeze(0)


# ==== base-2-logarithm
# One logarithm is to base 2 and the other natural. Their quotient needs one and the
# same base.
# change: torch.log( -> torch.log2(


# ==== half-of-half
# The exact buckets are all of one side. One half of a side is exact, the other
# logarithmic.
# change: exact = n // 2 -> exact = n // 4


# ==== rounded
# The bucket is rounded to the nearest. The formula has floor.
# change: / octaves * (n - exact) -> / octaves * (n - exact) + 0.5


# ==== octaves-from-one
# The far buckets are spread over all distances, from 1. They are spread from n / 2, where the
# single ones end.
# change: math.log(self.max_distance / exact) -> math.log(self.max_distance)


# ==== octaves-from-all-buckets
# The octaves are counted from all buckets of a side. They begin at half of them, e.
# change: math.log(self.max_distance / exact) -> math.log(self.max_distance / n)


# ==== one-strip
# Both sides share all buckets, by distance alone. Half of them are for keys after the query.
# change: n = self.num_buckets // 2 -> n = self.num_buckets
# change: (relative_position > 0).long() * n -> 0 * relative_position


# ==== later-keys-in-bucket-0
# Keys after the query all have bucket 0, as in a decoder. An encoder has half of the buckets for
# them.
# change: return side + torch.where( -> return (relative_position <= 0).long() * torch.where(


# ==== logarithm-of-the-distance
# The logarithm is that of d. It is that of d / e.
# change: distance.clamp(min=1).float() / exact -> distance.clamp(min=1).float()


# ==== frozen
# The embedding is frozen. Its numbers are learned: it needs requires_grad, which a new
# nn.Embedding has.
# change: nn.Embedding(num_buckets, num_heads) -> frozen(num_buckets, num_heads)


def frozen(num_buckets, num_heads):
    return nn.Embedding(num_buckets, num_heads).requires_grad_(False)
