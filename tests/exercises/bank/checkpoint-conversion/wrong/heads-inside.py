def interleaved_to_half(weight, n_heads):
    n_rows, d_model = weight.shape
    pairs = weight.view(n_rows // n_heads // 2, 2, n_heads, d_model)
    return pairs.transpose(0, 1).reshape(n_rows, d_model)
