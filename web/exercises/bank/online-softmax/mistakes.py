# ==== no-correction
# What has been added up is not corrected when a larger score comes: multiply it by
# exp(old largest - new largest).
# change: torch.exp(largest - new) -> torch.ones(())


# ==== output-not-corrected
# The sum of weights is corrected when a larger score comes, the sum of values is not.
# change: output = output * correction + weights @ values -> output = output + weights @ values


# ==== overflow
# exp is taken of the scores themselves: it overflows. Subtract the largest.


def softmax_sum(blocks):
    total, output = torch.zeros(()), 0.0
    for scores, values in blocks:
        total = total + torch.exp(scores).sum()
        output = output + torch.exp(scores) @ values
    return output / total, torch.log(total)


# ==== mean-of-blocks
# Each block has its own softmax, and the outputs are averaged. The blocks do not have equal
# weight.


def softmax_sum(blocks):
    finite = [(s, v) for s, v in blocks if s.max() > float("-inf")]
    outputs = [scores.softmax(-1) @ values for scores, values in finite]
    logs = [scores.logsumexp(-1) for scores, _ in finite]
    return sum(outputs) / len(outputs), torch.stack(logs).logsumexp(0)


# ==== nan-after-a-hidden-block
# A first block of -inf gives nan: -inf minus -inf. Skip it.
# change: if new == float("-inf"): -> if False:


# ==== log-without-largest
# The logarithm is that of exp(score - largest): the largest score is to be added.
# change: largest + torch.log(total) -> torch.log(total)


# ==== not-divided
# The output is not divided by the sum of the weights.
# change: output / total -> output
