"""The configuration of a runtime, under TVM's name."""

from ._options import Runtime
