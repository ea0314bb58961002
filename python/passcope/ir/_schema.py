"""The engine's declarations: records, hooks, instruments, settings and passes."""

from .. import _raw

SCHEMA = _raw.loads(_raw.schema())
