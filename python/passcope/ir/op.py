"""What is known of operators besides the table: attributes registered from Python, by name."""

# {operator: {attribute: (value, level)}}
_ATTRS = {}


class OpRegistry:
    """The attributes of operators."""

    @staticmethod
    def get(op_name, attr_key):
        """The value of an attribute, None where there is none."""
        found = _ATTRS.get(op_name, {}).get(attr_key)
        return None if found is None else found[0]

    @staticmethod
    def set(op_name, attr_key, value, level=10):
        """Gives an operator an attribute; of two the one of the higher level counts."""
        if value is None:
            raise ValueError(f"Registered attribute is null for {attr_key} in op {op_name}")
        attrs = _ATTRS.setdefault(op_name, {})
        before = attrs.get(attr_key)
        if before is not None and before[1] == level and before[0] is not value:
            raise _already(op_name, attr_key, level)
        if before is None or before[1] < level:
            attrs[attr_key] = (value, level)
            _tell_engine(op_name, attr_key, value)

    @staticmethod
    def reset(op_name, attr_key):
        """Takes an attribute away."""
        if _ATTRS.get(op_name, {}).pop(attr_key, None) is not None:
            _tell_engine(op_name, attr_key, None)

    @staticmethod
    def having(attr_key):
        """The operators with an attribute, and its values."""
        return {op: attrs[attr_key][0] for op, attrs in _ATTRS.items() if attr_key in attrs}

    @staticmethod
    def keys():
        """The names of all attributes."""
        return {key for attrs in _ATTRS.values() for key in attrs}


def _tell_engine(op_name, attr_key, value):
    from ..relay.op.rules import tell_engine

    tell_engine(op_name, attr_key, value)


def _already(op_name, attr_key, level):
    from ..error import TVMError

    return TVMError(
        f"Attribute {attr_key} of {op_name} is already registered with same plevel={level}"
    )


def _registering(op_name, attr_key, value, level):
    from ..relay.expr import Op

    def register(given):
        Op.get(op_name).set_attr(attr_key, given, level)
        return given

    return register if value is None else register(value)


def register_op_attr(op_name, attr_key, value=None, level=10):
    """Gives an operator an attribute; without a value it is a decorator of the function that is the value."""
    return _registering(op_name, attr_key, value, level)


def register_intrin_lowering(op_name, target, f=None, level=10):
    """A rule that code generation would ask. Usable as a decorator."""
    return _registering(op_name, f"{target}.FLowerIntrinsic", f, level)
