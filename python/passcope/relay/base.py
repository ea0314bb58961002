"""Places in texts, under the name by which Relay has them."""

from ..ir.span import SourceName, Span
from ..runtime.object import Object as RelayNode
