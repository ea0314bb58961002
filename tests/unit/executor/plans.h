// Plans of programs in text, compared with the evaluator.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "executor/executor.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "runtime/evaluator.h"
#include "support/random.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/runtime/kernel_fixture.h"

namespace passcope {

inline NDArray RandomInput(SplitMix64& random, const PlanTensor& tensor) {
  return RandomArray(random, tensor.shape, tensor.dtype);
}

// The difference of two results. Integers must be equal; reals may differ as by another order of
// addition.
inline std::string Difference(const NDArray& a, const NDArray& b, double tolerance) {
  if (a->shape != b->shape || a->dtype != b->dtype) return "another type";
  for (size_t i = 0; i < a->size(); ++i) {
    double x = a->ToDouble(i), y = b->ToDouble(i);
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    double scale = std::max({1.0, std::fabs(x), std::fabs(y)});
    if (std::isnan(x) != std::isnan(y) || !(std::fabs(x - y) <= tolerance * scale)) {
      return fmt::format("element {}: {} and {}", i, x, y);
    }
  }
  return "";
}

// Runs a typed module with a plan and with the evaluator on random inputs.
inline void CheckSame(const IRModule& module, uint64_t seed, double tolerance,
                      const PlanOptions& options = {}) {
  GraphExecutor executor(module, "main", options);
  const Plan& plan = executor.plan();
  SplitMix64 random(seed);
  std::vector<Value> flat;
  for (size_t i = 0; i < plan.inputs.size(); ++i) {
    NDArray input = RandomInput(random, plan.tensors[static_cast<size_t>(plan.inputs[i].tensor)]);
    executor.SetInput(i, input);
    flat.emplace_back(input);
  }
  // A parameter that is a tuple takes several inputs.
  size_t next = 0;
  std::function<Value(const Type&)> compose = [&](const Type& type) -> Value {
    const auto* tuple = As<TupleTypeNode>(type);
    if (!tuple) return flat[next++];
    std::vector<Value> fields;
    for (const Type& field : tuple->fields) fields.push_back(compose(field));
    return Value::Tuple(std::move(fields));
  };
  std::vector<Value> args;
  for (const Expr& param : As<FunctionNode>(module->Lookup("main"))->params()) {
    args.push_back(compose(param->checked_type()));
  }
  std::vector<NDArray> expected;
  try {
    FlattenValue(Evaluate(module, "main", args), expected);
  } catch (const DiagnosticError& error) {
    INFO(error.what());
    REQUIRE_THROWS_AS(executor.Run(), DiagnosticError);
    return;
  }
  // Twice, because the second run finds data of the first in memory.
  for (int run = 0; run < 2; ++run) {
    executor.Run();
    REQUIRE(plan.outputs.size() == expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
      std::string difference = Difference(executor.GetOutput(i), expected[i], tolerance);
      if (!difference.empty()) {
        INFO(PrintModule(module));
        FAIL("output " << i << ": " << difference);
      }
    }
  }
}

inline IRModule Parsed(const std::string& text) {
  return InferTypes(ParseModule("#[version = \"0.0.5\"]\n" + text, "test"));
}

inline IRModule Apply(IRModule module, std::initializer_list<const char*> passes) {
  PassContextOptions options;
  options.opt_level = 3;
  PassContextScope scope(PassContext::Create(std::move(options)));
  for (const char* name : passes) module = CreatePass(name)(module);
  return InferTypes(module);
}

}  // namespace passcope
