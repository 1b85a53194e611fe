// @ts-check
// The Python of a test file: what all kinds share, and for each kind its adapter and its laws.

/** @typedef {{adapter: string, tests: string}} KindText */

export const HEAD = `import json
import math
import sys

try:
    import torch
except ImportError:
    torch = None
try:
    import numpy
except ImportError:
    numpy = None
`;

export const SHARED = `
def array(values, shape, kind="float"):
    """A torch tensor, or a numpy array where torch is not installed."""
    if torch is not None:
        dtype = torch.int64 if kind == "int" else torch.float32
        return torch.tensor(values, dtype=dtype).reshape(shape)
    if numpy is None:
        raise RuntimeError("install torch or numpy: the adapter needs one of them")
    return numpy.array(values, dtype="int64" if kind == "int" else "float32").reshape(shape)


def flat(result):
    """The numbers of a tensor, an array or nested lists in one list, and their shape."""
    if hasattr(result, "detach"):
        result = result.detach().cpu()
    values = result.tolist() if hasattr(result, "tolist") else result
    shape = []
    while isinstance(values, (list, tuple)):
        shape.append(len(values))
        if not values or not isinstance(values[0], (list, tuple)):
            return [float(value) for value in values], shape
        values = [inner for outer in values for inner in outer]
    return [float(values)], []


def shape_of(result):
    return [int(size) for size in result.shape] if hasattr(result, "shape") else flat(result)[1]


def near(a, b, tolerance):
    return a == b or abs(a - b) <= tolerance


def arguments(case):
    """The arguments of the adapter, as arrays and integers."""
    made = {}
    for name, value in case["args"].items():
        if isinstance(value, dict):
            value = array(value["data"], value["shape"], value.get("type", "float"))
        elif isinstance(value, list):
            value = array(value, [len(value)], "int")
        made[name] = value
    return made


def explain(case, got):
    """The known bugs that return exactly this."""
    compared = case.get("compared") or [1] * len(got)
    names = []
    for bug, values in case["wrong"].items():
        pairs = zip(values, got, compared)
        if all(near(a, b, case["tolerance"]) for a, b, counts in pairs if counts):
            names.append(bug)
    return names


def check(name, got, shape):
    """Compares with the numbers of the core, and names the bug that returns what was returned."""
    case = CASES[name]
    assert shape == case["shape"], f"the shape must be {case['shape']}, got {shape}"
    compared = case.get("compared") or [1] * len(got)
    wrong = [
        k
        for k, (value, right) in enumerate(zip(got, case["expected"]))
        if compared[k] and not near(value, right, case["tolerance"])
    ]
    if not wrong:
        return
    bugs = explain(case, got)
    if bugs:
        raise AssertionError("; or ".join(f"KNOWN BUG {bug}: {BUGS[bug]}" for bug in bugs))
    k = wrong[0]
    raise AssertionError(
        f"{len(wrong)} of {len(got)} numbers differ, first at flat index {k}: "
        f"expected {case['expected'][k]}, got {got[k]} (tolerance {case['tolerance']:.2g}). "
        "No bug that this file knows returns these numbers."
    )


def call(adapter, name):
    result = adapter(**arguments(CASES[name]))
    return flat(result)[0], shape_of(result)
`;

export const MAIN = `
if __name__ == "__main__":
    n_failed = 0
    for name, test in list(globals().items()):
        if not name.startswith("test_"):
            continue
        try:
            test()
            print(f"PASS {name}")
        except Exception as error:
            n_failed += 1
            print(f"FAIL {name}: {type(error).__name__}: {error}")
    print("all passed" if n_failed == 0 else f"{n_failed} failed")
    sys.exit(1 if n_failed else 0)
`;

/** @type {Record<string, KindText>} */
export const KIND_TEXTS = {
  rope: {
    adapter: `def rotate(x, positions, seq_len):
    """Your rotation of queries or keys.

    x (n_heads, n, d_head), float32; positions (n,), int64; seq_len: length of the whole sequence, which
    only the dynamic rule reads. Returns (n_heads, n, d_head), with the attention factor if the rule has one.
    """
    raise NotImplementedError("fill in rotate(): call your own code here")
`,
    tests: `
def rotated(values, n_heads, positions):
    d = FACTS["dHead"]
    x = array(values, [n_heads, len(positions), d])
    return flat(rotate(x, array(positions, [len(positions)], "int"), max(positions) + 1))[0]


def vector(seed):
    return [((k * 29 + seed * 17) % 31 - 15) / 16 for k in range(FACTS["dHead"])]


def test_position_zero_leaves_the_vector():
    x = vector(1)
    got = rotated(x, 1, [0])
    for k in range(FACTS["dHead"]):
        factor = FACTS["attentionFactor"] if k < FACTS["rotaryDim"] else 1
        assert near(got[k], x[k] * factor, 1e-4), f"coordinate {k} at position 0: {x[k]} became {got[k]}"


def test_pairs_keep_their_length():
    x, dim = vector(2), FACTS["rotaryDim"]
    got = rotated(x, 1, [7])
    for i in range(dim // 2):
        a, b = (i, i + dim // 2) if FACTS["layout"] == "half" else (2 * i, 2 * i + 1)
        before = math.hypot(x[a], x[b]) * FACTS["attentionFactor"]
        after = math.hypot(got[a], got[b])
        assert near(before, after, 1e-4), f"pair {i} = ({a}, {b}): length {before} became {after}"


def test_logits_depend_on_the_distance_only():
    d, n = FACTS["dHead"], 6
    logits = []
    for first in (0, 3):
        positions = [first + i for i in range(n)] + [9]  # the length of the sequence stays the same
        q = rotated(vector(3) * (n + 1), 1, positions)
        k = rotated(vector(4) * (n + 1), 1, positions)
        rows = range(n)
        logits.append(
            [sum(q[i * d + c] * k[j * d + c] for c in range(d)) for i in rows for j in rows]
        )
    worst = max(abs(a - b) for a, b in zip(*logits))
    assert worst <= 1e-3, f"all positions moved by 3, and a logit changed by {worst}"
    assert max(logits[0]) - min(logits[0]) > 1e-3, "the logits do not depend on position at all"


def test_rest_of_the_head_passes_through():
    x = vector(5)
    got = rotated(x, 1, [5])
    for k in range(FACTS["rotaryDim"], FACTS["dHead"]):
        assert near(got[k], x[k], 1e-6), f"coordinate {k} is not rotated: {x[k]} became {got[k]}"


def test_one_row_is_as_in_the_whole_sequence():
    d, n = FACTS["dHead"], 8
    whole = rotated(vector(6) * n, 1, list(range(n)))
    x = array(vector(6), [1, 1, d])
    one = flat(rotate(x, array([5], [1], "int"), n))[0]
    assert all(near(a, b, 1e-5) for a, b in zip(whole[5 * d : 6 * d], one)), (
        "position 5 alone is not rotated as position 5 of the whole sequence (decoding with a cache)"
    )


def test_near_positions():
    check("near", *call(rotate, "near"))


def test_far_positions():
    check("far", *call(rotate, "far"))


def test_short_sequence_after_a_long_one():
    call(rotate, "far")
    check("after_longer", *call(rotate, "after_longer"))
`,
  },
  sinusoidal: {
    adapter: `def table(n_pos, d_model):
    """Your table of sines and cosines for positions 0 .. n_pos - 1. Returns (n_pos, d_model)."""
    raise NotImplementedError("fill in table(): call your own code here")
`,
    tests: `
def test_numbers():
    check("table", *call(table, "table"))


def test_row_zero_has_zeros_and_ones():
    row = flat(table(3, FACTS["dModel"]))[0][: FACTS["dModel"]]
    assert sorted(round(value, 5) for value in row) == sorted([0.0, 1.0] * (FACTS["dModel"] // 2)), (
        f"row 0 must hold sin 0 and cos 0 only, got {row}"
    )


def test_rows_have_one_length():
    d = FACTS["dModel"]
    values = flat(table(9, d))[0]
    for p in range(9):
        square = sum(value * value for value in values[p * d : (p + 1) * d])
        assert near(square, d / 2, 1e-3), f"row {p}: the sum of squares must be {d / 2}, got {square}"


def test_products_depend_on_the_distance_only():
    d = FACTS["dModel"]
    values = flat(table(12, d))[0]
    product = lambda i, j: sum(values[i * d + k] * values[j * d + k] for k in range(d))
    for shift in (1, 4):
        assert near(product(0, 3), product(shift, 3 + shift), 1e-3), "rows 3 apart differ in product"


def test_longer_table_begins_alike():
    d = FACTS["dModel"]
    short, long = flat(table(5, d))[0], flat(table(50, d))[0]
    assert all(near(a, b, 1e-6) for a, b in zip(short, long)), "the first rows depend on the length"
`,
  },
  alibi: {
    adapter: `def slopes(n_heads):
    """Your slopes. Returns (n_heads,), all positive."""
    raise NotImplementedError("fill in slopes(): call your own code here")


def bias(n_heads, n_query, n_key):
    """What your code adds to the logits. Returns (n_heads, n_query, n_key).

    The last query is at the last key. What all keys of a row share is ignored, because the softmax cancels
    it; so is what is masked.
    """
    raise NotImplementedError("fill in bias(): call your own code here")
`,
    tests: `
def by_row(name):
    """Each row relative to its first key; what is masked is -1e30."""
    values, shape = call(bias, name)
    n_heads, n_query, n_key = CASES[name]["shape"]
    assert shape == [n_heads, n_query, n_key], f"the shape must be {[n_heads, n_query, n_key]}, got {shape}"
    rows = [values[k : k + n_key] for k in range(0, len(values), n_key)]
    relative = [value - row[0] for row in rows for value in row]
    return [value if value > -1e4 else -1e30 for value in relative], shape


def test_slopes():
    check("slopes", *call(slopes, "slopes"))


def test_bias():
    check("bias", *by_row("bias"))


def test_bias_with_earlier_keys_in_the_cache():
    check("bias_with_cache", *by_row("bias_with_cache"))


def test_near_keys_are_preferred():
    values, (n_heads, n_query, n_key) = by_row("bias")
    for h in range(n_heads):
        row = values[(h * n_query + n_query - 1) * n_key : (h * n_query + n_query) * n_key]
        assert all(a < b for a, b in zip(row, row[1:])), f"head {h}, last query: {row} does not increase"
`,
  },
  t5: {
    adapter: `def buckets(relative):
    """Your bucket of each relative position, key position minus query position.

    relative (n,), int64: negative where the key is before the query. Returns (n,), whole numbers.
    """
    raise NotImplementedError("fill in buckets(): call your own code here")
`,
    tests: `
def bucket_list(relative):
    return flat(buckets(array(relative, [len(relative)], "int")))[0]


# Distances at which a floating-point logarithm may fall on either side of a whole number are left out.
def test_buckets():
    check("buckets", *call(buckets, "buckets"))


def test_buckets_are_in_range():
    far = 4 * FACTS["maxDistance"]
    for bucket in bucket_list([-far, -1, 0, 1, far]):
        assert bucket == int(bucket) and 0 <= bucket < FACTS["nBuckets"], f"there is no bucket {bucket}"


def test_farther_is_never_a_lower_bucket():
    got = bucket_list([-d for d in range(2 * FACTS["maxDistance"])])
    assert got == sorted(got), "the bucket decreases as a key moves further into the past"


def test_past_and_future_differ():
    past, future = bucket_list([-3, 3])
    assert past != future, f"3 before and 3 after the query are both in bucket {past}"
`,
  },
  positions: {
    adapter: `def position_ids(attention_mask, n_past):
    """Your positions of the new tokens.

    attention_mask (batch, n_past + n_new): 1 for tokens, 0 for padding, which is on the left; n_past: columns
    that are in the cache. Returns (batch, n_new), from 0 at the first token. At padding any value will do.
    """
    raise NotImplementedError("fill in position_ids(): call your own code here")
`,
    tests: `
def test_whole_batch():
    check("whole", *call(position_ids, "whole"))


def test_new_tokens_with_a_cache():
    check("with_cache", *call(position_ids, "with_cache"))


def test_padding_does_not_shift_a_token():
    padded = flat(position_ids(array([0, 0, 1, 1, 1], [1, 5], "int"), 0))[0][2:]
    alone = flat(position_ids(array([1, 1, 1], [1, 3], "int"), 0))[0]
    assert padded == alone, f"positions {alone} become {padded} with two columns of padding"
`,
  },
};
