"""Running programs on several devices in a row, which is not here."""

from .._absent import names_of

__getattr__ = names_of(__name__, "there is one device")
