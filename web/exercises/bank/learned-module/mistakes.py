# ==== batch-mean
# The gradient is the mean over the texts. Row t was added in every text, so their gradients add
# up; a 1 / batch, if the loss has one, is in dx already.


def table_gradient(dx: torch.Tensor, max_len: int) -> torch.Tensor:
    gradient = torch.zeros(max_len, dx.size(2))
    gradient[: dx.size(1)] = dx.mean(dim=0)
    return gradient


# ==== first-text
# Only the first text teaches the table. Sum dx over the batch, axis 0.


def table_gradient(dx: torch.Tensor, max_len: int) -> torch.Tensor:
    gradient = torch.zeros(max_len, dx.size(2))
    gradient[: dx.size(1)] = dx[0]
    return gradient


# ==== all-rows
# Every row gets the gradient of all times together, rows that no text reached too. Row t was used
# at time t only, and rows beyond the texts not at all.


def table_gradient(dx: torch.Tensor, max_len: int) -> torch.Tensor:
    return dx.sum(dim=(0, 1)).expand(max_len, dx.size(2))


# ==== rows-by-text
# The sum runs over the positions, and the rows go by the number of the text. It should be the
# other way round: axis 0 of dx is the batch, axis 1 the time.


def table_gradient(dx: torch.Tensor, max_len: int) -> torch.Tensor:
    gradient = torch.zeros(max_len, dx.size(2))
    gradient[: dx.size(0)] = dx.sum(dim=1)
    return gradient


# ==== last-rows
# The gradient is in the last rows of the table. Texts begin at row 0; it is the last rows that
# learn nothing.


def table_gradient(dx: torch.Tensor, max_len: int) -> torch.Tensor:
    gradient = torch.zeros(max_len, dx.size(2))
    gradient[max_len - dx.size(1) :] = dx.sum(dim=0)
    return gradient


# ==== from-one
# The first token gets row 1. Rows begin at 0 here (some models keep row 0, or the first two, for
# padding; where a model does that, its exercise says so).


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_len: int, d_model: int):
        super().__init__()
        self.table = nn.Embedding(max_len, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.table(torch.arange(1, x.size(1) + 1))


def table_gradient(dx: torch.Tensor, max_len: int) -> torch.Tensor:
    gradient = torch.zeros(max_len, dx.size(2))
    gradient[1 : dx.size(1) + 1] = dx.sum(dim=0)
    return gradient


# ==== rows-alone
# forward gives the rows without x: what the tokens mean is lost. Add them to x.


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_len: int, d_model: int):
        super().__init__()
        self.table = nn.Embedding(max_len, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.table(torch.arange(x.size(1))).expand(x.shape)


# ==== doubled
# The gradient is counted twice.
# change: dx.sum(dim=0) -> 2 * dx.sum(dim=0)


# ==== cut-off
# forward takes the rows out of reach of gradients (detach, no_grad, .data): the numbers are right,
# and the table would never learn.
# change: device=x.device)) -> device=x.device)).detach()


# ==== frozen
# The table does not ask for gradients, so it would never learn.
# change: nn.Embedding(max_len, d_model) -> nn.Embedding(max_len, d_model).requires_grad_(False)


# ==== tokens-scaled
# The tokens are multiplied by the root of d_model, as the original Transformer does it. Here x is
# added as it comes.
# change: return x + -> return x * x.size(2) ** 0.5 +


# ==== mean-over-times
# The gradient is divided by the number of times. Row t was added at time t alone.
# change: dx.sum(dim=0) -> dx.sum(dim=0) / dx.size(1)


# ==== last-text
# The gradient of one text writes over that of the one before. Every text used row t: add them up.
# change: dx.sum(dim=0) -> dx[-1]


# ==== times-before-texts
# The rows of dx are numbered as if the texts ran fastest. dx is (batch, time, d_model): of its
# rows, one after the other, the time runs fastest.


def table_gradient(dx: torch.Tensor, max_len: int) -> torch.Tensor:
    n_texts, n, d_model = dx.shape
    gradient = torch.zeros(max_len, d_model)
    rows = torch.arange(n).repeat_interleave(n_texts)
    return gradient.index_add_(0, rows, dx.reshape(-1, d_model))


# ==== rows-scaled
# The rows are multiplied by the root of d_model, as the original Transformer does it with tokens.
# Here they are added as they are.
# change: device=x.device)) -> device=x.device)) * x.size(2) ** 0.5


# ==== last-row-for-all
# Every token gets the row of the last position. Token t gets row t.
# change: torch.arange(x.size(1), device=x.device) -> torch.full((x.size(1),), x.size(1) - 1)


# ==== last-rows
# The rows are the last ones of the table. Token 0 reads row 0.
# change: self.table(torch.arange(x.size(1), device=x.device)) -> self.table.weight[-x.size(1) :]
