# ==== dropout-of-its-own
# nn.Dropout() drops half of all numbers. Give it the dropout that the module is given.
# change: nn.Dropout(dropout) -> nn.Dropout()


# ==== by-batch
# The rows go by the text’s number in the batch, not by the time: every token of a text gets the
# same row. That slice is for sequence-first code; here the time is axis 1.


class SinusoidalPositionalEncoding(nn.Module):
    def __init__(self, d_model: int, max_len: int = 5000, dropout: float = 0.1):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        positions = torch.arange(max_len, dtype=torch.float32).unsqueeze(1)
        frequencies = torch.exp(
            torch.arange(0, d_model, 2, dtype=torch.float32)
            * (-math.log(10000.0) / d_model)
        )
        table = torch.zeros(max_len, d_model)
        table[:, 0::2] = torch.sin(positions * frequencies)
        table[:, 1::2] = torch.cos(positions * frequencies)[:, : d_model // 2]
        self.register_buffer("pe", table)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.dropout(x + self.pe[: x.size(0)].unsqueeze(1))


# ==== dropout-always
# Numbers are dropped after eval() too: some are 0, the others larger than they should be. Use
# nn.Dropout, or hand self.training to the function.


class SinusoidalPositionalEncoding(nn.Module):
    def __init__(self, d_model: int, max_len: int = 5000, dropout: float = 0.1):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        positions = torch.arange(max_len, dtype=torch.float32).unsqueeze(1)
        frequencies = torch.exp(
            torch.arange(0, d_model, 2, dtype=torch.float32)
            * (-math.log(10000.0) / d_model)
        )
        table = torch.zeros(max_len, d_model)
        table[:, 0::2] = torch.sin(positions * frequencies)
        table[:, 1::2] = torch.cos(positions * frequencies)[:, : d_model // 2]
        self.register_buffer("pe", table)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return nn.functional.dropout(x + self.pe[: x.size(1)], self.dropout.p, True)


# ==== a-parameter
# The table is a parameter: an optimiser would train it away. register_buffer keeps a tensor that
# moves with the module and is not trained.


class SinusoidalPositionalEncoding(nn.Module):
    def __init__(self, d_model: int, max_len: int = 5000, dropout: float = 0.1):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        positions = torch.arange(max_len, dtype=torch.float32).unsqueeze(1)
        frequencies = torch.exp(
            torch.arange(0, d_model, 2, dtype=torch.float32)
            * (-math.log(10000.0) / d_model)
        )
        table = torch.zeros(max_len, d_model)
        table[:, 0::2] = torch.sin(positions * frequencies)
        table[:, 1::2] = torch.cos(positions * frequencies)[:, : d_model // 2]
        self.pe = nn.Parameter(table)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.dropout(x + self.pe[: x.size(1)])


# ==== left-behind
# The numbers are right, but the table is a plain attribute: to() and state_dict() do not know it,
# and on a GPU it stays behind. register_buffer keeps a tensor that moves with the module.


class SinusoidalPositionalEncoding(nn.Module):
    """Adds the sinusoidal table to (batch, time, d_model)."""

    def __init__(self, d_model: int, max_len: int = 5000, dropout: float = 0.1):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        positions = torch.arange(max_len, dtype=torch.float32).unsqueeze(1)
        frequencies = torch.exp(
            torch.arange(0, d_model, 2, dtype=torch.float32)
            * (-math.log(10000.0) / d_model)
        )
        table = torch.zeros(max_len, d_model)
        table[:, 0::2] = torch.sin(positions * frequencies)
        table[:, 1::2] = torch.cos(positions * frequencies)[:, : d_model // 2]
        self.pe = table

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.dropout(x + self.pe[: x.size(1)])


# ==== no-dropout
# In eval() all is right; in training nothing is dropped. The sum goes through
# nn.Dropout(dropout).


class SinusoidalPositionalEncoding(nn.Module):
    """Adds the sinusoidal table to (batch, time, d_model)."""

    def __init__(self, d_model: int, max_len: int = 5000, dropout: float = 0.1):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        positions = torch.arange(max_len, dtype=torch.float32).unsqueeze(1)
        frequencies = torch.exp(
            torch.arange(0, d_model, 2, dtype=torch.float32)
            * (-math.log(10000.0) / d_model)
        )
        table = torch.zeros(max_len, d_model)
        table[:, 0::2] = torch.sin(positions * frequencies)
        table[:, 1::2] = torch.cos(positions * frequencies)[:, : d_model // 2]
        self.register_buffer("pe", table)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.pe[: x.size(1)]


# ==== other-dropout
# In eval() all is right; in training something else is dropped than the argument says: each
# number of the sum, x plus the table, is 0 with probability dropout.


class SinusoidalPositionalEncoding(nn.Module):
    """Adds the sinusoidal table to (batch, time, d_model)."""

    def __init__(self, d_model: int, max_len: int = 5000, dropout: float = 0.1):
        super().__init__()
        self.dropout = nn.Dropout(0.1)
        positions = torch.arange(max_len, dtype=torch.float32).unsqueeze(1)
        frequencies = torch.exp(
            torch.arange(0, d_model, 2, dtype=torch.float32)
            * (-math.log(10000.0) / d_model)
        )
        table = torch.zeros(max_len, d_model)
        table[:, 0::2] = torch.sin(positions * frequencies)
        table[:, 1::2] = torch.cos(positions * frequencies)[:, : d_model // 2]
        self.register_buffer("pe", table)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.dropout(x + self.pe[: x.size(1)])


# ==== scaled-input
# x is multiplied by √d_model. The original Transformer does that in its embedding layer; this
# module only adds.


class SinusoidalPositionalEncoding(nn.Module):
    def __init__(self, d_model: int, max_len: int = 5000, dropout: float = 0.1):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        positions = torch.arange(max_len, dtype=torch.float32).unsqueeze(1)
        frequencies = torch.exp(
            torch.arange(0, d_model, 2, dtype=torch.float32)
            * (-math.log(10000.0) / d_model)
        )
        table = torch.zeros(max_len, d_model)
        table[:, 0::2] = torch.sin(positions * frequencies)
        table[:, 1::2] = torch.cos(positions * frequencies)[:, : d_model // 2]
        self.register_buffer("pe", table)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.dropout(x * math.sqrt(x.size(-1)) + self.pe[: x.size(1)])


# ==== table-alone
# The table comes back without x: what the tokens mean is lost. Add it to x.


class SinusoidalPositionalEncoding(nn.Module):
    def __init__(self, d_model: int, max_len: int = 5000, dropout: float = 0.1):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        positions = torch.arange(max_len, dtype=torch.float32).unsqueeze(1)
        frequencies = torch.exp(
            torch.arange(0, d_model, 2, dtype=torch.float32)
            * (-math.log(10000.0) / d_model)
        )
        table = torch.zeros(max_len, d_model)
        table[:, 0::2] = torch.sin(positions * frequencies)
        table[:, 1::2] = torch.cos(positions * frequencies)[:, : d_model // 2]
        self.register_buffer("pe", table)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.dropout(self.pe[: x.size(1)].expand_as(x))


# ==== last-row
# One row is added to every token: pe[n] is a single row, pe[:n] are the first n of them.


class SinusoidalPositionalEncoding(nn.Module):
    def __init__(self, d_model: int, max_len: int = 5000, dropout: float = 0.1):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        positions = torch.arange(max_len, dtype=torch.float32).unsqueeze(1)
        frequencies = torch.exp(
            torch.arange(0, d_model, 2, dtype=torch.float32)
            * (-math.log(10000.0) / d_model)
        )
        table = torch.zeros(max_len, d_model)
        table[:, 0::2] = torch.sin(positions * frequencies)
        table[:, 1::2] = torch.cos(positions * frequencies)[:, : d_model // 2]
        self.register_buffer("pe", table)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.dropout(x + self.pe[x.size(1) - 1])


# ==== from-one
# Positions begin at 1. The first token is at 0: sines 0, cosines 1.


class SinusoidalPositionalEncoding(nn.Module):
    def __init__(self, d_model: int, max_len: int = 5000, dropout: float = 0.1):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        positions = torch.arange(1, max_len + 1, dtype=torch.float32).unsqueeze(1)
        frequencies = torch.exp(
            torch.arange(0, d_model, 2, dtype=torch.float32)
            * (-math.log(10000.0) / d_model)
        )
        table = torch.zeros(max_len, d_model)
        table[:, 0::2] = torch.sin(positions * frequencies)
        table[:, 1::2] = torch.cos(positions * frequencies)[:, : d_model // 2]
        self.register_buffer("pe", table)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.dropout(x + self.pe[: x.size(1)])


# ==== base-1000
# The base is 1000; it is 10000.
# change: 10000.0 -> 1000.0


# ==== cosine-first
# Sines and cosines have changed places: even columns are sines.
# change: 0::2] = torch.sin -> 0::2] = torch.cos
# change: 1::2] = torch.cos -> 1::2] = torch.sin


# ==== doubled-exponent
# The exponent is doubled: torch.arange(0, d_model, 2) holds 2i already.
# change: -math.log(10000.0) / d_model -> -2 * math.log(10000.0) / d_model


# ==== table-dropped
# Dropout acts on the table alone. It should act on the sum.
# change: self.dropout(x + self.pe[: x.size(1)]) -> x + self.dropout(self.pe[: x.size(1)])


# ==== table-scaled
# The table is divided by the root of the width. It is added as it is.
# change: self.register_buffer("pe", table) -> self.register_buffer("pe", table / d_model**0.5)


# ==== column-exponent
# Each column has a frequency of its own: k / d_model with k the column. Sine and cosine of a pair
# share 2i / d_model.
# change: cos(positions * frequencies) -> cos(positions * frequencies * 1e4 ** (-1 / d_model))


# ==== all-sines-first
# The sines fill the first half, the cosines the second one. They alternate: sine in column 2i,
# cosine in column 2i + 1.
# change: table[:, 0::2] = -> table[:, : (d_model + 1) // 2] =
# change: table[:, 1::2] = -> table[:, (d_model + 1) // 2 :] =


# ==== exponent-halved
# The frequencies fall half as fast as they should: 10000^(−i / d_model). The exponent of pair i is
# −2i / d_model.
# change: (-math.log(10000.0) / d_model) -> (-math.log(10000.0) / d_model / 2)


# ==== log-base-10
# The logarithm is one to base 10, so that the base is no longer 10000. exp wants the natural one.
# change: math.log(10000.0) -> math.log10(10000.0)


# ==== backwards
# The rows of the table are added in the opposite order.
# change: self.pe[: x.size(1)] -> self.pe[: x.size(1)].flip(0)
