// Attributes of the operators that make, move, rearrange and reduce tensors. Field names, order and
// defaults are TVM's. The schemas have the docs of the fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/attrs.h"
#include "op/attrs_nn.h"

namespace passcope {

struct CastAttrs : AttrsBase<CastAttrs> {
  DataType dtype;
  static const AttrSchema& Schema();
};
struct ClipAttrs : AttrsBase<ClipAttrs> {
  double a_min;
  double a_max;
  static const AttrSchema& Schema();
};
struct FixedPointMultiplyAttrs : AttrsBase<FixedPointMultiplyAttrs> {
  int64_t multiplier;
  int64_t shift;
  static const AttrSchema& Schema();
};
struct FixedPointMultiplyPerAxisAttrs : AttrsBase<FixedPointMultiplyPerAxisAttrs> {
  bool is_lshift_required;
  bool is_rshift_required;
  std::vector<int64_t> axes;
  static const AttrSchema& Schema();
};
struct ReshapeTensorAttrs : AttrsBase<ReshapeTensorAttrs> {
  std::vector<int64_t> newshape;
  static const AttrSchema& Schema();
};
struct OnDeviceAttrs : AttrsBase<OnDeviceAttrs> {
  AttrValue virtual_device;  // See ir/virtual_device.h.
  bool constrain_result;
  bool constrain_body;
  static const AttrSchema& Schema();
};
struct DeviceCopyAttrs : AttrsBase<DeviceCopyAttrs> {
  AttrValue src_virtual_device;
  AttrValue dst_virtual_device;
  static const AttrSchema& Schema();
};
struct AllocStorageAttrs : AttrsBase<AllocStorageAttrs> {
  DataType dtype;
  AttrValue virtual_device;
  static const AttrSchema& Schema();
};
struct AllocTensorAttrs : AttrsBase<AllocTensorAttrs> {
  DataType dtype;
  AttrValue const_shape;  // A Constant.
  std::vector<int64_t> assert_shape;
  static const AttrSchema& Schema();
};
struct WithFuncIdAttrs : AttrsBase<WithFuncIdAttrs> {
  int64_t fid;
  static const AttrSchema& Schema();
};
struct DebugAttrs : AttrsBase<DebugAttrs> {
  AttrValue debug_func;
  static const AttrSchema& Schema();
};
struct CallLoweredAttrs : AttrsBase<CallLoweredAttrs> {
  AttrValue metadata;
  static const AttrSchema& Schema();
};
struct ShapeOfAttrs : AttrsBase<ShapeOfAttrs> {
  DataType dtype;
  static const AttrSchema& Schema();
};
struct NdarraySizeAttrs : AttrsBase<NdarraySizeAttrs> {
  DataType dtype;
  static const AttrSchema& Schema();
};
struct ExpandDimsAttrs : AttrsBase<ExpandDimsAttrs> {
  int64_t axis;
  int64_t num_newaxis;
  static const AttrSchema& Schema();
};
struct ConcatenateAttrs : AttrsBase<ConcatenateAttrs> {
  int64_t axis;
  static const AttrSchema& Schema();
};
struct StackAttrs : AttrsBase<StackAttrs> {
  int64_t axis;
  static const AttrSchema& Schema();
};
struct TransposeAttrs : AttrsBase<TransposeAttrs> {
  OptInts axes;  // None: all axes reversed.
  static const AttrSchema& Schema();
};
struct ReshapeAttrs : AttrsBase<ReshapeAttrs> {
  std::vector<int64_t> newshape;
  bool allowzero;
  static const AttrSchema& Schema();
};
struct ReshapeLikeAttrs : AttrsBase<ReshapeLikeAttrs> {
  int64_t lhs_begin;
  std::optional<int64_t> lhs_end;
  int64_t rhs_begin;
  std::optional<int64_t> rhs_end;
  static const AttrSchema& Schema();
};
struct ScatterAttrs : AttrsBase<ScatterAttrs> {
  int64_t axis;
  static const AttrSchema& Schema();
};
struct ScatterAddAttrs : AttrsBase<ScatterAddAttrs> {
  int64_t axis;
  static const AttrSchema& Schema();
};
struct ScatterNDAttrs : AttrsBase<ScatterNDAttrs> {
  std::string mode;
  static const AttrSchema& Schema();
};
struct GatherAttrs : AttrsBase<GatherAttrs> {
  std::optional<int64_t> axis;
  static const AttrSchema& Schema();
};
struct GatherNDAttrs : AttrsBase<GatherNDAttrs> {
  int64_t batch_dims;
  std::optional<int64_t> index_rank;
  static const AttrSchema& Schema();
};
struct TakeAttrs : AttrsBase<TakeAttrs> {
  int64_t batch_dims;
  std::optional<int64_t> axis;  // None: indexes the flattened data.
  std::string mode;
  static const AttrSchema& Schema();
};
// zeros, ones, full, broadcast_to, collapse_sum_to.
struct InitOpAttrs : AttrsBase<InitOpAttrs> {
  OptInts shape;     // None: passed as an argument.
  bool shape_int64;  // True if the sizes are int64, as in "[1i64, 2i64]".
  DataType dtype;
  static const AttrSchema& Schema();
};
struct ArangeAttrs : AttrsBase<ArangeAttrs> {
  AttrValue start;  // Expressions, equal to the arguments.
  AttrValue stop;
  AttrValue step;
  DataType dtype;
  static const AttrSchema& Schema();
};
struct MeshgridAttrs : AttrsBase<MeshgridAttrs> {
  std::string indexing;
  static const AttrSchema& Schema();
};
struct RepeatAttrs : AttrsBase<RepeatAttrs> {
  int64_t repeats;
  std::optional<int64_t> axis;
  static const AttrSchema& Schema();
};
struct TileAttrs : AttrsBase<TileAttrs> {
  std::vector<int64_t> reps;
  bool reps_int64;
  static const AttrSchema& Schema();
};
struct ReverseAttrs : AttrsBase<ReverseAttrs> {
  std::optional<int64_t> axis;
  static const AttrSchema& Schema();
};
struct ReverseSequenceAttrs : AttrsBase<ReverseSequenceAttrs> {
  int64_t seq_axis;
  int64_t batch_axis;
  static const AttrSchema& Schema();
};
struct SqueezeAttrs : AttrsBase<SqueezeAttrs> {
  OptInts axis;  // None: every axis of size 1.
  static const AttrSchema& Schema();
};
struct SplitAttrs : AttrsBase<SplitAttrs> {
  AttrValue indices_or_sections;  // An integer, or an array of integers.
  bool indices_int64;
  int64_t axis;
  static const AttrSchema& Schema();
};
struct StridedSliceAttrs : AttrsBase<StridedSliceAttrs> {
  OptInts begin;
  bool begin_int64;
  OptInts end;
  bool end_int64;
  OptInts strides;
  bool strides_int64;
  std::string slice_mode;
  OptInts axes;
  bool axes_int64;
  static const AttrSchema& Schema();
};
struct SliceLikeAttrs : AttrsBase<SliceLikeAttrs> {
  OptInts axes;
  static const AttrSchema& Schema();
};
struct LayoutTransformAttrs : AttrsBase<LayoutTransformAttrs> {
  std::string src_layout;
  std::string dst_layout;
  static const AttrSchema& Schema();
};
struct AutoSchedulerLayoutTransformAttrs : AttrsBase<AutoSchedulerLayoutTransformAttrs> {
  std::string src_layout;
  std::string dst_layout;
  static const AttrSchema& Schema();
};
struct SequenceMaskAttrs : AttrsBase<SequenceMaskAttrs> {
  double mask_value;
  int64_t axis;
  static const AttrSchema& Schema();
};
struct OneHotAttrs : AttrsBase<OneHotAttrs> {
  int64_t depth;
  int64_t axis;
  DataType dtype;
  static const AttrSchema& Schema();
};
struct MatrixSetDiagAttrs : AttrsBase<MatrixSetDiagAttrs> {
  int64_t k1;
  int64_t k2;
  bool super_diag_right_align;
  bool sub_diag_right_align;
  static const AttrSchema& Schema();
};
struct ScanopAttrs : AttrsBase<ScanopAttrs> {
  std::optional<int64_t> axis;
  DataType dtype;
  bool exclusive;
  static const AttrSchema& Schema();
};
struct SlidingWindowAttrs : AttrsBase<SlidingWindowAttrs> {
  int64_t axis;
  std::vector<int64_t> window_shape;
  std::vector<int64_t> strides;
  static const AttrSchema& Schema();
};
struct TriluAttrs : AttrsBase<TriluAttrs> {
  bool upper;
  static const AttrSchema& Schema();
};

// The fields of all reductions. A missing or empty `axis` means all axes.
struct ReduceFields {
  OptInts axis;
  bool keepdims;
  bool exclude;
  bool select_last_index = false;  // argmax and argmin only.
  bool unbiased = false;           // variance only.
};
using AnyReduceAttrs = AttrsNodeWith<ReduceFields>;
struct ReduceAttrs : AttrsWith<ReduceAttrs, ReduceFields> {
  static const AttrSchema& Schema();
};
struct ArgReduceAttrs : AttrsWith<ArgReduceAttrs, ReduceFields> {
  static const AttrSchema& Schema();
};
struct VarianceAttrs : AttrsWith<VarianceAttrs, ReduceFields> {
  static const AttrSchema& Schema();
};
// The attributes of any reduction; null for others.
const AnyReduceAttrs* AsReduceAttrs(const Attrs& attrs);

struct ArgsortAttrs : AttrsBase<ArgsortAttrs> {
  int64_t axis;
  bool is_ascend;
  DataType dtype;
  static const AttrSchema& Schema();
};
struct TopKAttrs : AttrsBase<TopKAttrs> {
  std::optional<int64_t> k;
  int64_t axis;
  std::string ret_type;
  bool is_ascend;
  DataType dtype;
  static const AttrSchema& Schema();
};

// annotation.cast_hint.
struct CastHintAttrs : AttrsBase<CastHintAttrs> {
  DataType dtype;
  static const AttrSchema& Schema();
};
// annotation.compiler_begin and compiler_end.
struct CompilerAttrs : AttrsBase<CompilerAttrs> {
  std::string compiler;
  static const AttrSchema& Schema();
};

// image.resize1d, resize2d, resize3d.
struct ResizeFields {
  OptInts size;   // Of the spatial axes; none: passed as an argument.
  AttrValue roi;  // An array of floats.
  std::string layout;
  std::string method;
  std::string coordinate_transformation_mode;
  std::string rounding_method;
  double cubic_alpha;
  int64_t cubic_exclude;
  double extrapolation_value;
  DataType out_dtype;
};
using ResizeAttrs = AttrsNodeWith<ResizeFields>;
struct Resize1DAttrs : AttrsWith<Resize1DAttrs, ResizeFields> {
  static const AttrSchema& Schema();
};
struct Resize2DAttrs : AttrsWith<Resize2DAttrs, ResizeFields> {
  static const AttrSchema& Schema();
};
struct Resize3DAttrs : AttrsWith<Resize3DAttrs, ResizeFields> {
  static const AttrSchema& Schema();
};
const ResizeAttrs* AsResizeAttrs(const Attrs& attrs);

struct DynExpandDimsAttrs : AttrsBase<DynExpandDimsAttrs> {
  int64_t num_newaxis;
  static const AttrSchema& Schema();
};
struct SparseToDenseAttrs : AttrsBase<SparseToDenseAttrs> {
  std::vector<int64_t> output_shape;
  static const AttrSchema& Schema();
};
struct AffineGridAttrs : AttrsBase<AffineGridAttrs> {
  std::vector<int64_t> target_shape;
  static const AttrSchema& Schema();
};
struct GridSampleAttrs : AttrsBase<GridSampleAttrs> {
  std::string method;
  std::string layout;
  std::string padding_mode;
  bool align_corners;
  static const AttrSchema& Schema();
};
struct CropAndResizeAttrs : AttrsBase<CropAndResizeAttrs> {
  OptInts crop_size;
  std::string layout;
  std::string method;
  double extrapolation_value;
  DataType out_dtype;
  static const AttrSchema& Schema();
};

}  // namespace passcope
