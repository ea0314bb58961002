# Made by python/scripts/describe.py.
"""Rules of operators for a while."""

from typing import Any

class TempOpAttr:
    """Within `with`, a rule of an operator is another one."""
    def __init__(self, op_name: Any, attr_key: Any, attr_value: Any) -> None: ...
    def __enter__(self) -> Any: ...
    def __exit__(self, kind: Any, value: Any, trace: Any) -> None: ...
