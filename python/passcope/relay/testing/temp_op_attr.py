"""Temporary rules of operators."""

from ..expr import Op


class TempOpAttr:
    """Within `with`, replaces a registered attribute of an operator."""

    def __init__(self, op_name, attr_key, attr_value):
        self._op = Op.get(op_name)
        self._key = attr_key
        self._value = attr_value

    def __enter__(self):
        self._before = self._op.get_attr(self._key)
        self._op.reset_attr(self._key)
        self._op.set_attr(self._key, self._value)
        return self

    def __exit__(self, kind, value, trace):
        self._op.reset_attr(self._key)
        if self._before is not None:
            self._op.set_attr(self._key, self._before)
