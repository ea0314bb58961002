"""Makes this package importable as `tvm`: `import passcope.as_tvm`, then `import tvm`.

It is never done automatically, so that a real TVM is not hidden by accident. Modules are the same objects under both names.
"""

import importlib
import importlib.abc
import importlib.util
import sys

from . import _elsewhere

_OURS = __name__.rpartition(".")[0]


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds `tvm.x` where this package has `x`."""

    def find_spec(self, fullname, path=None, target=None):
        """The spec of a module with a name of TVM; None for other modules."""
        if fullname != "tvm" and not fullname.startswith("tvm."):
            return None
        if importlib.util.find_spec(_OURS + fullname[3:]) is None:
            return None
        return importlib.util.spec_from_loader(fullname, self)

    def create_module(self, spec):
        """Imports the module by its own name."""
        return importlib.import_module(_OURS + spec.name[3:])

    def exec_module(self, module):
        """Does nothing: the module has run already. It keeps its own name."""
        _elsewhere.keep_function(module.__spec__.name)
        module.__spec__ = importlib.util.find_spec(module.__name__)


if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
    sys.meta_path.insert(0, _Finder())
