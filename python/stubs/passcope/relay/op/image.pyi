# Made by python/tools/describe.py.
"""Operators of images."""

from typing import Any

import passcope.relay.expr
from passcope.relay.expr import Constant as Constant
from passcope.relay.expr import const as const

def resize1d(data: Any, size: Any, roi: Any = None, layout: Any = 'NCW', method: Any = 'linear', coordinate_transformation_mode: Any = 'half_pixel', rounding_method: Any = '', cubic_alpha: Any = -0.5, cubic_exclude: Any = 0, extrapolation_value: Any = 0.0, out_dtype: Any = None) -> Any:
    """The input with 1 spatial axes resized."""

def resize2d(data: Any, size: Any, roi: Any = None, layout: Any = 'NCHW', method: Any = 'linear', coordinate_transformation_mode: Any = 'half_pixel', rounding_method: Any = '', cubic_alpha: Any = -0.5, cubic_exclude: Any = 0, extrapolation_value: Any = 0.0, out_dtype: Any = None) -> Any:
    """The input with 2 spatial axes resized."""

def resize3d(data: Any, size: Any, roi: Any = None, layout: Any = 'NCDHW', method: Any = 'linear', coordinate_transformation_mode: Any = 'half_pixel', rounding_method: Any = '', cubic_alpha: Any = -0.5, cubic_exclude: Any = 0, extrapolation_value: Any = 0.0, out_dtype: Any = None) -> Any:
    """The input with 3 spatial axes resized."""

def crop_and_resize(data: Any, boxes: Any, box_indices: Any, crop_size: Any, layout: str, method: str = 'bilinear', extrapolation_value: float = 0, out_dtype: Any = None) -> passcope.relay.expr.Call:
    """Parts of the data, each resized.

    data: The input tensor.
    boxes: The parts, as fractions of the data.
    box_indices: The sample that each part is of.
    crop_size: The height and width of each part of the result.
    layout: The order of the data's axes.
    method: How values between the given points are found: nearest_neighbor or bilinear.
    extrapolation_value: The value outside the data.
    out_dtype: The data type of the result.
    """

def dilation2d(data: Any, weight: Any, strides: Any = (1, 1), padding: Any = (0, 0), dilations: Any = (1, 1), data_layout: str = 'NCHW', kernel_layout: str = 'IHW', out_dtype: Any = '') -> passcope.relay.expr.Call:
    """The greatest sum of window and weight.

    data: The input tensor.
    weight: The weight.
    strides: The steps of the window along each spatial axis.
    padding: How much is added around each spatial axis.
    dilations: The distance of neighbouring elements of the window.
    data_layout: The order of the data's axes.
    kernel_layout: The order of the weight's axes.
    out_dtype: The data type of the result.
    """

def affine_grid(data: Any, target_shape: Any = None) -> passcope.relay.expr.Call:
    """The coordinates of a grid under affine maps.

    data: The input tensor.
    target_shape: The height and width of the grid.
    """

def grid_sample(data: Any, grid: Any, method: str = 'bilinear', layout: str = 'NCHW', padding_mode: str = 'zeros', align_corners: bool = True) -> passcope.relay.expr.Call:
    """The data at the coordinates of a grid.

    data: The input tensor.
    grid: The coordinates, from -1 to 1.
    method: How values between the given points are found: nearest, bilinear or bicubic.
    layout: The order of the data's axes.
    padding_mode: What lies outside the data: zeros, border or reflection.
    align_corners: Whether -1 and 1 are the centres of the outermost elements, not their edges.
    """
