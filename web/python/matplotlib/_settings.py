"""rcParams: what decorates is taken, what would change the drawing is refused."""

from matplotlib._arguments import refusal
from matplotlib._colours import CYCLE

_LOOKS = """
    animation axes backend boxplot date docstring errorbar figure font grid hatch hist interactive
    keymap legend lines markers mathtext patch path pcolor pdf pgf ps savefig scatter svg text
    timezone toolbar tk webagg xaxis xtick yaxis ytick""".split()
_MEAN = """
    axes.prop_cycle image.aspect lines.linestyle lines.marker
    lines.color axes.xmargin axes.ymargin axes.autolimit_mode figure.subplot""".split()


class _Cycle:
    def by_key(self):
        return {"color": [*CYCLE]}

    def __iter__(self):
        return iter([{"color": colour} for colour in CYCLE])


class _Settings(dict):
    def __setitem__(self, name, value):
        group = name.split(".")[0]
        if name in _MEAN or group not in (*_LOOKS, "image") or "." not in name:
            raise refusal(f"rcParams[{name!r}]")
        dict.__setitem__(self, name, value)

    def update(self, *args, **given):
        for name, value in dict(*args, **given).items():
            self[name] = value

    def set_group(self, group, **given):
        self.update({f"{group}.{name}": value for name, value in given.items()})

    def __missing__(self, name):
        if name == "axes.prop_cycle":
            return _Cycle()
        raise refusal(f"rcParams[{name!r}]")


rcParams = _Settings()
