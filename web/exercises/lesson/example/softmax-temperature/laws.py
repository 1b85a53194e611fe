# ==== rows-sum-to-1
# Each row sums to 1.


def holds(outputs, inputs):
    sums = outputs[0].sum(dim=-1).flatten()
    wrong = [k for k, total in enumerate(sums.tolist()) if abs(total - 1) > 1e-4]
    return f"row {wrong[0]}" if wrong else True
