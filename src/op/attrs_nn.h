// Attributes of the neural-network operators (nn.*). Field names, order and defaults are TVM's,
// since programs are printed and read with them. The schemas have the docs of the fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/attrs.h"

namespace passcope {

using OptInts = std::optional<std::vector<int64_t>>;

// Operators with the same fields share a struct, so that code can treat them alike. Base is
// AttrsNode plus these fields. Each attribute type derives from it through AttrsWith.
template <class Fields>
struct AttrsNodeWith : AttrsNode, Fields {
 protected:
  AttrsNodeWith(Destroyer destroy, const AttrSchema* schema) : AttrsNode(destroy, schema) {}
  AttrsNodeWith(const AttrsNodeWith& other, Destroyer destroy)
      : AttrsNode(other, destroy), Fields(other) {}
};
template <class Derived, class Fields>
struct AttrsWith : AttrsNodeWith<Fields> {
 protected:
  AttrsWith() : AttrsNodeWith<Fields>(&DestroySelf, &Derived::Schema()) {}
  AttrsWith(const AttrsWith& other) : AttrsNodeWith<Fields>(other, &DestroySelf) {}

 private:
  static void DestroySelf(Object* self) { delete static_cast<Derived*>(self); }
};

// Convolutions. `strides` and `dilation` have one entry per spatial axis. `padding` has one per
// spatial axis, one for all (2D and 3D), or two per axis: first all before, then all after.
struct ConvFields {
  std::vector<int64_t> strides;
  std::vector<int64_t> padding;
  std::vector<int64_t> dilation;
  int64_t groups;
  std::optional<int64_t> channels;  // Of the output; none: the weight tells it.
  OptInts kernel_size;              // None: the weight tells it.
  std::string data_layout;
  std::string kernel_layout;
  std::string out_layout;  // Empty: same as data_layout.
  DataType out_dtype;      // Void: same as the data.
};
using ConvAttrs = AttrsNodeWith<ConvFields>;
struct Conv1DAttrs : AttrsWith<Conv1DAttrs, ConvFields> {
  static const AttrSchema& Schema();
};
struct Conv2DAttrs : AttrsWith<Conv2DAttrs, ConvFields> {
  static const AttrSchema& Schema();
};
struct Conv3DAttrs : AttrsWith<Conv3DAttrs, ConvFields> {
  static const AttrSchema& Schema();
};
// The attributes of a 1D, 2D or 3D convolution; null when they are something else.
const ConvAttrs* AsConvAttrs(const Attrs& attrs);

// Winograd convolutions with a weight that is already transformed.
struct WinogradFields : ConvFields {
  int64_t tile_size;
};
using WinogradAttrs = AttrsNodeWith<WinogradFields>;
struct Conv2DWinogradAttrs : AttrsWith<Conv2DWinogradAttrs, WinogradFields> {
  static const AttrSchema& Schema();
};
struct Conv3DWinogradAttrs : AttrsWith<Conv3DWinogradAttrs, WinogradFields> {
  static const AttrSchema& Schema();
};
const WinogradAttrs* AsWinogradAttrs(const Attrs& attrs);
// Operators that transform weights ahead of time.
struct ConvWinogradWeightTransformAttrs : AttrsBase<ConvWinogradWeightTransformAttrs> {
  int64_t tile_size;
  static const AttrSchema& Schema();
};
struct Conv2DWinogradNNPACKWeightTransformAttrs
    : AttrsBase<Conv2DWinogradNNPACKWeightTransformAttrs> {
  int64_t convolution_algorithm;
  DataType out_dtype;
  static const AttrSchema& Schema();
};
struct ConvGemmWeightTransformAttrs : AttrsBase<ConvGemmWeightTransformAttrs> {
  int64_t tile_rows;
  int64_t tile_cols;
  static const AttrSchema& Schema();
};

struct ConvTransposeFields {
  std::optional<int64_t> channels;
  OptInts kernel_size;
  std::vector<int64_t> strides;
  std::vector<int64_t> output_padding;
  std::vector<int64_t> padding;
  std::vector<int64_t> dilation;
  int64_t groups;
  std::string data_layout;
  std::string kernel_layout;
  std::string out_layout;
  DataType out_dtype;
};
using ConvTransposeAttrs = AttrsNodeWith<ConvTransposeFields>;
struct Conv1DTransposeAttrs : AttrsWith<Conv1DTransposeAttrs, ConvTransposeFields> {
  static const AttrSchema& Schema();
};
struct Conv2DTransposeAttrs : AttrsWith<Conv2DTransposeAttrs, ConvTransposeFields> {
  static const AttrSchema& Schema();
};
struct Conv3DTransposeAttrs : AttrsWith<Conv3DTransposeAttrs, ConvTransposeFields> {
  static const AttrSchema& Schema();
};
const ConvTransposeAttrs* AsConvTransposeAttrs(const Attrs& attrs);

// Pooling over windows. `count_include_pad` belongs to average pooling only.
struct PoolFields {
  std::vector<int64_t> pool_size;
  std::vector<int64_t> strides;
  std::vector<int64_t> dilation;
  std::vector<int64_t> padding;
  std::string layout;
  std::string out_layout;
  bool ceil_mode;
  bool count_include_pad = false;
};
using PoolAttrs = AttrsNodeWith<PoolFields>;
struct MaxPool1DAttrs : AttrsWith<MaxPool1DAttrs, PoolFields> {
  static const AttrSchema& Schema();
};
struct MaxPool2DAttrs : AttrsWith<MaxPool2DAttrs, PoolFields> {
  static const AttrSchema& Schema();
};
struct MaxPool3DAttrs : AttrsWith<MaxPool3DAttrs, PoolFields> {
  static const AttrSchema& Schema();
};
struct AvgPool1DAttrs : AttrsWith<AvgPool1DAttrs, PoolFields> {
  static const AttrSchema& Schema();
};
struct AvgPool2DAttrs : AttrsWith<AvgPool2DAttrs, PoolFields> {
  static const AttrSchema& Schema();
};
struct AvgPool3DAttrs : AttrsWith<AvgPool3DAttrs, PoolFields> {
  static const AttrSchema& Schema();
};
const PoolAttrs* AsPoolAttrs(const Attrs& attrs);

struct GlobalPool2DAttrs : AttrsBase<GlobalPool2DAttrs> {
  std::string layout;
  std::string out_layout;
  static const AttrSchema& Schema();
};

struct AdaptivePoolFields {
  OptInts output_size;  // None or empty: same as the input.
  std::string layout;
  std::string out_layout;
};
using AdaptivePoolAttrs = AttrsNodeWith<AdaptivePoolFields>;
struct AdaptivePool1DAttrs : AttrsWith<AdaptivePool1DAttrs, AdaptivePoolFields> {
  static const AttrSchema& Schema();
};
struct AdaptivePool2DAttrs : AttrsWith<AdaptivePool2DAttrs, AdaptivePoolFields> {
  static const AttrSchema& Schema();
};
struct AdaptivePool3DAttrs : AttrsWith<AdaptivePool3DAttrs, AdaptivePoolFields> {
  static const AttrSchema& Schema();
};
const AdaptivePoolAttrs* AsAdaptivePoolAttrs(const Attrs& attrs);

struct BiasAddAttrs : AttrsBase<BiasAddAttrs> {
  int64_t axis;
  static const AttrSchema& Schema();
};
struct SoftmaxAttrs : AttrsBase<SoftmaxAttrs> {
  int64_t axis;
  static const AttrSchema& Schema();
};
struct DenseAttrs : AttrsBase<DenseAttrs> {
  std::optional<int64_t> units;
  DataType out_dtype;
  static const AttrSchema& Schema();
};
struct DensePackAttrs : AttrsBase<DensePackAttrs> {
  std::optional<int64_t> units;
  DataType out_dtype;
  std::string weight_layout;
  static const AttrSchema& Schema();
};
struct MatmulAttrs : AttrsBase<MatmulAttrs> {
  std::optional<int64_t> units;
  DataType out_dtype;
  bool transpose_a;
  bool transpose_b;
  static const AttrSchema& Schema();
};
struct BatchMatmulAttrs : AttrsBase<BatchMatmulAttrs> {
  DataType out_dtype;
  bool transpose_a;
  bool transpose_b;
  static const AttrSchema& Schema();
};

struct NormFields {
  int64_t num_groups = 0;  // Group normalization only.
  int64_t axis;
  double epsilon;
  bool center;
  bool scale;
};
using NormAttrs = AttrsNodeWith<NormFields>;
struct BatchNormAttrs : AttrsWith<BatchNormAttrs, NormFields> {
  static const AttrSchema& Schema();
};
struct InstanceNormAttrs : AttrsWith<InstanceNormAttrs, NormFields> {
  static const AttrSchema& Schema();
};
struct LayerNormAttrs : AttrsWith<LayerNormAttrs, NormFields> {
  static const AttrSchema& Schema();
};
struct GroupNormAttrs : AttrsWith<GroupNormAttrs, NormFields> {
  static const AttrSchema& Schema();
};

struct LRNAttrs : AttrsBase<LRNAttrs> {
  int64_t size;
  int64_t axis;
  double bias;
  double alpha;
  double beta;
  static const AttrSchema& Schema();
};
struct L2NormalizeAttrs : AttrsBase<L2NormalizeAttrs> {
  double eps;
  OptInts axis;
  static const AttrSchema& Schema();
};
struct LeakyReluAttrs : AttrsBase<LeakyReluAttrs> {
  double alpha;
  static const AttrSchema& Schema();
};
struct PReluAttrs : AttrsBase<PReluAttrs> {
  int64_t axis;
  static const AttrSchema& Schema();
};
struct DropoutAttrs : AttrsBase<DropoutAttrs> {
  double rate;
  static const AttrSchema& Schema();
};

// One (before, after) pair per axis, as in PadAttrs::pad_width. Nullopt if the value has another
// form.
using PadPairs = std::vector<std::pair<int64_t, int64_t>>;
std::optional<PadPairs> ToPadPairs(const AttrValue& value);
// The index of the first pair with an integer of magnitude 2^31 or more, which is not a valid
// padding.
std::optional<size_t> TooWide(const PadPairs& pairs);
AttrValue FromPadPairs(const PadPairs& pairs);

struct PadAttrs : AttrsBase<PadAttrs> {
  AttrValue pad_width;  // An array of pairs; see ToPadPairs.
  bool pad_width_int64;
  std::string pad_mode;
  static const AttrSchema& Schema();
};
struct MirrorPadAttrs : AttrsBase<MirrorPadAttrs> {
  std::string mode;
  AttrValue pad_width;
  static const AttrSchema& Schema();
};

struct UpSamplingAttrs : AttrsBase<UpSamplingAttrs> {
  double scale_h;
  double scale_w;
  std::string layout;
  std::string method;
  bool align_corners;
  static const AttrSchema& Schema();
};
struct UpSampling3DAttrs : AttrsBase<UpSampling3DAttrs> {
  double scale_d;
  double scale_h;
  double scale_w;
  std::string layout;
  std::string method;
  std::string coordinate_transformation_mode;
  static const AttrSchema& Schema();
};

struct SubPixelAttrs : AttrsBase<SubPixelAttrs> {
  int64_t block_size;
  std::string layout;
  std::string mode;
  static const AttrSchema& Schema();
};
struct SpaceToBatchNDAttrs : AttrsBase<SpaceToBatchNDAttrs> {
  std::vector<int64_t> block_shape;
  AttrValue paddings;
  double pad_value;
  static const AttrSchema& Schema();
};
struct BatchToSpaceNDAttrs : AttrsBase<BatchToSpaceNDAttrs> {
  std::vector<int64_t> block_shape;
  AttrValue crops;
  static const AttrSchema& Schema();
};
struct DilateAttrs : AttrsBase<DilateAttrs> {
  std::vector<int64_t> strides;
  double dilation_value;
  static const AttrSchema& Schema();
};
struct NLLLossAttrs : AttrsBase<NLLLossAttrs> {
  std::string reduction;
  int64_t ignore_index;
  static const AttrSchema& Schema();
};

}  // namespace passcope
