"""Legends: what stands for each of what has a name."""

from matplotlib._arguments import lacking
from matplotlib._looks import Look, for_page
from matplotlib._parts import Bars, Container, Part
from matplotlib.patches import Artist, Rectangle

_PLACES = [
    *("best", "upper right", "upper left", "lower left", "lower right", "right"),
    *("center left", "center right", "lower center", "upper center", "center"),
]


def entry_of(handle, label):
    """A name and how it looks, for the page."""
    if isinstance(handle, (list, tuple)) and not isinstance(handle, Container):
        handle = handle[0]
    record = getattr(handle, "_record", handle)
    made = {"label": str(label), "look": for_page(record.own)}
    if isinstance(handle, Rectangle):  # perhaps one of several bars
        made["look"]["facecolor"] = for_page({"color": handle.get_facecolor()})["color"]
    made["kind"] = record["kind"] if isinstance(record, Part) else "bars"
    if isinstance(record, Part) and (record.get("isShape") or record.get("span")):
        made["kind"] = "bars"
    if isinstance(record, Part) and record.cmap is not None and record.values is not None:
        made["look"]["facecolor"] = for_page({"color": record.cmap(0.5)})["color"]
    return made


def is_handle(one):
    if isinstance(one, (list, tuple)) and not isinstance(one, Container):
        return bool(one) and all(map(is_handle, one))
    return isinstance(one, (Part, Artist, Bars, Container))


class Legend:
    def __init__(self, axes, entries, looks):
        self._axes, self._handles = axes, []
        self._texts = [Look("Text", entry["label"]) for entry in entries]
        self._record = {"entries": entries, "title": str(looks.get("title") or "")}
        loc = looks.get("loc", "best")
        if isinstance(loc, str) and loc not in _PLACES:
            names = ", ".join(map(repr, _PLACES))
            raise ValueError(f"{loc!r} is not a valid value for loc; supported values are {names}")
        self._record["loc"] = loc if isinstance(loc, (str, int)) else [float(v) for v in loc]
        outside = looks.get("bbox_to_anchor")
        if outside is not None:
            self._record["anchor"] = [float(v) for v in getattr(outside, "bounds", outside)]
        self._record["columns"] = int(looks.get("ncol", looks.get("ncols", 1)))
        self._record["frame"] = bool(looks.get("frameon", True))

    def get_texts(self):
        return self._texts

    def get_title(self):
        return Look("Text", self._record["title"])

    def set_title(self, title, prop=None):
        self._record["title"] = str(title)

    def get_lines(self):
        return [one for one in self._handles if isinstance(one, Part)]

    def get_frame(self):
        return Look("Patch")

    def get_patches(self):
        return [one for one in self._handles if isinstance(one, Artist)]

    def set_visible(self, b):
        if not b:
            self.remove()

    def remove(self):
        self._axes._record.pop("legend", None)
        self._axes._legend = None

    def __getattr__(self, name):
        if name.startswith("set_"):
            return lambda *_, **__: None
        raise lacking("matplotlib.legend.Legend", name)
