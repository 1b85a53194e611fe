"""Colours as keys: what matplotlib draws alike has one key, and the page gives it one place."""

CYCLE = """#1f77b4 #ff7f0e #2ca02c #d62728 #9467bd
    #8c564b #e377c2 #7f7f7f #bcbd22 #17becf""".split()
_TAB = "blue orange green red purple brown pink gray olive cyan".split()
_LETTERS = dict(
    b="blue", g="green", r="red", c="cyan", m="magenta", y="yellow", k="black", w="white"
)
_HEX = {
    "red": "#ff0000",
    "lime": "#00ff00",
    "blue": "#0000ff",
    "aqua": "#00ffff",
    "fuchsia": "#ff00ff",
    "black": "#000000",
    "white": "#ffffff",
    **dict(zip((f"tab:{name}" for name in _TAB), CYCLE)),
}
_SAME = {"grey": "gray", "cyan": "aqua", "magenta": "fuchsia", "tab:grey": "tab:gray"}
_KEYS = {value: name for name, value in _HEX.items()} | {
    value: f"C{k}" for k, value in enumerate(CYCLE)
}


def _key(colour):
    if isinstance(colour, (list, tuple)):
        colour = "#" + "".join(f"{round(255 * part):02x}" for part in colour[:3])
    name = str(colour).lower()
    name = _LETTERS.get(name, name)
    if name[:1] == "c" and name[1:].isdigit():
        return f"C{int(name[1:]) % 10}"
    if len(name) == 4 and name[0] == "#":
        name = "#" + "".join(2 * digit for digit in name[1:])
    name = _SAME.get(name, name)
    name = _HEX.get(name, name)
    return _KEYS.get(name, name)


def _is_rgb(value):
    return (
        isinstance(value, (list, tuple))
        and len(value) in (3, 4)
        and all(hasattr(v, "__float__") for v in value)
    )


def colours_of(given, n=None):
    """A key, or a list of one for each; None where no colour is given, or numbers in its place."""
    given = given.tolist() if hasattr(given, "tolist") else given
    if given is None or isinstance(given, str):
        return given and _key(given)
    if not isinstance(given, (list, tuple)):
        return None
    if all(isinstance(one, str) or _is_rgb(one) for one in given):
        return [_key(one) for one in given]
    return _key(given) if _is_rgb(given) and n != len(given) else None


def in_format(form):
    """The colour that a format such as 'r--' or 'C1o' begins or ends with."""
    if form[:1] == "C" and form[1:2].isdigit():
        return _key(form[:2])
    return next((_key(letter) for letter in form if letter in _LETTERS), None)
