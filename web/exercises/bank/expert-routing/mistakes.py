# ==== softmax-over-all
# The weights are those of the softmax over all experts, cut to the k largest: they add up to
# less than 1. Mixtral's softmax is over the chosen logits.


def route(logits, k):
    n, n_experts = logits.shape
    probabilities = logits.softmax(dim=-1)
    values, experts = probabilities.topk(k, dim=-1)
    weights = torch.zeros_like(logits).scatter(-1, experts, values)
    share = (weights > 0).float().sum(0) / (n * k)
    return weights, n_experts * (share * probabilities.mean(0)).sum()


# ==== even-weights
# The chosen experts all have the same weight.
# change: values.softmax(dim=-1) -> torch.full_like(values, 1 / k)


# ==== in-ranked-order
# The weights are in the order of their size, not at the places of their experts.
# change: .scatter(-1, experts, -> .scatter(-1, torch.arange(k).expand(n, k),


# ==== per-token-share
# The share is counted per token, not per choice: with k choices the shares add up to k.
# change: / (n * k) -> / n


# ==== balance-not-scaled
# The balance is not multiplied by the number of experts.
# change: n_experts * (share -> (share


# ==== probability-of-chosen
# The mean probability is that of the chosen weights. It comes from the softmax over all.
# change: logits.softmax(dim=-1).mean(0) -> weights.mean(0)


# ==== softmax-over-tokens
# The probabilities of balance are a softmax over the tokens. Each token has a softmax over the
# experts, the last axis.
# change: logits.softmax(dim=-1).mean(0) -> logits.softmax(dim=0).mean(0)


# ==== sigmoid-weights
# The weights are sigmoids of the chosen logits. They are the softmax over them, and add up to 1.
# change: values.softmax(dim=-1) -> values.sigmoid()


# ==== smallest-chosen
# The experts with the smallest logits are chosen.
# change: logits.topk(k, dim=-1) -> logits.topk(k, dim=-1, largest=False)


# ==== weights-in-place-of-counts
# The share is made of the weights. It counts choices, each as one.
# change: (weights > 0).float().sum(0) / (n * k) -> weights.sum(0) / n


# ==== divided-by-experts
# The balance is divided by the number of experts. It is multiplied by it.
# change: n_experts * (share -> 1 / n_experts * (share
