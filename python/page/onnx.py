"""The part of onnx that scripts need to pass a model's file to relay.frontend.from_onnx."""

import os


class ModelProto:
    """The bytes of a model's file. Only the importer reads their contents."""

    def __init__(self, data):
        self._data = data

    def SerializeToString(self):
        """The bytes of the file."""
        return self._data


def load(f, format=None, load_external_data=True):
    """A model from a path or an open file."""
    if isinstance(f, (str, os.PathLike)):
        with open(f, "rb") as file:
            return ModelProto(file.read())
    return ModelProto(f.read())


def load_from_string(s, format=None):
    """A model from its bytes."""
    return ModelProto(bytes(s))
