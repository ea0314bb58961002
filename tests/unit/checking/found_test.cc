// Findings of random programs (tests/generator/value_programs.h), reduced.
#include <catch2/catch.hpp>

#include "checking/inputs.h"
#include "checking/run_main.h"
#include "diagnostics/diagnostic.h"
#include "pass/registry.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

// Evaluating the program must fail with a diagnostic.
void CheckRefused(const std::string& text, const std::string& message) {
  IRModule module = Read(text);
  std::vector<Value> inputs = MakeInputs(module, "main");
  try {
    RunFunction(module, "main", inputs);
    FAIL("was evaluated: " << text);
  } catch (const DiagnosticError& error) {
    CHECK(error.diagnostics().front().message.text() == message);
  }
}

TEST_CASE("Kernels refuse what type relations let through", "[checking]") {
  CheckRefused(
      "def @main(%x: Tensor[(3, 2, 4), float32]) {"
      "  nn.space_to_batch_nd(%x, block_shape=[24], paddings=[[0, 1]]) }",
      "axis 1 of nn.space_to_batch_nd must have a multiple of 24 elements, not 3");
  CheckRefused(
      "def @main(%x: Tensor[(5, 4), float32], %w: Tensor[(4, 6, 1, 1), float32]) {"
      "  nn.contrib_dense_pack(%x, %w, units=3) }",
      "the shape (4, 6, 1, 1) does not fit the layout NC");
  // This once read past the end of the indices.
  CheckRefused(
      "def @main(%x: Tensor[(4, 2, 1, 3), float32], %i: Tensor[(2, 2, 1, 3), int32]) {"
      "  take(%x, %i, batch_dims=1, axis=2) }",
      "take cannot be applied to arguments of the types Tensor[(4, 2, 1, 3), float32], "
      "Tensor[(2, 2, 1, 3), int32]");
}

TEST_CASE("Lifting what was lifted makes no closure that calls itself", "[checking]") {
  IRModule module = Read(R"(
def @main(%x: Tensor[(2), float32]) {
  %0 = fn (%y: Tensor[(2), float32]) { add(%x, %y) };
  %0(%x)
})");
  Pass lift = CreatePass("LambdaLift");
  IRModule once = lift(module);
  CHECK(once->functions.size() == 2);
  CHECK(StructuralEqual(lift(once), once));
  CheckSameResults(module, lift(once));
}

}  // namespace
}  // namespace passcope
