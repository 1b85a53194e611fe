import torch


def scale_queries(q, position_ids, interval=8192, beta=0.1):
    steps = torch.div(position_ids + 1, interval, rounding_mode="floor")
    return q.mul(torch.log1p(steps).mul(beta).add(1).reshape(q.shape[0], 1, -1, 1))
