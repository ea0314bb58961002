"""Facts of TVM's operators for graphics processors that do not depend on one."""

from . import conv3d_winograd
