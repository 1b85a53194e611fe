# ==== by-slot
# The factor follows the slot in the row. Take position_ids: with padding or several texts
# in a row they differ.
# change: (position_ids + 1) -> (torch.arange(q.shape[2]).expand(position_ids.shape) + 1)


# ==== one-late
# The factor rises one position late: the formula has p + 1.
# change: (position_ids + 1) -> position_ids


# ==== no-steps
# The factor grows with every position. The formula has floor: it is constant for interval
# positions.
# change: torch.floor((position_ids + 1) / interval) -> (position_ids + 1) / interval


# ==== log-2
# The logarithm is taken to the base 2; ln is the natural one.
# change: torch.log( -> torch.log2(


# ==== without-first-one
# The 1 in front is missing: the queries of the first interval become 0.
# change: 1 + beta * -> beta *


# ==== divided
# The queries are divided by the factor. It makes them louder, not quieter.
# change: q * factor[:, None, :, None] -> q / factor[:, None, :, None]


# ==== beta-ignored
# beta is not used.
# change: 1 + beta * -> 1 + 0.1 *


# ==== rounded-up
# The steps are rounded up. They are rounded down, by floor.
# change: torch.floor( -> torch.ceil(


# ==== base-10-logarithm
# The logarithm is to base 10. It is the natural one.
# change: torch.log( -> torch.log10(


# ==== linear
# The factor grows with the steps themselves. It grows with their logarithm.
# change: torch.log(1 + steps) -> steps


# ==== to-the-nearest
# The steps are rounded to the nearest. They are rounded down, by floor.
# change: torch.floor( -> torch.round(


# ==== power
# The factor is a power, (1 + steps)^beta. It is 1 + beta · ln(1 + steps).
# change: 1 + beta * torch.log(1 + steps) -> (1 + steps) ** beta


# ==== root
# The factor grows with the root of the steps. It grows with the logarithm of 1 + steps.
# change: torch.log(1 + steps) -> steps**0.5


# ==== logarithm-first
# The logarithm is taken of the position, and floor after it.
# change: torch.floor((position_ids + 1) / interval) -> (position_ids + 1) / interval
# change: torch.log(1 + steps) -> torch.log(1 + steps).floor()


# ==== beta-inside
# beta is inside the logarithm: 1 + ln(1 + beta · floor(…)). It multiplies the logarithm.
# change: 1 + beta * torch.log(1 + steps) -> 1 + torch.log(1 + beta * steps)


# ==== logarithm-of-the-floor
# The logarithm is that of the floor itself. It is ln(1 + floor(…)).
# change: torch.log(1 + steps) -> torch.log(steps.clamp(min=1))
