# ==== keys-alone
# The values are missing: two tensors are kept per layer.
# change: return 2 * n_texts -> return n_texts


# ==== all-heads
# The number of query heads is taken. num_key_value_heads is smaller in grouped attention.
# change: config.get("num_key_value_heads", n_heads) -> n_heads


# ==== head-dim-computed
# head_dim is computed though the file states it.
# change: config.get("head_dim", config -> config.get("no_head_dim", config


# ==== window-ignored
# Sliding layers keep all tokens here. They keep no more than their window.
# change: kept += min(n_tokens, window) if slides else n_tokens -> kept += n_tokens


# ==== window-everywhere
# The window cuts every layer. Layers of another type keep all tokens.
# change: if slides else -> if window else


# ==== window-not-compared
# A sliding layer takes its whole window though the text is shorter.
# change: min(n_tokens, window) if slides else n_tokens -> window if slides else n_tokens


# ==== one-text
# n_texts is not used.
# change: 2 * n_texts * n_kv -> 2 * n_kv


# ==== width-by-kv-heads
# Without head_dim the width is hidden_size divided by the number of key and value heads. It is
# divided by num_attention_heads: the query heads make up hidden_size.
# change: config["hidden_size"] // n_heads -> config["hidden_size"] // n_kv


# ==== one-layer
# This is one layer. Each layer has its cache.
# change:  * kept *  ->  * kept // n_layers *


# ==== larger-of-both
# A layer with a window keeps the larger of window and tokens. It keeps the smaller.
# change: min(n_tokens, window) -> max(n_tokens, window)


# ==== bits
# The size is in bits. A number has bytes_per_number bytes.
# change: width * bytes_per_number -> width * bytes_per_number * 8


# ==== bytes-fixed
# bytes_per_number is not used: 2 is taken.
# change: width * bytes_per_number -> width * 2


# ==== model-width
# The whole width of the model is kept per token. With fewer heads of keys it is n_kv · head_dim.
# change: n_kv * kept * width -> kept * config["hidden_size"]


# ==== queries-kept
# Three tensors per layer are counted. Keys and values are kept; queries are not.
# change: return 2 * -> return 3 *
