"""Traced networks in the form of their files: archives of TorchScript."""

import os


class ScriptModule:
    """A traced network, which cannot be called."""

    def __init__(self, archive):
        self._archive = archive

    def eval(self):
        """Returns the network: a traced network is always in evaluation mode."""
        return self

    def __call__(self, *inputs):
        raise NotImplementedError("networks are not run by torch here: import them with relay.frontend.from_pytorch")


def trace(func, example_inputs, **_):
    """The trace of a network that comes with the page. Raises NotImplementedError for other networks."""
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
