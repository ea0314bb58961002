"""Operators of images."""

from ..expr import Constant, const
from ._build import fill, is_expr, listed, make


def _resize(axes, layout):
    def resize(
        data,
        size,
        roi=None,
        layout=layout,
        method="linear",
        coordinate_transformation_mode="half_pixel",
        rounding_method="",
        cubic_alpha=-0.5,
        cubic_exclude=0,
        extrapolation_value=0.0,
        out_dtype=None,
    ):
        # A size can be the product of a size and a scale.
        size = size.data.numpy().astype("int32").tolist() if isinstance(size, Constant) else listed(size)
        roi = listed(roi)
        roi = [0.0] * (2 * axes) if roi is None else roi
        attrs = {
            "layout": layout,
            "method": method,
            "coordinate_transformation_mode": coordinate_transformation_mode,
            "rounding_method": rounding_method,
            "cubic_alpha": cubic_alpha,
            "cubic_exclude": cubic_exclude,
            "extrapolation_value": extrapolation_value,
            "out_dtype": out_dtype,
        }
        name = f"image.resize{axes}d"
        if is_expr(size) or is_expr(roi):
            if axes != 2:
                raise NotImplementedError(f"dyn.{name} is not there: its size must be known")
            size = size if is_expr(size) else const(size, "int64")
            roi = roi if is_expr(roi) else const(roi, "float32")
            return make("dyn." + name, [data, size, roi], attrs)
        return make(name, [data], {"size": size, "roi": roi, **attrs})

    resize.__name__ = f"resize{axes}d"
    resize.__doc__ = f"The input with {axes} spatial axes resized."
    return resize


resize1d = _resize(1, "NCW")
resize2d = _resize(2, "NCHW")
resize3d = _resize(3, "NCDHW")

fill(globals(), "image.")
