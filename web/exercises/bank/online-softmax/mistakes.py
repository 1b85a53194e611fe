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


# ==== total-not-corrected
# The sum of exponentials is not multiplied by exp(old largest - new largest); only the output is.
# change: total * correction -> total


# ==== correction-upside-down
# The correction is exp(new largest - old largest). What is kept shrinks where the largest grows:
# exp(old - new).
# change: torch.exp(largest - new) -> torch.exp(new - largest) if total else 1.0


# ==== each-by-its-own
# Each block subtracts its own largest score, and what was kept is not corrected for that.
# change: torch.maximum(largest, scores.max()) -> scores.max()
# change: torch.exp(largest - new) -> 1.0


# ==== log-of-last-block
# The logarithm is that of the last block alone.
# change: largest + torch.log(total) -> torch.logsumexp(scores, 0)


# ==== base-2-logarithm
# The logarithm of the sum is one to base 2. It should be the natural one.
# change: torch.log(total) -> torch.log2(total)


# ==== log-subtracted
# The logarithm of the sum is subtracted from the largest score. It is added: log(sum exp(s - m))
# + m.
# change: largest + torch -> largest - torch


# ==== divided-at-each-block
# The output is divided by the sum after each block, and then added to as if it were not. Divide
# once, at the end.
# change: output * correction + weights @ values -> (output * correction + weights @ values) / total
# change: return output / total -> return output


# ==== values-averaged
# The weighted values of a block are averaged. They are summed.
# change: weights @ values -> weights @ values / len(weights)


# ==== score-by-score
# Score by score the sum of weights is corrected when a larger one comes, the sum of values is not.


def softmax_sum(blocks):
    largest, total = float("-inf"), torch.zeros(())
    output = torch.zeros(blocks[0][1].shape[1])
    for scores, values in blocks:
        for score, value in zip(scores, values):
            if score == float("-inf"):
                continue
            new = max(largest, score.item())
            total = total * torch.exp(torch.tensor(largest - new))
            weight = torch.exp(score - new)
            total, output, largest = total + weight, output + weight * value, new
    return output / total, largest + torch.log(total)


# ==== never-corrected
# Score by score, nothing of what has been added up is corrected when a larger one comes: multiply
# both sums by exp(old largest - new largest).


def softmax_sum(blocks):
    largest, total = float("-inf"), torch.zeros(())
    output = torch.zeros(blocks[0][1].shape[1])
    for scores, values in blocks:
        for score, value in zip(scores, values):
            if score == float("-inf"):
                continue
            largest = max(largest, score.item())
            weight = torch.exp(score - largest)
            total, output = total + weight, output + weight * value
    return output / total, largest + torch.log(total)


# ==== largest-of-the-block
# The largest is that of the block at hand. After a block with far larger scores the correction,
# exp(old - new), is inf. Keep the larger of both.
# change: torch.maximum(largest, scores.max()) -> scores.max()


# ==== total-for-its-logarithm
# The second output is the sum of exp(score - largest) itself. Return its logarithm plus the largest
# score.
# change: largest + torch.log(total) -> total


# ==== base-10-logarithm
# The logarithm of the sum is one to base 10. It should be the natural one.
# change: torch.log(total) -> torch.log10(total)


# ==== last-block-alone
# Both outputs are those of the last block alone. Add to what the blocks before it gave.
# change: total = total * correction + -> total =
# change: output = output * correction + -> output =


# ==== hidden-block-in-the-mean
# Each block has its own softmax, and the outputs are averaged, those of hidden blocks as 0. Blocks
# do not have equal weight.
# change: weights @ values -> weights.softmax(0) @ values


# ==== corrected-twice
# The sum of values is corrected twice, the sum of weights once.
# change: output * correction -> output * correction**2
