"""TVM's forms of padding."""


def get_pads(padding, kernel):
    """(before, after) for each axis of a kernel, from a number, one number per axis, one per axis and side (first all before,
    then all after), "VALID" or "SAME"."""
    kernel = (kernel,) if isinstance(kernel, int) else tuple(kernel)
    axes = len(kernel)
    if isinstance(padding, (tuple, list)):
        given = [int(value) for value in padding]
        if len(given) == 2 * axes:
            return list(zip(given[:axes], given[axes:]))
        if len(given) != axes:
            raise ValueError(f"Size of padding can only be {axes} or {2 * axes}")
        return [(value, value) for value in given]
    if isinstance(padding, int):
        return [(padding, padding)] * axes
    if padding == "VALID":
        return [(0, 0)] * axes
    if padding == "SAME":
        return [(size // 2, (size - 1) // 2) for size in kernel]
    raise ValueError(f"Unknown padding option {padding}")


def _sides(padding, kernel):
    pads = get_pads(padding, kernel)
    return tuple(before for before, _ in pads) + tuple(after for _, after in pads)


def get_pad_tuple1d(padding, kernel):
    """(left, right)"""
    return _sides(padding, kernel)


def get_pad_tuple(padding, kernel):
    """(top, left, bottom, right)"""
    return _sides(padding, kernel)


def get_pad_tuple3d(padding, kernel):
    """(front, top, left, back, bottom, right)"""
    return _sides(padding, kernel)
