// Schemas of the nn.* attributes.
#include "op/attrs_nn.h"

#include "op/attrs_schema.h"

namespace passcope {
namespace {

AttrValue Repeat(int64_t value, int count) {
  return AttrValue::Ints(std::vector<int64_t>(static_cast<size_t>(count), value));
}
AttrValue NoDtype() { return DataType::Void(); }

constexpr const char* kDataLayouts[] = {"NCW", "NCHW", "NCDHW"};
constexpr const char* kKernelLayouts[] = {"OIW", "OIHW", "OIDHW"};

constexpr char kStridesDoc[] = "The step of the window along each spatial axis.";
constexpr char kPaddingDoc[] =
    "Zeros added around the spatial axes: one number per axis for both sides, or first all the "
    "numbers "
    "for the beginnings and then all those for the ends.";
constexpr char kDilationDoc[] = "The distance between neighbouring elements of the window.";
constexpr char kGroupsDoc[] =
    "The number of independent groups of channels. If it equals the number of input channels, the "
    "convolution is depthwise.";
constexpr char kChannelsDoc[] = "The number of output channels; by default that of the weight.";
constexpr char kKernelSizeDoc[] = "The spatial size of the kernel; by default that of the weight.";
constexpr char kDataLayoutDoc[] =
    "The order of the data's axes: N batch, C channels, D depth, H height, W width.";
constexpr char kKernelLayoutDoc[] =
    "The order of the weight's axes: O output channels, I input channels, and the spatial axes.";
constexpr char kOutLayoutDoc[] =
    "The order of the axes of the result; empty means the same as the data.";
constexpr char kOutDtypeDoc[] =
    "The data type of the result, for accumulating in a wider type; empty means the same as the "
    "data.";
constexpr char kLayoutDoc[] = "The order of the data's axes.";
constexpr char kChannelAxisDoc[] = "The axis of the channels.";
constexpr char kTileSizeDoc[] =
    "The number of results along each spatial axis that are computed together, 4 for F(4x4, 3x3).";
constexpr char kUnitsDoc[] = "The number of output features.";
constexpr char kTransposeADoc[] = "Whether to transpose the first matrix.";
constexpr char kTransposeBDoc[] = "Whether to transpose the second matrix.";
constexpr char kMethodDoc[] = "How to interpolate between the given points.";

using Ints = std::vector<int64_t>;
using Str = std::string;

AttrField Positive(AttrField field) { return AtLeast(1, std::move(field)); }
// A positive number for each of `dims` axes.
AttrField PerAxis(int dims, AttrField field) { return Counted(dims, Positive(std::move(field))); }

// `boxed`: TVM keeps the layouts as objects.
template <class A>
std::vector<AttrField> ConvFieldList(int dims, bool boxed = true) {
  return {
      PerAxis(dims, Field<A, Ints>("strides", &A::strides, Repeat(1, dims), kStridesDoc)),
      Field<A, Ints>("padding", &A::padding, Repeat(0, dims == 1 ? 2 : dims), kPaddingDoc),
      PerAxis(dims, Field<A, Ints>("dilation", &A::dilation, Repeat(1, dims), kDilationDoc)),
      Positive(Field<A, int64_t>("groups", &A::groups, 1, kGroupsDoc)),
      Positive(Field<A, std::optional<int64_t>>("channels", &A::channels, {}, kChannelsDoc)),
      PerAxis(dims, Field<A, OptInts>("kernel_size", &A::kernel_size, {}, kKernelSizeDoc)),
      BoxedIf(boxed, Field<A, Str>("data_layout", &A::data_layout, kDataLayouts[dims - 1],
                                   kDataLayoutDoc)),
      BoxedIf(boxed, Field<A, Str>("kernel_layout", &A::kernel_layout, kKernelLayouts[dims - 1],
                                   kKernelLayoutDoc)),
      BoxedIf(boxed, Field<A, Str>("out_layout", &A::out_layout, "", kOutLayoutDoc)),
      Field<A, DataType>("out_dtype", &A::out_dtype, NoDtype(), kOutDtypeDoc),
  };
}

template <class A>
std::vector<AttrField> WinogradFieldList(int dims) {
  std::vector<AttrField> fields = ConvFieldList<A>(dims, dims == 2);
  fields.insert(fields.begin(),
                Positive(RequiredField<A, int64_t>("tile_size", &A::tile_size, kTileSizeDoc)));
  return fields;
}

std::vector<AttrField> ConvTransposeFieldList(int dims) {
  using A = ConvTransposeAttrs;
  return {
      Positive(Field<A, std::optional<int64_t>>("channels", &A::channels, {}, kChannelsDoc)),
      PerAxis(dims, Field<A, OptInts>("kernel_size", &A::kernel_size, {}, kKernelSizeDoc)),
      PerAxis(dims, Field<A, Ints>("strides", &A::strides, Repeat(1, dims), kStridesDoc)),
      Counted(dims,
              Field<A, Ints>(
                  "output_padding", &A::output_padding, Repeat(0, dims),
                  "The extra size at the end of each spatial axis of the result. The strides do "
                  "not determine this size.")),
      Field<A, Ints>("padding", &A::padding, Repeat(0, dims), kPaddingDoc),
      PerAxis(dims, Field<A, Ints>("dilation", &A::dilation, Repeat(1, dims), kDilationDoc)),
      Positive(Field<A, int64_t>("groups", &A::groups, 1, kGroupsDoc)),
      BoxedIf(dims == 3, Field<A, Str>("data_layout", &A::data_layout, kDataLayouts[dims - 1],
                                       kDataLayoutDoc)),
      BoxedIf(dims == 3, Field<A, Str>("kernel_layout", &A::kernel_layout, kKernelLayouts[dims - 1],
                                       kKernelLayoutDoc)),
      BoxedIf(dims == 3, Field<A, Str>("out_layout", &A::out_layout, "", kOutLayoutDoc)),
      Field<A, DataType>("out_dtype", &A::out_dtype, NoDtype(), kOutDtypeDoc),
  };
}

std::vector<AttrField> PoolFieldList(int dims, bool average) {
  using A = PoolAttrs;
  std::vector<AttrField> fields = {
      PerAxis(dims, RequiredField<A, Ints>("pool_size", &A::pool_size,
                                           "The spatial size of the window.")),
      PerAxis(dims, Field<A, Ints>("strides", &A::strides, Repeat(1, dims), kStridesDoc)),
      PerAxis(dims, Field<A, Ints>("dilation", &A::dilation, Repeat(1, dims), kDilationDoc)),
      Field<A, Ints>("padding", &A::padding, Repeat(0, dims), kPaddingDoc),
      BoxedIf(dims == 2,
              Field<A, Str>("layout", &A::layout, kDataLayouts[dims - 1], kDataLayoutDoc)),
      Boxed(Field<A, Str>("out_layout", &A::out_layout, "", kOutLayoutDoc)),
      Field<A, bool>("ceil_mode", &A::ceil_mode, false,
                     "Whether to include a window that only starts inside the data: the size is "
                     "rounded up instead of down."),
  };
  if (average) {
    fields.push_back(Field<A, bool>("count_include_pad", &A::count_include_pad, false,
                                    "Whether the average includes the padding."));
  }
  return fields;
}

std::vector<AttrField> AdaptivePoolFieldList(int dims) {
  using A = AdaptivePoolAttrs;
  return {
      Positive(
          Field<A, OptInts>("output_size", &A::output_size, AttrValue::Ints({}),
                            "The spatial size of the result. Empty means the same as the data; one "
                            "number is used for all axes.")),
      Field<A, Str>("layout", &A::layout, kDataLayouts[dims - 1], kDataLayoutDoc),
      Boxed(Field<A, Str>("out_layout", &A::out_layout, "", kOutLayoutDoc)),
  };
}

std::vector<AttrField> NormFieldList(int axis, bool groups) {
  using A = NormAttrs;
  std::vector<AttrField> fields;
  if (groups) {
    fields.push_back(AtLeast(0, Field<A, int64_t>("num_groups", &A::num_groups, 0,
                                                  "The number of groups of channels.")));
  }
  fields.push_back(Field<A, int64_t>("axis", &A::axis, axis, kChannelAxisDoc));
  fields.push_back(
      Field<A, double>("epsilon", &A::epsilon, 1e-5,
                       "A small number added to the variance to prevent division by zero."));
  fields.push_back(Field<A, bool>("center", &A::center, true, "Whether to add beta."));
  fields.push_back(
      Field<A, bool>("scale", &A::scale, true, "Whether to multiply the result by gamma."));
  return fields;
}

}  // namespace

PASSCOPE_SCHEMA(Conv1DAttrs, ConvFieldList<ConvAttrs>(1))
PASSCOPE_SCHEMA(Conv2DAttrs, ConvFieldList<ConvAttrs>(2))
PASSCOPE_SCHEMA(Conv3DAttrs, ConvFieldList<ConvAttrs>(3))
PASSCOPE_SCHEMA(Conv2DWinogradAttrs, WinogradFieldList<WinogradAttrs>(2))
PASSCOPE_SCHEMA(Conv3DWinogradAttrs, WinogradFieldList<WinogradAttrs>(3))
PASSCOPE_SCHEMA(ConvWinogradWeightTransformAttrs,
                {Positive(RequiredField("tile_size", &ConvWinogradWeightTransformAttrs::tile_size,
                                        kTileSizeDoc))})
PASSCOPE_SCHEMA(Conv2DWinogradNNPACKWeightTransformAttrs,
                {RequiredField("convolution_algorithm",
                               &Conv2DWinogradNNPACKWeightTransformAttrs::convolution_algorithm,
                               "The number of NNPACK's algorithm."),
                 Field("out_dtype", &Conv2DWinogradNNPACKWeightTransformAttrs::out_dtype, NoDtype(),
                       kOutDtypeDoc)})
PASSCOPE_SCHEMA(ConvGemmWeightTransformAttrs,
                {Positive(RequiredField("tile_rows", &ConvGemmWeightTransformAttrs::tile_rows,
                                        "The number of output channels in a tile of the weight.")),
                 Positive(RequiredField("tile_cols", &ConvGemmWeightTransformAttrs::tile_cols,
                                        "The number of window elements in a tile of the weight."))})
PASSCOPE_SCHEMA(Conv1DTransposeAttrs, ConvTransposeFieldList(1))
PASSCOPE_SCHEMA(Conv2DTransposeAttrs, ConvTransposeFieldList(2))
PASSCOPE_SCHEMA(Conv3DTransposeAttrs, ConvTransposeFieldList(3))
PASSCOPE_SCHEMA(MaxPool1DAttrs, PoolFieldList(1, false))
PASSCOPE_SCHEMA(MaxPool2DAttrs, PoolFieldList(2, false))
PASSCOPE_SCHEMA(MaxPool3DAttrs, PoolFieldList(3, false))
PASSCOPE_SCHEMA(AvgPool1DAttrs, PoolFieldList(1, true))
PASSCOPE_SCHEMA(AvgPool2DAttrs, PoolFieldList(2, true))
PASSCOPE_SCHEMA(AvgPool3DAttrs, PoolFieldList(3, true))
PASSCOPE_SCHEMA(AdaptivePool1DAttrs, AdaptivePoolFieldList(1))
PASSCOPE_SCHEMA(AdaptivePool2DAttrs, AdaptivePoolFieldList(2))
PASSCOPE_SCHEMA(AdaptivePool3DAttrs, AdaptivePoolFieldList(3))
PASSCOPE_SCHEMA(BatchNormAttrs, NormFieldList(1, false))
PASSCOPE_SCHEMA(InstanceNormAttrs, NormFieldList(1, false))
PASSCOPE_SCHEMA(LayerNormAttrs, NormFieldList(-1, false))
PASSCOPE_SCHEMA(GroupNormAttrs, NormFieldList(1, true))

const WinogradAttrs* AsWinogradAttrs(const Attrs& attrs) {
  return AsOneOf<WinogradAttrs>(attrs,
                                {&Conv2DWinogradAttrs::Schema(), &Conv3DWinogradAttrs::Schema()});
}
const ConvAttrs* AsConvAttrs(const Attrs& attrs) {
  return AsOneOf<ConvAttrs>(
      attrs, {&Conv2DAttrs::Schema(), &Conv1DAttrs::Schema(), &Conv3DAttrs::Schema()});
}
const ConvTransposeAttrs* AsConvTransposeAttrs(const Attrs& attrs) {
  return AsOneOf<ConvTransposeAttrs>(
      attrs, {&Conv2DTransposeAttrs::Schema(), &Conv1DTransposeAttrs::Schema(),
              &Conv3DTransposeAttrs::Schema()});
}
const PoolAttrs* AsPoolAttrs(const Attrs& attrs) {
  return AsOneOf<PoolAttrs>(
      attrs, {&MaxPool2DAttrs::Schema(), &AvgPool2DAttrs::Schema(), &MaxPool1DAttrs::Schema(),
              &AvgPool1DAttrs::Schema(), &MaxPool3DAttrs::Schema(), &AvgPool3DAttrs::Schema()});
}
const AdaptivePoolAttrs* AsAdaptivePoolAttrs(const Attrs& attrs) {
  return AsOneOf<AdaptivePoolAttrs>(attrs,
                                    {&AdaptivePool2DAttrs::Schema(), &AdaptivePool1DAttrs::Schema(),
                                     &AdaptivePool3DAttrs::Schema()});
}

PASSCOPE_SCHEMA(GlobalPool2DAttrs,
                {Boxed(Field("layout", &GlobalPool2DAttrs::layout, "NCHW", kDataLayoutDoc)),
                 Boxed(Field("out_layout", &GlobalPool2DAttrs::out_layout, "", kOutLayoutDoc))})
PASSCOPE_SCHEMA(BiasAddAttrs, {Field("axis", &BiasAddAttrs::axis, 1,
                                     "The axis of the data that the bias is added along.")})
PASSCOPE_SCHEMA(SoftmaxAttrs, {Field("axis", &SoftmaxAttrs::axis, -1,
                                     "The axis along which the results add up to one.")})
PASSCOPE_SCHEMA(DenseAttrs, {AtLeast(0, RequiredField("units", &DenseAttrs::units, kUnitsDoc)),
                             Field("out_dtype", &DenseAttrs::out_dtype, NoDtype(), kOutDtypeDoc)})
PASSCOPE_SCHEMA(
    DensePackAttrs,
    {AtLeast(0, RequiredField("units", &DensePackAttrs::units, kUnitsDoc)),
     Field("out_dtype", &DensePackAttrs::out_dtype, NoDtype(), kOutDtypeDoc),
     Boxed(Field("weight_layout", &DensePackAttrs::weight_layout, "NC",
                 "The order of the weight's axes: N output features, C input features, with "
                 "blocks such as NC8n."))})
PASSCOPE_SCHEMA(MatmulAttrs,
                {AtLeast(0, RequiredField("units", &MatmulAttrs::units, kUnitsDoc)),
                 Field("out_dtype", &MatmulAttrs::out_dtype, NoDtype(), kOutDtypeDoc),
                 Field("transpose_a", &MatmulAttrs::transpose_a, false, kTransposeADoc),
                 Field("transpose_b", &MatmulAttrs::transpose_b, false, kTransposeBDoc)})
PASSCOPE_SCHEMA(BatchMatmulAttrs,
                {Field("out_dtype", &BatchMatmulAttrs::out_dtype, NoDtype(), kOutDtypeDoc),
                 Field("transpose_a", &BatchMatmulAttrs::transpose_a, false, kTransposeADoc),
                 Field("transpose_b", &BatchMatmulAttrs::transpose_b, false, kTransposeBDoc)})
PASSCOPE_SCHEMA(
    LRNAttrs,
    {Positive(Field("size", &LRNAttrs::size, 5, "The number of neighbouring channels to sum.")),
     Field("axis", &LRNAttrs::axis, 1, kChannelAxisDoc),
     Field("bias", &LRNAttrs::bias, 2.0, "A small number that prevents division by zero."),
     Field("alpha", &LRNAttrs::alpha, 0.0001, "The factor of the sum of squares."),
     Field("beta", &LRNAttrs::beta, 0.75, "The exponent of the divisor.")})
PASSCOPE_SCHEMA(L2NormalizeAttrs,
                {RequiredField("eps", &L2NormalizeAttrs::eps, "The smallest norm to divide by."),
                 RequiredField("axis", &L2NormalizeAttrs::axis,
                               "The axes over which the norm is taken.")})
PASSCOPE_SCHEMA(LeakyReluAttrs,
                {Field("alpha", &LeakyReluAttrs::alpha, 0.25, "The slope for negative values.")})
PASSCOPE_SCHEMA(PReluAttrs, {Field("axis", &PReluAttrs::axis, 1, kChannelAxisDoc)})
PASSCOPE_SCHEMA(DropoutAttrs, {Field("rate", &DropoutAttrs::rate, 0.5,
                                     "The fraction of elements set to zero in training.")})
PASSCOPE_SCHEMA(
    PadAttrs,
    {RequiredField("pad_width", &PadAttrs::pad_width,
                   "The padding before and after the data, for each axis."),
     Int64Flag(".pad_width.int64", &PadAttrs::pad_width_int64),
     Boxed(Field("pad_mode", &PadAttrs::pad_mode, "constant",
                 "The kind of padding: constant, edge (the outermost value) or reflect."))})
PASSCOPE_SCHEMA(MirrorPadAttrs,
                {Field("mode", &MirrorPadAttrs::mode, "SYMMETRIC",
                       "SYMMETRIC repeats the border element, REFLECT does not."),
                 RequiredField("pad_width", &MirrorPadAttrs::pad_width,
                               "The padding before and after the data, for each axis.")})
PASSCOPE_SCHEMA(UpSamplingAttrs,
                {RequiredField("scale_h", &UpSamplingAttrs::scale_h, "The factor of the height."),
                 RequiredField("scale_w", &UpSamplingAttrs::scale_w, "The factor of the width."),
                 Boxed(Field("layout", &UpSamplingAttrs::layout, "NCHW", kLayoutDoc)),
                 Boxed(Field("method", &UpSamplingAttrs::method, "nearest_neighbor", kMethodDoc)),
                 Field("align_corners", &UpSamplingAttrs::align_corners, false,
                       "Whether to keep the corner values exactly.")})
PASSCOPE_SCHEMA(UpSampling3DAttrs,
                {RequiredField("scale_d", &UpSampling3DAttrs::scale_d, "The factor of the depth."),
                 RequiredField("scale_h", &UpSampling3DAttrs::scale_h, "The factor of the height."),
                 RequiredField("scale_w", &UpSampling3DAttrs::scale_w, "The factor of the width."),
                 Field("layout", &UpSampling3DAttrs::layout, "NCDHW", kLayoutDoc),
                 Field("method", &UpSampling3DAttrs::method, "nearest_neighbor", kMethodDoc),
                 Field("coordinate_transformation_mode",
                       &UpSampling3DAttrs::coordinate_transformation_mode, "half_pixel",
                       "How a position in the result maps to one in the data: half_pixel, "
                       "align_corners or asymmetric.")})
PASSCOPE_SCHEMA(
    SubPixelAttrs,
    {Positive(Field("block_size", &SubPixelAttrs::block_size, 1,
                    "The side length of the squares that move between space and channels.")),
     Field("layout", &SubPixelAttrs::layout, "NCHW", kLayoutDoc),
     Field("mode", &SubPixelAttrs::mode, "DCR",
           "Which part of the channel index changes fastest: DCR or CDR.")})
PASSCOPE_SCHEMA(SpaceToBatchNDAttrs,
                {Positive(Field("block_shape", &SpaceToBatchNDAttrs::block_shape, Repeat(1, 2),
                                "The size of the blocks along each spatial axis.")),
                 RequiredField("paddings", &SpaceToBatchNDAttrs::paddings,
                               "The padding before and after the data, for each spatial axis."),
                 Field("pad_value", &SpaceToBatchNDAttrs::pad_value, 0.0, "The padding value.")})
PASSCOPE_SCHEMA(
    BatchToSpaceNDAttrs,
    {Positive(Field("block_shape", &BatchToSpaceNDAttrs::block_shape, Repeat(1, 2),
                    "The size of the blocks along each spatial axis.")),
     RequiredField("crops", &BatchToSpaceNDAttrs::crops,
                   "How much to cut off before and after the data, for each spatial axis.")})
PASSCOPE_SCHEMA(
    DilateAttrs,
    {Positive(Field("strides", &DilateAttrs::strides, Repeat(1, 2),
                    "The distance between neighbouring elements in the result, for each axis.")),
     Field("dilation_value", &DilateAttrs::dilation_value, 0.0,
           "The value to insert between the elements.")})
PASSCOPE_SCHEMA(NLLLossAttrs, {Field("reduction", &NLLLossAttrs::reduction, "mean",
                                     "How to combine the losses: mean, sum or none."),
                               RequiredField("ignore_index", &NLLLossAttrs::ignore_index,
                                             "The target to ignore.")})

std::optional<PadPairs> ToPadPairs(const AttrValue& value) {
  const AttrArray* items = value.array();
  if (!items) return std::nullopt;
  PadPairs pairs;
  pairs.reserve(items->size());
  for (const AttrValue& item : *items) {
    std::optional<std::vector<int64_t>> pair = item.ints();
    if (!pair || pair->size() != 2) return std::nullopt;
    pairs.emplace_back((*pair)[0], (*pair)[1]);
  }
  return pairs;
}

std::optional<size_t> TooWide(const PadPairs& pairs) {
  auto too_wide = [](int64_t margin) { return margin >= 1ll << 31 || margin <= -(1ll << 31); };
  for (size_t i = 0; i < pairs.size(); ++i) {
    if (too_wide(pairs[i].first) || too_wide(pairs[i].second)) return i;
  }
  return std::nullopt;
}

AttrValue FromPadPairs(const PadPairs& pairs) {
  AttrArray items;
  items.reserve(pairs.size());
  for (auto [before, after] : pairs) items.push_back(AttrValue::Ints({before, after}));
  return AttrValue(std::move(items));
}

}  // namespace passcope
