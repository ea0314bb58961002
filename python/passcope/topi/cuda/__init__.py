"""Facts about TVM's operators for graphics processors that do not need one."""

from . import conv3d_winograd
