"""The base of everything that lives in the engine."""

from .. import _raw


class Object:
    """An object of the engine. This Python object keeps it alive.

    `==` and `hash` use the identity in the engine: as in TVM, two Python objects of one node are equal.
    """

    __slots__ = ("handle", "_key", "__weakref__", "__dict__")

    @classmethod
    def _of(cls, handle, key=None):
        """An object of this class for a handle. Takes ownership of the handle."""
        made = cls.__new__(cls)
        made.handle = handle
        made._key = key
        return made

    def _take(self, handle, key=None):
        """For constructors: sets the handle of this object. Takes ownership of the handle."""
        self.handle = handle
        self._key = key

    def __del__(self, release=_raw.release):
        try:
            handle = self.handle
        except AttributeError:
            return  # the constructor has failed
        if handle:
            release(handle)

    def _identity(self):
        """A number that identifies this object among those of its kind."""
        return self.handle

    def same_as(self, other):
        """Whether this and another one are the same object of the engine."""
        return isinstance(other, Object) and self._identity() == other._identity()

    def __eq__(self, other):
        return self.same_as(other)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._identity())

    # Functions that read and write JSON of objects; ir.base sets them.
    _load_json = _save_json = None

    def __reduce__(self):
        try:
            return Object._load_json, (Object._save_json(self),)
        except (TypeError, ValueError) as error:
            raise TypeError(f"a {type(self).__name__} cannot be pickled; print it and parse the text") from error
