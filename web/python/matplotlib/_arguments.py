"""Every argument is used, decorates, or is refused by name.

A function has the signature that matplotlib gives it and, by `takes`, the artist that its
further names go to. What is in DECORATES is accepted and changes nothing: the page chooses
sizes, fonts, edges, margins, how wide bars are, and the range of each axis that has no limits.
The rest that means something is refused where it differs from its default.
"""

from functools import wraps

_COLOURS = "c facecolor facecolors fc".split()
ALIASES = {"lw": "linewidth", "ls": "linestyle", **dict.fromkeys(_COLOURS, "color")}

DECORATES = {
    "Artist": """
        agg_filter animated clip_box clip_on clip_path figure gid in_layout mouseover
        path_effects picker rasterized sketch_params snap url visible zorder""",
    "Line2D": """
        alpha antialiased aa dash_capstyle dash_joinstyle dashes fillstyle gapcolor linewidth
        markeredgecolor mec markeredgewidth mew markerfacecolor mfc markerfacecoloralt mfcalt
        markersize markevery ms pickradius solid_capstyle solid_joinstyle""",
    "Rectangle": """
        alpha antialiased aa capstyle capsize ecolor edgecolor ec error_kw fill hatch
        joinstyle linestyle linewidth width""",
    "FancyArrow": """
        alpha antialiased aa capstyle color edgecolor ec fill hatch head_length head_width
        joinstyle length_includes_head linestyle linewidth overhang shape width""",
    "PathCollection": """
        alpha antialiased antialiaseds aa capstyle edgecolor edgecolors ec hatch joinstyle
        linestyle linewidth linewidths pickradius plotnonfinite s""",
    "PolyCollection": """
        alpha antialiased antialiaseds aa capstyle color edgecolor edgecolors ec facecolors
        hatch interpolate joinstyle linestyle linestyles linewidth linewidths""",
    "Quiver": """
        alpha color edgecolor edgecolors headaxislength headlength headwidth linewidth
        linewidths minlength minshaft width""",
    "AxesImage": "alpha filternorm filterrad interpolation interpolation_stage resample",
    "QuadMesh": "alpha antialiased edgecolor edgecolors linewidth linewidths",
    "Text": """
        alpha backgroundcolor bbox color family fontdict fontfamily fontname fontproperties
        fontsize fontstretch fontstyle fontvariant fontweight font ha horizontalalignment
        linespacing loc ma math_fontfamily multialignment name pad parse_math rotation
        rotation_mode size stretch style va variant verticalalignment weight wrap x y labelpad""",
    "Line2DGrid": "alpha color dashes linestyle linewidth which",
    "Legend": """
        alignment bbox_to_anchor borderaxespad borderpad columnspacing draggable edgecolor
        fancybox fontsize framealpha frameon handleheight handlelength handletextpad
        labelcolor labelspacing loc markerfirst markerscale mode ncol ncols numpoints prop
        scatterpoints scatteryoffsets shadow title title_fontproperties title_fontsize""",
    "ContourLabels": "colors fmt fontsize inline inline_spacing manual rightside_up",
    "Contour": "alpha antialiased colors levels linestyles linewidths negative_linestyles zorder",
    "Ticks": """
        axis bottom color colors direction grid_alpha grid_color grid_linestyle grid_linewidth
        labelbottom labelcolor labelfontfamily labelleft labelright labelrotation labelsize
        labeltop left length pad reset right rotation size top which zorder
        width""",
    "Figure": """
        clear constrained_layout dpi edgecolor facecolor color figsize FigureClass frameon
        layout linewidth num tight_layout""",
    "Axes": "aspect facecolor color frameon",
    "Colorbar": """
        anchor aspect ax cax drawedges extend extendfrac extendrect fraction format location
        orientation pad panchor shrink spacing use_gridspec""",
    "Pie": "",
    "Boxes": """
        boxprops capprops capwidths flierprops meanprops medianprops whiskerprops zorder""",
    "Violins": "quantiles bw_method",
    "Layout": "bottom figure h_pad hspace left pad rect right top w_pad wspace",
}
PLAIN = (
    None,
    "Legend",
    "Colorbar",
    "Layout",
    "Pie",
    "Boxes",
    "Violins",
)  # functions whose further names no artist takes
DECORATES["Annotation"] = DECORATES["Text"]

# Of every artist: what moves or hides it, and its default.
MEANS = {"transform": None, "drawstyle": "default"}
_OF_ONE = "alpha linewidth".split()
_looks = [{}]


def looks():
    """How what is drawn now has to look: the further names of the calls that run."""
    return _looks[-1]


def looking(**given):
    """Within it, what is drawn looks so too."""
    _looks.append({**_looks[-1], **given})
    return _Looking()


class _Looking:
    def __enter__(self):
        return looks()

    def __exit__(self, *_):
        _looks.pop()


def _is(value, default):
    return value is None or value is default or type(value) is type(default) and value == default


def takes(artist, refused=""):
    """The function gets what it names; what neither it nor the artist knows is an error."""
    refused = refused.split()
    decorates = DECORATES.get(artist, "").split()
    means = {}
    if artist not in PLAIN:
        means = MEANS
        decorates += DECORATES["Artist"].split()

    def taking(function):
        code, given = function.__code__, function.__defaults__ or ()
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        places = names[: code.co_argcount]
        defaults = dict(
            zip(places[len(places) - len(given) :], given), **(function.__kwdefaults__ or {})
        )
        called = function.__name__

        def is_of_one(name):
            return name in _OF_ONE and name in decorates and (name in defaults or name not in names)

        def check(name, value):
            default = defaults.get(name, means.get(name))
            if name in refused or name in means and name not in names:
                if not _is(value, default):
                    raise refusal(f"{called}({name}=...)")
            elif is_of_one(name) and hasattr(value, "__len__"):
                raise refusal(f"{called}({name}=...) of several values")
            elif name not in names and name not in decorates:
                raise _unknown(artist, called, name)

        @wraps(function)
        def checked(*args, **keywords):
            own = {}
            for name, value in [*zip(places, args), *keywords.items()]:
                name = name if name in names else ALIASES.get(name, name)
                check(name, value)
                if name in keywords or name not in places[: len(args)]:
                    own[name] = value
            further = {name: own[name] for name in own if name not in names}
            with looking(**further):
                return function(*args, **{name: own[name] for name in own if name in names})

        known = {*names, *decorates, *means, *refused}
        checked.known = known | {name for name, meant in ALIASES.items() if meant in known}
        return checked

    return taking


def refusal(what, instead=None):
    end = f": {instead}" if instead else ""
    return NotImplementedError(f"{what} is not part of this lab's matplotlib{end}")


def lacking(owner, name):
    """What the __getattr__ of an owner raises."""
    if name.startswith("__"):
        return AttributeError(name)
    return AttributeError(f"{owner}.{name} is not part of this lab's matplotlib")


def _unknown(artist, called, name):
    if artist in ("Ticks", "Line2DGrid"):
        return ValueError(f"keyword {name} is not recognized")
    text = f"got an unexpected keyword argument {name!r}"
    if artist in ("Legend", "Colorbar"):
        return TypeError(f"{artist}.__init__() {text}")
    if artist in (None, "Layout", "Pie", "Boxes", "Violins"):
        return TypeError(f"{called}() {text}")
    return AttributeError(f"{artist}.set() {text}")
