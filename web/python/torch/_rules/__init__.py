"""How each function of the engine goes back: gradients of what it read, by that of what it made."""

from torch._rules import axes, elements, layers, places, products, writes
