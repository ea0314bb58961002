// SplitArgs: splits a concatenation of more tensors than a function of the target can take.
//
// Why: some targets limit the number of buffers of a kernel. The parts are concatenated separately,
// each protected from fusion, and then joined.
//
//   before  concatenate((%a, %b, %c, %d))                     with a limit of 3
//   after   %0 = annotation.stop_fusion(concatenate((%a, %b))); %1 = … (%c, %d) …;
//           concatenate((%0, %1))
#include "transforms/split_args.h"

#include "ir/visitor.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

// Null if the call can stay.
Expr SplitConcatenate(const CallNode* call, int64_t max_args) {
  const auto* tuple = As<TupleNode>(call->arg(0));
  const auto* attrs = As<ConcatenateAttrs>(call->attrs);
  int64_t limit = max_args - 1;  // One for the result.
  if (!tuple || !attrs || limit <= 0) return nullptr;
  std::span<const Expr> fields = tuple->fields();
  auto part_size = static_cast<size_t>(limit);
  if (fields.size() < part_size) return nullptr;
  auto join = [&](std::span<const Expr> parts) {
    return MakeOp("concatenate", {Rebuild(tuple, parts, nullptr)}, {{"axis", attrs->axis}});
  };
  std::vector<Expr> parts;
  for (size_t begin = 0; begin < fields.size(); begin += part_size) {
    size_t count = std::min(part_size, fields.size() - begin);
    parts.push_back(CallOp("annotation.stop_fusion", {join(fields.subspan(begin, count))}));
  }
  return join(parts);
}

}  // namespace

namespace transform {

Pass SplitArgs(SplitArgsOptions options) {
  return CreateFunctionPass(
      [options](const Expr& function, const IRModule&, PassContext&) {
        if (options.max_function_args < 0) return function;
        return RewritePostOrder(
            function, [&](const ExprNode* node, std::span<const Expr> children) {
              Expr rebuilt = WithChildren(node, children);
              const CallNode* call = AsCallTo(rebuilt, "concatenate");
              Expr split = call ? SplitConcatenate(call, options.max_function_args) : nullptr;
              return split ? split : rebuilt;
            });
      },
      TableInfo("SplitArgs"));
}

}  // namespace transform
}  // namespace passcope
