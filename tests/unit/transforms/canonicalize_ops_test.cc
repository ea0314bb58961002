// CanonicalizeOps: bias_add.

#include "pass/registry.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

IRModule Canonicalize(const IRModule& module) {
  IRModule after = RunPass(CreatePass("CanonicalizeOps"), module);
  CheckSameResults(module, after);
  return after;
}

}  // namespace

TEST_CASE("bias_add becomes add", "[canonicalize_ops]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(1, 3, 2, 2), float32], %b: Tensor[(3), float32]) "
      "{ nn.bias_add(%x, %b) }");
  CHECK(Write(Canonicalize(module)) ==
        "def @main(%x: Tensor[(1, 3, 2, 2), float32], %b: Tensor[(3), float32]) -> "
        "Tensor[(1, 3, 2, 2), float32] {\n"
        "%0 = expand_dims(%b, axis=1, num_newaxis=2);\n"
        "add(%x, %0)\n"
        "}\n");
}

TEST_CASE("bias_add along the last axis needs no expand_dims", "[canonicalize_ops]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(4, 3), float32], %b: Tensor[(3), float32]) "
      "{ nn.bias_add(%x, %b, axis=-1) }");
  CHECK(Write(Canonicalize(module)).find("add(%x, %b)") != std::string::npos);
}

TEST_CASE("a program without bias_add comes back as it is", "[canonicalize_ops]") {
  IRModule module = Read("def @main(%x: Tensor[(4, 3), float32]) { nn.relu(%x) }");
  CHECK(RunPass(CreatePass("CanonicalizeOps"), module) == module);
}

}  // namespace passcope
