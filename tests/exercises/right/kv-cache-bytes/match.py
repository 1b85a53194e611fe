def cache_bytes(config, n_tokens, n_texts=1, bytes_per_number=2):
    match config:
        case {"num_key_value_heads": int(heads)}:
            pass
        case {"num_attention_heads": heads}:
            pass
    try:
        width = config["head_dim"]
    except KeyError:
        width = config["hidden_size"] // config["num_attention_heads"]
    numbers = 0
    for layer in range(config["num_hidden_layers"]):
        kept = n_tokens
        if config.get("layer_types", {layer: ""})[layer].startswith("sliding"):
            kept = min(kept, config.get("sliding_window") or kept)
        numbers += sum((heads * width * kept,) * 2)
    return numbers * n_texts * bytes_per_number
