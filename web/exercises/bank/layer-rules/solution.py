def layer_rules(config: dict) -> tuple[list[float], list[float]]:
    """Base and factor of each layer; base 0.0 for a layer that does not rotate."""
    rules, flags = config["rope_parameters"], config.get("no_rope_layers")

    def rule_of(layer_type):
        return rules if "rope_theta" in rules else rules[layer_type]

    bases, factors = [], []
    for layer, layer_type in enumerate(config["layer_types"]):
        if flags and not flags[layer]:
            bases.append(0.0)
            factors.append(1.0)
            continue
        rule = rule_of(layer_type)
        bases.append(float(rule["rope_theta"]))
        factors.append(float(rule.get("factor", 1)))
    return bases, factors


if __name__ == "__main__":
    config = {
        "layer_types": ["sliding_attention", "full_attention"],
        "rope_parameters": {
            "sliding_attention": {"rope_theta": 10000},
            "full_attention": {"rope_theta": 1000000, "factor": 8},
        },
    }
    print(layer_rules(config))
