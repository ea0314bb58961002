# Made by python/tools/describe.py.
"""Rules of operators for a while."""

from typing import Any

from passcope.relay.expr import Op as Op

class TempOpAttr:
    """Within `with`, what is registered for an operator under a name is something else."""
    def __init__(self, op_name: Any, attr_key: Any, attr_value: Any) -> None: ...
    def __enter__(self) -> Any: ...
    def __exit__(self, kind: Any, value: Any, trace: Any) -> None: ...
