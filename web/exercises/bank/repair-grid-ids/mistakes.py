# ==== divided-by-height
# The patches are divided by the height. Along a row there are width of them.
# change: k // width, k % width -> k // height, k % height


# ==== column-first
# The column comes first. The first row of ids is the row of each patch.
# change: k // width, k % width -> k % width, k // width


# ==== along-columns
# The patches are numbered along the columns. Along a row, the column runs fastest.
# change: k // width, k % width -> k % height, k // height


# ==== one-row-per-patch
# The result is (height * width, 2). The ids of an axis are a row: stack along dim 0.
# change: torch.stack([k // width, k % width]) -> torch.stack([k // width, k % width], dim=1)
