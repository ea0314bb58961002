# Made by python/tools/describe.py.
"""TVMScript, of which nothing is here: there is no tensor IR."""

from typing import Any
