# ==== decay-in-gradient
# The decay is part of the gradient: that is Adam with an L2 penalty. AdamW takes it off the
# parameter.


def adamw_step(
    p, g, m, v, step, lr, beta1=0.9, beta2=0.999, eps=1e-8, weight_decay=0.01
):
    g = g + weight_decay * p
    m, v = beta1 * m + (1 - beta1) * g, beta2 * v + (1 - beta2) * g * g
    m_hat, v_hat = m / (1 - beta1**step), v / (1 - beta2**step)
    return p - lr * m_hat / (v_hat.sqrt() + eps), m, v


# ==== not-corrected
# The running means are not corrected for their start at 0.
# change: m_hat, v_hat = m / (1 - beta1**step), v / (1 - beta2**step) -> m_hat, v_hat = m, v


# ==== corrected-returned
# The corrected means are returned, and would be corrected again in the next step.
# change: eps), m, v -> eps), m_hat, v_hat


# ==== eps-under-the-root
# eps is under the root. It should be added to the root, outside.
# change: (v_hat.sqrt() + eps) -> (v_hat + eps).sqrt()


# ==== decay-without-lr
# The decay is not multiplied by the learning rate.
# change: 1 - lr * weight_decay -> 1 - weight_decay


# ==== no-root
# The step is divided by the mean square, not by its root.
# change: v_hat.sqrt() -> v_hat


# ==== steps-from-zero
# The steps are counted from 0, so the correction is one step late.
# change: 1 - beta1**step -> 1 - beta1 ** (step - 1)
# change: 1 - beta2**step -> 1 - beta2 ** (step - 1)


# ==== decay-ignored
# weight_decay is not used.
# change: 1 - lr * weight_decay -> 1


# ==== gradient-not-squared
# The second mean is one of sizes. It should be one of squares.
# change: (1 - beta2) * g * g -> (1 - beta2) * g.abs()


# ==== ascends
# The step goes up the gradient. It should be subtracted.
# change: p - lr * m_hat -> p + lr * m_hat


# ==== root-before-correction
# The root of v is taken first and then divided by 1 − beta2^step. v itself is corrected, so its
# root is divided by the root of that.
# change: (v_hat.sqrt() + eps) -> (v.sqrt() / (1 - beta2**step) + eps)


# ==== eps-before-correction
# eps is added to the root before it is corrected, as old implementations do it: it counts for
# more in the first steps. Correct first, then add eps.
# change: (v_hat.sqrt() + eps) -> ((v.sqrt() + eps) / (1 - beta2**step) ** 0.5)


# ==== decay-after-the-step
# The parameter decays after its step, so the step decays too. Decay first.
# change: p = p * (1 - lr * weight_decay) -> decay = 1 - lr * weight_decay
# change: return p - lr -> return (p - lr
# change: + eps), m -> + eps)) * decay, m


# ==== second-not-corrected
# The mean of the gradient is corrected for its start, that of its square is not.
# change: v / (1 - beta2**step) -> v


# ==== betas-on-the-new
# The betas are the shares of the new gradient. They are the shares of the old mean.
# change: beta1 * m + (1 - beta1) * g -> (1 - beta1) * m + beta1 * g
# change: beta2 * v + (1 - beta2) * g * g -> (1 - beta2) * v + beta2 * g * g


# ==== root-without-eps
# eps is not used.
# change: v_hat.sqrt() + eps -> v_hat.sqrt()


# ==== square-of-the-new-mean
# The second mean is one of squares of the first mean. It is one of squares of the gradient.
# change: (1 - beta2) * g * g -> (1 - beta2) * m * m


# ==== one-beta
# beta1 is used for the mean of the squares too. That is beta2's.
# change: beta2 * v + (1 - beta2) -> beta1 * v + (1 - beta1)


# ==== gradient-in-place-of-mean
# The step follows the gradient itself. It follows its running mean.
# change: m_hat, v_hat = m / (1 - beta1**step) -> m_hat, v_hat = g


# ==== decay-not-by-the-parameter
# The decay is subtracted as a number, lr times weight_decay. It is that share of the parameter.
# change: p * (1 - lr * weight_decay) -> p - lr * weight_decay


# ==== gradient-times-mean
# The second mean is one of the gradient times its mean. It is one of squares of the gradient.
# change: (1 - beta2) * g * g -> (1 - beta2) * g * m


# ==== lr-in-the-mean
# The step is not multiplied by lr.
# change: p - lr * m_hat -> p - m_hat


# ==== betas-of-each-other
# Each mean is corrected by the other one’s beta.
# change: 1**step), v / (1 - beta2 -> 2**step), v / (1 - beta1


# ==== correction-multiplied
# The means are multiplied by 1 − beta^step. They are divided by it.
# change: / (1 - beta1**step), v / -> * (1 - beta1**step), v *


# ==== one-beta-for-both
# Both means are corrected with beta2. m is corrected with beta1.
# change: m / (1 - beta1**step) -> m / (1 - beta2**step)


# ==== second-by-first
# Both means are corrected with beta1. v is corrected with beta2.
# change: v / (1 - beta2**step) -> v / (1 - beta1**step)


# ==== looks-ahead
# The gradient counts once more, as Nesterov's look-ahead has it in NAdam. AdamW moves by m̂ alone.
# change: p - lr * m_hat -> p - lr * (beta1 * m + (1 - beta1) * g) / (1 - beta1**step)
