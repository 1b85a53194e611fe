from collections import Counter
from math import prod


def cache_bytes(config, n_tokens, n_texts=1, bytes_per_number=2):
    layers = Counter(config.get("layer_types") or {"": config["num_hidden_layers"]})
    sliding = layers.pop("sliding_attention", 0)
    window = min(config.get("sliding_window") or n_tokens, n_tokens)
    tokens = sliding * window + sum(layers.values()) * n_tokens
    heads = config.get("num_key_value_heads") or config["num_attention_heads"]
    width = config.get("head_dim") or config["hidden_size"] // config["num_attention_heads"]
    return prod((2, tokens, heads, width, n_texts, bytes_per_number))
