# Made by python/tools/describe.py.
"""Pooling with numpy, as references for tests."""

from typing import Any

def poolnd_python(np_data: Any, kernel: Any, strides: Any, dilation: Any, padding_before: Any, padding_after: Any, pool_type: Any, count_include_pad: bool = True, ceil_mode: bool = False, dtype: Any = 'float32', layout: Any = None) -> Any:
    """The mean ("avg") or the maximum ("max") over windows, for one to three spatial axes.

    What ends a window beyond the padding, which `ceil_mode` allows, is not counted. Without
    `count_include_pad` the padding is not counted either, and has no part in a maximum.
    """

def pool_grad_nchw(a_np: Any, out_grad_np: Any, pool_size: Any, strides: Any, padding: Any, pool_type: Any, ceil_mode: Any, count_include_pad: bool = True) -> Any:
    """The gradient of a pooling's data [N, C, H, W]; padding is top, left, bottom, right.

    Of several greatest elements the first gets the gradient.
    """

def adaptive_pool(np_data: Any, out_size: Any, pool_type: Any, layout: Any) -> Any:
    """Means ("avg") or maxima over as many windows as the result has places; `out_size` is a number or one per axis."""
