# Made by python/tools/describe.py.
"""Places in texts, under the name by which Relay has them."""

from typing import Any

from passcope.ir.span import SourceName as SourceName
from passcope.ir.span import Span as Span
from passcope.runtime.object import Object as RelayNode
