// ChangeBatch: gives parameters another size along their batch axis.
//
// Why: a program that was written for one example serves many. Type inference updates all other
// types. Attributes that contain the size, such as those of a reshape, do not change.
//
//   before  fn (%x: Tensor[(1, 8), float32]) { nn.relu(%x) }
//   after   fn (%x: Tensor[(16, 8), float32]) { nn.relu(%x) }
#include "transforms/change_batch.h"

#include <map>

#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"
#include "op/axes.h"
#include "pass/registry.h"

namespace passcope::transform {
namespace {

[[noreturn]] void BadOption(Message message) {
  throw DiagnosticError(DiagKind::kBadPassOption, std::move(message));
}

using BatchAxes = std::map<std::string, int64_t>;

BatchAxes ReadAxes(const ChangeBatchOptions& options) {
  if (options.axes.size() > options.data.size())
    BadOption(MSG(kChangeBatchAxisCountMismatch,
                  "ChangeBatch: the option 'axes' has {axes} entries for {parameters} parameters",
                  options.axes.size(), options.data.size()));
  BatchAxes axes;
  for (size_t i = 0; i < options.data.size(); ++i)
    axes[options.data[i]] = i < options.axes.size() ? options.axes[i] : 0;
  return axes;
}

// The parameter with another size; null if `axes` does not name it.
Expr Changed(const Expr& param, const BatchAxes& axes, int64_t batch_size) {
  const auto* var = As<VarNode>(param);
  auto axis = axes.find(var->name().str());
  if (axis == axes.end()) return nullptr;
  const Type& type = var->type_annotation ? var->type_annotation : var->checked_type();
  const auto* tensor = As<TensorTypeNode>(type);
  auto at = FindAxis(axis->second, tensor ? tensor->rank() : 0);
  if (!at)
    BadOption(MSG(kChangeBatchAxisNonexistent,
                  "ChangeBatch: the parameter %{name} of type {type} has no axis {axis}",
                  var->name().str(), TypeText(type), axis->second));
  Shape shape = tensor->shape;
  shape[*at] = batch_size;
  return Var(var->name().view(), TensorType(std::move(shape), tensor->dtype));
}

}  // namespace

Pass ChangeBatch(ChangeBatchOptions options) {
  BatchAxes axes = ReadAxes(options);
  if (options.batch_size < 0)
    BadOption(MSG(kChangeBatchSizeInvalid,
                  "ChangeBatch: the batch size must not be negative, not {size}",
                  options.batch_size));
  return CreateFunctionPass(
      [axes = std::move(axes), size = options.batch_size](const Expr& expr, const IRModule&,
                                                          PassContext&) {
        const auto* function = As<FunctionNode>(expr);
        VarMap changed;
        std::vector<Expr> params(function->params().begin(), function->params().end());
        for (Expr& param : params) {
          Expr other = Changed(param, axes, size);
          if (!other) continue;
          changed.Set(As<VarNode>(param)->vid, other);
          param = other;
        }
        if (changed.empty()) return expr;
        return Function(params, SubstituteVars(function->body(), changed), nullptr,
                        function->type_params, function->attrs);
      },
      TableInfo("ChangeBatch"));
}

}  // namespace passcope::transform
