"""Runs the result of `relay.build` with TVM's other executor."""

from ...contrib.graph_executor import GraphModule


class AotModule(GraphModule):
    """A program that is ready to run: `AotModule(lib["default"](device))`. It works like a GraphModule."""
