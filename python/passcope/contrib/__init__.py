"""TVM's contributions, as far as they are here."""

from . import cudnn, graph_executor, nvcc, utils
