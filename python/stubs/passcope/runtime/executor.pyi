# Made by python/tools/describe.py.
"""Running what `relay.build` gives, by TVM's other executor."""

from typing import Any

import passcope.contrib.graph_executor
from passcope.contrib.graph_executor import GraphModule as GraphModule

class AotModule(passcope.contrib.graph_executor.GraphModule):
    """A program that is ready to run: `AotModule(lib["default"](device))`. It runs as a GraphModule does."""
