#include "generator/gradient_check.h"

#include <cmath>
#include <exception>

#include "checking/run_main.h"
#include "diagnostics/diagnostic.h"
#include "generator/gradient_calls.h"
#include "ir/module.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "text/printer.h"
#include "transforms/pattern_utils.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

// The step, and the greatest relative error, of each type. A step is below half the distance of the
// arguments from points without a derivative.
struct Precision {
  double step, tolerance;
};
constexpr Precision kDouble = {1e-5, 1e-6}, kFloat = {1.0 / 64, 1e-2};

IRModule MainOf(const std::vector<Expr>& params, const Expr& body) {
  IRModule module(new IRModuleNode({{Name("main"), Function(params, body, nullptr)}}));
  return InferTypes(module);
}

std::vector<NDArray> Run(const IRModule& module, const std::vector<NDArray>& values) {
  std::vector<Value> inputs(values.begin(), values.end());
  return RunFunction(module, "main", inputs);
}

NDArray Random(const std::vector<int64_t>& shape, DataType dtype, SplitMix64& random) {
  NDArray array = MakeNDArray(shape, dtype);
  for (size_t i = 0; i < array->size(); ++i) {
    // Not near 0, so that no part of a gradient is hidden.
    double value = 0.5 + random.Uniform();
    StoreDouble(array, i, random.Below(2) != 0 ? value : -value);
  }
  return array;
}

bool IsReal(const NDArray& array) { return array->dtype.is_float(); }

// The sum of all elements of `call`, each with another weight.
Expr LossOf(const GradientCall& made, DataType real, SplitMix64& random) {
  IRModule plain = MainOf(made.params, made.call);
  NDArray result = Run(plain, made.values)[0];
  Expr value = result->dtype == real ? made.call : MakeCast(made.call, real);
  Expr weighted = MakeMultiply(value, Constant(Random(result->shape, real, random)));
  return MakeReduce("sum", weighted, std::nullopt, false);
}

std::string Compare(const GradientCall& made, DataType real, SplitMix64& random, double* error,
                    std::string* text) {
  IRModule program = MainOf(made.params, LossOf(made, real, random));
  *text = PrintModule(program);
  const Precision& precision = real.bits == 64 ? kDouble : kFloat;
  std::vector<NDArray> directions, forward, backward;
  for (const NDArray& value : made.values) {
    directions.push_back(IsReal(value) ? Random(value->shape, value->dtype, random) : value);
    forward.push_back(value);
    backward.push_back(value);
    if (!IsReal(value)) continue;
    forward.back() = MakeNDArray(value->shape, value->dtype);
    backward.back() = MakeNDArray(value->shape, value->dtype);
    for (size_t i = 0; i < value->size(); ++i) {
      double move = precision.step * directions.back()->ToDouble(i);
      StoreDouble(forward.back(), i, value->ToDouble(i) + move);
      StoreDouble(backward.back(), i, value->ToDouble(i) - move);
    }
  }
  const double difference =
      (Run(program, forward)[0]->ToDouble(0) - Run(program, backward)[0]->ToDouble(0)) /
      (2 * precision.step);
  for (const char* pass : {"FirstOrderGradient", "HigherOrderGradient"}) {
    PassContextScope scope(PassContext::Create({.opt_level = 3}));
    std::vector<NDArray> results = Run(InferTypes(CreatePass(pass)(program)), made.values);
    if (results.size() != 1 + made.values.size()) return std::string(pass) + ": too few results";
    double derivative = 0, size = std::abs(difference);
    for (size_t i = 0; i < made.values.size(); ++i) {
      const NDArray& gradient = results[i + 1];
      if (gradient->shape != made.values[i]->shape || gradient->dtype != made.values[i]->dtype)
        return std::string(pass) + ": the gradient has another type than its parameter";
      if (!IsReal(gradient)) continue;
      for (size_t k = 0; k < gradient->size(); ++k) {
        double part = gradient->ToDouble(k) * directions[i]->ToDouble(k);
        derivative += part;
        size += std::abs(part);
      }
    }
    // An error of less than the step cannot be seen.
    double relative = std::abs(derivative - difference) / std::max(size, 0.1);
    // A number that is not finite is wrong.
    if (!(relative <= *error)) *error = relative;
    if (!(relative <= precision.tolerance)) {
      return std::string(pass) + ": the derivative is " + std::to_string(derivative) +
             ", but the difference is " + std::to_string(difference);
    }
  }
  return {};
}

}  // namespace

GradientCheck CheckGradient(std::string_view op, uint64_t seed) {
  SplitMix64 random(seed, op);
  const DataType real = random.Below(5) == 0 ? DataType::Float(32) : DataType::Float(64);
  GradientCallBuilder builder(random.Next(), real);
  GradientCall made = builder.Take(GradientCallOf(op)->make(builder));
  GradientCheck check;
  std::string text, wrong;
  try {
    wrong = Compare(made, real, random, &check.error, &text);
  } catch (const DiagnosticError& error) {
    wrong = error.diagnostics().front().message.text();
  } catch (const std::exception& error) {
    wrong = error.what();
  }
  if (!wrong.empty()) {
    check.finding = std::string(op) + " (seed " + std::to_string(seed) + "): " + wrong + "\n" +
                    text.substr(0, text.find("#[metadata]"));
  }
  return check;
}

}  // namespace passcope
