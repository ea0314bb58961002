# Made by python/tools/describe.py.
"""Random numbers that are functions of a key."""

from typing import Any

import passcope.relay.expr
from passcope.relay.expr import Constant as Constant

def threefry_key(seed: Any) -> Any:
    """The key of a seed, an integer of up to 256 bits."""

def uniform(key: Any, shape: Any, dtype: Any = 'float32', low: Any = 0.0, high: Any = 1.0) -> Any:
    """The next key and numbers that are uniform between two bounds."""

def normal(key: Any, shape: Any, dtype: Any = 'float32', mean: Any = 0.0, scale: Any = 1.0) -> Any:
    """The next key and numbers of a normal distribution."""

def threefry_generate(key: Any, shape: Any) -> passcope.relay.expr.Call:
    """A new key and random bits, by the Threefry algorithm.

    key: The key, on which alone the numbers depend.
    """

def threefry_split(key: Any) -> passcope.relay.expr.Call:
    """Two keys made of one.

    key: The key, on which alone the numbers depend.
    """

def multinomial(key: Any, probs: Any, num_samples: int) -> passcope.relay.expr.Call:
    """A new key and indices, each as likely as its probability says.

    key: The key, on which alone the numbers depend.
    probs: The probabilities of the indices, along the last axis.
    num_samples: How many samples are drawn from each distribution.
    """
