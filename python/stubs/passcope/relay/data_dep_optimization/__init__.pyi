# Made by python/tools/describe.py.
"""Changes of programs that change their parameters, too."""

from typing import Any

from . import simplify_fc_transpose as simplify_fc_transpose
