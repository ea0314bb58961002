"""Configurations with declared options, as TVM has for executors and runtimes."""

from ...error import TVMError

_TYPES = {bool: "IntImm", int: "IntImm", str: "runtime.String"}


class Configuration:
    """A name and its options. Raises TVMError for an unknown name or option, or for a value of a wrong type."""

    # {name: {option: (type, default or None)}}
    _declared = {}

    def __init__(self, name, options=None):
        kind = type(self).__name__
        declared = self._options_of(name)
        given = dict(options or {})
        for option, value in given.items():
            if option not in declared:
                raise TVMError(f'Attribute "{option}" is not available on this {kind}')
            expected = declared[option][0]
            actual = _TYPES.get(type(value), type(value).__name__)
            if actual != expected:
                raise TVMError(
                    f'Attribute "{option}" should have type "{expected}" but instead found "{actual}"'
                )
        defaults = {key: value for key, (_, value) in declared.items() if value is not None}
        self.name = str(name)
        self._attrs = {**defaults, **given}

    @classmethod
    def _options_of(cls, name):
        if str(name) not in cls._declared:
            raise TVMError(f'{cls.__name__} "{name}" is not defined')
        return cls._declared[str(name)]

    def __contains__(self, name):
        return name in self._attrs

    def __getitem__(self, name):
        return self._attrs[name]

    def __eq__(self, other):
        return type(other) is type(self) and (other.name, other._attrs) == (self.name, self._attrs)

    def __hash__(self):
        return hash(self.name)

    def __str__(self):
        return self.name

    @classmethod
    def list_registered(cls):
        """The names."""
        return list(cls._declared)

    @classmethod
    def list_registered_options(cls, name):
        """The options of a name with TVM's names of their types."""
        return {option: sort for option, (sort, _) in cls._options_of(name).items()}


class Executor(Configuration):
    """The configuration of an executor: "graph" or "aot". Passcope's own executor runs both."""

    _declared = {
        "aot": {
            "link-params": ("IntImm", True),
            "unpacked-api": ("IntImm", None),
            "interface-api": ("runtime.String", None),
            "workspace-byte-alignment": ("IntImm", None),
            "constant-byte-alignment": ("IntImm", None),
        },
        "graph": {"link-params": ("IntImm", False)},
    }


class Runtime(Configuration):
    """The configuration of a runtime: "cpp" or "crt"."""

    _declared = {
        "crt": {"system-lib": ("IntImm", None)},
        "cpp": {"system-lib": ("IntImm", None)},
    }
