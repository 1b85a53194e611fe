# ==== unchanged
# The weight comes back as it was. Half-split code would then rotate channels together that were
# trained apart: right at position 0, wrong from position 1 on (transformers#25199).


def interleaved_to_half(weight, n_heads):
    return weight.clone()


# ==== other-direction
# This is the inverse: weights of half-split code for interleaved code. The exercise wants the
# opposite (transformers#25199).


def interleaved_to_half(weight, n_heads):
    n_rows, d_model = weight.shape
    halves = weight.view(n_heads, 2, n_rows // n_heads // 2, d_model)
    return halves.transpose(1, 2).reshape(n_rows, d_model)


# ==== across-heads
# The order runs over all rows at once, so heads have exchanged channels. Each head must keep its
# own rows.


def interleaved_to_half(weight, n_heads):
    return torch.cat([weight[0::2], weight[1::2]])


# ==== heads-inside
# The rows are read as if the head were the fastest axis. The rows come head after head: begin
# with view(n_heads, …).


def interleaved_to_half(weight, n_heads):
    n_rows, d_model = weight.shape
    pairs = weight.view(n_rows // n_heads // 2, 2, n_heads, d_model)
    return pairs.transpose(0, 1).reshape(n_rows, d_model)


# ==== members-swapped
# The second channel of each pair has come first. Then every pair rotates the wrong way round, and
# scores at distance 3 are those of distance −3.


def interleaved_to_half(weight, n_heads):
    heads = weight.view(n_heads, -1, weight.shape[1])
    return torch.cat([heads[:, 1::2], heads[:, 0::2]], dim=1).reshape(weight.shape)


# ==== columns
# The columns are reordered. Columns are the inputs of the projection; the channels that RoPE
# rotates are its outputs, the rows.


def interleaved_to_half(weight, n_heads):
    columns = weight.view(weight.shape[0], n_heads, -1)
    return torch.cat([columns[..., 0::2], columns[..., 1::2]], dim=-1).reshape(
        weight.shape
    )
