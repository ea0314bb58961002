"""Changes of programs that change their parameters, too."""

from . import simplify_fc_transpose
