def cache_bytes(
    config: dict, n_tokens: int, n_texts: int = 1, bytes_per_number: int = 2
) -> int:
    """The bytes of all cached keys and values."""
    raise NotImplementedError


if __name__ == "__main__":
    config = {
        "num_hidden_layers": 32,
        "num_attention_heads": 32,
        "num_key_value_heads": 8,
        "hidden_size": 4096,
    }
    print(cache_bytes(config, 8192) / 2**30, "GiB")
