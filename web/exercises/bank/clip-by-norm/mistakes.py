# ==== each-by-its-own
# Each tensor is clipped by its own norm, which changes the direction of the step. All get one
# factor.


def clip(gradients, limit):
    norm = torch.sqrt(sum((g**2).sum() for g in gradients))
    norms = [g.norm() for g in gradients]
    return [
        g * (limit / n if n > limit else 1.0) for g, n in zip(gradients, norms)
    ], norm


# ==== number-by-number
# Each number is cut by itself. All get one factor.
# change: factor * g for g -> g.clamp(-limit, limit) for g


# ==== always-scaled
# Gradients below the limit are made larger.
# change: if norm > limit -> if norm > 0


# ==== norm-after
# The norm is the one after clipping. Return the one before.
# change: ], norm -> ], factor * norm


# ==== sum-of-norms
# The norms of the tensors are added. Their squares are, and then the root is taken.
# change: torch.sqrt(sum((g**2).sum() for -> (sum((g**2).sum().sqrt() for


# ==== no-root
# The norm is the sum of squares; the root is missing.
# change: torch.sqrt(sum((g**2).sum() for g in gradients)) -> sum((g**2).sum() for g in gradients)


# ==== nan-at-zero
# Gradients of 0 become nan: 0 / 0.
# change: limit / norm if norm > limit else 1.0 -> (limit / norm).clamp(max=1.0) * norm / norm


# ==== largest-number
# The norm is the largest number. It should be the root of the sum of all squares.
# change: torch.sqrt(sum((g**2).sum() for -> max((g.abs().max() for


# ==== sum-of-sizes
# The norm is the sum of all sizes. It should be the root of the sum of all squares.
# change: torch.sqrt(sum((g**2).sum() for g in gradients)) -> sum(g.abs().sum() for g in gradients)


# ==== root-mean-square
# The norm is the root of the mean square. It should be the root of the sum of all squares.


def clip(gradients, limit):
    squares = torch.cat([g.flatten() for g in gradients]) ** 2
    norm = squares.mean().sqrt()
    factor = limit / norm if norm > limit else 1.0
    return [factor * g for g in gradients], norm


# ==== factor-upside-down
# The factor is the norm over the limit, so gradients grow. It should be the limit over the norm.
# change: limit / norm -> norm / limit


# ==== factor-by-square
# The limit is compared with, and divided by, the square of the norm. The root is taken only of
# what is returned.


def clip(gradients, limit):
    square = sum((g**2).sum() for g in gradients)
    factor = limit / square if square > limit else 1.0
    return [factor * g for g in gradients], torch.sqrt(square)


# ==== last-tensor
# The norm is that of the last tensor. All of them have one norm in common.
# change: for g in gradients)) -> for g in gradients[-1:]))


# ==== largest-norm
# The norm is the largest norm of one tensor. All of them have one norm in common.
# change: torch.sqrt(sum((g**2).sum() for g in gradients)) -> max(g.norm() for g in gradients)
