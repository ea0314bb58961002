"""Functions that make calls of quantised operators."""

from .qnn import *  # pylint: disable=wildcard-import,unused-wildcard-import
from . import canonicalizations, legalizations
