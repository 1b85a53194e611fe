from itertools import repeat


def layer_rules(config):
    params = config["rope_parameters"]
    flat = not any(isinstance(v, dict) for v in params.values())
    pairs = (
        (float(r["rope_theta"]), float(r.get("factor", 1.0))) if on else (0.0, 1.0)
        for r, on in zip(
            (params if flat else params[t] for t in config["layer_types"]),
            config.get("no_rope_layers") or repeat(1),
        )
    )
    bases, factors = zip(*pairs)
    return list(bases), list(factors)
