"""What goes to the engine and comes back: numbers, booleans and texts.

A list is '2,3'; an error comes as '!Kind:message'.
"""

_ERRORS = {
    kind.__name__: kind
    for kind in (
        RuntimeError,
        ValueError,
        TypeError,
        IndexError,
        MemoryError,
        NotImplementedError,
    )
}


def _fail(answer):
    """Raises the error that the engine reports as '!Kind:message'."""
    kind, _, message = answer[1:].partition(":")
    raise _ERRORS.get(kind, RuntimeError)(message)


def _ask(answer):
    """What the engine gave, or the error that it reported."""
    if type(answer) is str and answer[:1] == "!":
        _fail(answer)
    return answer


def _to_text(numbers):
    numbers = list(numbers)
    text = ",".join(map(str, numbers))
    if "tensor(" in text:  # one without axes stands for its number
        text = ",".join([str(n.item() if hasattr(n, "_h") and not n.ndim else n) for n in numbers])
    return text


def _to_numbers(text):
    return list(map(int, text.split(","))) if text else []


def _to_number(text):
    """The one number that the engine writes as text: a whole float, a complex one's two parts."""
    parts = [float(part) for part in _ask(text).split(",")]
    return complex(*parts) if len(parts) == 2 else parts[0]
