"""Global functions by name, as in TVM."""

from . import base
from .base import TVMError
from .registry import get_global_func, list_global_func_names, register_func, register_object, remove_global_func
