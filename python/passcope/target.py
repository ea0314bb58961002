"""What programs are compiled for. Passcope runs programs by itself: a target says nothing but its name."""


class Target:
    """A target by its name; a context of `with`, as in TVM."""

    _entered = []

    def __init__(self, target, host=None):
        self._text = str(target) if not isinstance(target, dict) else str(target.get("kind", "llvm"))
        self.host = host

    @property
    def kind(self):
        """The name without options."""
        return self._text.split(" ")[0]

    @staticmethod
    def current(allow_none=True):
        """The innermost target of `with`, or None."""
        return Target._entered[-1] if Target._entered else None

    def __enter__(self):
        Target._entered.append(self)
        return self

    def __exit__(self, kind, value, trace):
        Target._entered.pop()

    def __eq__(self, other):
        return str(self) == str(other)

    def __hash__(self):
        return hash(self._text)

    def __str__(self):
        return self._text

    __repr__ = __str__
