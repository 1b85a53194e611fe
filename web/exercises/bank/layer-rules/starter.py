def layer_rules(config: dict) -> tuple[list[float], list[float]]:
    """Base and factor of each layer; base 0.0 for a layer that does not rotate."""
    raise NotImplementedError


if __name__ == "__main__":
    config = {
        "layer_types": ["sliding_attention", "full_attention"],
        "rope_parameters": {
            "sliding_attention": {"rope_theta": 10000},
            "full_attention": {"rope_theta": 1000000, "factor": 8},
        },
    }
    print(layer_rules(config))
