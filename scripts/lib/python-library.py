# scripts/lib/python-library.mjs runs this in Pyodide to make the zip file of modules.

import importlib
import importlib._bootstrap_external as _external
import io
import sys
import zipfile

# The modules that users may import, and those that Python and Pyodide import at their start. Their imports are added.
_ROOTS = """
abc argparse array ast asyncio base64 bisect calendar cmath codecs collections collections.abc contextlib contextvars
copy copyreg csv dataclasses datetime decimal difflib dis enum errno fnmatch fractions functools gc getopt gettext glob
graphlib hashlib heapq html importlib importlib.abc importlib.machinery importlib.metadata importlib.resources
importlib.util inspect io itertools json keyword linecache locale logging math numbers operator os os.path pathlib
pickle platform pprint pyodide pyodide.code pyodide.console pyodide.ffi pyodide.ffi.wrappers pyodide.http
pyodide.webloop queue random re reprlib runpy secrets shlex shutil signal site stat statistics string struct sys sysconfig
_sysconfigdata__emscripten_wasm32-emscripten tempfile textwrap threading time timeit token tokenize traceback types
typing unicodedata unittest urllib.parse uuid warnings weakref zipfile zipimport zlib zoneinfo
encodings encodings.aliases encodings.ascii encodings.cp437 encodings.idna encodings.latin_1 encodings.raw_unicode_escape
encodings.unicode_escape encodings.utf_8 encodings.utf_8_sig encodings.utf_16 encodings.utf_32 encodings.punycode
""".split()

# Imported modules whose functions are useless in a page.
_LEFT_OUT = ("pydoc", "email", "http", "xml", "multiprocessing", "concurrent.futures.process", "ssl", "ctypes")


def _left_out(name):
    return any(name == left or name.startswith(left + ".") for left in _LEFT_OUT)


def _standard_modules(archive):
    """The names of modules in the archive of the whole library, and their paths there."""
    for name in _ROOTS:
        importlib.import_module(name)
    files = set(archive.namelist())
    found = {}
    for name in sorted(sys.modules):
        stem = name.replace(".", "/")
        for path in (f"{stem}.py", f"{stem}/__init__.py"):
            if path in files and not _left_out(name):
                found[name] = path
    return found


def _compiled(text, path, optimize):
    # No dates, so that each build makes the same file. The page has no sources to compare dates with.
    code = compile(text, path, "exec", dont_inherit=True, optimize=optimize)
    return bytes(_external._code_to_timestamp_pyc(code, 0, 0))


def library(sources):
    """The zip file with these modules, {path: text}, and those of the standard library."""
    made = io.BytesIO()
    whole = next(path for path in sys.path if path.endswith(".zip"))
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as out, zipfile.ZipFile(whole) as archive:
        for path in _standard_modules(archive).values():
            data = _compiled(archive.read(path), path, 2)
            out.writestr(zipfile.ZipInfo(path + "c"), data)
        for path, text in sorted(sources.items()):
            out.writestr(zipfile.ZipInfo(path + "c"), _compiled(text, path, 0))
    return made.getvalue()
