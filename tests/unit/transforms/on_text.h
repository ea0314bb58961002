// Passes over programs written as text, for the tests of layout and simplification passes.
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "pass/pass.h"
#include "runtime/evaluator.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {

// A typed module from functions without the version line.
inline IRModule Read(const std::string& functions) {
  return InferTypes(ParseModule("#[version = \"0.0.5\"]\n" + functions, "test"));
}

// A module's functions as text, without the version line, comments and indentation.
inline std::string Write(const IRModule& module) {
  std::string text = PrintModule(module, {false, false, false}), out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 3, " /*") == 0) {
      i = text.find("*/", i) + 1;
    } else if (text[i] != ' ' || out.empty() || out.back() != '\n') {
      if (text[i] != ' ' || (!out.empty() && out.back() != ' ')) out += text[i];
    }
  }
  return out;
}

// Runs the pass in a Sequential, with its required passes, at opt level 3.
inline IRModule RunPass(const Pass& pass, const IRModule& module) {
  PassContextScope scope(PassContext::Create({.opt_level = 3}));
  return Sequential({pass})(module);
}

// Checks that @main of both modules gives equal results on the same input, to 1e-4 relative.
inline void CheckSameResults(const IRModule& before, const IRModule& after) {
  std::vector<Value> args;
  uint32_t state = 1;
  for (const Expr& param : before->Find("main")->params()) {
    const auto* type = As<TensorTypeNode>(param->checked_type());
    std::vector<int64_t> shape;
    for (Dim dim : type->shape) shape.push_back(dim.value());
    NDArray array = MakeNDArray(shape, type->dtype);
    for (size_t i = 0; i < array->size(); ++i) {
      state = state * 1664525u + 1013904223u;
      StoreDouble(array, i, 0.1 + static_cast<double>(state >> 8) / (1u << 24));
    }
    args.emplace_back(array);
  }
  auto flatten = [](const Value& value) {
    std::vector<NDArray> flat;
    if (value.is_tensor()) {
      flat.push_back(value.tensor());
    } else {
      for (const Value& field : value.fields()) flat.push_back(field.tensor());
    }
    return flat;
  };
  auto expected = flatten(Evaluate(before, "main", args));
  auto actual = flatten(Evaluate(after, "main", args));
  REQUIRE(actual.size() == expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    REQUIRE(actual[i]->shape == expected[i]->shape);
    double worst = 0;
    for (size_t k = 0; k < expected[i]->size(); ++k) {
      double want = expected[i]->ToDouble(k);
      double difference = std::abs(actual[i]->ToDouble(k) - want);
      worst = std::max(worst, difference / std::max(1.0, std::abs(want)));
    }
    CHECK(worst < 1e-4);
  }
}

}  // namespace passcope
