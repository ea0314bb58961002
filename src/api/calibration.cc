// Records the inputs and outputs of functions for other compilers while a program runs.
#include "api/calibration.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "executor/executor.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

// A call. Its inputs and outputs are consecutive results of the program that runs.
struct Site {
  std::string function;
  size_t inputs = 0;
  size_t outputs = 0;
};

// Adds a tensor, or the fields of a tuple of tensors.
size_t AddResult(const Expr& expr, std::vector<Expr>* results) {
  const auto* tuple = As<TupleTypeNode>(expr->checked_type());
  if (!tuple) {
    results->push_back(expr);
    return 1;
  }
  for (size_t i = 0; i < tuple->fields.size(); ++i) {
    results->push_back(TupleGetItem(expr, static_cast<int>(i)));
  }
  return tuple->fields.size();
}

}  // namespace

std::vector<CalibrationData> GetCalibrationData(const IRModule& module, const ParamMap& data) {
  IRModule typed = InferTypes(module);
  const auto* main = As<FunctionNode>(typed->Lookup("main"));
  std::vector<Site> sites;
  std::vector<Expr> results;
  PostOrderVisit(main->body(), [&](const ExprNode* node) {
    const auto* call = As<CallNode>(node);
    const auto* global = call ? As<GlobalVarNode>(call->op()) : nullptr;
    if (!global) return;
    const auto* function = As<FunctionNode>(typed->Lookup(global->name.view()));
    if (!function->attrs || !function->attrs->Find("Compiler")) return;
    Site site{global->name.str()};
    for (const Site& other : sites) {
      if (other.function != site.function) continue;
      throw DiagnosticError(
          DiagKind::kUnsupported,
          MSG(kCalibrationFunctionCalledAgain,
              "calibration does not support @{function}, which is called more than once",
              site.function),
          {}, Expr(node));
    }
    for (const Expr& arg : call->args()) {
      if (!As<TensorTypeNode>(arg->checked_type())) {
        throw DiagnosticError(
            DiagKind::kUnsupported,
            MSG(kCalibrationParameterNotTensor,
                "calibration requires tensors as arguments of @{function}, not {type}",
                site.function, TypeText(arg->checked_type())),
            {}, Expr(node));
      }
      results.push_back(arg);
      ++site.inputs;
    }
    site.outputs = AddResult(Expr(node), &results);
    sites.push_back(std::move(site));
  });
  std::vector<CalibrationData> found;
  if (sites.empty()) return found;

  AttrArray names;
  for (const Site& site : sites) names.emplace_back(site.function);
  IRModule observed = WithFunction(typed, "main", Function(main->params(), Tuple(results)));
  Pass inline_functions =
      CreatePass("InlineCompilerFunctionsBoundTo", {{"global_vars", std::move(names)}});
  GraphExecutor executor(InferTypes(inline_functions(observed)));
  for (const auto& [name, value] : data) executor.SetInput(executor.InputIndex(name), value);
  executor.Run();
  size_t next = 0;
  for (const Site& site : sites) {
    CalibrationData& values = found.emplace_back();
    values.function = site.function;
    for (size_t i = 0; i < site.inputs; ++i) values.inputs.push_back(executor.GetOutput(next++));
    for (size_t i = 0; i < site.outputs; ++i) values.outputs.push_back(executor.GetOutput(next++));
  }
  return found;
}

}  // namespace passcope
