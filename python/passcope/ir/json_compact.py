"""Documents of older versions of TVM."""

from .serialization import load_json, save_json


def upgrade_json(json_str):
    """A document that TVM 0.6 or later wrote, as `save_json` writes it now. Raises ValueError for what is none."""
    return save_json(load_json(json_str))
