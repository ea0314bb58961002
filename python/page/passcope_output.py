"""What code prints and what it raises, as the page is told of it, and the files that the page gives."""

import os
import sys
import traceback

from pyodide.ffi import JsException

# Part of the interpreter, and able to read, write and call whatever address it is given: nothing here has a use for it.
sys.modules["_ctypes"] = None

_MAX_TRACE = 100_000
# Errors of JavaScript after which the engine must not be used again (web/src/engine/session/failure.ts).
_FATAL = ("InternalError", "LoadError", "OutOfMemoryError", "RuntimeError")


# The working folder, in which the files lie that the page gives.
_FOLDER = os.getcwd()


def path_of(name):
    """The path of a file that the page gives."""
    return os.path.join(_FOLDER, name)


def give(name, data):
    """Lets code read a file, by its name in the working folder."""
    with open(path_of(name), "wb") as file:
        file.write(data.to_py())


class Lines:
    """What is written to both streams, in order, until the end of a line comes or the other stream is written to."""

    def __init__(self, tell, current_line):
        """`tell(level, text, line)` takes lines; `current_line()` says in which line the code is, 0 where that is unknown."""
        self._tell = tell
        self._current_line = current_line
        self._level = ""
        self._waiting = []

    def write(self, level, text):
        """Takes a text; what ends a line is told, as many lines at once as the text has."""
        if level != self._level:
            self.flush()
            self._level = level
        self._waiting.append(text)
        if text.endswith("\n"):
            self.flush()

    def flush(self):
        """Tells what was written and not told, without the end of its last line."""
        text = "".join(self._waiting)
        self._waiting.clear()
        if text:
            text = text[:-1] if text.endswith("\n") else text
            self._tell(self._level, text, self._current_line())


class Output:
    """A text stream whose texts are shown on the page."""

    encoding = "utf-8"
    errors = "strict"
    closed = False

    def __init__(self, level, lines):
        self._level = level
        self._lines = lines

    def write(self, text):
        """Takes a text. Returns its length."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if text:
            self._lines.write(self._level, text)
        return len(text)

    def writelines(self, lines):
        """Takes several texts."""
        for line in lines:
            self.write(line)

    def flush(self):
        """What has no end of a line yet waits for it, or for the end of the code."""

    def isatty(self):
        """Whether somebody types here."""
        return False

    def readable(self):
        """Whether it can be read from."""
        return False

    def writable(self):
        """Whether it can be written to."""
        return True

    seekable = readable

    def fileno(self):
        """There is no file."""
        import io

        raise io.UnsupportedOperation("fileno")


def failure_of(error, trace, is_own):
    """What is told of an exception, and the places in the code's own files: `(file, line, column)`, the innermost last.

    `is_own(file)` says whether a file is of the code; lines and columns count from 1.
    """
    text = "".join(traceback.format_exception(type(error), error, trace)).rstrip("\n")
    failure = {
        "name": type(error).__name__,
        # What matters most stands last.
        "message": text if len(text) <= _MAX_TRACE else "…\n" + text[-_MAX_TRACE:],
        "rendered": [],
        "fatal": isinstance(error, JsException) and getattr(error, "name", "") in _FATAL,
    }
    frames = [
        (frame.filename, frame.lineno or 1, (frame.colno or 0) + 1)
        for frame in traceback.extract_tb(trace)
        if is_own(frame.filename)
    ]
    if isinstance(error, SyntaxError) and error.filename is not None and is_own(error.filename):
        frames.append((error.filename, error.lineno or 1, max(error.offset or 1, 1)))
    return failure, frames
