"""What TVM's bindings have beside the functions: the exception, and texts of bytes."""

from ..error import TVMError


def py_str(value):
    """A text of bytes in UTF-8."""
    return value.decode("utf-8") if isinstance(value, (bytes, bytearray)) else str(value)


def c_str(value):
    """The bytes of a text in UTF-8."""
    return str(value).encode("utf-8")
