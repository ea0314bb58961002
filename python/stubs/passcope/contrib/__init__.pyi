# Made by python/scripts/describe.py.
"""TVM's contributions, as far as they are here."""

from typing import Any

from . import download as download
from . import graph_executor as graph_executor
