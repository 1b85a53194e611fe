# ==== flag-reversed
# The flags are read as their name says, 1 for a layer without rotation. Here 1 means that
# the layer rotates.
# change: if flags and not flags[layer]: -> if flags and flags[layer]:


# ==== flags-ignored
# no_rope_layers is not read: every layer rotates.
# change: if flags and not flags[layer]: -> if False:


# ==== one-rule-for-all
# The rule of the full-attention layers is applied to every layer.
# change: rules[layer_type] -> rules["full_attention"]


# ==== factor-for-all
# The base is taken by layer, but the factor of the full-attention layers stretches all of
# them. A factor belongs to its rule.


def layer_rules(config):
    rules = config["rope_parameters"]
    flags = config.get("no_rope_layers")
    largest = rules if "rope_theta" in rules else rules["full_attention"]
    bases, factors = [], []
    for layer, layer_type in enumerate(config["layer_types"]):
        rule = rules if "rope_theta" in rules else rules[layer_type]
        rotates = not flags or flags[layer]
        bases.append(float(rule["rope_theta"]) if rotates else 0.0)
        factors.append(float(largest.get("factor", 1)) if rotates else 1.0)
    return bases, factors


# ==== default-base
# The base falls back to 10000 where the rules are nested: they are one level deeper.


def layer_rules(config):
    rules, flags = config["rope_parameters"], config.get("no_rope_layers")
    n = len(config["layer_types"])
    rotates = [not flags or flags[k] for k in range(n)]
    base, factor = float(rules.get("rope_theta", 10000)), float(rules.get("factor", 1))
    return [base if r else 0.0 for r in rotates], [
        factor if r else 1.0 for r in rotates
    ]


# ==== factor-ignored
# The factors are all 1: factor is not read.
# change: float(rule.get("factor", 1)) -> 1.0


# ==== factor-without-rotation
# A layer that does not rotate has a factor. Give such a layer 1.0.
# change: factors.append(1.0) -> factors.append(float(rule_of(layer_type).get("factor", 1)))


# ==== factor-in-the-base
# The base is multiplied by the factor. The factor divides frequencies; it is returned by itself.
# change: float(rule["rope_theta"]) -> float(rule["rope_theta"]) * rule.get("factor", 1)
# change: float(rule.get("factor", 1)) -> 1.0


# ==== factor-divides-the-base
# The factor is that of its reciprocal, 1 / factor. It is returned as it is.
# change: float(rule.get("factor", 1)) -> 1 / float(rule.get("factor", 1))


# ==== flag-reversed-everywhere
# The flags are read as their name says, and where there are none no layer rotates. Here 1 means
# that the layer rotates; without flags all do.
# change: if flags and not flags[layer]: -> if not flags or flags[layer]:
