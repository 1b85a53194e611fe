def cache_bytes(
    config: dict, n_tokens: int, n_texts: int = 1, bytes_per_number: int = 2
) -> int:
    """The bytes of all cached keys and values."""
    n_layers, n_heads = config["num_hidden_layers"], config["num_attention_heads"]
    n_kv = config.get("num_key_value_heads", n_heads)
    width = config.get("head_dim", config["hidden_size"] // n_heads)
    types = config.get("layer_types", ["full_attention"] * n_layers)
    window = config.get("sliding_window")
    kept = 0
    for layer_type in types:
        slides = layer_type == "sliding_attention" and window
        kept += min(n_tokens, window) if slides else n_tokens
    return 2 * n_texts * n_kv * kept * width * bytes_per_number


if __name__ == "__main__":
    config = {
        "num_hidden_layers": 32,
        "num_attention_heads": 32,
        "num_key_value_heads": 8,
        "hidden_size": 4096,
    }
    print(cache_bytes(config, 8192) / 2**30, "GiB")
