// Checks for tests of converters.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "../runtime/kernel_fixture.h"
#include "ir/visitor.h"
#include "onnx_builder.h"

namespace passcope::frontend::testing {

inline void CheckInts(const NDArray& actual, DataType dtype, const std::vector<int64_t>& expected) {
  REQUIRE(actual->dtype == dtype);
  REQUIRE(actual->size() == expected.size());
  std::vector<int64_t> values;
  for (size_t i = 0; i < expected.size(); ++i) values.push_back(actual->ToInt(i));
  CHECK(values == expected);
}
inline void CheckReals(const NDArray& actual, const std::vector<double>& expected,
                       double margin = 1e-5) {
  REQUIRE(actual->size() == expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    INFO(i);
    CHECK(actual->ToDouble(i) == Approx(expected[i]).margin(margin));
  }
}

// The operators of the program, each call once, arguments before the call.
inline std::string Operators(const OnnxModel& model, const OnnxOptions& options = {}) {
  IRModule module = ImportOnnx(model, options);
  std::string text;
  PostOrderVisit(module->Lookup("main"), [&](const ExprNode* node) {
    const auto* call = As<CallNode>(node);
    const auto* op = call ? As<OpNode>(call->op()) : nullptr;
    if (op) text += (text.empty() ? "" : " ") + std::string(op->name());
  });
  return text;
}

}  // namespace passcope::frontend::testing
