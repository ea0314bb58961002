// Running a program by the evaluator.
#include "reduce/run_main.h"

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
  // A program that calls itself this often is not one whose values can be looked at in passing.
  EvaluateOptions options;
  options.max_depth = 2000;
  FlattenValue(Evaluate(Typed(module), function, inputs, options), outputs);
  return outputs;
}

}  // namespace passcope
