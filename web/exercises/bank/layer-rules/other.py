STILL = {"rope_theta": 0}


def layer_rules(config):
    types = config["layer_types"]
    rules = config["rope_parameters"]
    if "rope_theta" in rules:
        rules = dict.fromkeys(types, rules)
    flags = config.get("no_rope_layers", [1] * len(types))
    chosen = [rules[t] if flag == 1 else STILL for t, flag in zip(types, flags)]
    return [1.0 * r["rope_theta"] for r in chosen], [
        r.get("factor", 1.0) for r in chosen
    ]
