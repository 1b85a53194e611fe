# ==== unbiased-variance
# The variance is divided by d - 1. Layer norm divides by d: unbiased=False.
# change: x.var(dim=-1, unbiased=False, keepdim=True) -> x.var(dim=-1, keepdim=True)


# ==== eps-outside
# eps is added to the root. It should be added to the variance, under the root.
# change: torch.sqrt(variance + eps) -> (torch.sqrt(variance) + eps)


# ==== whole-tensor
# Mean and variance are those of the whole tensor. Each vector has its own.
# change: x.mean(dim=-1, keepdim=True) -> x.mean()
# change: x.var(dim=-1, unbiased=False, keepdim=True) -> x.var(unbiased=False)


# ==== mean-kept
# The mean is not taken off: that is RMS norm with a variance.
# change: (x - mean) -> x


# ==== not-rooted
# The deviations are divided by the variance, not by its root.
# change: torch.sqrt(variance + eps) -> (variance + eps)


# ==== bias-forgotten
# The bias is not added.
# change:  + bias ->


# ==== eps-ignored
# eps is not used: equal numbers give nan.
# change: variance + eps -> variance


# ==== bias-subtracted
# The bias is subtracted. It should be added.
# change: weight + bias -> weight - bias


# ==== weight-plus-one
# The weight is taken as 1 + weight, as in Gemma. Here it is the factor itself.
# change: * weight + -> * (1 + weight) +


# ==== summed-squares
# The squares are added up, not averaged: the variance is d times too large.
# change: unbiased=False, keepdim=True) -> unbiased=False, keepdim=True) * x.shape[-1]


# ==== bias-times-weight
# The bias is multiplied by weight too. Only the normalised vector is; bias is added after that.
# change: * weight + bias -> * weight + bias * weight


# ==== other-axis
# Mean and variance are those of the axis before the last, over rows. Each vector of the last axis
# has its own.
# change: x.mean(dim=-1, -> x.mean(dim=-min(2, x.dim()),
# change: x.var(dim=-1, -> x.var(dim=-min(2, x.dim()),


# ==== all-but-the-first
# Mean and variance are those of all axes but the first. Only the last axis counts.


def layer_norm(x, weight, bias, eps=1e-5):
    axes = tuple(range(1, x.dim())) or (0,)
    mean = x.mean(dim=axes, keepdim=True)
    variance = ((x - mean) ** 2).mean(dim=axes, keepdim=True)
    return (x - mean) / torch.sqrt(variance + eps) * weight + bias


# ==== absolute-deviation
# The deviations are divided by the mean of their sizes. They are divided by the root of the
# mean of their squares.
# change: torch.sqrt(variance + eps) -> ((x - mean).abs().mean(dim=-1, keepdim=True) + eps)


# ==== eps-on-the-result
# eps is added after the division. It should be added to the variance, under the root.
# change: torch.sqrt(variance + eps) -> torch.sqrt(variance).clamp(min=eps)


# ==== median
# The median is subtracted. It should be the mean.
# change: mean = x.mean(dim=-1, keepdim=True) -> mean = x.median(dim=-1, keepdim=True).values


# ==== between-smallest-and-largest
# Each vector is scaled to 0 … 1 between its smallest and its largest number. Subtract the mean
# and divide by the deviation.
# change: (x - mean) -> (x - x.amin(dim=-1, keepdim=True))
# change: torch.sqrt(variance -> (x.amax(dim=-1, keepdim=True) - x.amin(dim=-1, keepdim=True)


# ==== mean-square
# The divisor is the root of the mean square of x itself. The variance is that of the deviations
# from the mean.
# change: x.var(dim=-1, unbiased=False, keepdim=True) -> x.pow(2).mean(dim=-1, keepdim=True)


# ==== weight-forgotten
# weight is not used.
# change: * weight + bias -> + bias


# ==== over-the-first-axis
# Mean and variance run over the first axis, as in batch norm. Each vector of the last axis has
# its own.
# change: x.mean(dim=-1, -> x.mean(dim=0,
# change: x.var(dim=-1, -> x.var(dim=0,


# ==== weighted-first
# weight and bias come before the norm. They come after it.
# change:     mean = x.mean( ->     x, weight, bias = x * weight + bias, 1, 0; mean = x.mean(


# ==== difference-of-squares
# The variance is the mean of the squares less the square of the mean. Far from 0 both are large and
# nearly equal, and float32 keeps nothing of their difference. Square the deviations.
# change: x.var(dim=-1, unbiased=False, keepdim=True) -> x.pow(2).mean(dim=-1, keepdim=True)
# change: variance + eps -> (variance - mean * mean).clamp(min=0) + eps


# ==== mean-of-all
# The mean is that of the whole tensor, for every vector. Each has its own.
# change: x.mean(dim=-1, keepdim=True) -> x.mean()
# change: x.var(dim=-1, unbiased=False, keepdim=True) -> (x - mean).pow(2).mean(-1, keepdim=True)
