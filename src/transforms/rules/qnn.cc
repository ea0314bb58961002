// Rules of the operators on quantized tensors.
#include <cstddef>

#include "op/attrs_nn.h"
#include "transforms/infer_layout.h"
#include "transforms/layout_conversion.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/quantized_values.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

// The scales and zero points after the data of quantized operators are per channel.
InferredLayouts AddChannelInputs(InferredLayouts layouts, const LayoutQuery& query) {
  layouts.inputs.resize(query.old_in.size(), ChannelLayout());
  return layouts;
}

InferredLayouts QnnConvLayout(const LayoutQuery& query) {
  return AddChannelInputs(ConvLayout(query), query);
}

// Applies `rule` to the first `n` layouts only.
InferredLayouts FirstInputs(const LayoutQuery& query, size_t n, InferLayoutRule rule) {
  if (n > query.old_in.size()) return InferredLayouts::Unknown();
  auto count = static_cast<std::ptrdiff_t>(n);
  std::vector<Layout> old_in(query.old_in.begin(), query.old_in.begin() + count), new_in;
  if (query.new_in) new_in.assign(query.new_in->begin(), query.new_in->begin() + count);
  return rule({query.attrs, query.new_in ? &new_in : nullptr, old_in, query.types});
}

InferredLayouts QnnBroadcastLayout(const LayoutQuery& query) {
  InferredLayouts layouts = FirstInputs(query, 2, BroadcastLayout);
  if (layouts.inputs.empty()) return layouts;
  // The axes of the scales and zero points move with the operands.
  for (size_t side = 0; query.new_in && side < 2; ++side) {
    auto is_vector = [&](size_t i) { return query.tensor(i) && query.tensor(i)->rank() > 0; };
    if (!is_vector(2 + 2 * side) && !is_vector(3 + 2 * side)) continue;
    const char* field = side == 0 ? "lhs_axis" : "rhs_axis";
    const size_t axis = NormalizeAxis(IntField(query.attrs, field), query.tensor(side)->rank());
    const int moved = MovedAxis(query.old_in[side], layouts.inputs[side], axis);
    if (moved < 0) return InferredLayouts::Unknown();
    layouts.attrs = WithField(layouts.attrs, field, moved);
  }
  return AddChannelInputs(std::move(layouts), query);
}

InferredLayouts QnnConcatenateLayout(const LayoutQuery& query) {
  const auto* tuple = As<TupleTypeNode>(query.types[0]);
  if (!tuple) return InferredLayouts::Unknown();
  InferredLayouts layouts = FirstInputs(query, tuple->fields.size(), ConcatenateLayout);
  if (layouts.inputs.empty()) return layouts;
  return AddChannelInputs(std::move(layouts), query);
}

InferredLayouts RequantizeLayout(const LayoutQuery& query) {
  const TensorTypeNode* data = query.tensor(0);
  if (!data) return InferredLayouts::Unknown();
  Attrs attrs = query.attrs;
  Layout layout = query.old_in[0];
  if (query.new_in) {
    size_t axis = NormalizeAxis(IntField(attrs, "axis"), data->rank());
    // Only whole axes: a scale per channel does not fit a block of channels.
    Layout now = query.new_in->front().ToPrimal();
    int new_axis = axis < layout.ndim() ? now.IndexOf(layout[axis]) : -1;
    if (new_axis < 0) return InferredLayouts::Unknown();
    attrs = WithField(attrs, "axis", new_axis);
    layout = now;
  }
  return AddChannelInputs({{layout}, {layout}, attrs}, query);
}

constexpr DefaultKernel kQnnConv2D[] = {{"NCHW", "OIHW"}, {"NHWC", "HWIO", "HWOI"}};

Expr ConvertQnnConv2D(const LayoutConversion& c) {
  return ConvertedCall(c, WithDesiredLayouts(c, WithFullPadding(c.attrs, 2), kQnnConv2D));
}

}  // namespace

void RegisterQnnRules(RuleTables& rules) {
  for (const char* op : {"qnn.add", "qnn.mul", "qnn.subtract"}) {
    rules.infer_layout.Add(op, QnnBroadcastLayout);
  }
  rules.infer_layout.Add("qnn.concatenate", QnnConcatenateLayout);
  for (const char* op : {"qnn.conv2d", "qnn.conv2d_transpose"}) {
    rules.infer_layout.Add(op, QnnConvLayout);
  }
  rules.infer_layout.Add("qnn.requantize", RequantizeLayout);
  rules.convert_layout.Add("qnn.conv2d", ConvertQnnConv2D);
  rules.convert_layout.Add("qnn.conv2d_transpose", ConvertConv2DTranspose);
  AddQnnLegalizations(rules);
  AddQnnCanonicalizations(rules);
}

}  // namespace passcope
