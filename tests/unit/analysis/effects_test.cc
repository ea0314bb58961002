// The effects of expressions, and that passes keep them.
#include "analysis/effects.h"

#include <catch2/catch.hpp>

#include "diagnostics/diagnostic.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "runtime/evaluator.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

IRModule Parse(const std::string& functions) {
  return InferTypes(ParseModule("#[version = \"0.0.5\"]\n" + functions, "test"));
}

// The effects of calling a function of the module.
Effect OfFunction(const std::string& functions, const char* name = "main") {
  IRModule module = Parse(functions);
  return Effects(module).OfCalling(module->Lookup(name));
}

int64_t RunMain(const IRModule& module) { return Evaluate(module, "main", {}).tensor()->ToInt(0); }

IRModule After(const IRModule& module, const std::string& pass, const AttrDict& options = {}) {
  PassContextScope scope(PassContext::Create({.opt_level = 3}));
  IRModule result = InferTypes(CreatePass(pass, options)(module));
  scope.Leave();
  return result;
}

TEST_CASE("Effects of references, operators and calls", "[effects]") {
  CHECK(OfFunction("def @main(%x: int32) { add(%x, %x) }").none());
  CHECK(OfFunction("def @main(%x: int32) { ref(%x) }") == Effect(Effect::kCreates));
  CHECK(OfFunction("def @main(%r: ref(int32)) { ref_read(%r) }") == Effect(Effect::kReads));
  CHECK(OfFunction("def @main(%r: ref(int32)) { ref_write(%r, 1) }") == Effect(Effect::kWrites));
  CHECK(OfFunction("def @main(%x: Tensor[(2), float32]) { nn.dropout(%x) }") ==
        Effect(Effect::kRandom));
  // Through closures …
  CHECK(OfFunction("def @main(%r: ref(int32)) { let %f = fn () { ref_write(%r, 1) }; %f() }") ==
        Effect(Effect::kWrites));
  CHECK(OfFunction("def @main(%r: ref(int32)) {\n"
                   "  let %t = (fn () { ref_write(%r, 1) }, 2); let %f = %t.0; %f() }") ==
        Effect(Effect::kWrites));
  // … which do nothing until they are called.
  IRModule module =
      Parse("def @main(%r: ref(int32)) { let %f = fn () { ref_write(%r, 1) }; let %x = 1; %x }");
  Effects effects(module);
  effects.OfCalling(module->Lookup("main"));
  const auto* body = As<LetNode>(As<FunctionNode>(module->Lookup("main"))->body());
  CHECK(effects.Of(body->value()).none());
  CHECK(effects.OfCalling(body->value()) == Effect(Effect::kWrites));
}

TEST_CASE("Effects of recursion and of functions that are given", "[effects]") {
  // Each calls the other, and one of them writes.
  const std::string cycle =
      "def @f(%r: ref(int32), %b: bool) -> int32 {\n"
      "  if (%b) { @g(%r, %b) } else { let %u = ref_write(%r, 1); 0 } }\n"
      "def @g(%r: ref(int32), %b: bool) -> int32 { @f(%r, %b) }\n";
  CHECK(OfFunction(cycle, "f") == Effect(Effect::kWrites));
  CHECK(OfFunction(cycle, "g") == Effect(Effect::kWrites));
  // By a let.
  CHECK(OfFunction("def @main(%r: ref(int32), %b: bool) {\n"
                   "  let %f = fn (%c: bool) -> int32 {\n"
                   "    if (%c) { %f(%c) } else { ref_read(%r) } };\n"
                   "  %f(%b) }") == Effect(Effect::kReads));
  // A global function that calls its argument has the effects of that argument.
  const std::string apply =
      "def @apply(%f: fn (int32) -> int32, %x: int32) -> int32 { %f(%x) }\n"
      "def @pure(%x: int32) -> int32 { @apply(fn (%y: int32) { add(%y, %y) }, %x) }\n"
      "def @writes(%r: ref(int32)) -> int32 {\n"
      "  @apply(fn (%y: int32) { let %u = ref_write(%r, %y); %y }, 1) }\n";
  CHECK(OfFunction(apply, "apply") == Effect::All());
  CHECK(OfFunction(apply, "pure").none());
  CHECK(OfFunction(apply, "writes") == Effect(Effect::kWrites));
  // The functions in a mutable cell are unknown.
  CHECK(OfFunction("def @main(%r: ref(fn (int32) -> int32)) { let %f = ref_read(%r); %f(1) }") ==
        Effect::All());
}

const char* const kWriting =
    "def @set(%r: ref(int32), %v: int32) -> int32 { let %u = ref_write(%r, %v); %v }\n";

TEST_CASE("Passes keep effects, their number and their order", "[effects]") {
  const std::vector<std::string> programs = {
      // A write whose result is unused, between reads.
      "def @main() -> int32 { let %r = ref(1); let %a = ref_read(%r); let %u = ref_write(%r, 5);\n"
      "  let %b = ref_read(%r); add(multiply(%a, 10), %b) }",
      // A call that writes, whose result is unused.
      std::string(kWriting) +
          "def @main() -> int32 { let %r = ref(1); let %u = @set(%r, 7); ref_read(%r) }",
      // In a closure.
      "def @main() -> int32 { let %r = ref(1); let %f = fn (%v: int32) -> int32 {\n"
      "  let %w = ref_write(%r, %v); %v }; let %u = %f(9); let %v = %f(8); ref_read(%r) }",
      // In a tuple of which only one field is used.
      std::string(kWriting) +
          "def @main() -> int32 { let %r = ref(1); let %x = (@set(%r, 3), 40).1;\n"
          "  add(%x, ref_read(%r)) }",
      // In an argument of which only the shape is used.
      std::string(kWriting) +
          "def @main() -> int32 { let %r = ref(1); let %n = ndarray_size(@set(%r, 6), "
          "dtype=\"int32\");\n  add(multiply(%n, 100), ref_read(%r)) }",
      // In an unused argument, and in an argument that is used twice, of inlined functions.
      "def @set(%r: ref(int32), %v: int32) -> int32 { let %u = ref_write(%r, add(ref_read(%r), "
      "%v)); ref_read(%r) }\n"
      "def @first(%x: int32, %y: int32, Inline=1) -> int32 { add(%x, %x) }\n"
      "def @main() -> int32 { let %r = ref(1);\n"
      "  let %s = @first(@set(%r, 2), @set(%r, 3)); add(multiply(%s, 100), ref_read(%r)) }",
      // Each call has its own cell.
      "def @counter(Inline=1) -> int32 { let %r = ref(1); let %u = ref_write(%r, "
      "add(ref_read(%r), 1)); ref_read(%r) }\n"
      "def @main() -> int32 { add(@counter(), @counter()) }",
      // Arguments are evaluated before the callee.
      "def @main() -> int32 { let %r = ref(fn (%x: int32) -> int32 { %x });\n"
      "  let %set = fn () -> int32 { let %u = ref_write(%r, fn (%x: int32) -> int32 {\n"
      "    multiply(%x, 2) }); 21 };\n"
      "  (ref_read(%r))(%set()) }",
      // In a value whose shape is needed before its type is known.
      std::string(kWriting) +
          "def @main() -> int32 { let %r = ref(2); let %f = fn () { @set(%r, 4) };\n"
          "  let %z = zeros_like(%f()); add(%z, ref_read(%r)) }",
  };
  const std::vector<std::pair<std::string, AttrDict>> passes = {
      {"ToGraphNormalForm", {}},
      {"DeadCodeElimination", {{"inline_once", true}}},
      {"DeadCodeElimination", {}},
      {"Inline", {}},
      {"EliminateCommonSubexpr", {}},
      {"ToANormalForm", {}},
      {"ToBasicBlockNormalForm", {}},
      {"FoldConstant", {}},
      {"DynamicToStatic", {}},
      {"SimplifyExpr", {}},
      {"LambdaLift", {}},
      {"FuseOps", {}},
  };
  for (const std::string& text : programs) {
    IRModule program = Parse(text);
    int64_t expected = RunMain(program);
    for (const auto& [pass, options] : passes) {
      IRModule after;
      try {
        after = After(program, pass, options);
      } catch (const DiagnosticError& error) {
        CHECK(error.diagnostics().front().kind == DiagKind::kUnsupported);
        continue;
      }
      INFO(pass << "\n" << PrintModule(program) << PrintModule(after));
      CHECK(RunMain(after) == expected);
    }
    // One after the other.
    IRModule after = After(After(After(program, "Inline"), "ToGraphNormalForm"), "FoldConstant");
    after = After(After(after, "ToANormalForm"), "DeadCodeElimination");
    INFO(PrintModule(program) << PrintModule(after));
    CHECK(RunMain(after) == expected);
  }
}

TEST_CASE("Scalars have one element and no axes", "[effects][fold]") {
  for (const char* pass : {"FoldConstant", "DynamicToStatic"}) {
    IRModule module = Parse(
        "def @main(%x: float32) { (ndarray_size(%x, dtype=\"int32\"), shape_of(%x, "
        "dtype=\"int32\")) }");
    std::string text = PrintModule(After(module, pass));
    INFO(pass << "\n" << text);
    CHECK(text.find("ndarray_size") == text.npos);
    CHECK(text.find("1 /* ty=int32 */") != text.npos);
    CHECK(text.find("Tensor[(0), int32]") != text.npos);
  }
}

TEST_CASE("What several blocks share and has effects is not moved", "[effects]") {
  IRModule module = Parse(
      "def @main(%b: bool) -> int32 { let %r = ref(1);\n"
      "  %1 = if (%b) { %0 = ref_write(%r, 2); (%0, 1) } else { ((), 2) };\n"
      "  let %u = %1; let %v = %0; ref_read(%r) }");
  for (const char* pass : {"ToANormalForm", "ToBasicBlockNormalForm"}) {
    CHECK_THROWS_AS(After(module, pass), DiagnosticError);
  }
}

TEST_CASE("Effects of many functions take no longer than reading them", "[effects]") {
  std::string text;
  constexpr int kFunctions = 3000;
  for (int i = 0; i < kFunctions; ++i) {
    std::string self = std::to_string(i), next = std::to_string((i + 1) % kFunctions);
    text += "def @f" + self + "(%r: ref(int32)) -> int32 { let %u = ref_write(%r, 1); @f" + next +
            "(%r) }\n";
  }
  IRModule module = ParseModule("#[version = \"0.0.5\"]\n" + text, "test");
  Effects effects(module);
  for (const IRModuleNode::Item& item : module->functions) {
    // Without types, a result may be a function, but a function without known effects.
    CHECK_FALSE(effects.OfCalling(item.function).can_drop());
  }
}

}  // namespace
}  // namespace passcope
