"""`python -m passcope script.py [argument …]`: runs a script that imports tvm."""

import runpy
import sys

from . import as_tvm  # pylint: disable=unused-import


def main():
    """Runs the script that the command line names."""
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__)
        return 0 if len(sys.argv) > 1 else 2
    sys.argv = sys.argv[1:]
    runpy.run_path(sys.argv[0], run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main())
