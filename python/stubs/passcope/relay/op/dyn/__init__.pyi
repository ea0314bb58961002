# Made by python/tools/describe.py.
"""Operators whose attributes are tensors. Functions of `relay.op` make their calls when they are given tensors."""

from typing import Any

from . import image as image
from . import nn as nn
