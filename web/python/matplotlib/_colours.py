"""Colours by name, number or letter, as red, green, blue and how much of it."""

CYCLE = """#1f77b4 #ff7f0e #2ca02c #d62728 #9467bd
    #8c564b #e377c2 #7f7f7f #bcbd22 #17becf""".split()
_TAB = "blue orange green red purple brown pink gray olive cyan".split()
_TABLEAU = dict(zip((f"tab:{name}" for name in _TAB), CYCLE))


def _is_rgb(value):
    return (
        isinstance(value, (list, tuple))
        and len(value) in (3, 4)
        and all(hasattr(v, "__float__") for v in value)
    )


def is_colours(given, n=None):
    """Whether it is a colour or colours, and not numbers in their place."""
    given = given.tolist() if hasattr(given, "tolist") else given
    if given is None or isinstance(given, str):
        return given is not None
    if not isinstance(given, (list, tuple)):
        return False
    is_each = all(isinstance(one, str) or _is_rgb(one) for one in given)
    return is_each or _is_rgb(given) and n != len(given)


_PLAIN = {
    **{"b": (0, 0, 1), "g": (0, 0.5, 0), "r": (1, 0, 0), "c": (0, 0.75, 0.75)},
    **{"m": (0.75, 0, 0.75), "y": (0.75, 0.75, 0), "k": (0, 0, 0), "w": (1, 1, 1)},
}
cycle = [*CYCLE]  # of the style


def _of_text(text):
    if text in _PLAIN:
        return (*map(float, _PLAIN[text]), 1.0)
    if text[0] == "C" and text[1:].isdigit():
        return _of_text(cycle[int(text[1:]) % len(cycle)])
    name = text.lower().replace("grey", "gray")
    if name == "none":
        return (0.0, 0.0, 0.0, 0.0)
    name = _TABLEAU.get(name, name)
    if name[0] == "#":
        digits = name[1:] if len(name) > 5 else "".join(2 * one for one in name[1:])
        if len(digits) in (6, 8) and set(digits) <= {*"0123456789abcdef"}:
            parts = [int(digits[k : k + 2], 16) / 255 for k in range(0, len(digits), 2)]
            return (*parts, 1.0)[:4]
    from matplotlib._maps import NAMED  # only here: most code names none of them

    names = NAMED.split()
    if name in names[::2]:
        return _of_text("#" + names[2 * names[::2].index(name) + 1])
    try:
        grey = float(name)
    except ValueError:
        grey = -1
    return (grey, grey, grey, 1.0) if 0 <= grey <= 1 else None


def rgba(given, alpha=None):
    """Red, green, blue and how much of it, or matplotlib's error."""
    colour = given
    if isinstance(given, tuple) and len(given) == 2 and isinstance(given[0], str):
        colour, alpha = given[0], given[1] if alpha is None else alpha
    if isinstance(colour, str) and colour:
        made = _of_text(colour)
        if made and colour.lower() == "none":
            return made
    else:
        colour = colour.tolist() if hasattr(colour, "tolist") else colour
        made = (*map(float, colour), 1.0)[:4] if _is_rgb(colour) else None
    if made is None or not all(0 <= part <= 1 for part in made):
        raise ValueError(f"{given!r} is not a valid value for color")
    return made if alpha is None else (*made[:3], float(alpha))


def paint(given, alpha=None):
    """As CSS says it: what the page draws."""
    if given is None:
        return None
    *parts, much = rgba(given, alpha)
    text = "#" + "".join(f"{round(255 * part):02x}" for part in parts)
    return text if much == 1 else f"{text}{round(255 * much):02x}"


def each(given, n=None):
    """One colour, or one for each of n."""
    given = given.tolist() if hasattr(given, "tolist") else given
    is_one = isinstance(given, str) or _is_rgb(given) and n != len(given)
    return [given] if is_one else [*given]


def shades(given, n=None):
    """A colour, or a list of those of n."""
    many = [tuple(one) if isinstance(one, list) else one for one in each(given, n)]
    return many[0] if len(many) == 1 else many
