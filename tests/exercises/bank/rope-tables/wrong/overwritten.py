import torch


def get_rope_embeddings(d_model: int, max_len: int):
    """Cosines and sines, (max_len, d_model / 2) each."""
    frequencies = 1.0 / 10000 ** (
        torch.arange(0, d_model, 2, dtype=torch.float32) / d_model
    )
    angles = torch.outer(torch.arange(max_len, dtype=torch.float32), frequencies)
    return torch.cos(angles), torch.sin(angles)


def apply_rotary_pos_emb(
    x: torch.Tensor, freqs_cos: torch.Tensor, freqs_sin: torch.Tensor
) -> torch.Tensor:
    """x (batch, time, heads, head width), rotated pair by pair: channels 2i and 2i + 1."""
    n_times = x.shape[1]
    cos = freqs_cos[:n_times].unsqueeze(1)  # (time, 1, pairs): the same for every head
    sin = freqs_sin[:n_times].unsqueeze(1)
    a, b = x[..., 0::2], x[..., 1::2]
    x[..., 0::2] = a * cos - b * sin
    x[..., 1::2] = a * sin + b * cos
    return x
