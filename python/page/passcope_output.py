"""Printed text and exceptions for the page, and files from the page."""

import os
import sys
import traceback

from pyodide.ffi import JsException

# A module of the interpreter that can read, write and call any address. Nothing here needs it.
sys.modules["_ctypes"] = None

_MAX_TRACE = 100_000
# Errors of JavaScript after which the engine must not be used (web/src/engine/session/failure.ts).
_FATAL = ("InternalError", "LoadError", "OutOfMemoryError", "RuntimeError")


# The working folder, which contains the files from the page.
_FOLDER = os.getcwd()


def path_of(name):
    """The path of a file from the page."""
    return os.path.join(_FOLDER, name)


def give(name, data):
    """Makes a file readable for code, by its name in the working folder."""
    with open(path_of(name), "wb") as file:
        file.write(data.to_py())


class Lines:
    """Collects the text of both streams in order, until a line ends or the other stream gets text."""

    def __init__(self, tell, current_line):
        """`tell(level, text, line)` takes lines. `current_line()` returns the line of the code that runs, 0 if it is unknown.
        """
        self._tell = tell
        self._current_line = current_line
        self._level = ""
        self._waiting = []

    def write(self, level, text):
        """Takes a text. Passes on complete lines, as many at once as the text has."""
        if level != self._level:
            self.flush()
            self._level = level
        self._waiting.append(text)
        if text.endswith("\n"):
            self.flush()

    def flush(self):
        """Passes on text that is still waiting, without its last line break."""
        text = "".join(self._waiting)
        self._waiting.clear()
        if text:
            text = text[:-1] if text.endswith("\n") else text
            self._tell(self._level, text, self._current_line())


class Output:
    """A text stream for the page."""

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
        """Does nothing: text without a line break waits for the line's end, or for the end of the code."""

    def isatty(self):
        """Whether the stream is a terminal; always False."""
        return False

    def readable(self):
        """Whether it can be read; always False."""
        return False

    def writable(self):
        """Whether it can be written; always True."""
        return True

    seekable = readable

    def fileno(self):
        """Raises an error, because the stream has no file."""
        import io

        raise io.UnsupportedOperation("fileno")


def failure_of(error, trace, is_own):
    """Describes an exception, and the places in the code's own files: `(file, line, column)`, the innermost last.

    `is_own(file)` tells if a file belongs to the code. Lines and columns count from 1.
    """
    text = "".join(traceback.format_exception(type(error), error, trace)).rstrip("\n")
    failure = {
        "name": type(error).__name__,
        # The end of the text is the most important part.
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
