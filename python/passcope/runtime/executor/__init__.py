"""Running what `relay.build` gives, by TVM's other executor."""

from ...contrib.graph_executor import GraphModule


class AotModule(GraphModule):
    """A program that is ready to run: `AotModule(lib["default"](device))`. It runs as a GraphModule does."""
