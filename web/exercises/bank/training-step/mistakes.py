# ==== sum-instead-of-mean
# The gradient is that of the sum. The loss is a mean: divide by the number of examples.
# change: d_logits = (logs.exp() - one_hot) / len(x) -> d_logits = logs.exp() - one_hot


# ==== uphill
# The parameters follow the gradient, so the loss grows. Subtract it.
# change: (logs.exp() - one_hot) -> (one_hot - logs.exp())


# ==== loss-after
# The losses are those after each step. Return those before.


def train(x, targets, weight, bias, lr, n_steps, momentum=0.0):
    one_hot = torch.nn.functional.one_hot(targets, len(bias)).float()
    v_weight, v_bias, losses = torch.zeros_like(weight), torch.zeros_like(bias), []
    for _ in range(n_steps):
        d_logits = ((x @ weight.T + bias).softmax(-1) - one_hot) / len(x)
        v_weight = momentum * v_weight + d_logits.T @ x
        v_bias = momentum * v_bias + d_logits.sum(0)
        weight, bias = weight - lr * v_weight, bias - lr * v_bias
        logs = (x @ weight.T + bias).log_softmax(-1)
        losses.append(-(logs * one_hot).sum(-1).mean().item())
    return weight, bias, losses


# ==== momentum-ignored
# Momentum is not used.
# change: momentum * v_weight + d_logits.T @ x -> d_logits.T @ x
# change: momentum * v_bias + d_logits.sum(0) -> d_logits.sum(0)


# ==== dampened
# The gradient is multiplied by 1 - momentum, as in a running mean. PyTorch's SGD adds it
# whole.
# change: v_weight + d_logits.T -> v_weight + (1 - momentum) * d_logits.T
# change: v_bias + d_logits.sum(0) -> v_bias + (1 - momentum) * d_logits.sum(0)


# ==== bias-not-trained
# The bias is not trained.
# change: bias - lr * v_bias -> bias


# ==== bias-by-mean
# The bias's gradient is the mean over the examples. d_logits is divided by n already: add up.
# change: d_logits.sum(0) -> d_logits.mean(0)


# ==== nesterov
# This is Nesterov’s momentum: the step adds the gradient to momentum times the velocity. Here
# the step is lr times the velocity alone.
# change: weight - lr * v_weight -> weight - lr * (d_logits.T @ x + momentum * v_weight)
# change: bias - lr * v_bias -> bias - lr * (d_logits.sum(0) + momentum * v_bias)


# ==== rate-twice
# The gradient is multiplied by lr on its way into the velocity, and the velocity once more. The
# velocity takes the plain gradient.
# change: momentum * v_weight + d_logits.T @ x -> momentum * v_weight + lr * d_logits.T @ x
# change: momentum * v_bias + d_logits.sum(0) -> momentum * v_bias + lr * d_logits.sum(0)


# ==== bias-twice
# The bias is added to the logits twice.
# change: + bias).log -> + 2 * bias).log


# ==== bias-steps-twice
# The bias makes each step twice.
# change: bias - lr * v_bias -> bias - 2 * lr * v_bias


# ==== sum-everywhere
# The loss and its gradient are sums over the examples. They should be means.
# change: .mean().item() -> .sum().item()
# change:  / len(x) ->


# ==== loss-by-class
# The loss is a mean over classes too: the gradient is right. Add up over the classes, and take
# the mean of the examples.
# change: .sum(dim=-1).mean() -> .mean()


# ==== squared-error
# This descends the squared error of the logits. The loss is the cross-entropy of their softmax.
# change: .log_softmax(dim=-1) ->
# change: -(logs * one_hot).sum -> ((logs - one_hot) ** 2).sum
# change: (logs.exp() - one_hot) -> 2 * (logs - one_hot)


# ==== gradients-add-up
# The gradients of all steps so far add up, as they do where zero_grad() is missing. Each step has
# its own.
# change: v_weight, v_bias, losses = -> seen, v_weight, v_bias, losses = 0,
# change: d_logits = (logs -> d_logits = seen = seen + (logs


# ==== momentum-on-the-rate
# The velocity holds lr already and is multiplied by it again.
# change: momentum * v_weight + d_logits -> momentum * v_weight + lr * d_logits


# ==== loss-summed
# The losses are sums over the examples. They are means.
# change: .mean().item() -> .sum().item()


# ==== bias-not-used
# The bias is not added to the logits.
# change: x @ weight.T + bias -> x @ weight.T


# ==== bias-without-momentum
# The bias moves by its gradient alone: momentum is for both parameters.
# change: v_bias = momentum * v_bias + -> v_bias =


# ==== weight-without-momentum
# The weight moves by its gradient alone: momentum is for both parameters.
# change: v_weight = momentum * v_weight + -> v_weight =
