// @ts-check
// The Python of the kinds that relative-cases.js, mrope-cases.js and decode-cases.js have numbers for.

/** @import {KindText} from './python-text.js' */

/** @type {Record<string, KindText>} */
export const MORE_KIND_TEXTS = {
  shaw: {
    adapter: `def key_term(q, table, n_key):
    """What your relative vectors of the keys add to the logits.

    q (n_heads, n_query, d_head), float32; table (2 clip + 1, d_head), the row of distance 0 in the middle and those of keys
    after the query below it. The last query is at the last key. Returns (n_heads, n_query, n_key), divided by the root of
    d_head, for keys before and after the query.
    """
    raise NotImplementedError("fill in key_term(): call your own code here")
`,
    tests: `
def term(n_query, n_key, row):
    """With a table that has 1 in one row and 0 elsewhere, and queries of ones."""
    d, n_rows = FACTS["dHead"], 2 * FACTS["clip"] + 1
    q = array([1.0] * (n_query * d), [1, n_query, d])
    rows = [1.0 if r == row else 0.0 for r in range(n_rows) for _ in range(d)]
    return flat(key_term(q, array(rows, [n_rows, d]), n_key))[0]


def test_square():
    check("square", *call(key_term, "square"))


def test_with_a_cache():
    check("with_cache", *call(key_term, "with_cache"))


def test_the_middle_row_is_distance_zero():
    got = term(4, 4, FACTS["clip"])
    for i in range(4):
        for j in range(4):
            has = abs(got[4 * i + j]) > 1e-6
            assert has == (i == j), f"query {i}, key {j}: the row in the middle of the table belongs to i = j"


def test_the_last_row_is_for_keys_after_the_query():
    n = FACTS["clip"] + 2
    got = term(n, n, 2 * FACTS["clip"])
    assert abs(got[n - 1]) > 1e-6, "the last key is far after the first query, and does not use the last row"
    assert abs(got[(n - 1) * n]) <= 1e-6, "the first key is far before the last query, and uses the last row"


def test_one_query_is_as_in_the_whole():
    n = FACTS["clip"] + 2
    whole = term(n, n, 0)
    assert all(near(a, b, 1e-5) for a, b in zip(whole[-n:], term(1, n, 0))), (
        "the last query alone, with all keys in the cache, has another term than in the whole"
    )
`,
  },
  deberta: {
    adapter: `def buckets(relative):
    """Your signed bucket of each relative position, query position minus key position.

    relative (n,), int64: positive where the key is before the query. Returns (n,), whole numbers: positive for keys before
    the query, negative after it. What is added to find a row of a table is not part of it.
    """
    raise NotImplementedError("fill in buckets(): call your own code here")
`,
    tests: `
def bucket_list(relative):
    return flat(buckets(array(relative, [len(relative)], "int")))[0]


# Distances at which a floating-point logarithm may fall on either side of a whole number are left out.
def test_buckets():
    check("buckets", *call(buckets, "buckets"))


def test_near_distances_are_their_own_bucket():
    near_ones = list(range(FACTS["nBuckets"] // 2 + 1))
    assert bucket_list(near_ones) == near_ones, "a distance up to half the buckets must be its own bucket"


def test_the_other_direction_has_the_other_sign():
    distances = list(range(1, FACTS["maxPosition"], 7))
    past, future = bucket_list(distances), bucket_list([-d for d in distances])
    assert past == [-bucket for bucket in future], "keys after the query must have the buckets of the past, negative"


def test_farther_is_never_a_lower_bucket():
    got = bucket_list(list(range(FACTS["maxPosition"])))
    assert got == sorted(got), "the bucket decreases as a key moves further into the past"
    assert got[-1] <= FACTS["nBuckets"] - 1, f"there is no bucket {got[-1]}"
`,
  },
  mrope: {
    adapter: `def rotate(x, positions):
    """Your rotation of queries or keys.

    x (n_heads, n, d_head), float32; positions (3, n), int64: time, height and width. Returns (n_heads, n, d_head).
    """
    raise NotImplementedError("fill in rotate(): call your own code here")


def grid_ids(n_before, height, width, n_after):
    """Your positions of n_before tokens of text, one image of height x width patches, row by row, and n_after tokens.

    Returns (3, n): time, height and width of each token.
    """
    raise NotImplementedError("fill in grid_ids(): call your own code here")
`,
    tests: `
def rotated(values, n, positions):
    x = array(values, [1, n, FACTS["dHead"]])
    return flat(rotate(x, array(positions, [3, n], "int")))[0]


def vector(seed):
    return [((k * 29 + seed * 17) % 31 - 15) / 16 for k in range(FACTS["dHead"])]


def test_ids():
    check("ids", *call(grid_ids, "ids"))


def test_ids_of_a_tall_image():
    check("ids_of_a_tall_image", *call(grid_ids, "ids_of_a_tall_image"))


def test_image():
    check("image", *call(rotate, "image"))


def test_text():
    check("text", *call(rotate, "text"))


def test_position_zero_leaves_the_vector():
    x = vector(1)
    got = rotated(x, 1, [0, 0, 0])
    assert all(near(a, b, 1e-5) for a, b in zip(x, got)), "a vector at (0, 0, 0) was changed"


def test_each_axis_turns_its_own_pairs():
    x, half = vector(2), FACTS["dHead"] // 2
    for axis in range(3):
        got = rotated(x, 1, [3 if axis == other else 0 for other in range(3)])
        for i in range(half):
            moved = abs(got[i] - x[i]) + abs(got[i + half] - x[i + half]) > 1e-7
            follows = FACTS["axisOf"][i] == axis
            assert moved == follows, f"axis {axis} {'must' if follows else 'must not'} turn pair {i}"


def test_logits_depend_on_the_distance_only():
    q, k = vector(3), vector(4)
    dot = lambda a, b: sum(x * y for x, y in zip(a, b))
    one = dot(rotated(q, 1, [5, 2, 3]), rotated(k, 1, [1, 1, 0]))
    other = dot(rotated(q, 1, [9, 3, 5]), rotated(k, 1, [5, 2, 2]))
    assert near(one, other, 1e-3), f"both moved by (4, 1, 2), and the logit {one} became {other}"
`,
  },
  decode: {
    adapter: `def new_cache():
    """An empty cache of your code."""
    raise NotImplementedError("fill in new_cache(): what your code begins with")


def step(cache, q, k, v):
    """One call: causal attention of the new tokens to themselves and to those in the cache.

    q, k, v (n_heads, n_new, d_head), float32, not rotated yet: your code rotates queries and keys by their positions,
    which go on from call to call, and keeps what it needs. Returns the output (n_heads, n_new, d_head) and the cache.
    """
    raise NotImplementedError("fill in step(): call your own code here")
`,
    tests: `
def run(sizes, given=None):
    """The outputs of all calls, (n_heads, n, d_head), flat."""
    args = given or arguments(CASES["whole"])
    cache, at, parts = new_cache(), 0, []
    for size in sizes:
        new = [args[name][:, at : at + size] for name in ("q", "k", "v")]
        out, cache = step(cache, *new)
        assert shape_of(out) == shape_of(new[2]), f"the shape must be {shape_of(new[2])}, got {shape_of(out)}"
        parts.append((size, flat(out)[0]))
        at += size
    d = FACTS["dHead"]
    rows = lambda h: [value for size, part in parts for value in part[h * size * d : (h + 1) * size * d]]
    return [value for h in range(FACTS["nHeads"]) for value in rows(h)]


def check_run(name):
    check(name, run(CASES[name]["args"]["sizes"]), CASES[name]["shape"])


def test_all_tokens_in_one_call():
    check_run("whole")


def test_one_by_one_after_a_prompt():
    check_run("one_by_one")


def test_in_parts():
    check_run("in_parts")


def test_calls_do_not_matter():
    whole = run([FACTS["n"]])
    for sizes in ([1] * FACTS["n"], [3, 4], [5, 1, 1]):
        worst = max(abs(a - b) for a, b in zip(whole, run(sizes)))
        assert worst <= 1e-4, f"calls of {sizes} tokens: an output differs by {worst} from one call for all"


def test_later_tokens_change_nothing():
    args, n, d = arguments(CASES["whole"]), FACTS["n"], FACTS["dHead"]
    before = run([n], args)
    for name in ("k", "v"):
        args[name][:, n - 1] = 3.0
    after = run([n], args)
    for at in range(len(before)):
        if at // d % n < n - 1:
            assert near(before[at], after[at], 1e-5), f"token {at // d % n} sees the last token"


def test_equal_values_come_out_as_they_are():
    args = arguments(CASES["whole"])
    args["v"][:] = 0.5
    assert all(near(value, 0.5, 1e-5) for value in run([3, 4], args)), "a mean of equal values is another value"
`,
  },
};
