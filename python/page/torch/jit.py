"""Traced networks as what they are in a file: an archive of TorchScript."""

import os


class ScriptModule:
    """A traced network; it cannot be called here."""

    def __init__(self, archive):
        self._archive = archive

    def eval(self):
        """Itself: what is traced does not train any more."""
        return self

    def __call__(self, *inputs):
        raise NotImplementedError("networks are not run by torch here: import them with relay.frontend.from_pytorch")


def trace(func, example_inputs, **_):
    """The trace of one of the networks that come with the page. Raises NotImplementedError for all others."""
    archive = getattr(func, "_traced", None)
    if archive is None:
        raise NotImplementedError("only networks of torchvision.models can be traced here")
    return ScriptModule(archive(example_inputs))


def load(f, map_location=None):
    """A traced network from a path or an open file."""
    if isinstance(f, (str, os.PathLike)):
        with open(f, "rb") as file:
            return ScriptModule(file.read())
    return ScriptModule(f.read())


def save(m, f):
    """Writes a traced network to a path or an open file."""
    if isinstance(f, (str, os.PathLike)):
        with open(f, "wb") as file:
            file.write(m._archive)
    else:
        f.write(m._archive)
