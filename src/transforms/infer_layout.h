// How operators behave when the layouts of their inputs change: the rules that ConvertLayout and
// other passes over layouts share. As TVM's FInferCorrectLayout.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/expr.h"
#include "op/layout.h"

namespace passcope {

// What a rule is asked. Layouts are counted per tensor: an argument that is a tuple in the
// program's text contributes one layout per field.
struct LayoutQuery {
  const Attrs& attrs;
  // The layouts that the producers now deliver; null when the operator is looked at as it stands in
  // the program before any change. All defined when present.
  const std::vector<Layout>* new_in = nullptr;
  // The layouts before the change, as far as the producers know them. All defined when `new_in` is
  // present.
  const std::vector<Layout>& old_in;
  // The types of the arguments before the change, one per argument.
  std::span<const Type> types;

  // The tensor type of argument i; null when it is something else.
  const TensorTypeNode* tensor(size_t i) const {
    return i < types.size() ? As<TensorTypeNode>(types[i]) : nullptr;
  }
};

// What a rule answers: the layouts in which the operator takes its inputs and gives its outputs,
// and the attributes that go with them.
struct InferredLayouts {
  std::vector<Layout> inputs;
  std::vector<Layout> outputs;
  Attrs attrs;

  // One layout for `num_inputs` inputs and the single output.
  static InferredLayouts Same(size_t num_inputs, Layout layout, Attrs attrs) {
    return {std::vector<Layout>(num_inputs, layout), {layout}, std::move(attrs)};
  }
  // Nothing is known, or the operator cannot work in the new layouts: it keeps the old ones.
  static InferredLayouts Unknown() { return {}; }
};

using InferLayoutRule = InferredLayouts (*)(const LayoutQuery& query);

// False when `op` is no operator or has no rule.
bool HasInferLayoutRule(const Expr& op);
// Nullopt when there is no rule, or its answer leaves a layout open.
std::optional<InferredLayouts> InferLayouts(const CallNode* call, const LayoutQuery& query);

// Rules that several families use.
// Any layout will do as long as all inputs and the output have the same.
InferredLayouts ElemwiseLayout(const LayoutQuery& query);
// Two operands that broadcast: where one changed its layout, the other one follows.
InferredLayouts BroadcastLayout(const LayoutQuery& query);
// The axes that are reduced move with the layout.
InferredLayouts ReduceLayout(const LayoutQuery& query);
InferredLayouts ConcatenateLayout(const LayoutQuery& query);
// Convolutions dictate their layouts; the other operators fit in.
InferredLayouts ConvLayout(const LayoutQuery& query);

// "C", the layout of what there is one of per channel.
const Layout& ChannelLayout();
// A layout from an attribute; undefined when the text is none.
Layout LayoutField(const Attrs& attrs, std::string_view field);
// A convolution's `out_layout`, which is its `data_layout` where it is left out.
Layout ConvOutLayout(const Attrs& attrs);
// Where axis `axis` of the old layout is in the new one; -1 when it is cut into blocks there, so
// that one axis no longer stands for it.
int MovedAxis(Layout old, Layout now, size_t axis);
// Sets `attrs`' axis and returns the layout of the data: the new one where the axis can follow.
Layout FollowAxis(const LayoutQuery& query, Attrs* attrs);

// `old`, changed in the way `ref_old` was changed to `ref_new`, where the two describe tensors that
// broadcast: W becomes NW1w when NC became NC1c. Undefined when their axes do not correspond.
Layout TransformLike(Layout old, Layout ref_old, Layout ref_new);
// `layout` with the block sizes of the axes that have size 1 in `old_shape` set to 1, so that the
// tensor still broadcasts.
Layout AdjustBlocksToShape(Layout layout, Layout old_layout, const Shape& old_shape);

// A copy of `attrs` with one field changed. The field must exist and take the value.
Attrs WithField(const Attrs& attrs, std::string_view field, AttrValue value);
// A field that must exist and be a string (an integer).
std::string StringField(const Attrs& attrs, std::string_view field);
int64_t IntField(const Attrs& attrs, std::string_view field);

}  // namespace passcope
