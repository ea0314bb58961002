"""The rows of the table of ONNX's operators, a module per kind. References follow ONNX's specification."""

from . import elementwise, image, index, product, quantized, recurrent, reduce, shape, window  # noqa: F401
