"""Functions on reals that quantised operators stand for."""


def hardswish_func(x):
    """x · min(max(x + 3, 0), 6) / 6, for arrays (Howard et al., "Searching for MobileNetV3", 2019)."""
    import numpy as np

    return x * np.clip(x + 3, 0, 6) / 6
