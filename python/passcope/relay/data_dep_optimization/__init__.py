"""Changes of programs that change their parameters, too."""

from . import bsr_conv2d, bsr_dense, simplify_fc_transpose, utils
