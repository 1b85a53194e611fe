import torch


def clip(gradients, limit):
    flat = torch.cat([g.flatten() for g in gradients])
    norm = torch.linalg.vector_norm(flat)
    flat = flat * min(1.0, limit / float(norm)) if norm > 0 else flat
    pieces = flat.split([g.numel() for g in gradients])
    return [one.view_as(g) for one, g in zip(pieces, gradients)], norm
