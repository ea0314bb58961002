// Schemas of the attributes of vision operators.
#include "op/attrs_vision.h"

#include <initializer_list>
#include <utility>

#include "op/attrs_schema.h"

namespace passcope {
namespace {

constexpr char kScoreDoc[] = "The index of the score in a box.";
constexpr char kIdDoc[] = "The index of the class in a box; negative if there is none.";
constexpr char kPooledDoc[] = "The spatial size of the result.";
constexpr char kScaleDoc[] =
    "The ratio of the size of the data to the size that the regions refer to.";
constexpr char kLayoutDoc[] = "The order of the data's axes.";
constexpr char kKernelLayoutDoc[] = "The order of the weight's axes.";
constexpr char kStridesDoc[] = "The steps of the window along each spatial axis.";
constexpr char kPaddingDoc[] = "The padding on both sides of each spatial axis.";
constexpr char kDilationDoc[] = "The distance between neighbouring elements of the window.";
constexpr char kKernelSizeDoc[] = "The spatial size of the window.";
constexpr char kChannelsDoc[] = "The number of output channels.";
constexpr char kDtypeDoc[] = "The data type of the result.";
constexpr char kPackDoc[] = "The data type to pack bits into.";
constexpr char kDataBitsDoc[] = "The number of bits of the data.";
constexpr char kWeightBitsDoc[] = "The number of bits of the weight.";
constexpr char kUnipolarDoc[] = "Whether a bit means 0 or 1, instead of -1 or 1.";
constexpr char kTopDoc[] = "The number of boxes to keep; -1 keeps all.";

AttrValue Floats(std::initializer_list<float> values) {
  AttrArray items;
  for (float value : values) items.emplace_back(static_cast<double>(value));
  return AttrValue(std::move(items));
}
AttrValue Pair(int64_t value) { return AttrValue::Ints({value, value}); }
AttrValue NoDtype() { return AttrValue(DataType::Void()); }
AttrField Positive(int count, AttrField field) {
  return Counted(count, AtLeast(1, std::move(field)));
}

}  // namespace

PASSCOPE_SCHEMA(
    MultiBoxPriorAttrs,
    {Field("sizes", &MultiBoxPriorAttrs::sizes, Floats({1}), "The sizes of the boxes."),
     Field("ratios", &MultiBoxPriorAttrs::ratios, Floats({1}), "The ratios of width to height."),
     Field("steps", &MultiBoxPriorAttrs::steps, Floats({-1, -1}),
           "The distances between the centers in y and x; -1 spreads them evenly."),
     Field("offsets", &MultiBoxPriorAttrs::offsets, Floats({0.5f, 0.5f}),
           "The first center in y and x, in steps."),
     Field("clip", &MultiBoxPriorAttrs::clip, false, "Whether to clip boxes at the border.")})
PASSCOPE_SCHEMA(MultiBoxTransformLocAttrs,
                {Field("clip", &MultiBoxTransformLocAttrs::clip, true,
                       "Whether to clip boxes at the border."),
                 Field("threshold", &MultiBoxTransformLocAttrs::threshold, 0.01,
                       "The smallest score of a detection."),
                 Field("variances", &MultiBoxTransformLocAttrs::variances,
                       Floats({0.1f, 0.1f, 0.2f, 0.2f}), "The factors of the predictions.")})
PASSCOPE_SCHEMA(GetValidCountsAttrs,
                {RequiredField("score_threshold", &GetValidCountsAttrs::score_threshold,
                               "The score that a valid box must exceed. This attribute has no "
                               "effect: the argument is used."),
                 Field("id_index", &GetValidCountsAttrs::id_index, 0, kIdDoc),
                 Field("score_index", &GetValidCountsAttrs::score_index, 1, kScoreDoc)})
PASSCOPE_SCHEMA(NonMaximumSuppressionAttrs,
                {Field("force_suppress", &NonMaximumSuppressionAttrs::force_suppress, false,
                       "Whether boxes also suppress boxes of other classes."),
                 Field("top_k", &NonMaximumSuppressionAttrs::top_k, -1, kTopDoc),
                 Field("coord_start", &NonMaximumSuppressionAttrs::coord_start, 2,
                       "The index of the four coordinates in a box."),
                 Field("score_index", &NonMaximumSuppressionAttrs::score_index, 1, kScoreDoc),
                 Field("id_index", &NonMaximumSuppressionAttrs::id_index, 0, kIdDoc),
                 Field("return_indices", &NonMaximumSuppressionAttrs::return_indices, true,
                       "Whether the result is indices and their number, instead of boxes."),
                 Field("invalid_to_bottom", &NonMaximumSuppressionAttrs::invalid_to_bottom, false,
                       "Whether to close the gaps that dropped boxes leave.")})
PASSCOPE_SCHEMA(AllClassNonMaximumSuppressionAttrs,
                {Field("output_format", &AllClassNonMaximumSuppressionAttrs::output_format, "onnx",
                       "The form of the results: onnx or tensorflow.")})
PASSCOPE_SCHEMA(ROIAlignAttrs,
                {Positive(2, RequiredField("pooled_size", &ROIAlignAttrs::pooled_size, kPooledDoc)),
                 RequiredField("spatial_scale", &ROIAlignAttrs::spatial_scale, kScaleDoc),
                 Field("sample_ratio", &ROIAlignAttrs::sample_ratio, -1,
                       "The number of samples along each axis; -1 chooses it by the size."),
                 Field("layout", &ROIAlignAttrs::layout, "NCHW", kLayoutDoc),
                 Field("mode", &ROIAlignAttrs::mode, "avg",
                       "How to combine samples: avg or max. With _aligned behind, regions of less "
                       "than a pixel keep their size.")})
PASSCOPE_SCHEMA(ROIPoolAttrs,
                {Positive(2, RequiredField("pooled_size", &ROIPoolAttrs::pooled_size, kPooledDoc)),
                 RequiredField("spatial_scale", &ROIPoolAttrs::spatial_scale, kScaleDoc),
                 Field("layout", &ROIPoolAttrs::layout, "NCHW", kLayoutDoc)})
PASSCOPE_SCHEMA(YoloReorgAttrs,
                {Boxed(AtLeast(1, Field("stride", &YoloReorgAttrs::stride, 1,
                                        "The side length of the squares that become channels.")))})
PASSCOPE_SCHEMA(
    ProposalAttrs,
    {Field("scales", &ProposalAttrs::scales, Floats({4, 8, 16, 32}), "The scales of the anchors."),
     Field("ratios", &ProposalAttrs::ratios, Floats({0.5f, 1, 2}), "The ratios of the anchors."),
     Field("feature_stride", &ProposalAttrs::feature_stride, 16,
           "The size of one score element in the image."),
     Field("threshold", &ProposalAttrs::threshold, 0.7, "The overlap from which a box is dropped."),
     Field("rpn_pre_nms_top_n", &ProposalAttrs::rpn_pre_nms_top_n, 6000, kTopDoc),
     Field("rpn_post_nms_top_n", &ProposalAttrs::rpn_post_nms_top_n, 300, kTopDoc),
     Field("rpn_min_size", &ProposalAttrs::rpn_min_size, 16, "The smallest width and height."),
     Field("iou_loss", &ProposalAttrs::iou_loss, false,
           "Whether predictions move corners, instead of centers.")})
PASSCOPE_SCHEMA(Dilation2DAttrs,
                {AtLeast(1, Field("strides", &Dilation2DAttrs::strides, Pair(1), kStridesDoc)),
                 Field("padding", &Dilation2DAttrs::padding, Pair(0), kPaddingDoc),
                 AtLeast(1, Field("dilations", &Dilation2DAttrs::dilations, Pair(1), kDilationDoc)),
                 Field("data_layout", &Dilation2DAttrs::data_layout, "NCHW", kLayoutDoc),
                 Field("kernel_layout", &Dilation2DAttrs::kernel_layout, "IHW", kKernelLayoutDoc),
                 Field("out_dtype", &Dilation2DAttrs::out_dtype, NoDtype(), kDtypeDoc)})
PASSCOPE_SCHEMA(
    DeformableConv2DAttrs,
    {Positive(2, Field("strides", &DeformableConv2DAttrs::strides, Pair(1), kStridesDoc)),
     Field("padding", &DeformableConv2DAttrs::padding, Pair(0), kPaddingDoc),
     Positive(2, Field("dilation", &DeformableConv2DAttrs::dilation, Pair(1), kDilationDoc)),
     AtLeast(1, Field("deformable_groups", &DeformableConv2DAttrs::deformable_groups, 1,
                      "The number of groups of channels that share offsets.")),
     AtLeast(1, Field("groups", &DeformableConv2DAttrs::groups, 1,
                      "The number of groups of channels.")),
     AtLeast(1, Field("channels", &DeformableConv2DAttrs::channels, {}, kChannelsDoc)),
     Positive(2, Field("kernel_size", &DeformableConv2DAttrs::kernel_size, {}, kKernelSizeDoc)),
     Field("data_layout", &DeformableConv2DAttrs::data_layout, "NCHW", kLayoutDoc),
     Field("kernel_layout", &DeformableConv2DAttrs::kernel_layout, "OIHW", kKernelLayoutDoc),
     Field("out_layout", &DeformableConv2DAttrs::out_layout, "",
           "The order of the axes of the result; empty means the same as the data."),
     Field("out_dtype", &DeformableConv2DAttrs::out_dtype, NoDtype(), kDtypeDoc)})
PASSCOPE_SCHEMA(CorrelationAttrs,
                {AtLeast(1, Field("kernel_size", &CorrelationAttrs::kernel_size, 1,
                                  "The side length of the compared patches, an odd number.")),
                 AtLeast(0, Field("max_displacement", &CorrelationAttrs::max_displacement, 1,
                                  "The largest distance between compared patches.")),
                 AtLeast(1, Field("stride1", &CorrelationAttrs::stride1, 1,
                                  "The distance between patches in the first tensor.")),
                 AtLeast(1, Field("stride2", &CorrelationAttrs::stride2, 1,
                                  "The distance between patches in the second tensor.")),
                 Field("padding", &CorrelationAttrs::padding, Pair(0), kPaddingDoc),
                 Field("is_multiply", &CorrelationAttrs::is_multiply, true,
                       "Whether to multiply elements, instead of subtracting them."),
                 Boxed(Field("layout", &CorrelationAttrs::layout, "NCHW", kLayoutDoc))})
PASSCOPE_SCHEMA(BitPackAttrs,
                {AtLeast(1, Field("bits", &BitPackAttrs::bits, 1, kDataBitsDoc)),
                 Field("pack_axis", &BitPackAttrs::pack_axis, 1, "The axis to pack."),
                 Field("bit_axis", &BitPackAttrs::bit_axis, -1, "The new axis of the bits."),
                 Field("pack_type", &BitPackAttrs::pack_type, NoDtype(), kPackDoc),
                 Field("name", &BitPackAttrs::name, "BitPack", "A name for the operation.")})
PASSCOPE_SCHEMA(
    BinaryConv2DAttrs,
    {Positive(2, Field("strides", &BinaryConv2DAttrs::strides, Pair(1), kStridesDoc)),
     Field("padding", &BinaryConv2DAttrs::padding, Pair(0), kPaddingDoc),
     Positive(2, Field("kernel_size", &BinaryConv2DAttrs::kernel_size, Pair(3), kKernelSizeDoc)),
     Field("channels", &BinaryConv2DAttrs::channels, {}, kChannelsDoc),
     Field("activation_bits", &BinaryConv2DAttrs::activation_bits, 1, kDataBitsDoc),
     Field("weight_bits", &BinaryConv2DAttrs::weight_bits, 1, kWeightBitsDoc),
     Field("data_layout", &BinaryConv2DAttrs::data_layout, "NCHW", kLayoutDoc),
     Field("kernel_layout", &BinaryConv2DAttrs::kernel_layout, "OIHW", kKernelLayoutDoc),
     Field("pack_dtype", &BinaryConv2DAttrs::pack_dtype, NoDtype(), kPackDoc),
     Field("out_dtype", &BinaryConv2DAttrs::out_dtype, NoDtype(), kDtypeDoc),
     Field("unipolar", &BinaryConv2DAttrs::unipolar, true, kUnipolarDoc)})
PASSCOPE_SCHEMA(BinaryDenseAttrs,
                {RequiredField("units", &BinaryDenseAttrs::units, "The number of output features."),
                 Field("data_bits", &BinaryDenseAttrs::data_bits, 1, kDataBitsDoc),
                 Field("weight_bits", &BinaryDenseAttrs::weight_bits, 1, kWeightBitsDoc),
                 Field("pack_dtype", &BinaryDenseAttrs::pack_dtype, NoDtype(), kPackDoc),
                 Field("out_dtype", &BinaryDenseAttrs::out_dtype, NoDtype(), kDtypeDoc),
                 Field("unipolar", &BinaryDenseAttrs::unipolar, true, kUnipolarDoc)})

std::vector<double> ToReals(const AttrValue& value) {
  std::vector<double> reals;
  const AttrArray* items = value.array();
  if (!items) return reals;
  for (const AttrValue& item : *items) {
    if (const double* real = item.get<double>()) reals.push_back(*real);
    if (const int64_t* number = item.get<int64_t>()) reals.push_back(static_cast<double>(*number));
  }
  return reals;
}

}  // namespace passcope
