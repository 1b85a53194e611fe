import torch


def get_sinusoidal_positional_encoding(max_len, d_model):
    rows = []
    for p in range(max_len):
        rotations = torch.tensor(
            [p / 10000 ** (2 * i / d_model) for i in range(d_model // 2)],
            dtype=torch.float64,
        )
        both = torch.polar(torch.ones(d_model // 2), rotations.float())
        rows.append(torch.stack([both.imag, both.real], dim=-1).flatten())
    return torch.stack(rows)
