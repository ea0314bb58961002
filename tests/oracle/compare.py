"""Compares a result with the right one."""

import numpy as np
from calls import BFLOAT16, NAMES, UNIT, from_bfloat16


class Facts:
    """What a type of reals has; numpy takes long to tell it."""

    def __init__(self, name):
        info = np.finfo("float32" if name == "bfloat16" else name)
        self.unit = UNIT[name]
        self.tiny, self.least, self.most = (float(x) for x in (info.tiny, info.smallest_subnormal, info.max))


FACTS = {name: Facts(name) for name in UNIT}


def compare(got, right):
    """(the error in units of rounding, or in steps of integers; what is wrong, or None)."""
    want = right.value
    name = NAMES[got.dtype]
    if name != right.dtype:
        return 0, f"the data type is {name} and not {right.dtype}"
    if got.shape != want.shape:
        return 0, f"the shape is {got.shape} and not {want.shape}"
    if want.size == 0:
        return 0, None
    if got.dtype == BFLOAT16:
        got = from_bfloat16(got)
    if got.dtype.kind != "f":
        return _compare_integers(got, right)
    return _compare_reals(got, right)


def _difference(got, want, wrong, allowed=None):
    place = tuple(int(i) for i in np.unravel_index(int(np.argmax(wrong)), wrong.shape))
    bound = "" if allowed is None else f" ± {np.broadcast_to(allowed, want.shape)[place]:.3g}"
    count = f"{int(wrong.sum())} of {wrong.size} differ"
    return f"element {list(place)} is {got[place]!r} and not {want[place]!r}{bound} ({count})"


def _compare_integers(got, right):
    if got.dtype == bool:
        wrong = (got != right.value.astype(bool)) & ~np.asarray(right.slack, dtype=bool)
        return 0, _difference(got, right.value, wrong) if wrong.any() else None
    want = right.value.astype(got.dtype)
    if (got == want).all():
        return 0, None
    apart = np.abs(got.astype(object) - want.astype(object)).astype("float64")
    wrong = apart > np.broadcast_to(right.slack, want.shape)
    return float(apart.max()), _difference(got, want, wrong) if wrong.any() else None


def _compare_reals(got, right):
    facts = FACTS[right.dtype]
    unit, most = facts.unit, facts.most
    given, want = got.astype("float64"), right.value.astype("float64")
    if (given == want).all():
        return 0, None
    with np.errstate(all="ignore"):
        scale = np.abs(want if right.scale is None else np.asarray(right.scale, dtype="float64"))
        scale = np.where(np.isfinite(scale), scale, 0)
        step = unit * np.broadcast_to(np.maximum(scale, np.where(np.isfinite(want), np.abs(want), 0)), want.shape)
        step = np.maximum(step, facts.least / 2)
        allowed = right.rounds * step + right.slack + 4 * facts.tiny
        # Beyond the largest number of the type the result may be infinite.
        high = np.abs(want) + allowed > most
        rounded = np.where(np.abs(want) > most * (1 + unit), np.copysign(np.inf, want), want)
        same = (given == rounded) | (np.isnan(given) & np.isnan(want)) | (high & (given == np.copysign(np.inf, want)))
        apart = np.where(same, 0, np.abs(given - want))
        wrong = ~same & ~(apart <= allowed)
        slacked = np.maximum(apart - np.broadcast_to(right.slack, want.shape), 0)
        error = np.where(wrong, 0, slacked / step)
    return float(error.max()), _difference(got, want, wrong, allowed) if wrong.any() else None
