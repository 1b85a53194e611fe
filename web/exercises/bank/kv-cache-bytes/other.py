def cache_bytes(config, n_tokens, n_texts=1, bytes_per_number=2):
    heads = config["num_attention_heads"]
    per_token = 2 * (config.get("num_key_value_heads") or heads)
    per_token *= config.get("head_dim") or config["hidden_size"] // heads
    limits = {"sliding_attention": config.get("sliding_window") or n_tokens}
    types = config.get("layer_types") or [None] * config["num_hidden_layers"]
    tokens = sum(min(n_tokens, limits.get(kind, n_tokens)) for kind in types)
    return tokens * per_token * n_texts * bytes_per_number
