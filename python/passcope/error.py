"""The errors of Passcope, also under TVM's names. Every mistake that the engine finds is a TVMError."""


class TVMError(RuntimeError):
    """The base of all errors of the compiler."""


class DiagnosticError(TVMError):
    """A mistake in a program, in arguments or in options.

    Attributes
    ----------
    diagnostics : list of dict
        What was found: kind, severity, message, notes, and span where there is one.
    """

    def __init__(self, text, diagnostics=()):
        super().__init__(text)
        self.diagnostics = list(diagnostics)

    @property
    def kind(self):
        """The kind of the first mistake, such as "type-mismatch"; None when there is none."""
        return self.diagnostics[0]["kind"] if self.diagnostics else None


class ConfigError(DiagnosticError, AttributeError):
    """An unknown key of a context's configuration."""


class ArgumentError(TVMError, TypeError):
    """An argument of a wrong type. The message names the argument, what it must be, and what it is."""


class InternalError(TVMError):
    """A bug of Passcope. Please report it with the program that led to it."""


class OutOfMemoryError(TVMError, MemoryError):
    """The engine has no memory left. Use a smaller program or model, or keep fewer objects."""


class RPCError(TVMError):
    """An error of a remote machine. It is never raised, because Passcope makes no connections."""


class OpError(TVMError):
    """An operator that does not support a request."""


class OpNotImplemented(OpError, NotImplementedError):
    """An operator that does not exist."""


class OpAttributeInvalid(OpError, AttributeError):
    """An attribute with a value that the operator rejects."""


class OpAttributeRequired(OpError, AttributeError):
    """An attribute that is missing."""


class OpAttributeUnImplemented(OpError, NotImplementedError):
    """A value of an attribute that is not implemented."""
