// Attributes of the operators on boxes and regions (vision.*) and of the rarer operators on images.
// Field names, order and defaults are TVM's. The schemas have the docs of the fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/attrs.h"
#include "op/attrs_nn.h"

namespace passcope {

struct MultiBoxPriorAttrs : AttrsBase<MultiBoxPriorAttrs> {
  AttrValue sizes;  // Arrays of reals.
  AttrValue ratios;
  AttrValue steps;
  AttrValue offsets;
  bool clip;
  static const AttrSchema& Schema();
};
struct MultiBoxTransformLocAttrs : AttrsBase<MultiBoxTransformLocAttrs> {
  bool clip;
  double threshold;
  AttrValue variances;
  static const AttrSchema& Schema();
};
struct GetValidCountsAttrs : AttrsBase<GetValidCountsAttrs> {
  AttrValue score_threshold;
  int64_t id_index;
  int64_t score_index;
  static const AttrSchema& Schema();
};
struct NonMaximumSuppressionAttrs : AttrsBase<NonMaximumSuppressionAttrs> {
  bool force_suppress;
  int64_t top_k;
  int64_t coord_start;
  int64_t score_index;
  int64_t id_index;
  bool return_indices;
  bool invalid_to_bottom;
  static const AttrSchema& Schema();
};
struct AllClassNonMaximumSuppressionAttrs : AttrsBase<AllClassNonMaximumSuppressionAttrs> {
  std::string output_format;
  static const AttrSchema& Schema();
};
struct ROIAlignAttrs : AttrsBase<ROIAlignAttrs> {
  std::vector<int64_t> pooled_size;
  double spatial_scale;
  int64_t sample_ratio;
  std::string layout;
  std::string mode;
  static const AttrSchema& Schema();
};
struct ROIPoolAttrs : AttrsBase<ROIPoolAttrs> {
  std::vector<int64_t> pooled_size;
  double spatial_scale;
  std::string layout;
  static const AttrSchema& Schema();
};
struct YoloReorgAttrs : AttrsBase<YoloReorgAttrs> {
  int64_t stride;
  static const AttrSchema& Schema();
};
struct ProposalAttrs : AttrsBase<ProposalAttrs> {
  AttrValue scales;
  AttrValue ratios;
  int64_t feature_stride;
  double threshold;
  int64_t rpn_pre_nms_top_n;
  int64_t rpn_post_nms_top_n;
  int64_t rpn_min_size;
  bool iou_loss;
  static const AttrSchema& Schema();
};
struct Dilation2DAttrs : AttrsBase<Dilation2DAttrs> {
  std::vector<int64_t> strides;
  std::vector<int64_t> padding;
  std::vector<int64_t> dilations;
  std::string data_layout;
  std::string kernel_layout;
  DataType out_dtype;
  static const AttrSchema& Schema();
};
struct DeformableConv2DAttrs : AttrsBase<DeformableConv2DAttrs> {
  std::vector<int64_t> strides;
  std::vector<int64_t> padding;
  std::vector<int64_t> dilation;
  int64_t deformable_groups;
  int64_t groups;
  std::optional<int64_t> channels;
  OptInts kernel_size;
  std::string data_layout;
  std::string kernel_layout;
  std::string out_layout;
  DataType out_dtype;
  static const AttrSchema& Schema();
};
struct CorrelationAttrs : AttrsBase<CorrelationAttrs> {
  int64_t kernel_size;
  int64_t max_displacement;
  int64_t stride1;
  int64_t stride2;
  std::vector<int64_t> padding;
  bool is_multiply;
  std::string layout;
  static const AttrSchema& Schema();
};
struct BitPackAttrs : AttrsBase<BitPackAttrs> {
  int64_t bits;
  int64_t pack_axis;
  int64_t bit_axis;
  DataType pack_type;
  std::string name;
  static const AttrSchema& Schema();
};
struct BinaryConv2DAttrs : AttrsBase<BinaryConv2DAttrs> {
  std::vector<int64_t> strides;
  std::vector<int64_t> padding;
  std::vector<int64_t> kernel_size;
  std::optional<int64_t> channels;
  int64_t activation_bits;
  int64_t weight_bits;
  std::string data_layout;
  std::string kernel_layout;
  DataType pack_dtype;
  DataType out_dtype;
  bool unipolar;
  static const AttrSchema& Schema();
};
struct BinaryDenseAttrs : AttrsBase<BinaryDenseAttrs> {
  std::optional<int64_t> units;
  int64_t data_bits;
  int64_t weight_bits;
  DataType pack_dtype;
  DataType out_dtype;
  bool unipolar;
  static const AttrSchema& Schema();
};

// The numbers of an array attribute; empty for another kind of attribute.
std::vector<double> ToReals(const AttrValue& value);

}  // namespace passcope
