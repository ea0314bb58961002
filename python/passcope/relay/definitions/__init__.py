"""Files of standard definitions by TVM's names, for `import_from_std`."""

import functools
from pathlib import Path

from ...ir.module import IRModule
from ...parser import parse
from ..transform import InferType, LazyGradientInit

# The files that each file needs.
_NEEDED = {"prelude.rly": (), "nat.rly": ("prelude.rly",), "core.rly": ()}


def text_of(name):
    """The text of a file."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


@functools.lru_cache(maxsize=None)
def definitions(name):
    """The module of a file, including the files that it needs. Raises ValueError if there is no such file."""
    if name == "gradient.rly":
        # The engine's own definitions, which the pass adds to every module.
        return LazyGradientInit()(IRModule())
    if name not in _NEEDED:
        raise ValueError(f"there are no definitions {name}, only gradient.rly, {', '.join(_NEEDED)}")
    return InferType()(parse("\n".join(map(text_of, (*_NEEDED[name], name))), name))


IRModule._definitions = staticmethod(definitions)
