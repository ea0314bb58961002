"""Large arrays on the engine's kernels, where the engine is there; small ones are faster in Python."""

LEAST = 1 << 62


def elementwise(name, given, inner, outer, shape):
    """Not yet."""
    return None


def matmul(a, b):
    return None
LEAST_PRODUCTS = 1 << 62
