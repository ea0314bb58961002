"""JSON of older versions of TVM."""

from .serialization import load_json, save_json


def upgrade_json(json_str):
    """Converts JSON of TVM 0.6 or later to the form of `save_json`. Raises ValueError for other texts."""
    return save_json(load_json(json_str))
