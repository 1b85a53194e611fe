def interleaved_to_half(weight, n_heads):
    return weight.clone()
