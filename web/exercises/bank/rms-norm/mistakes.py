# ==== in-half
# The squares are computed in float16: from 256 on they are infinite, and the vector becomes
# 0. Compute in float32.
# change: x.float() -> x


# ==== mean-taken-off
# The mean is taken off, as in layer norm. RMS norm divides only.
# change: wide = x.float() -> wide = x.float() - x.float().mean(dim=-1, keepdim=True)


# ==== eps-outside
# eps is added to the root. It should be added to the mean square, under the root.
# change: torch.rsqrt(square + eps) -> 1 / (torch.sqrt(square) + eps)


# ==== sum-of-squares
# The vector is divided by its length: the squares are added up, not averaged.
# change: wide.pow(2).mean(dim=-1, keepdim=True) -> wide.pow(2).sum(dim=-1, keepdim=True)


# ==== not-turned-back
# The result is float32 where x is float16.
# change: .to(x.dtype) * weight -> * weight.float()


# ==== weight-plus-one
# The weight has 1 added, as in Gemma's code. Here it is used as it is.
# change: .to(x.dtype) * weight -> .to(x.dtype) * (1 + weight)


# ==== eps-ignored
# eps is not used.
# change: square + eps -> square


# ==== weight-before-cast
# Multiplied by weight before the result is float16 again, as some models do it. Here, as in
# Llama, it is converted first; the last digit differs.
# change: eps)).to(x.dtype) * weight -> eps) * weight.float()).to(x.dtype)


# ==== mean-of-sizes
# The vector is divided by the mean of its sizes. It is divided by the root of the mean of the
# squares.
# change: torch.rsqrt(square + eps) -> (1 / (wide.abs().mean(dim=-1, keepdim=True) + eps))


# ==== mean-square-not-rooted
# The vector is divided by the mean square, not by its root.
# change: torch.rsqrt(square + eps) -> (1 / (square + eps))


# ==== over-all
# The mean square is that of the whole tensor. Each vector has its own.
# change: mean(dim=-1, keepdim=True) -> mean()


# ==== largest
# The vector is divided by its largest number. It is divided by the root of the mean square.
# change: torch.rsqrt(square + eps) -> (1 / (wide.abs().amax(dim=-1, keepdim=True) + eps))


# ==== variance
# The squares are those of the deviations: a variance. RMS norm takes no mean off.
# change: wide.pow(2).mean(dim=-1, keepdim=True) -> wide.var(dim=-1, keepdim=True, unbiased=False)


# ==== over-the-rows
# The mean square runs over the first axis. Each vector of the last axis has its own.
# change: pow(2).mean(dim=-1, -> pow(2).mean(dim=0,
