// Passes over the shape of the program: fusion, sharing, normal forms, dead code.
#include <algorithm>
#include <catch2/catch.hpp>

#include "diagnostics/diagnostic.h"
#include "op/op.h"
#include "pass/registry.h"
#include "support/lca_tree.h"
#include "transforms/eliminate_common_subexpr.h"
#include "unit/deep.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

const std::string kX = "%x: Tensor[(3), float32]";

std::string After(const Pass& pass, const std::string& functions) {
  IRModule before = Read(functions), after = RunPass(pass, before);
  CheckSameResults(before, InferTypes(after));
  CHECK(Write(RunPass(pass, after)) == Write(after));
  return Write(after);
}

std::string Main(const std::string& body) {
  return "def @main(" + kX + ") -> Tensor[(3), float32] {\n" + body + "\n}\n";
}

// x + 1 + 1 + …, `count` times.
Expr Chain(size_t count) {
  Expr x = Var("x", TensorType(Shape{3}, DataType::Float(32)));
  Expr one = ConstantScalar(1, DataType::Float(32)), sum = x;
  for (size_t i = 0; i < count; ++i) sum = CallOp("add", {sum, one});
  return Function(std::span<const Expr>(&x, 1), sum);
}

}  // namespace

TEST_CASE("EliminateCommonSubexpr keeps one of equal calls", "[cse]") {
  Pass pass = CreatePass("EliminateCommonSubexpr");
  CHECK(After(pass, Main("%0 = add(%x, 1f); %1 = add(%x, 1f); multiply(%0, %1)")) ==
        Main("%0 = add(%x, 1f);\nmultiply(%0, %0)"));
  CHECK(After(pass, Main("%0 = sum(%x, axis=[0]); %1 = sum(%x, axis=[0], keepdims=True); "
                         "add(add(%0, %1), %x)")) ==
        Main("%0 = sum(%x, axis=[0]);\n%1 = sum(%x, axis=[0], keepdims=True);\n"
             "%2 = add(%0, %1);\nadd(%2, %x)"));
  // Projections of one tuple.
  CHECK(After(pass, Main("%0 = split(%x, indices_or_sections=3); add(%0.1, add(%x, %0.1))")) ==
        Main("%0 = split(%x, indices_or_sections=3);\n%1 = %0.1;\n%2 = add(%x, %1);\n"
             "add(%1, %2)"));
}

TEST_CASE("EliminateCommonSubexpr leaves what the skip function names", "[cse]") {
  Pass pass =
      transform::EliminateCommonSubexpr([](const Expr& expr) { return IsCallTo(expr, "add"); });
  IRModule module = Read(Main("%0 = add(%x, 1f); %1 = add(%x, 1f); multiply(%0, %1)"));
  CHECK(RunPass(pass, module)->Find("main") == module->Find("main"));
}

TEST_CASE("FuseOps at its levels", "[fuse]") {
  std::string program = Main("%0 = add(%x, 1f); %1 = exp(%0); add(%0, %1)");
  CHECK(After(CreatePass("FuseOps", {{"fuse_opt_level", 2}}), program) ==
        Main("%2 = fn (%p0: Tensor[(3), float32], Primitive=1) -> Tensor[(3), float32] {\n"
             "%0 = add(%p0, 1f);\n%1 = exp(%0);\nadd(%0, %1)\n};\n%2(%x)"));
  std::string alone = Write(RunPass(CreatePass("FuseOps", {{"fuse_opt_level", 0}}), Read(program)));
  CHECK(std::count(alone.begin(), alone.end(), '{') == 4);
  // -1 means the context's level.
  PassContextScope scope(PassContext::Create({.opt_level = 0}));
  CHECK(Write(CreatePass("FuseOps")(Read(program))) == alone);
}

TEST_CASE("FuseOps: limits, constants, and what stops it", "[fuse]") {
  auto count = [](const IRModule& module) {
    std::string text = Write(module);
    size_t found = 0;
    for (size_t at = 0; (at = text.find("Primitive=1", at)) != text.npos; ++at) ++found;
    return found;
  };
  IRModule chain = InferTypes(ModuleFromExpr(Chain(12)));
  CHECK(count(CreatePass("FuseOps", {{"fuse_opt_level", 2}})(chain)) == 1);
  {
    PassContextScope scope(
        PassContext::Create({.config = {{"relay.FuseOps.max_depth", AttrValue(8)}}}));
    CHECK(count(CreatePass("FuseOps", {{"fuse_opt_level", 2}})(chain)) >= 2);
  }
  IRModule stopped = Read(Main("%0 = add(%x, 1f); %1 = annotation.stop_fusion(%0); exp(%1)"));
  IRModule fused = CreatePass("FuseOps", {{"fuse_opt_level", 2}})(stopped);
  CHECK(count(fused) == 2);
  CHECK(Write(fused).find("stop_fusion") == std::string::npos);
  // Primitive functions do not change.
  CHECK(CreatePass("FuseOps", {{"fuse_opt_level", 2}})(fused)->Find("main") == fused->Find("main"));
}

TEST_CASE("DefuseOps undoes FuseOps", "[fuse]") {
  IRModule module = Read(Main("%0 = add(%x, 1f); %1 = exp(%0); add(%0, nn.relu(%1))"));
  for (int level : {0, 1, 2}) {
    IRModule fused = RunPass(CreatePass("FuseOps", {{"fuse_opt_level", level}}), module);
    CHECK(fused->Find("main") != module->Find("main"));
    CHECK(Write(RunPass(CreatePass("DefuseOps"), fused)) == Write(module));
  }
}

TEST_CASE("ToANormalForm names every result", "[normal_form]") {
  IRModule module = Read(Main("add(multiply(%x, %x), exp(%x))"));
  IRModule after = InferTypes(CreatePass("ToANormalForm")(module));
  CHECK(Write(after) == Main("let %x_0: Tensor[(3), float32] = multiply(%x, %x);\n"
                             "let %x_1: Tensor[(3), float32] = exp(%x);\n"
                             "let %x_2: Tensor[(3), float32] = add(%x_0, %x_1);\n%x_2"));
  CheckSameResults(module, after);
  CHECK(Write(RunPass(CreatePass("ToGraphNormalForm"), after)) == Write(module));
}

TEST_CASE("What two branches share is bound in front of the if", "[normal_form]") {
  std::string params = "def @main(%c: bool, " + kX + ") -> Tensor[(3), float32] {\n";
  IRModule module = Read(params + "%0 = exp(%x); if (%c) { add(%0, %x) } else { nn.relu(%0) } }");
  IRModule after = CreatePass("ToBasicBlockNormalForm")(module);
  CHECK(Write(after) == params +
                            "let %x_0 = exp(%x);\nif (%c) {\nadd(%x_0, %x)\n} else {\n"
                            "nn.relu(%x_0)\n}\n}\n");
  CheckSameResults(module, InferTypes(after));
}

TEST_CASE("Random numbers that two branches share are drawn in front of the if", "[normal_form]") {
  IRModule module = Read("def @main(%c: bool, " + kX +
                         ") { %0 = nn.dropout(%x); if (%c) { exp(%0.0) } else { %0.0 } }");
  for (const char* name : {"ToBasicBlockNormalForm", "ToANormalForm"}) {
    IRModule after = CreatePass(name)(module);
    std::string text = Write(after);
    CHECK(text.find("= nn.dropout(%x)") < text.find("if (%c)"));
    CheckSameResults(module, InferTypes(after));
  }
}

TEST_CASE("ToGraphNormalForm keeps a let for a function that calls itself", "[normal_form]") {
  IRModule module = Read(
      "def @main(%n: int32) -> int32 { let %f: fn (int32) -> int32 = fn (%i: int32) -> int32 { "
      "if (equal(%i, 0)) { 0 } else { %f(subtract(%i, 1)) } }; %f(%n) }");
  std::string text = Write(RunPass(CreatePass("ToGraphNormalForm"), module));
  CHECK(text.find("let %f") != std::string::npos);
}

TEST_CASE("DeadCodeElimination removes what nobody uses", "[dce]") {
  std::string program = Main(
      "let %a: Tensor[(3), float32] = exp(%x);\nlet %b: Tensor[(3), float32] = add(%a, %x);\n"
      "let %c: Tensor[(3), float32] = nn.relu(%x);\n%c");
  CHECK(After(CreatePass("DeadCodeElimination"), program) ==
        Main("let %c: Tensor[(3), float32] = nn.relu(%x);\n%c"));
  CHECK(After(CreatePass("DeadCodeElimination", {{"inline_once", true}}), program) ==
        Main("nn.relu(%x)"));
}

TEST_CASE("DeadCodeElimination keeps effects unless told otherwise", "[dce]") {
  std::string program =
      "def @main(%x: float32) -> float32 {\nlet %r = ref(%x);\nlet %w = ref_write(%r, 1f);\n"
      "ref_read(%r)\n}\n";
  IRModule module = Read(program);
  CHECK(RunPass(CreatePass("DeadCodeElimination"), module)->Find("main") == module->Find("main"));
  std::string text =
      Write(RunPass(CreatePass("DeadCodeElimination", {{"ignore_impurity", true}}), module));
  CHECK(text.find("ref_write") == std::string::npos);
}

TEST_CASE("RemoveUnusedFunctions keeps what the entries reach", "[remove_unused]") {
  IRModule module = Read(
      "def @main(%x: float32) -> float32 { @f(%x) } def @f(%x: float32) -> float32 { @f(%x) } "
      "def @g(%x: float32) -> float32 { %x }");
  IRModule after = RunPass(CreatePass("RemoveUnusedFunctions"), module);
  CHECK(after->functions.size() == 2);
  CHECK(!after->Find("g"));
  CHECK_THROWS_AS(
      RunPass(CreatePass("RemoveUnusedFunctions", {{"entry_functions", AttrArray{"h"}}}), module),
      DiagnosticError);
}

TEST_CASE("Passes over graphs walk deep programs", "[deep]") {
  OnSmallStack([] {
    IRModule module = InferTypes(ModuleFromExpr(Chain(DeepLevels())));
    IRModule fused = CreatePass("FuseOps", {{"fuse_opt_level", 2}})(module);
    CHECK(CreatePass("DefuseOps")(fused)->Find("main") != nullptr);
    CHECK(CreatePass("EliminateCommonSubexpr")(module)->Find("main") == module->Find("main"));
    IRModule lets = InferTypes(CreatePass("ToANormalForm")(module));
    CHECK(CreatePass("DeadCodeElimination")(lets)->Find("main") == lets->Find("main"));
    CHECK(CreatePass("ToBasicBlockNormalForm")(lets)->functions.size() == 1);
    CHECK(CreatePass("ToGraphNormalForm")(lets)->functions.size() == 1);
    // Lets that are bound again are flattened in linear time.
    CHECK(CreatePass("ToANormalForm")(lets)->functions.size() == 1);
  });
}

TEST_CASE("Lowest common ancestors, against climbing step by step", "[lca]") {
  LcaTree tree;
  std::vector<uint32_t> depth;
  uint32_t state = 7;
  for (uint32_t i = 0; i < 300; ++i) {
    state = state * 1664525u + 1013904223u;
    // Long paths and several trees.
    uint32_t parent = i % 90 == 0 ? LcaTree::kNone : i - 1 - (state >> 20) % std::min(i % 90, 4u);
    tree.Add(parent, static_cast<uint8_t>(state >> 24));
    depth.push_back(parent == LcaTree::kNone ? 0 : depth[parent] + 1);
  }
  for (uint32_t a = 0; a < 300; a += 3) {
    for (uint32_t b = 0; b < 300; b += 7) {
      uint32_t x = a, y = b;
      uint8_t expected = 0, actual = 0;
      while (x != y && x != LcaTree::kNone && y != LcaTree::kNone) {
        uint32_t& deeper = depth[x] >= depth[y] ? x : y;
        expected = std::max(expected, tree.weight(deeper));
        deeper = tree.parent(deeper);
      }
      uint32_t found = tree.Lca(a, b, &actual);
      bool common = x == y && x != LcaTree::kNone;
      REQUIRE(found == (common ? x : LcaTree::kNone));
      if (common) REQUIRE(actual == expected);
    }
  }
}

}  // namespace passcope
