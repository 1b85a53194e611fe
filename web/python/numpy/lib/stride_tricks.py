"""Views whose parts overlap."""

from numpy import broadcast_arrays as broadcast_arrays
from numpy import broadcast_to as broadcast_to
from numpy._more import as_strided as as_strided
from numpy._more import sliding_window_view as sliding_window_view
