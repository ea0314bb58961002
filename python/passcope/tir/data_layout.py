"""Layouts of data: the order of axes by letters, with blocks as in NCHW16c."""

import re


class Layout:
    """A layout by its name. Capital letters are axes. Lower-case letters with a size before them are blocks of axes."""

    def __init__(self, name):
        self.name = name

    def _axes(self):
        return [axis for _, axis in re.findall(r"(\d*)([A-Za-z])", self.name)] if self else []

    def __bool__(self):
        return self.name not in ("", "__undef__")

    def __len__(self):
        return len(self._axes())

    def __getitem__(self, index):
        return self._axes()[index]

    def __contains__(self, axis):
        return axis in self._axes()

    def index_of(self, axis):
        """The index of an axis, -1 if there is none."""
        axes = self._axes()
        return axes.index(axis) if axis in axes else -1

    def factor_of(self, axis):
        """The size of an axis' block, -1 if it has none."""
        sizes = [int(size) for size, name in re.findall(r"(\d+)([a-z])", self.name) if name == axis.lower()]
        return sizes[0] if sizes else -1

    def __eq__(self, other):
        return self.name == getattr(other, "name", other)

    def __hash__(self):
        return hash(self.name)

    def __str__(self):
        return self.name

    def __repr__(self):
        return f"Layout({self.name})"


def layout(layout_str):
    """A layout by its name."""
    return Layout(str(layout_str))
