// Runs a program by the evaluator or by the executor.
#include "checking/run_main.h"

#include "diagnostics/diagnostic.h"
#include "executor/executor.h"
#include "pass/registry.h"
#include "runtime/evaluator.h"

namespace passcope {

IRModule Typed(const IRModule& module) {
  static const Pass infer_type = CreatePass("InferType");
  return infer_type->Run(module, *PassContext::Current());
}

std::vector<NDArray> RunFunction(const IRModule& module, std::string_view function,
                                 std::span<const Value> inputs) {
  std::vector<NDArray> outputs;
  // Deeper recursion would take too long for a check.
  EvaluateOptions options;
  options.max_depth = 2000;
  FlattenValue(Evaluate(Typed(module), function, inputs, options), outputs);
  return outputs;
}

std::optional<std::vector<NDArray>> RunByExecutor(const IRModule& module, std::string_view function,
                                                  std::span<const Value> inputs) {
  try {
    GraphExecutor executor(Typed(module), function);
    std::vector<NDArray> tensors;
    for (const Value& input : inputs) FlattenValue(input, tensors);
    for (size_t i = 0; i < tensors.size(); ++i) executor.SetInput(i, tensors[i]);
    executor.Run();
    std::vector<NDArray> outputs;
    for (size_t i = 0; i < executor.plan().outputs.size(); ++i) {
      outputs.push_back(executor.GetOutput(i));
    }
    return outputs;
  } catch (const DiagnosticError&) {
    return std::nullopt;
  }
}

}  // namespace passcope
