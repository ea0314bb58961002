"""Views of sliding windows over an array, under numpy's name."""

from types import SimpleNamespace

from ._core import asarray, axes_of, shape_of


def _sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False):
    """All positions of a window over axes. New axes at the end go through the window."""
    source, window = asarray(x), shape_of(window_shape)
    axes = axes_of(axis, source.ndim)
    if len(window) != len(axes):
        raise ValueError(f"Must provide matching length window_shape and axis; got {len(window)} and {len(axes)}")
    if any(size < 0 for size in window):
        raise ValueError("`window_shape` cannot contain negative values")
    shape = list(source._shape)
    for place, size in zip(axes, window):
        shape[place] -= size - 1
        if shape[place] < 1:
            raise ValueError("window shape cannot be larger than input array shape")
    steps = (*source._steps, *(source._steps[place] for place in axes))
    made = source._view((*shape, *window), source._offset, steps)
    made._writeable = writeable
    return made


stride_tricks = SimpleNamespace(sliding_window_view=_sliding_window_view)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"numpy in the page has no lib.{name}")
