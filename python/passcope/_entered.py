"""What `with` has entered, on each thread separately, as in TVM."""

import threading


class Entered(threading.local):
    """The objects of one sort that this thread has entered."""

    def __init__(self):
        super().__init__()
        self._objects = []

    def add(self, entered):
        """Makes an object the innermost one."""
        self._objects.append(entered)
        return entered

    def remove(self, left):
        """Removes an object that is left. Raises RuntimeError if this thread has not entered it."""
        for at in reversed(range(len(self._objects))):
            if self._objects[at] is left:
                del self._objects[at]
                return
        raise RuntimeError(f"this {type(left).__name__} was not entered on this thread; leave it where you entered it")

    def innermost(self):
        """The object that was entered last, or None."""
        return self._objects[-1] if self._objects else None
