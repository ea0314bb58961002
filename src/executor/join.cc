// Reads calls of concatenate and stack.
#include "executor/join.h"

#include <utility>

#include "executor/body.h"
#include "op/attrs_tensor.h"
#include "op/axes.h"

namespace passcope {

std::optional<JoinCall> JoinOf(const CallNode* call, std::span<const ScalarValue> args,
                               const TensorTypeNode* out) {
  const auto* concatenate = As<ConcatenateAttrs>(call->attrs);
  const auto* stack = As<StackAttrs>(call->attrs);
  if ((!concatenate && !stack) || !ElementTypeOf(out->dtype)) return std::nullopt;
  std::vector<int64_t> shape = ShapeOf(out);
  auto axis = FindAxis(concatenate ? concatenate->axis : stack->axis, shape.size());
  if (!axis) return std::nullopt;
  const size_t at = *axis;
  JoinCall join{at, stack != nullptr, {}};
  // As in TVM, the relation of stack does not check all sizes. The evaluator's kernel reports parts
  // that do not fit.
  int64_t end = 0;
  for (const ScalarValue& arg : args) {
    std::vector<int64_t> part = arg.Shape();
    if (stack && at <= part.size()) part.insert(part.begin() + static_cast<std::ptrdiff_t>(at), 1);
    if (arg.dtype != out->dtype || part.size() != shape.size()) return std::nullopt;
    std::vector<int64_t> expected = shape;
    expected[at] = part[at];
    if (part != expected) return std::nullopt;
    end += part[at];
    join.parts.push_back(std::move(part));
  }
  if (end != shape[at]) return std::nullopt;
  return join;
}

}  // namespace passcope
