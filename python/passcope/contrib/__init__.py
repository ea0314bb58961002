"""The parts of TVM's contrib that Passcope has."""

from . import cudnn, graph_executor, nvcc, utils
