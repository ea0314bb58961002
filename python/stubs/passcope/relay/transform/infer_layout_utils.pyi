# Made by python/tools/describe.py.
"""What rules of layouts answer."""

from typing import Any

class InferCorrectLayoutOutput:
    """The layouts of a call's arguments and results, and its attributes with them."""
    def __init__(self, input_layouts: Any, output_layouts: Any, new_attrs: Any) -> None: ...
