"""A replacement for torchvision: the networks that come with the page, as PyTorch has traced them."""

from . import models

__version__ = "0 (a stand-in)"
