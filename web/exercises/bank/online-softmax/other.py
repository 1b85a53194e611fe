import torch


def softmax_sum(blocks):
    log_total, output = torch.tensor(float("-inf")), None
    for scores, values in blocks:
        log_block = torch.logsumexp(scores, dim=0)
        if torch.isinf(log_block):
            continue
        mean = torch.exp(scores - log_block) @ values
        if output is None:
            log_total, output = log_block, mean
            continue
        share = torch.sigmoid(log_block - log_total)
        output = output + share * (mean - output)
        log_total = torch.stack([log_total, log_block]).logsumexp(dim=0)
    return output, log_total
