"""Where tensors are: here."""

_KINDS = ("cpu", "cuda", "mps", "meta")


class device:
    __module__ = "torch"

    def __init__(self, name="cpu", index=None):
        text = str(name)
        self.type, _, number = text.partition(":")
        if self.type not in _KINDS:
            raise RuntimeError(
                f"Expected one of {', '.join(_KINDS)} device type at start of device string: {text}"
            )
        if self.type != "cpu":
            raise RuntimeError(f"this lab has no {self.type} device: everything runs on the CPU")
        self.index = int(number) if number else index

    def __repr__(self):
        return f"device(type='{self.type}')"

    def __str__(self):
        return self.type

    def __eq__(self, other):
        return isinstance(other, device) and self.type == other.type

    def __hash__(self):
        return hash(self.type)


_CPU = device("cpu")
