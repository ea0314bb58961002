// MergeComposite: moves matches of an accelerator's patterns into functions with the attribute
// "Composite".
//
// Why: an accelerator computes several operators at once, such as a convolution with its bias and
// ReLU. A code generator then sees one call with a known name. Patterns are matched in order, so
// put larger ones first.
//
//   before  nn.relu(nn.conv2d(%x, %w))
//   after   fn (%p, %q, Composite="accel.conv_relu") { nn.relu(nn.conv2d(%p, %q)) }(%x, %w)
#include "transforms/merge_composite.h"

#include "dataflow_pattern/rewrite.h"
#include "dataflow_pattern/types.h"
#include "diagnostics/diagnostic.h"
#include "op/op.h"
#include "pass/registry.h"

namespace passcope::transform {
namespace {

// The other arguments of the operator match anything.
DFPattern CallOn(const OpNode* op, const DFPattern& data) {
  std::vector<DFPattern> args;
  for (size_t i = 0; i < op->decl->args.size(); ++i) {
    args.push_back(i == 0 && data ? data : Wildcard());
  }
  return IsCall(IsExpr(Expr(op)), std::move(args));
}

DFPattern ChainPattern(const std::string& name, const std::vector<std::string>& chain) {
  DFPattern pattern;
  for (std::string op_name : chain) {
    bool optional = !op_name.empty() && op_name.back() == '?';
    if (optional) op_name.pop_back();
    const OpNode* op = FindOp(op_name);
    if (!op) {
      throw DiagnosticError(DiagKind::kBadPassOption, MSG(kAnnotateTargetOperatorUnknown,
                                                          "{pass}: unknown operator '{operator}'",
                                                          "MergeComposite", op_name));
    }
    if (!pattern && optional) {
      throw DiagnosticError(DiagKind::kBadPassOption,
                            MSG(kCompositeFirstOperatorOptional,
                                "{pass}: the first operator of {pattern} must not be optional",
                                "MergeComposite", name));
    }
    DFPattern next = CallOn(op, pattern);
    pattern = optional ? IsEither(next, pattern) : next;
  }
  if (!pattern) {
    throw DiagnosticError(
        DiagKind::kBadPassOption,
        MSG(kCompositeWithoutOperators, "{pass}: {pattern} must name at least one operator",
            "MergeComposite", name));
  }
  return pattern;
}

}  // namespace

Pass MergeComposite(std::vector<CompositePattern> patterns) {
  return CreateFunctionPass(
      [patterns = std::move(patterns)](const Expr& function, const IRModule& module,
                                       PassContext& context) {
        std::string name;
        for (const IRModuleNode::Item& item : module->functions) {
          if (item.function == function) name = item.name.str();
        }
        Expr now = function;
        for (const CompositePattern& entry : patterns) {
          int64_t merged = 0;
          auto check = [&](const Expr& match) {
            if (entry.check && !entry.check(match)) return false;
            ++merged;
            return true;
          };
          now = PartitionPattern(entry.pattern, now, {{"Composite", entry.name}}, check);
          if (merged > 0) context.Count(entry.name, merged);
          // Later patterns and their checks need types.
          now = InferTypesWithModule(now, module, name);
        }
        return now;
      },
      TableInfo("MergeComposite"));
}

Pass MergeComposite(MergeCompositeOptions options) {
  std::vector<CompositePattern> patterns;
  for (const auto& [name, chain] : options.pattern_table) {
    patterns.push_back({name, ChainPattern(name, chain), {}});
  }
  return MergeComposite(std::move(patterns));
}

}  // namespace passcope::transform
