"""What runs programs."""

from . import interpreter
from .interpreter import Executor
