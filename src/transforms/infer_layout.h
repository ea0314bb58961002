// The reaction of operators to other layouts of their inputs: the rules of ConvertLayout and other
// layout passes. Like TVM's FInferCorrectLayout.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/expr.h"
#include "op/layout.h"

namespace passcope {

// The input of a rule. Layouts are per tensor: an argument that is a tuple has one layout for each
// field.
struct LayoutQuery {
  const Attrs& attrs;
  // The layouts that the producers now deliver; null if the operator is queried before any change.
  // If not null, all are defined.
  const std::vector<Layout>* new_in = nullptr;
  // The layouts before the change, as far as the producers know them. If `new_in` is not null, all
  // are defined.
  const std::vector<Layout>& old_in;
  // The types of the arguments before the change, one for each argument.
  std::span<const Type> types;

  // The tensor type of argument i; null if it has another type.
  const TensorTypeNode* tensor(size_t i) const {
    return i < types.size() ? As<TensorTypeNode>(types[i]) : nullptr;
  }
};

// The result of a rule: the layouts of the operator's inputs and outputs, and the matching
// attributes.
struct InferredLayouts {
  std::vector<Layout> inputs;
  std::vector<Layout> outputs;
  Attrs attrs;

  // One layout for `num_inputs` inputs and the single output.
  static InferredLayouts Same(size_t num_inputs, Layout layout, Attrs attrs) {
    return {std::vector<Layout>(num_inputs, layout), {layout}, std::move(attrs)};
  }
  // Nothing is known, or the operator does not support the new layouts. It keeps the old ones.
  static InferredLayouts Unknown() { return {}; }
};

using InferLayoutRule = InferredLayouts (*)(const LayoutQuery& query);

// False if `op` is not an operator or has no rule.
bool HasInferLayoutRule(const Expr& op);
// Nullopt if there is no rule, or if the rule leaves a layout undefined.
std::optional<InferredLayouts> InferLayouts(const CallNode* call, const LayoutQuery& query);

// Rules that several families use.
// Accepts any layout, if all inputs and the output have the same one.
InferredLayouts ElemwiseLayout(const LayoutQuery& query);
// Two operands that broadcast: if one changed its layout, the other one follows.
InferredLayouts BroadcastLayout(const LayoutQuery& query);
// The reduced axes move with the layout.
InferredLayouts ReduceLayout(const LayoutQuery& query);
InferredLayouts ConcatenateLayout(const LayoutQuery& query);
// Convolutions determine their layouts; other operators follow.
InferredLayouts ConvLayout(const LayoutQuery& query);

// "C", the layout of values per channel.
const Layout& ChannelLayout();
// A layout from an attribute; undefined if the text is not a layout.
Layout LayoutField(const Attrs& attrs, std::string_view field);
// A convolution's `out_layout`, or its `data_layout` if the former is empty.
Layout ConvOutLayout(const Attrs& attrs);
// The position of axis `axis` of the old layout in the new one; -1 if the new layout splits it into
// blocks.
int MovedAxis(Layout old, Layout now, size_t axis);
// Sets the axis of `attrs`, and returns the layout of the data. It is the new layout if the axis
// can follow.
Layout FollowAxis(const LayoutQuery& query, Attrs* attrs);

// `old`, changed like `ref_old` was changed to `ref_new`, for tensors that broadcast. For example,
// W becomes NW1w if NC became NC1c. Undefined if their axes do not correspond.
Layout TransformLike(Layout old, Layout ref_old, Layout ref_new);
// `layout` with block size 1 for axes of size 1 in `old_shape`, so that the tensor still
// broadcasts.
Layout AdjustBlocksToShape(Layout layout, Layout old_layout, const Shape& old_shape);

// A copy of `attrs` with one field changed. The field must exist and accept the value.
Attrs WithField(const Attrs& attrs, std::string_view field, AttrValue value);
// A field that must exist and be a string or an integer.
std::string StringField(const Attrs& attrs, std::string_view field);
int64_t IntField(const Attrs& attrs, std::string_view field);

}  // namespace passcope
