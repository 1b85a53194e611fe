"""numpy.lib: here the views that overlap."""

from numpy.lib import stride_tricks as stride_tricks
