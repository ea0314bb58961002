# Made by python/tools/describe.py.
"""Reductions that are made of others."""

from typing import Any

from passcope.relay.expr import Tuple as Tuple

def variance(data: Any, axis: Any = None, keepdims: bool = False, exclude: bool = False, unbiased: bool = False, with_mean: Any = None) -> Any:
    """The variance along axes."""

def std(data: Any, axis: Any = None, keepdims: bool = False, exclude: bool = False, unbiased: bool = False) -> Any:
    """The standard deviation along axes."""

def mean_variance(data: Any, axis: Any = None, keepdims: bool = False, exclude: bool = False, unbiased: bool = False) -> Any:
    """Mean and variance along axes."""

def mean_std(data: Any, axis: Any = None, keepdims: bool = False, exclude: bool = False) -> Any:
    """Mean and standard deviation along axes."""

def logsumexp(data: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The logarithm of a sum of exponentials, without overflow."""
