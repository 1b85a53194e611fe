"""Records what is drawn; the page draws it."""

__version__ = "3.9+poslab"


def use(*_, **__):
    pass


class rcParams(dict):
    pass


rcParams = rcParams()
