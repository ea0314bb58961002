# Made by python/tools/describe.py.
"""The functions of `relay.qnn.op`, by TVM's name of the module that defines them."""

from typing import Any
