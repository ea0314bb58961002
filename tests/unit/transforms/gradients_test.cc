// The gradients of all operators, compared with finite differences.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "generator/gradient_calls.h"
#include "generator/gradient_check.h"
#include "op/op.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

std::vector<std::string> OperatorsWithGradients() {
  std::vector<std::string> names;
  for (const Expr& op : AllOps()) {
    if (Rules().gradient.Get(op)) names.emplace_back(As<OpNode>(op)->name());
  }
  return names;
}

TEST_CASE("random calls cover all operators with a gradient", "[gradients]") {
  for (const std::string& name : OperatorsWithGradients()) {
    CAPTURE(name);
    CHECK(GradientCallOf(name));
  }
}

TEST_CASE("gradients are the limits of differences", "[gradients]") {
  constexpr uint64_t kCalls = 24;
  for (const std::string& name : OperatorsWithGradients()) {
    for (uint64_t seed = 0; seed < kCalls && GradientCallOf(name); ++seed) {
      GradientCheck check = CheckGradient(name, seed);
      if (check.finding) FAIL_CHECK(*check.finding);
    }
  }
}

}  // namespace
}  // namespace passcope
