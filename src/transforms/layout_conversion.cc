// Helpers of ConvertLayout's rules.
#include "transforms/layout_conversion.h"

#include <optional>

#include "diagnostics/diagnostic.h"
#include "op/layout.h"
#include "op/windows.h"
#include "transforms/infer_layout.h"

namespace passcope {
namespace {

// True for one convolution per channel: as many groups as input channels and as output channels.
bool IsDepthwise(const LayoutConversion& c) {
  const TensorTypeNode *data = c.tensor(0), *weight = c.tensor(1);
  if (!data || !weight) return false;
  // The size of an axis, including its blocks.
  auto channels = [](const TensorTypeNode* type, const std::string& text, char axis) {
    Layout layout = Layout::Parse(text).value_or(Layout());
    int at = layout.IndexOf(axis);
    if (at < 0 || static_cast<size_t>(at) >= type->rank()) return Dim::Any();
    int64_t block = layout.FactorOf(axis);
    return block > 0 ? type->shape[static_cast<size_t>(at)] * block
                     : type->shape[static_cast<size_t>(at)];
  };
  Dim groups = IntField(c.attrs, "groups");
  return channels(data, StringField(c.attrs, "data_layout"), 'C') == groups &&
         channels(weight, StringField(c.attrs, "kernel_layout"), 'O') == groups;
}

}  // namespace

void FailConversion(const LayoutConversion& c, Message note) {
  MessageList layouts;
  for (const std::string& layout : c.desired) layouts.items.push_back('"' + layout + '"');
  throw DiagnosticError(
      DiagKind::kBadPassOption,
      MSG(kOperatorLayoutsNotConvertible,
          "ConvertLayout: '{operator}' cannot be converted to [{layouts}]", c.op_name(), layouts),
      {std::move(note)}, Expr(c.call));
}

void CheckCount(const LayoutConversion& c, size_t count) {
  if (c.desired.size() != count) {
    FailConversion(c, count == 1
                          ? MSG(kLayoutCountOne, "it takes {count} layout", count)
                          : MSG(kLayoutCountMany, "it takes {count} layouts, data first", count));
  }
  if (c.desired[0] == "default")
    FailConversion(
        c, MSG(kDataLayoutDefaultForbidden, "the layout of the data cannot be \"default\""));
}

Attrs WithFullPadding(const Attrs& attrs, size_t ndim) {
  std::optional<std::vector<int64_t>> padding = attrs->Get("padding").ints();
  if (!padding || !IsPadding(*padding, ndim) || padding->size() == 2 * ndim) return attrs;
  return WithField(attrs, "padding", AttrValue::Ints(FullPadding(*padding, ndim)));
}

Expr ConvertedCall(const LayoutConversion& c, Attrs attrs) {
  return Call(c.call->op(), c.args, attrs);
}

Attrs WithLayouts(const Attrs& attrs, const std::string& data, const std::string& kernel) {
  return WithField(WithField(attrs, "data_layout", data), "kernel_layout", kernel);
}

Attrs WithDesiredLayouts(const LayoutConversion& c, const Attrs& attrs,
                         std::span<const DefaultKernel> defaults) {
  CheckCount(c, 2);
  if (c.desired[1] != "default") return WithLayouts(attrs, c.desired[0], c.desired[1]);
  for (const DefaultKernel& row : defaults) {
    if (c.desired[0] != row.data) continue;
    bool depthwise = row.depthwise && IsDepthwise(c);
    return WithLayouts(attrs, row.data, depthwise ? row.depthwise : row.kernel);
  }
  FailConversion(
      c, MSG(kKernelLayoutDefaultMissing,
             "the data layout \"{layout}\" has no default kernel layout: give one", c.desired[0]));
}

Expr ConvertConv2DTranspose(const LayoutConversion& c) {
  static constexpr DefaultKernel kDefaults[] = {{"NCHW", "IOHW"}, {"NHWC", "HWIO"}};
  return ConvertedCall(c, WithDesiredLayouts(c, WithFullPadding(c.attrs, 2), kDefaults));
}

}  // namespace passcope
