"""Source places under Relay's names."""

from ..ir.span import SourceName, Span
from ..runtime.object import Object as RelayNode
