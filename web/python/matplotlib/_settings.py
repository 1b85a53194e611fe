"""rcParams: what decorates is taken, what would change the drawing otherwise is refused."""

from matplotlib import _colours
from matplotlib._arguments import refusal
from matplotlib._colours import CYCLE

_LOOKS = """
    animation axes backend boxplot date docstring errorbar figure font grid hatch hist interactive
    keymap legend lines markers mathtext patch path pcolor pdf pgf ps savefig scatter svg text
    timezone toolbar tk webagg xaxis xtick yaxis ytick""".split()
_MEAN = "image.aspect lines.linestyle lines.marker lines.color axes.autolimit_mode".split()
# What code reads or sets, and its default; the page draws as the first four lines say.
_DEFAULTS = {
    "axes.grid": False,
    "axes.spines.top": True,
    "axes.spines.right": True,
    "lines.linewidth": 1.5,
    "lines.markersize": 6.0,
    "axes.xmargin": 0.05,
    "axes.ymargin": 0.05,
    "figure.figsize": [6.4, 4.8],
    "figure.dpi": 100.0,
    "figure.facecolor": "white",
    "axes.facecolor": "white",
    "axes.labelsize": "medium",
    "axes.titlesize": "large",
    "axes.unicode_minus": True,
    "font.size": 10.0,
    "font.family": ["sans-serif"],
    "hist.bins": 10,
    "image.cmap": "viridis",
    "image.interpolation": "antialiased",
    "image.origin": "upper",
    "legend.fontsize": "medium",
    "legend.loc": "best",
    "savefig.dpi": "figure",
    "text.usetex": False,
    "xtick.labelsize": "medium",
    "ytick.labelsize": "medium",
}


class Cycle:
    """The colours that follow one another."""

    def __init__(self, colours):
        self._colours = [*colours]

    def by_key(self):
        return {"color": [*self._colours]}

    def __iter__(self):
        return iter([{"color": colour} for colour in self._colours])

    def __len__(self):
        return len(self._colours)


class _Settings(dict):
    def __setitem__(self, name, value):
        group = name.split(".")[0]
        if name in _MEAN or group not in (*_LOOKS, "image") or "." not in name:
            raise refusal(f"rcParams[{name!r}]")
        if name == "axes.prop_cycle":
            keys = value.by_key() if hasattr(value, "by_key") else {}
            if set(keys) != {"color"}:
                raise refusal("rcParams['axes.prop_cycle'] of other things than colours")
            _colours.cycle[:] = keys["color"]
        if name == "figure.figsize":
            value = [float(v) for v in value]
        if isinstance(_DEFAULTS.get(name), float):
            value = float(value)
        dict.__setitem__(self, name, value)

    def update(self, *args, **given):
        for name, value in dict(*args, **given).items():
            self[name] = value

    def set_group(self, group, **given):
        sizes = {"size": "size", "family": "family", "weight": "weight"}
        self.update({f"{group}.{sizes.get(name, name)}": value for name, value in given.items()})

    def set_defaults(self):
        self.clear()
        dict.update(self, _DEFAULTS)
        _colours.cycle[:] = CYCLE

    def __missing__(self, name):
        if name == "axes.prop_cycle":
            return Cycle(_colours.cycle)
        raise refusal(f"rcParams[{name!r}]")

    def copy(self):
        return dict(self)


rcParams = _Settings()
rcParams.set_defaults()
rcParamsDefault = dict(_DEFAULTS)
STYLES = {  # the colours of the lines of a style, and what else it says
    "default": (" ".join(CYCLE), {}),
    "ggplot": ("#E24A33 #348ABD #988ED5 #777777 #FBC15E #8EBA42 #FFB5B8", {"axes.grid": True}),
    "bmh": (
        "#348ABD #A60628 #7A68A6 #467821 #D55E00 #CC79A7 #56B4E9 #009E73 #F0E442 #0072B2",
        {"axes.grid": True, "lines.linewidth": 2.0},
    ),
    "fivethirtyeight": (
        "#008fd5 #fc4f30 #e5ae38 #6d904f #8b8b8b #810f7c",
        {"axes.grid": True, "lines.linewidth": 4.0},
    ),
    "seaborn": ("#4C72B0 #55A868 #C44E52 #8172B2 #CCB974 #64B5CD", {"axes.grid": True}),
    "dark_background": (
        "#8dd3c7 #feffb3 #bfbbd9 #fa8174 #81b1d2 #fdb462 #b3de69 #bc82bd #ccebc4 #ffed6f",
        {},
    ),
    "grayscale": ("0.00 0.40 0.60 0.70", {"image.cmap": "gray"}),
    "tableau-colorblind10": (
        "#006BA4 #FF800E #ABABAB #595959 #5F9ED1 #C85200 #898989 #A2C8EC #FFBC79 #CFCFCF",
        {},
    ),
    "classic": ("b g r c m y k", {"image.cmap": "jet", "lines.linewidth": 1.0}),
    "fast": ("", {}),
}
for _kind in "-darkgrid -whitegrid -dark -white -ticks -paper -notebook -talk -poster".split():
    STYLES[f"seaborn{_kind}"] = ("", {"axes.grid": True} if _kind.endswith("grid") else {})
STYLES["seaborn-deep"] = ("#4C72B0 #55A868 #C44E52 #8172B2 #CCB974 #64B5CD", {})
STYLES["seaborn-colorblind"] = ("#0072B2 #009E73 #D55E00 #CC79A7 #F0E442 #56B4E9", {})
STYLES["seaborn-muted"] = ("#4878CF #6ACC65 #D65F5F #B47CC7 #C4AD66 #77BEDB", {})
STYLES["seaborn-bright"] = ("#003FFF #03ED3A #E8000B #8A2BE2 #FFC400 #00D7FF", {})
STYLES["seaborn-pastel"] = ("#92C6FF #97F0AA #FF9F9A #D0BBFF #FFFEA3 #B0E0E6", {})
STYLES |= {f"seaborn-v0_8{n[7:]}": style for n, style in STYLES.items() if n.startswith("seaborn")}


def use_style(style):
    """A name, a dict of settings, or a list of them."""
    for one in style if isinstance(style, (list, tuple)) else [style]:
        if isinstance(one, dict):
            rcParams.update(one)
            continue
        if one not in STYLES:
            raise OSError(
                f"{one!r} is not a valid package style, path of style file, URL of style file, or "
                "library style name (library styles are listed in `style.available`)"
            )
        colours, more = STYLES[one]
        if one == "default":
            rcParams.set_defaults()
        if colours:
            _colours.cycle[:] = colours.split()
        rcParams.update(more)
