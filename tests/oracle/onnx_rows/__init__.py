"""The rows of the table of ONNX's operators, a module per kind. References follow ONNX's specification."""

from . import elementwise, graphs, image, index, product, quantized  # noqa: F401
from . import recurrent, reduce, shape, signal, window  # noqa: F401
