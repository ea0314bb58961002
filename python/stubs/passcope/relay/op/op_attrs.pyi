# Made by python/tools/describe.py.
"""The classes of operators' attributes, by TVM's names: `isinstance(call.attrs, Conv2DAttrs)`."""

from typing import Any

import passcope.ir.attrs
from passcope.ir.attrs import Attrs as Attrs

TABLE: Any

CLASSES: Any

class ClipAttrs(passcope.ir.attrs.Attrs):
    """The attributes of clip and of what takes the same."""
    type_key: str

class FixedPointMultiplyAttrs(passcope.ir.attrs.Attrs):
    """The attributes of fixed_point_multiply and of what takes the same."""
    type_key: str

class FixedPointMultiplyPerAxisAttrs(passcope.ir.attrs.Attrs):
    """The attributes of fixed_point_multiply_per_axis and of what takes the same."""
    type_key: str

class ShapeOfAttrs(passcope.ir.attrs.Attrs):
    """The attributes of shape_of and of what takes the same."""
    type_key: str

class NdarraySizeAttrs(passcope.ir.attrs.Attrs):
    """The attributes of ndarray_size and of what takes the same."""
    type_key: str

class Conv1DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.conv1d and of what takes the same."""
    type_key: str

class Conv2DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.conv2d and of what takes the same."""
    type_key: str

class Conv3DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.conv3d and of what takes the same."""
    type_key: str

class Conv3DTransposeAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.conv3d_transpose and of what takes the same."""
    type_key: str

class Conv2DTransposeAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.conv2d_transpose and of what takes the same."""
    type_key: str

class Conv1DTransposeAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.conv1d_transpose and of what takes the same."""
    type_key: str

class Conv2DWinogradAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.contrib_conv2d_winograd_without_weight_transform and of what takes the same."""
    type_key: str

class Conv3DWinogradAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.contrib_conv3d_winograd_without_weight_transform and of what takes the same."""
    type_key: str

class DeformableConv2DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.deformable_conv2d and of what takes the same."""
    type_key: str

class ConvGemmWeightTransformAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.contrib_conv2d_gemm_weight_transform and of what takes the same."""
    type_key: str

class ConvWinogradWeightTransformAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.contrib_conv2d_winograd_weight_transform and of what takes the same."""
    type_key: str

class Conv2DWinogradNNPACKWeightTransformAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.contrib_conv2d_winograd_nnpack_weight_transform and of what takes the same."""
    type_key: str

class MaxPool2DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.max_pool2d and of what takes the same."""
    type_key: str

class AvgPool2DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.avg_pool2d and of what takes the same."""
    type_key: str

class MaxPool1DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.max_pool1d and of what takes the same."""
    type_key: str

class AvgPool1DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.avg_pool1d and of what takes the same."""
    type_key: str

class MaxPool3DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.max_pool3d and of what takes the same."""
    type_key: str

class AvgPool3DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.avg_pool3d and of what takes the same."""
    type_key: str

class GlobalPool2DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.global_max_pool2d and of what takes the same."""
    type_key: str

class AdaptivePool1DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.adaptive_max_pool1d and of what takes the same."""
    type_key: str

class AdaptivePool2DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.adaptive_max_pool2d and of what takes the same."""
    type_key: str

class AdaptivePool3DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.adaptive_max_pool3d and of what takes the same."""
    type_key: str

class UpSamplingAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.upsampling and of what takes the same."""
    type_key: str

class UpSampling3DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.upsampling3d and of what takes the same."""
    type_key: str

class Resize1DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of image.resize1d and of what takes the same."""
    type_key: str

class Resize2DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of image.resize2d and of what takes the same."""
    type_key: str

class Resize3DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of image.resize3d and of what takes the same."""
    type_key: str

class SubPixelAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.depth_to_space and of what takes the same."""
    type_key: str

class SpaceToBatchNDAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.space_to_batch_nd and of what takes the same."""
    type_key: str

class BatchToSpaceNDAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.batch_to_space_nd and of what takes the same."""
    type_key: str

class BiasAddAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.bias_add and of what takes the same."""
    type_key: str

class MatmulAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.matmul and of what takes the same."""
    type_key: str

class DenseAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.dense and of what takes the same."""
    type_key: str

class DensePackAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.contrib_dense_pack and of what takes the same."""
    type_key: str

class BatchMatmulAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.batch_matmul and of what takes the same."""
    type_key: str

class LeakyReluAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.leaky_relu and of what takes the same."""
    type_key: str

class PReluAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.prelu and of what takes the same."""
    type_key: str

class SoftmaxAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.softmax and of what takes the same."""
    type_key: str

class LRNAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.lrn and of what takes the same."""
    type_key: str

class L2NormalizeAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.l2_normalize and of what takes the same."""
    type_key: str

class DropoutAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.dropout and of what takes the same."""
    type_key: str

class BatchNormAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.batch_norm and of what takes the same."""
    type_key: str

class InstanceNormAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.instance_norm and of what takes the same."""
    type_key: str

class LayerNormAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.layer_norm and of what takes the same."""
    type_key: str

class GroupNormAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.group_norm and of what takes the same."""
    type_key: str

class PadAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.pad and of what takes the same."""
    type_key: str

class MirrorPadAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.mirror_pad and of what takes the same."""
    type_key: str

class NLLLossAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.nll_loss and of what takes the same."""
    type_key: str

class DilateAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.dilate and of what takes the same."""
    type_key: str

class ArgReduceAttrs(passcope.ir.attrs.Attrs):
    """The attributes of argmax and of what takes the same."""
    type_key: str

class ReduceAttrs(passcope.ir.attrs.Attrs):
    """The attributes of sum and of what takes the same."""
    type_key: str

class VarianceAttrs(passcope.ir.attrs.Attrs):
    """The attributes of variance and of what takes the same."""
    type_key: str

class CastAttrs(passcope.ir.attrs.Attrs):
    """The attributes of cast and of what takes the same."""
    type_key: str

class ExpandDimsAttrs(passcope.ir.attrs.Attrs):
    """The attributes of expand_dims and of what takes the same."""
    type_key: str

class ConcatenateAttrs(passcope.ir.attrs.Attrs):
    """The attributes of concatenate and of what takes the same."""
    type_key: str

class StackAttrs(passcope.ir.attrs.Attrs):
    """The attributes of stack and of what takes the same."""
    type_key: str

class TransposeAttrs(passcope.ir.attrs.Attrs):
    """The attributes of transpose and of what takes the same."""
    type_key: str

class ReshapeAttrs(passcope.ir.attrs.Attrs):
    """The attributes of reshape and of what takes the same."""
    type_key: str

class ReshapeLikeAttrs(passcope.ir.attrs.Attrs):
    """The attributes of reshape_like and of what takes the same."""
    type_key: str

class SqueezeAttrs(passcope.ir.attrs.Attrs):
    """The attributes of squeeze and of what takes the same."""
    type_key: str

class LayoutTransformAttrs(passcope.ir.attrs.Attrs):
    """The attributes of layout_transform and of what takes the same."""
    type_key: str

class AutoSchedulerLayoutTransformAttrs(passcope.ir.attrs.Attrs):
    """The attributes of auto_scheduler_layout_transform and of what takes the same."""
    type_key: str

class InitOpAttrs(passcope.ir.attrs.Attrs):
    """The attributes of zeros and of what takes the same."""
    type_key: str

class ArangeAttrs(passcope.ir.attrs.Attrs):
    """The attributes of arange and of what takes the same."""
    type_key: str

class MeshgridAttrs(passcope.ir.attrs.Attrs):
    """The attributes of meshgrid and of what takes the same."""
    type_key: str

class RepeatAttrs(passcope.ir.attrs.Attrs):
    """The attributes of repeat and of what takes the same."""
    type_key: str

class TileAttrs(passcope.ir.attrs.Attrs):
    """The attributes of tile and of what takes the same."""
    type_key: str

class ReverseAttrs(passcope.ir.attrs.Attrs):
    """The attributes of reverse and of what takes the same."""
    type_key: str

class SplitAttrs(passcope.ir.attrs.Attrs):
    """The attributes of split and of what takes the same."""
    type_key: str

class StridedSliceAttrs(passcope.ir.attrs.Attrs):
    """The attributes of strided_slice and of what takes the same."""
    type_key: str

class SliceLikeAttrs(passcope.ir.attrs.Attrs):
    """The attributes of slice_like and of what takes the same."""
    type_key: str

class SlidingWindowAttrs(passcope.ir.attrs.Attrs):
    """The attributes of sliding_window and of what takes the same."""
    type_key: str

class TakeAttrs(passcope.ir.attrs.Attrs):
    """The attributes of take and of what takes the same."""
    type_key: str

class OneHotAttrs(passcope.ir.attrs.Attrs):
    """The attributes of one_hot and of what takes the same."""
    type_key: str

class GatherAttrs(passcope.ir.attrs.Attrs):
    """The attributes of gather and of what takes the same."""
    type_key: str

class GatherNDAttrs(passcope.ir.attrs.Attrs):
    """The attributes of gather_nd and of what takes the same."""
    type_key: str

class ScatterAttrs(passcope.ir.attrs.Attrs):
    """The attributes of scatter and of what takes the same."""
    type_key: str

class ScatterAddAttrs(passcope.ir.attrs.Attrs):
    """The attributes of scatter_add and of what takes the same."""
    type_key: str

class ScatterNDAttrs(passcope.ir.attrs.Attrs):
    """The attributes of scatter_nd and of what takes the same."""
    type_key: str

class ReverseSequenceAttrs(passcope.ir.attrs.Attrs):
    """The attributes of reverse_sequence and of what takes the same."""
    type_key: str

class SequenceMaskAttrs(passcope.ir.attrs.Attrs):
    """The attributes of sequence_mask and of what takes the same."""
    type_key: str

class ScanopAttrs(passcope.ir.attrs.Attrs):
    """The attributes of cumsum and of what takes the same."""
    type_key: str

class ArgsortAttrs(passcope.ir.attrs.Attrs):
    """The attributes of sort and of what takes the same."""
    type_key: str

class TopkAttrs(passcope.ir.attrs.Attrs):
    """The attributes of topk and of what takes the same."""
    type_key: str

class MatrixSetDiagAttrs(passcope.ir.attrs.Attrs):
    """The attributes of matrix_set_diag and of what takes the same."""
    type_key: str

class TriluAttrs(passcope.ir.attrs.Attrs):
    """The attributes of trilu and of what takes the same."""
    type_key: str

class CastHintAttrs(passcope.ir.attrs.Attrs):
    """The attributes of annotation.cast_hint and of what takes the same."""
    type_key: str

class CompilerAttrs(passcope.ir.attrs.Attrs):
    """The attributes of annotation.compiler_begin and of what takes the same."""
    type_key: str

class OnDeviceAttrs(passcope.ir.attrs.Attrs):
    """The attributes of on_device and of what takes the same."""
    type_key: str

class DeviceCopyAttrs(passcope.ir.attrs.Attrs):
    """The attributes of device_copy and of what takes the same."""
    type_key: str

class WithFuncIdAttrs(passcope.ir.attrs.Attrs):
    """The attributes of annotation.with_funcid and of what takes the same."""
    type_key: str

class DebugAttrs(passcope.ir.attrs.Attrs):
    """The attributes of debug and of what takes the same."""
    type_key: str

class DynExpandDimsAttrs(passcope.ir.attrs.Attrs):
    """The attributes of dyn.expand_dims and of what takes the same."""
    type_key: str

class SparseToDenseAttrs(passcope.ir.attrs.Attrs):
    """The attributes of sparse_to_dense and of what takes the same."""
    type_key: str

class AffineGridAttrs(passcope.ir.attrs.Attrs):
    """The attributes of image.affine_grid and of what takes the same."""
    type_key: str

class GridSampleAttrs(passcope.ir.attrs.Attrs):
    """The attributes of image.grid_sample and of what takes the same."""
    type_key: str

class CropAndResizeAttrs(passcope.ir.attrs.Attrs):
    """The attributes of image.crop_and_resize and of what takes the same."""
    type_key: str

class QuantizeAttrs(passcope.ir.attrs.Attrs):
    """The attributes of qnn.quantize and of what takes the same."""
    type_key: str

class DequantizeAttrs(passcope.ir.attrs.Attrs):
    """The attributes of qnn.dequantize and of what takes the same."""
    type_key: str

class RequantizeAttrs(passcope.ir.attrs.Attrs):
    """The attributes of qnn.requantize and of what takes the same."""
    type_key: str

class SimulatedQuantizeAttrs(passcope.ir.attrs.Attrs):
    """The attributes of qnn.simulated_quantize and of what takes the same."""
    type_key: str

class BroadcastAttrs(passcope.ir.attrs.Attrs):
    """The attributes of qnn.add and of what takes the same."""
    type_key: str

class MultiBoxPriorAttrs(passcope.ir.attrs.Attrs):
    """The attributes of vision.multibox_prior and of what takes the same."""
    type_key: str

class MultiBoxTransformLocAttrs(passcope.ir.attrs.Attrs):
    """The attributes of vision.multibox_transform_loc and of what takes the same."""
    type_key: str

class GetValidCountsAttrs(passcope.ir.attrs.Attrs):
    """The attributes of vision.get_valid_counts and of what takes the same."""
    type_key: str

class NonMaximumSuppressionAttrs(passcope.ir.attrs.Attrs):
    """The attributes of vision.non_max_suppression and of what takes the same."""
    type_key: str

class AllClassNonMaximumSuppressionAttrs(passcope.ir.attrs.Attrs):
    """The attributes of vision.all_class_non_max_suppression and of what takes the same."""
    type_key: str

class ROIAlignAttrs(passcope.ir.attrs.Attrs):
    """The attributes of vision.roi_align and of what takes the same."""
    type_key: str

class ROIPoolAttrs(passcope.ir.attrs.Attrs):
    """The attributes of vision.roi_pool and of what takes the same."""
    type_key: str

class ProposalAttrs(passcope.ir.attrs.Attrs):
    """The attributes of vision.proposal and of what takes the same."""
    type_key: str

class YoloReorgAttrs(passcope.ir.attrs.Attrs):
    """The attributes of vision.yolo_reorg and of what takes the same."""
    type_key: str

class Dilation2DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of image.dilation2d and of what takes the same."""
    type_key: str

class CorrelationAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.correlation and of what takes the same."""
    type_key: str

class BitPackAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.bitpack and of what takes the same."""
    type_key: str

class BinaryConv2DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.bitserial_conv2d and of what takes the same."""
    type_key: str

class BinaryDenseAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.bitserial_dense and of what takes the same."""
    type_key: str

class AllocStorageAttrs(passcope.ir.attrs.Attrs):
    """The attributes of memory.alloc_storage and of what takes the same."""
    type_key: str

class AllocTensorAttrs(passcope.ir.attrs.Attrs):
    """The attributes of memory.alloc_tensor and of what takes the same."""
    type_key: str

class ReshapeTensorAttrs(passcope.ir.attrs.Attrs):
    """The attributes of vm.reshape_tensor and of what takes the same."""
    type_key: str

class CallLoweredAttrs(passcope.ir.attrs.Attrs):
    """The attributes of call_lowered and of what takes the same."""
    type_key: str

class EinsumAttrs(passcope.ir.attrs.Attrs):
    """The attributes of einsum and of what takes the same."""
    type_key: str

class UniqueAttrs(passcope.ir.attrs.Attrs):
    """The attributes of unique and of what takes the same."""
    type_key: str

class SearchSortedAttrs(passcope.ir.attrs.Attrs):
    """The attributes of searchsorted and of what takes the same."""
    type_key: str

class StftAttrs(passcope.ir.attrs.Attrs):
    """The attributes of stft and of what takes the same."""
    type_key: str

class ThreefryGenerateAttrs(passcope.ir.attrs.Attrs):
    """The attributes of random.threefry_generate and of what takes the same."""
    type_key: str

class UniformAttrs(passcope.ir.attrs.Attrs):
    """The attributes of random.uniform and of what takes the same."""
    type_key: str

class NormalAttrs(passcope.ir.attrs.Attrs):
    """The attributes of random.normal and of what takes the same."""
    type_key: str

class MultinomialAttrs(passcope.ir.attrs.Attrs):
    """The attributes of random.multinomial and of what takes the same."""
    type_key: str

class SparseDenseAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.sparse_dense and of what takes the same."""
    type_key: str

class SparseConv2DAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.sparse_conv2d and of what takes the same."""
    type_key: str

class SparseTransposeAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.sparse_transpose and of what takes the same."""
    type_key: str

class FIFOBufferAttrs(passcope.ir.attrs.Attrs):
    """The attributes of nn.fifo_buffer and of what takes the same."""
    type_key: str

def class_of(op_name: Any) -> Any:
    """The class of an operator's attributes."""
