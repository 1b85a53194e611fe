# ==== branches-exchanged
# The gate is taken from w_up: silu belongs to w_gate x.
# change: F.silu(x @ w_gate.T) * (x @ w_up.T) -> F.silu(x @ w_up.T) * (x @ w_gate.T)


# ==== sigmoid-alone
# The gate is the sigmoid. silu multiplies it by its input.
# change: F.silu( -> torch.sigmoid(


# ==== gelu-gate
# The gate is GELU; here it is silu.
# change: F.silu( -> F.gelu(


# ==== both-gated
# Both branches go through silu. The one of w_up is linear.
# change: (x @ w_up.T) -> F.silu(x @ w_up.T)


# ==== not-gated
# The branches are added. They should be multiplied.
# change: F.silu(x @ w_gate.T) * (x @ w_up.T) -> F.silu(x @ w_gate.T) + (x @ w_up.T)


# ==== four-times
# The width is that of a layer with two matrices, 4d. With three it is 8d / 3.
# change: 8 * d // 3 -> 4 * d


# ==== rounded-down
# The width is rounded down to the multiple.
# change: (wanted + multiple - 1) // multiple -> wanted // multiple


# ==== rounded-to-nearest
# The width is rounded to the nearest multiple. It is rounded up.
# change: ((wanted + multiple - 1) // multiple) -> round(wanted / multiple)


# ==== relu-gate
# The gate is relu (ReGLU). It should be silu.
# change: F.silu( -> F.relu(


# ==== always-one-more
# Where the width is a multiple already it gets one multiple more.
# change: (wanted + multiple - 1) -> (wanted + multiple)


# ==== tanh-gate
# The gate is tanh. It should be silu, z / (1 + exp(-z)).
# change: F.silu( -> torch.tanh(


# ==== tanh-gelu-gate
# The gate is GELU in its tanh form; here it is silu.
# change: F.silu(x @ w_gate.T) -> F.gelu(x @ w_gate.T, approximate="tanh")


# ==== swish-of-1-702
# The gate is z · sigmoid(1.702 z), which stands for GELU. silu is z · sigmoid(z).
# change: F.silu(x @ w_gate.T) -> (x @ w_gate.T) * torch.sigmoid(1.702 * (x @ w_gate.T))


# ==== softplus-gate
# The gate is softplus, ln(1 + exp(z)). It should be silu.
# change: F.silu( -> F.softplus(


# ==== silu-after-the-product
# silu is applied to the product of both branches. It belongs to the gate alone.
# change: F.silu(x @ w_gate.T) * (x @ w_up.T) -> F.silu((x @ w_gate.T) * (x @ w_up.T))


# ==== thirds-first
# The whole part is taken of d / 3, and then multiplied by 8. It is that of 8d / 3.
# change: 8 * d // 3 -> 8 * (d // 3)


# ==== rounded-up-first
# 8d / 3 is rounded up to a whole number. First its whole part is taken.
# change: 8 * d // 3 -> -(-8 * d // 3)


# ==== no-second-branch
# The product with w_up x is missing: silu(w_gate x) is multiplied by it.
# change:  * (x @ w_up.T) ->


# ==== two-thirds
# The width is 2d / 3. It is two thirds of 4d, which is 8d / 3.
# change: 8 * d // 3 -> 2 * d // 3
