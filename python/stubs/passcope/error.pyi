# Made by python/tools/describe.py.
"""What Passcope raises. TVM's names are here too: every mistake that the engine finds is a TVMError."""

from typing import Any

class TVMError(RuntimeError):
    """The base of all errors of the compiler."""

class DiagnosticError(TVMError):
    """A mistake in a program, in arguments or in options.

    Attributes
    ----------
    diagnostics : list of dict
        What was found: kind, severity, message, notes, and span where there is one.
    """
    def __init__(self, text: Any, diagnostics: Any = ()) -> None: ...
    @property
    def kind(self) -> Any:
        """The kind of the first mistake, such as "type-mismatch"; None when there is none."""

class ConfigError(DiagnosticError):
    """A key of a context's configuration that is not there."""

class InternalError(TVMError):
    """A bug of Passcope. Please report it with the program that led to it."""

class OutOfMemoryError(TVMError):
    """The engine gets no more memory. A smaller program or model, or fewer objects that are kept, need less."""

class RPCError(TVMError):
    """A mistake of another machine. Nothing raises it: no connection is made."""

class OpError(TVMError):
    """An operator that cannot do what it is asked for."""

class OpNotImplemented(OpError):
    """An operator that is not there."""

class OpAttributeInvalid(OpError):
    """An attribute with a value that the operator does not take."""

class OpAttributeRequired(OpError):
    """An attribute that is missing."""

class OpAttributeUnImplemented(OpError):
    """A value of an attribute that is not there."""
