def cache_bytes(config, n_tokens, n_texts=1, bytes_per_number=2):
    def of(kind):
        if kind == "sliding_attention" and (w := config.get("sliding_window")):
            return min(w, n_tokens)
        return n_tokens

    heads = config["num_attention_heads"]
    kinds = config.get("layer_types") or ("full_attention",) * config["num_hidden_layers"]
    width = config.get("head_dim") or config["hidden_size"] / heads
    return float(sum(map(of, kinds)) * 2 * (config.get("num_key_value_heads") or heads) * width * n_texts * bytes_per_number)
