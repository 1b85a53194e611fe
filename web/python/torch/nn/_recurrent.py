"""Layers that go through a sequence step by step."""

import math
import warnings

import torch
from torch._tape import named as _named_step
from torch.nn import functional as F
from torch.nn import init
from torch.nn._layers import _check_device, _refuse
from torch.nn._module import Module, Parameter
from torch.nn.utils.rnn import PackedSequence


def _lstm(x, h, state):
    i, f, g, o = (x + h).chunk(4, -1)
    c = f.sigmoid() * state[1] + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def _gru(x, h, state):
    (xr, xz, xn), (hr, hz, hn) = x.chunk(3, -1), h.chunk(3, -1)
    n = (xn + (xr + hr).sigmoid() * hn).tanh()
    return ((state[0] - n) * (xz + hz).sigmoid() + n,)


_STEPS = {  # of what the input gives, what the state gives, and the state -> the next state
    "LSTM": (4, _lstm),
    "GRU": (3, _gru),
    "RNN_TANH": (1, lambda x, h, state: ((x + h).tanh(),)),
    "RNN_RELU": (1, lambda x, h, state: ((x + h).relu(),)),
}


def _uniform(layer):
    bound = 1 / math.sqrt(layer.hidden_size) if layer.hidden_size > 0 else 0
    for weight in layer.parameters():
        init.uniform_(weight, -bound, bound)


def _add_weights(layer, end, size, gates, dtype):
    hidden = layer.hidden_size
    shapes = {"weight_ih": (size,), "weight_hh": (hidden,), "bias_ih": (), "bias_hh": ()}
    for name, rest in shapes.items():
        if rest or layer.bias:
            made = Parameter(torch.empty((gates * hidden, *rest), dtype=dtype))
            setattr(layer, name + end, made)
        elif not end:
            layer.register_parameter(name, None)


class RNNBase(Module):
    def __init__(
        self,
        mode,
        input_size,
        hidden_size,
        num_layers=1,
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
        proj_size=0,
        device=None,
        dtype=None,
    ):
        super().__init__()
        _check_device(device)
        _refuse(type(self).__name__, proj_size=proj_size)
        if isinstance(dropout, bool) or not 0 <= dropout <= 1:
            raise ValueError(
                "dropout should be a number in range [0, 1] representing the probability of an "
                "element being zeroed"
            )
        if num_layers < 1:
            raise ValueError("num_layers must be greater than zero")
        if dropout > 0 and num_layers == 1:
            warnings.warn(
                "dropout option adds dropout after all but last recurrent layer, so non-zero "
                f"dropout expects num_layers greater than 1, but got dropout={dropout} and "
                f"num_layers={num_layers}",
                stacklevel=3,
            )
        self.mode, self.input_size, self.hidden_size = mode, input_size, hidden_size
        self.num_layers, self.bias, self.batch_first = num_layers, bias, batch_first
        self.dropout, self.bidirectional = float(dropout), bidirectional
        self.proj_size = 0
        for layer in range(num_layers):
            size = hidden_size * (1 + bidirectional) if layer else input_size
            for end in self._ends(layer):
                _add_weights(self, end, size, _STEPS[mode][0], dtype)
        self.reset_parameters()

    def _ends(self, layer):
        return [f"_l{layer}", f"_l{layer}_reverse"][: 1 + bool(self.bidirectional)]

    def reset_parameters(self):
        _uniform(self)

    def flatten_parameters(self):
        """There is one order in memory."""

    def forward(self, input, hx=None):
        if isinstance(input, PackedSequence):
            return self._through(input, hx)
        if input.dim() not in (2, 3):
            raise RuntimeError(f"input must have 2 or 3 dimensions, got {input.dim()}")
        if input.size(-1) != self.input_size:
            raise RuntimeError(
                f"input.size(-1) must be equal to input_size. Expected {self.input_size}, "
                f"got {input.size(-1)}"
            )
        is_batched, axis = input.dim() == 3, int(self.batch_first)
        x = (input.transpose(0, 1) if axis else input) if is_batched else input.unsqueeze(1)
        state = self._begin(x, hx, is_batched)
        last = []
        for layer in range(self.num_layers):
            if layer and self.dropout and self.training:
                x = F.dropout(x, self.dropout, True)
            outs = []
            for end in self._ends(layer):
                out, end_state = self._run(x, end, [part[len(last)] for part in state])
                outs.append(out)
                last.append(end_state)
            x = torch.cat(outs, -1) if len(outs) > 1 else outs[0]
        out = x.transpose(0, 1) if axis and is_batched else x
        if out is not x and self.mode != "LSTM":
            _named_step(out, "TransposeBackward1")
        parts = [torch.stack(part) for part in zip(*last)]
        if not is_batched:
            out, parts = out.squeeze(1), [part.squeeze(1) for part in parts]
        return out, tuple(parts) if self.mode == "LSTM" else parts[0]

    def _begin(self, x, hx, is_batched):
        shape = (self.num_layers * (1 + bool(self.bidirectional)), x.shape[1], self.hidden_size)
        n = 2 if self.mode == "LSTM" else 1
        if hx is None:
            return [torch.zeros(shape, dtype=x.dtype)] * n
        parts = list(hx) if n == 2 else [hx]
        ranks = [part.dim() for part in parts]
        if n == 2 and ranks != [2 + is_batched] * 2:
            kind = "batched 3-D" if is_batched else "unbatched 2-D"
            raise RuntimeError(
                f"For {kind} input, hx and cx should also be {2 + is_batched}-D but got "
                f"({ranks[0]}-D, {ranks[1]}-D) tensors"
            )
        if n == 1 and ranks != [2 + is_batched]:
            kind = "batched 3-D" if is_batched else "unbatched 2-D"
            raise RuntimeError(
                f"For {kind} input, hx should also be {2 + is_batched}-D but got "
                f"{ranks[0]}-D tensor"
            )
        parts = parts if is_batched else [part.unsqueeze(1) for part in parts]
        for k, part in enumerate(parts):
            if tuple(part.shape) != shape:
                name = f"hidden[{k}]" if n == 2 else "hidden"
                raise RuntimeError(f"Expected {name} size {shape}, got {list(part.shape)}")
        return parts

    def _run(self, x, end, state):
        weights = [getattr(self, name + end, None) for name in ("weight_ih", "bias_ih")]
        steps = F.linear(x, *weights).unbind(0)
        weights = [getattr(self, name + end, None) for name in ("weight_hh", "bias_hh")]
        next_state, outs = _STEPS[self.mode][1], []
        for step in reversed(steps) if end.endswith("reverse") else steps:
            state = next_state(step, F.linear(state[0], *weights), state)
            outs.append(state[0])
        return torch.stack(outs[::-1] if end.endswith("reverse") else outs), state

    def _through(self, packed, hx):
        """Of a packed sequence: each step goes on with the rows that are long enough."""
        data, counts, order, back = packed
        if data.size(-1) != self.input_size:
            raise RuntimeError(
                f"input.size(-1) must be equal to input_size. Expected {self.input_size}, "
                f"got {data.size(-1)}"
            )
        sizes = counts.tolist()
        if hx is not None and order is not None:
            parts = hx if isinstance(hx, tuple) else (hx,)
            parts = tuple(part.index_select(1, order) for part in parts)
            hx = parts if self.mode == "LSTM" else parts[0]
        state = self._begin(data[: sizes[0]].unsqueeze(0), hx, True)
        last = []
        for layer in range(self.num_layers):
            if layer and self.dropout and self.training:
                data = F.dropout(data, self.dropout, True)
            outs = []
            for end in self._ends(layer):
                made, end_state = self._run_packed(
                    data, sizes, end, [part[len(last)] for part in state]
                )
                outs.append(made)
                last.append(end_state)
            data = torch.cat(outs, -1) if len(outs) > 1 else outs[0]
        parts = [torch.stack(part) for part in zip(*last)]
        if back is not None:
            parts = [part.index_select(1, back) for part in parts]
        out = PackedSequence(data, counts, order, back)
        return out, tuple(parts) if self.mode == "LSTM" else parts[0]

    def _run_packed(self, data, sizes, end, begin):
        weights = [getattr(self, name + end, None) for name in ("weight_ih", "bias_ih")]
        steps = F.linear(data, *weights).split(sizes)
        weights = [getattr(self, name + end, None) for name in ("weight_hh", "bias_hh")]
        next_state, outs, is_back = _STEPS[self.mode][1], [], end.endswith("reverse")
        state = [part[: sizes[-1] if is_back else sizes[0]] for part in begin]
        done = [[] for _ in state]
        for n, step in zip(*(reversed(sizes), reversed(steps)) if is_back else (sizes, steps)):
            now = len(state[0])
            if n > now:  # longer ones begin at their ends
                state = [torch.cat([part, first[now:n]]) for part, first in zip(state, begin)]
            elif n < now:  # shorter ones are over
                for rows, part in zip(done, state):
                    rows.insert(0, part[n:])
                state = [part[:n] for part in state]
            state = next_state(step, F.linear(state[0], *weights), state)
            outs.append(state[0])
        state = [torch.cat([part, *rows]) if rows else part for part, rows in zip(state, done)]
        return torch.cat(outs[::-1] if is_back else outs), state

    def extra_repr(self):
        text = f"{self.input_size}, {self.hidden_size}"
        usual = {
            "num_layers": 1,
            "bias": True,
            "batch_first": False,
            "dropout": 0,
            "bidirectional": False,
        }
        for name, value in usual.items():
            if getattr(self, name) != value:
                text += f", {name}={getattr(self, name)}"
        return text


class RNN(RNNBase):
    def __init__(self, *sizes, nonlinearity="tanh", **options):
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'")
        self.__dict__["nonlinearity"] = nonlinearity
        mode = f"RNN_{nonlinearity.upper()}"
        super().__init__(mode, *sizes, **options)
        self.nonlinearity = nonlinearity


class LSTM(RNNBase):
    def __init__(self, *sizes, **options):
        super().__init__("LSTM", *sizes, **options)


class GRU(RNNBase):
    def __init__(self, *sizes, **options):
        super().__init__("GRU", *sizes, **options)


class _Cell(Module):
    _mode = "GRU"

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__()
        _check_device(device)
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        _add_weights(self, "", input_size, _STEPS[self._mode][0], dtype)
        self.reset_parameters()

    def reset_parameters(self):
        _uniform(self)

    def forward(self, input, hx=None):
        if hx is None:
            zeros = torch.zeros(*input.shape[:-1], self.hidden_size, dtype=input.dtype)
            hx = (zeros, zeros)
        state = tuple(hx) if isinstance(hx, (tuple, list)) else (hx,)
        x = F.linear(input, self.weight_ih, self.bias_ih)
        h = F.linear(state[0], self.weight_hh, self.bias_hh)
        made = _STEPS[self._mode][1](x, h, state)
        return made if len(made) > 1 else made[0]

    def extra_repr(self):
        return f"{self.input_size}, {self.hidden_size}" + ("" if self.bias else ", bias=False")


class GRUCell(_Cell):
    pass


class LSTMCell(_Cell):
    _mode = "LSTM"


class RNNCell(_Cell):
    def __init__(
        self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None
    ):
        if nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {nonlinearity}")
        object.__setattr__(self, "_mode", f"RNN_{nonlinearity.upper()}")
        super().__init__(input_size, hidden_size, bias, device, dtype)
        self.nonlinearity = nonlinearity

    def extra_repr(self):
        is_usual = self.nonlinearity == "tanh"
        return super().extra_repr() + ("" if is_usual else f", nonlinearity={self.nonlinearity}")
