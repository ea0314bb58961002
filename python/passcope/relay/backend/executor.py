"""The configuration of an executor, under TVM's name."""

from ._options import Executor
