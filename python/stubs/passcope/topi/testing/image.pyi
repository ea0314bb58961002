# Made by python/tools/describe.py.
"""Resizing and sampling of images with numpy, as references for tests."""

from typing import Any

def resize1d_python(data: Any, scale: Any, layout: Any = 'NCW', method: Any = 'nearest_neighbor', coordinate_transformation_mode: Any = 'align_corners') -> Any:
    """A signal made `scale` times as long; `method` is "nearest_neighbor", "linear" or "cubic"."""

def resize2d_python(data: Any, scale: Any, layout: Any = 'NCHW', method: Any = 'nearest_neighbor', coordinate_transformation_mode: Any = 'align_corners') -> Any:
    """An image made `scale` times as large."""

def resize3d_python(data: Any, scale: Any, layout: Any = 'NCDHW', method: Any = 'nearest_neighbor', coordinate_transformation_mode: Any = 'align_corners') -> Any:
    """A volume made `scale` times as large."""

def crop_and_resize_python(image: Any, boxes: Any, box_indices: Any, crop_size: Any, layout: Any, method: Any = 'bilinear', extrapolation_value: Any = 0) -> Any:
    """Parts of images, each resized: boxes [B, (y1, x1, y2, x2)] in parts of an image's sides."""

def affine_grid_python(data: Any, target_shape: Any) -> Any:
    """The grid [N, (x, y), H, W] that affine maps [N, 2, 3] make of places from -1 to 1."""

def grid_sample_python(data: Any, grid: Any, method: Any = 'bilinear', layout: Any = 'NCHW', padding_mode: Any = 'zeros', align_corners: bool = True) -> Any:
    """What an image [N, C, H, W] or a volume has at the places of a grid [N, (x, y(, z)), …] from -1 to 1.

    `method` is "bilinear", "nearest" or (images) "bicubic", `padding_mode` "zeros", "border" or "reflection".
    """

def roi_align_nchw_python(a_np: Any, rois_np: Any, pooled_size: Any, spatial_scale: Any, sample_ratio: Any, mode: Any = ...) -> Any:
    """Regions [R, (image, x1, y1, x2, y2)] of images [N, C, H, W] pooled by bilinear samples (He et al., "Mask R-CNN",
    2017).
    """

def roi_align_nhwc_python(a_np: Any, rois_np: Any, pooled_size: Any, spatial_scale: Any, sample_ratio: Any, mode: Any = ...) -> Any:
    """The same of images [N, H, W, C]."""

def roi_pool_nchw_python(a_np: Any, rois_np: Any, pooled_size: Any, spatial_scale: Any) -> Any:
    """The maxima over parts of regions (Girshick, "Fast R-CNN", 2015); of a part without elements 0."""
