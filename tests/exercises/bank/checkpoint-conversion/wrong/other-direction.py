def interleaved_to_half(weight, n_heads):
    n_rows, d_model = weight.shape
    halves = weight.view(n_heads, 2, n_rows // n_heads // 2, d_model)
    return halves.transpose(1, 2).reshape(n_rows, d_model)
