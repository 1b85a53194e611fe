# ==== diagonal-alone
# Only the diagonal of the Jacobian is used, y (1 - y). Every output depends on every logit.
# change: y * (dy - (dy * y).sum(dim=-1, keepdim=True)) -> dy * y * (1 - y)


# ==== sum-forgotten
# The sum of dy · y is missing.
# change: y * (dy - (dy * y).sum(dim=-1, keepdim=True)) -> y * dy


# ==== sum-over-all
# The sum runs over the whole tensor. Each row has its own.
# change: .sum(dim=-1, keepdim=True) -> .sum()


# ==== not-scaled-back
# The factor 1/√d is missing in the gradients of q and k.
# change: weights) / math.sqrt(d) -> weights)


# ==== scaled-twice
# The gradients of q and k are divided by d: the factor 1/√d is there twice.
# change: weights) / math.sqrt(d) -> weights) / d


# ==== keys-and-queries-exchanged
# The gradients of q and k have changed places.
# change: d_scores @ k, d_scores.T @ q, -> d_scores.T @ q, d_scores @ k,


# ==== softmax-passed-over
# The gradient goes past the softmax as if it were not there.
# change: softmax_backward(d_out @ v.T, weights) / -> (d_out @ v.T) /


# ==== values-by-scores
# The gradient of v is made with the gradient of the scores. The output is weights times v, so
# it is weights transposed times d_out.
# change: weights.T @ d_out -> d_scores.T @ d_out


# ==== softmax-over-queries
# The softmax runs over the queries. It should run over the keys, the last axis.
# change: .softmax(dim=-1) -> .softmax(dim=0)


# ==== sum-of-dy
# The sum that is subtracted is that of dy alone. It is weighted by y.
# change: (dy * y).sum -> dy.sum


# ==== values-for-gradient
# d_v is made of the output. It is the transposed weights times the gradient of the output.
# change: weights.T @ d_out -> weights.T @ (weights @ v)


# ==== divided-by-root-in-values
# The gradient of the values is divided by √d, too. The scores are scaled, the values are not.
# change: weights.T @ d_out -> weights.T @ d_out / math.sqrt(d)


# ==== mean-for-sum
# softmax_backward subtracts the mean of dy · y. It subtracts the sum.
# change: (dy * y).sum( -> (dy * y).mean(


# ==== weights-for-their-gradient
# The gradient of the queries is weights · k. The keys are weighed by the gradient of the scores.
# change: d_scores @ k -> weights @ k / math.sqrt(d)


# ==== weights-not-scaled
# The weights are computed again without the division by √d. They are those of the forward pass.
# change: (q @ k.T / math.sqrt(d)).softmax -> (q @ k.T).softmax


# ==== scaled-by-queries
# The scores are divided by the root of the number of queries. It is that of the width.
# change: d = q.shape[-1] -> d = q.shape[0]
