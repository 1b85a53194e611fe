import anywidget
import traitlets


class Figure(anywidget.AnyWidget):
    _esm = "https://example.org/poslab/lab/widget.js"
    figure = traitlets.Unicode("pe-heatmap").tag(sync=True)
    preset = traitlets.Unicode("").tag(sync=True)
    fault = traitlets.Unicode("").tag(sync=True)
    settings = traitlets.Dict().tag(sync=True)
    meters = traitlets.List().tag(sync=True)
    data = traitlets.List().tag(sync=True)


table = Figure(settings={"method": "sinusoidal", "n_pos": 16})
table
