"""Lists of colours by name."""

import math

import numpy
from matplotlib import _colours, colors
from matplotlib._arguments import refusal

_OWN = {
    "deep": "4C72B0 DD8452 55A868 C44E52 8172B3 937860 DA8BC3 8C8C8C CCB974 64B5CD",
    "muted": "4878D0 EE854A 6ACC64 D65F5F 956CB4 8C613C DC7EC0 797979 D5BB67 82C6E2",
    "pastel": "A1C9F4 FFB482 8DE5A1 FF9F9B D0BBFF DEBB9B FAB0E4 CFCFCF FFFEA3 B9F2F0",
    "bright": "023EFF FF7C00 1AC938 E8000B 8B2BE2 9F4800 F14CC1 A3A3A3 FFC400 00D7FF",
    "dark": "001C7F B1400D 12711C 8C0800 591E71 592F0D A23582 3C3C3C B8850A 006374",
    "colorblind": "0173B2 DE8F05 029E73 D55E00 CC78BC CA9161 FBAFE4 949494 ECE133 56B4E9",
}


class Palette(list):
    def as_hex(self):
        return Palette([colors.to_hex(one) for one in self])


def _made(rows):
    return Palette([tuple(map(float, row[:3])) for row in rows])


def _cycled(rows, n):
    rows = _made(rows)
    return Palette([rows[k % len(rows)] for k in range(len(rows) if n is None else n)])


def color_palette(palette=None, n_colors=None, desat=None, as_cmap=False):
    if desat is not None:
        raise refusal("color_palette(desat=...)")
    if palette is None:
        return _cycled(map(colors.to_rgb, _colours.cycle), n_colors)
    if not isinstance(palette, str):
        return _cycled(map(colors.to_rgb, palette), n_colors)
    if palette in _OWN:
        return _cycled([colors.to_rgb("#" + one) for one in _OWN[palette].split()], n_colors)
    if palette in ("hls", "husl"):
        return hls_palette(n_colors or 6) if palette == "hls" else husl_palette()
    if palette.startswith(("ch:", "light:", "dark:", "blend:")):
        if palette != "ch:":
            raise refusal(f"color_palette({palette!r})")
        return cubehelix_palette(n_colors or 6, as_cmap=as_cmap)
    cmap = colors.get_cmap(palette)
    if as_cmap:
        return cmap
    if palette in colors._LISTS:
        return _cycled(cmap.table(), n_colors)
    return _made(cmap(numpy.linspace(0, 1, (n_colors or 6) + 2)[1:-1]))


def hls_palette(n_colors=6, h=0.01, l=0.6, s=0.65):  # noqa: E741
    high = l * (1 + s) if l <= 0.5 else l + s - l * s
    low = 2 * l - high

    def part(hue):
        far = min(max(min(6 * (hue % 1), 4 - 6 * (hue % 1)), 0), 1)
        return low + (high - low) * far

    hues = (numpy.linspace(0, 1, n_colors + 1)[:-1] + h).tolist()
    return _made([[part(hue + shift) for shift in (1 / 3, 0, -1 / 3)] for hue in hues])


def husl_palette(*_, **__):
    raise refusal("husl_palette()", "take hls_palette()")


def cubehelix_palette(
    n_colors=6,
    start=0,
    rot=0.4,
    gamma=1.0,
    hue=0.8,
    light=0.85,
    dark=0.15,
    reverse=False,
    as_cmap=False,
):
    share = numpy.linspace(light, dark, 256 if as_cmap else n_colors) ** gamma
    shift = 2 * math.pi * (start / 3 + 1 + rot * numpy.linspace(light, dark, len(share)))
    much = hue * share * (1 - share) / 2
    mixes = ((-0.14861, 1.78277), (-0.29227, -0.90649), (1.97294, 0.0))
    rows = numpy.stack(
        [share + much * (a * numpy.cos(shift) + b * numpy.sin(shift)) for a, b in mixes], 1
    )
    rows = numpy.clip(rows[::-1] if reverse else rows, 0, 1)
    return colors.ListedColormap(rows, "seaborn_cubehelix") if as_cmap else _made(rows)


def _from(ends, n_colors, as_cmap):
    cmap = colors.LinearSegmentedColormap.from_list("blend", ends)
    return cmap if as_cmap else _made(cmap(numpy.linspace(0, 1, n_colors)))


def light_palette(*_, **__):
    raise refusal("light_palette()", "take LinearSegmentedColormap.from_list() of two colours")


dark_palette = diverging_palette = light_palette


def blend_palette(colors, n_colors=6, as_cmap=False, input="rgb"):
    return _from(colors, n_colors, as_cmap)
