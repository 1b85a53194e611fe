# ==== first-step-zero
# Step 0 has a rate of 0: nothing is learned in it. It should be (step + 1) / n_warmup.
# change: peak * (step + 1) / n_warmup -> peak * step / n_warmup


# ==== rises-again
# After n_steps the cosine goes on, and the rate rises again.
# change: if step >= n_steps: -> if False:


# ==== whole-cosine
# The cosine runs a whole period: down and up again. It should run half a period.
# change: math.pi * share -> 2 * math.pi * share


# ==== warm-up-in-cosine
# The cosine begins at step 0, so it has fallen already where the warm-up ends.
# change: (step - n_warmup) / (n_steps - n_warmup) -> step / n_steps


# ==== floor-added
# The floor is added on top: the rate begins above the peak.
# change: (peak - floor) -> peak


# ==== straight-line
# The rate falls in a line. It should fall as half a cosine.
# change: (1 + math.cos(math.pi * share)) / 2 -> (1 - share)


# ==== floor-ignored
# The floor is not used: the rate falls to 0.
# change: return floor + (peak - floor) -> return peak
# change: return floor -> return 0.0


# ==== quarter-cosine
# The fall is a quarter of a cosine, which ends steeply. Half a cosine goes from 1 to -1: (1 +
# cos) / 2.
# change: (1 + math.cos(math.pi * share)) / 2 -> math.cos(math.pi * share / 2)


# ==== floor-as-limit
# The rate falls to 0 and is cut at the floor. It should fall from peak to floor: floor + (peak -
# floor) times the half cosine.
# change: floor + (peak - floor) * -> max(floor, peak *
# change: share)) / 2 -> share)) / 2)


# ==== last-step-at-floor
# The floor is reached one step early: the last step is n_steps - 1 here. It falls until n_steps.
# change: (n_steps - n_warmup) -> max(n_steps - n_warmup - 1, 1)


# ==== cosine-over-n-steps
# What falls takes n_steps after the warm-up. It has only those that are left, n_steps - n_warmup.
# change: / (n_steps - n_warmup) -> / n_steps


# ==== one-late
# The warm-up is one step late: step n_warmup - 1 should have the peak.
# change: peak * (step + 1) / n_warmup -> peak * (step + 1) / (n_warmup + 1)


# ==== one-early
# The fall begins one step early: step n_warmup has the peak still.
# change: share = (step - n_warmup) -> share = (step + 1 - n_warmup)


# ==== root-of-cosine
# The rate is that of a cosine squared.
# change: (1 + math.cos(math.pi * share)) / 2 -> ((1 + math.cos(math.pi * share)) / 2) ** 2


# ==== warm-up-from-floor
# The warm-up begins at the floor. It is peak · (step + 1) / n_warmup.
# change: return peak * (step + 1) -> return floor + (peak - floor) * (step + 1)


# ==== floor-as-a-share
# The floor is taken for a share of the peak. It is a rate itself.
# change:         return floor ->         return peak * floor
# change: return floor + (peak - floor) -> floor = peak * floor; return floor + (peak - floor)
