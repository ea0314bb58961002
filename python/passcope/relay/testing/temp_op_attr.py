"""Rules of operators for a while."""

from ..op.op import _REGISTERED


class TempOpAttr:
    """Within `with`, a rule of an operator is another one."""

    def __init__(self, op_name, attr_key, attr_value):
        self._op = op_name
        self._key = attr_key
        self._value = attr_value

    def __enter__(self):
        attrs = _REGISTERED.setdefault(self._op, {})
        self._before = attrs.get(self._key)
        attrs[self._key] = self._value
        return self

    def __exit__(self, kind, value, trace):
        if self._before is None:
            del _REGISTERED[self._op][self._key]
        else:
            _REGISTERED[self._op][self._key] = self._before
