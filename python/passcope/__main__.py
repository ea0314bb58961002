"""Runs a script that imports `tvm` with Passcope in its place:

    python -m passcope script.py [argument …]
    python -m passcope -c code [argument …]
    python -m passcope -m module [argument …]
"""

import argparse
import os
import runpy
import sys
import traceback

from . import __version__, _given, as_tvm  # pylint: disable=unused-import


def _parser():
    parser = argparse.ArgumentParser(
        prog="passcope-py" if os.path.basename(sys.argv[0]) == "passcope-py" else "python -m passcope",
        usage="%(prog)s [-h] [--version] (SCRIPT | -c CODE | -m MODULE) [ARGUMENT ...]",
        description="Runs a Python script that imports tvm, with Passcope in the place of TVM.",
        epilog="Without -m passcope, a script can begin with `import passcope.as_tvm`. `help(passcope)` has an example.",
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("-c", metavar="CODE", dest="code", help="run this code")
    what.add_argument("-m", metavar="MODULE", dest="module", help="run a module, such as pytest")
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="SCRIPT", help="the script and its arguments")
    return parser


# The frames of this runner, and those that make errors about arguments sentences.
_HIDDEN = (__file__, _given.__file__, runpy.__file__, "<frozen runpy>")


def _report(error):
    """Prints the traceback of a script's exception, as Python itself does, without the frames of this runner."""
    told = traceback.TracebackException.from_exception(error)
    left = [told]
    while left:
        each = left.pop()
        kept = [frame for frame in each.stack if frame.filename not in _HIDDEN]
        each.stack = traceback.StackSummary.from_list(kept)
        left += [other for other in (each.__cause__, each.__context__) if other is not None]
    print("".join(told.format()), end="", file=sys.stderr)


def _run(given):
    """Runs what the command line names."""
    if given.code is not None:
        sys.argv = ["-c", *given.words]
        sys.path.insert(0, "")
        names = {"__name__": "__main__", "__builtins__": __builtins__}
        exec(compile(given.code, "<string>", "exec"), names)  # pylint: disable=exec-used
    elif given.module is not None:
        sys.argv = [given.module, *given.words]
        sys.path.insert(0, os.getcwd())
        runpy.run_module(given.module, run_name="__main__", alter_sys=True)
    else:
        sys.argv = list(given.words)
        sys.path.insert(0, os.path.dirname(os.path.abspath(given.words[0])))
        runpy.run_path(given.words[0], run_name="__main__")


def main(argv=None):
    """Runs the script that the command line names. Returns the exit code."""
    parser = _parser()
    given = parser.parse_args(argv)
    if given.version:
        print(f"passcope {__version__}")
        return 0
    if given.code is None and given.module is None:
        if not given.words:
            parser.print_usage(sys.stderr)
            print("name a script to run; --help lists the options", file=sys.stderr)
            return 2
        if not os.path.exists(given.words[0]):
            print(f"passcope: there is no file '{given.words[0]}'", file=sys.stderr)
            return 2
    # `python -m` puts the folder of the shell first. A script has its own folder there.
    if sys.path and sys.path[0] in ("", os.getcwd()):
        del sys.path[0]
    try:
        _run(given)
    except KeyboardInterrupt as error:
        _report(error)
        return 130
    except Exception as error:  # pylint: disable=broad-except
        _report(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
