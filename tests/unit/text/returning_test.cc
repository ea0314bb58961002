// Texts that TVM cannot read back or reads as another program.
#include <catch2/catch.hpp>

#include "analysis/well_formed.h"
#include "checking/check_values.h"
#include "diagnostics/diagnostic.h"
#include "ir/structural.h"
#include "op/op.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

const std::string kVersion = "#[version = \"0.0.5\"]\n";

IRModule Read(const std::string& text) { return ParseModule(kVersion + text, "test"); }

PrintOptions AllDigits() {
  PrintOptions options;
  options.all_digits = true;
  return options;
}

// Reads, prints, and reads again. Returns the text.
std::string CheckReturns(const IRModule& module) {
  std::string text = PrintModule(module, AllDigits());
  INFO(text);
  CHECK(StructuralEqual(module, ParseModule(text, "again")));
  return text;
}

DiagKind KindOf(const std::string& text) {
  try {
    InferTypes(Read(text));
  } catch (const DiagnosticError& error) {
    return error.diagnostics().front().kind;
  }
  FAIL("accepted: " << text);
  return DiagKind::kUsage;
}

TEST_CASE("Reals have as many digits as it takes", "[round-trip][reals]") {
  std::string text =
      CheckReturns(Read("def @main(%x: int32) { clip(%x, a_min=-2147483648f, "
                        "a_max=2147483647f) }"));
  CHECK(text.find("a_min=-2147483648f, a_max=2147483647f") != text.npos);
  // Six digits if they are enough.
  text = CheckReturns(Read("def @main(%x: float32) { clip(%x, a_min=1e-05f, a_max=1e+300f64) }"));
  CHECK(text.find("a_min=1e-05f, a_max=1e+300f64") != text.npos);
  for (double value : {1.0 / 3, 3.4028234663852886e38, 1e-45, 16777217.0, 0.1, -0.0}) {
    for (int bits : {16, 32, 64}) {
      if (bits == 16 && value > 65504) continue;
      Expr scalar = ConstantScalar(value, DataType::Float(bits));
      std::string printed = PrintExpr(scalar, AllDigits());
      INFO(printed);
      CHECK(StructuralEqual(scalar, ParseExpr(printed, "again")));
    }
  }
  // As TVM prints it, without the option.
  CHECK(PrintExpr(ConstantScalar(1.0 / 3, DataType::Float(32))) == kVersion + "0.333333f");
}

TEST_CASE("A node that two functions share stands in both texts", "[round-trip]") {
  IRModule module = InferTypes(
      Read("type Box { Pack(int32) }\n"
           "def @f(%x: int32) -> int32 { add(%x, %x) }\n"
           "def @a(%g: fn (fn (int32) -> int32, fn (int32) -> int32) -> int32) { %g(@f, @f) }\n"
           "def @b(%g: fn (fn (int32) -> int32, fn (int32) -> int32) -> int32) { %g(@f, @f) }\n"));
  CheckReturns(CreatePass("EtaExpand", {{"expand_global_var", true}})(module));
}

TEST_CASE("A let that is used twice, in a chain and elsewhere", "[round-trip]") {
  Expr x = Var("x", ScalarType(DataType::Int(32)));
  Expr a = Var("a"), b = Var("b");
  Expr inner = Let(b, CallOp("add", {x, x}), b);
  Expr shared = CallOp("add", {Let(a, inner, inner), x});
  Expr params[] = {x};
  IRModule module(new IRModuleNode({{Name("main"), Function(params, shared)}}));
  CheckReturns(module);
  // A let as the value of a let.
  CheckReturns(Read("def @main(%x: int32) { let %a = (let %b = add(%x, %x); %b); add(%a, %a) }"));
}

TEST_CASE("Names that cannot be read are written so that they can", "[round-trip]") {
  Expr x = Var("input:0", ScalarType(DataType::Int(32)));
  Expr y = Var("w.T", ScalarType(DataType::Int(32)));
  Expr params[] = {x, y};
  IRModule module(new IRModuleNode({{Name("main"), Function(params, CallOp("add", {x, y}))}}));
  std::string text = CheckReturns(module);
  CHECK(text.find("%input_0: int32, %w.T: int32") != text.npos);
  CHECK(CheckReturns(Read("def @main(%t: (int32, int32)) { %t.0 }")).find("%t.0") != text.npos);
}

TEST_CASE("Type parameters of the same name, one inside of the other", "[round-trip]") {
  Type outer = TypeVar("A"), inner = TypeVar("A");
  Expr x = Var("x", outer), y = Var("y", inner);
  Expr y_only[] = {y}, x_only[] = {x};
  Expr f = Function(y_only, Tuple(std::vector<Expr>{x, y}), TupleType({outer, inner}), {inner});
  IRModule module(new IRModuleNode(
      {{Name("main"), Function(x_only, Call(f, {x}), TupleType({outer, outer}), {outer})}}));
  CHECK(CheckReturns(module).find("fn [A1](%y: A1) -> (A, A1)") != std::string::npos);
}

TEST_CASE("A graph variable outside of the block whose variables it uses", "[round-trip][parser]") {
  CHECK(KindOf("def @main(%b: bool, %y: int32) {\n"
               "  %1 = fn (%p: int32) { %0 = add(%p, %y); %0 };\n  (%1, %0) }") ==
        DiagKind::kUnboundVar);
  CHECK(KindOf("def @main(%b: bool, %y: int32) {\n"
               "  %1 = if (%b) { let %a = add(%y, %y); %0 = add(%a, %y); %0 } else { %y };\n"
               "  add(%1, %0) }") == DiagKind::kUnboundVar);
  // A graph variable can be used wherever the variables that it uses are in scope.
  CheckReturns(
      Read("def @main(%b: bool, %y: int32) {\n"
           "  %1 = if (%b) { %0 = add(%y, %y); %0 } else { %y };\n  add(%1, %0) }"));
  // Through another graph variable.
  CHECK(KindOf("def @main(%y: int32) {\n"
               "  %2 = fn (%p: int32) { %0 = add(%p, %y); %1 = add(%0, %y); %1 };\n"
               "  (%2, %1) }") == DiagKind::kUnboundVar);
}

TEST_CASE("Types have a bounded number of parts", "[types]") {
  std::string text = "def @main(%x: int32) {\n";
  for (int i = 0; i < 60; ++i) {
    std::string last = i == 0 ? "%x" : "%" + std::to_string(i - 1);
    text += "  %" + std::to_string(i) + " = (" + last + ", " + last + ");\n";
  }
  text += "  %59\n}";
  CHECK(KindOf(text) == DiagKind::kNestingTooDeep);
  // Without types, it is a program of 60 nodes.
  CheckReturns(Read(text));
  // With holes that are filled later.
  std::string open = "def @main(%x: int32) { let %f = fn (%y0) {\n";
  for (int i = 0; i < 60; ++i) {
    std::string y = std::to_string(i), next = std::to_string(i + 1);
    open += "  let %y" + next + " = (%y" + y + ", %y" + y + ");\n";
  }
  CHECK(KindOf(open + "  %y60 };\n  %f(%x) }") == DiagKind::kNestingTooDeep);
}

TEST_CASE("LambdaLift keeps the type parameters that a local function mentions", "[types]") {
  for (const char* text :
       {"def @main[a](%x: a) -> a { let %f = fn (%q: a) -> a { %x }; %f(%x) }",
        "def @main[a](%x: a) -> a { let %f = fn (%q: a) -> a { %q }; %f(%x) }"}) {
    IRModule lifted = CreatePass("LambdaLift")(InferTypes(Read(text)));
    CHECK(lifted->functions.size() == 2);
    CHECK(WellFormed(lifted));
    CHECK(CheckReturns(lifted).find("[a](%") != std::string::npos);
  }
}

TEST_CASE("What only the order of multiplications makes infinite is no defect of a pass",
          "[values]") {
  IRModule before = InferTypes(
      Read("def @main(%x: Tensor[(1, 2), float32]) {\n"
           "  %0 = nn.dense(multiply(%x, 1e-30f), multiply(ones(shape=[2, 2], dtype=\"float32\"), "
           "1e+20f), units=2);\n  multiply(%0, 1e+20f) }"));
  IRModule after = InferTypes(Read(
      "def @main(%x: Tensor[(1, 2), float32]) {\n"
      "  nn.dense(multiply(%x, 1e-30f), multiply(multiply(ones(shape=[2, 2], dtype=\"float32\"), "
      "1e+20f), 1e+20f), units=2) }"));
  ValueCheck check = ValueChecker({}).Check(before, after, PassValues::kKeeps);
  INFO(check.Explanation().value_or(Say("nothing")).text());
  CHECK(check.outcome == ValueCheck::Outcome::kNotChecked);
  // Real defects are found, whatever the constants are.
  IRModule wrong = InferTypes(
      Read("def @main(%x: Tensor[(1, 2), float32]) {\n"
           "  nn.dense(multiply(%x, 2e-30f), ones(shape=[2, 2], dtype=\"float32\"), units=2) }"));
  CHECK(ValueChecker({}).Check(before, wrong, PassValues::kKeeps).outcome ==
        ValueCheck::Outcome::kDiffers);
}

TEST_CASE("a text has a limit, what is written piece by piece has none") {
  // Each line contains its type, which is twice as long as that of the previous line.
  IRModule module = Read(
      "def @main(%x: float32) { let %a0 = (%x, %x); let %a1 = (%a0, %a0); let %a2 = (%a1, %a1);\n"
      "let %a3 = (%a2, %a2); let %a4 = (%a3, %a3); let %a5 = (%a4, %a4); let %a6 = (%a5, %a5); %a6 "
      "}");
  module = InferTypes(module);
  size_t size = PrintModule(module).size();
  PrintOptions options;
  options.max_bytes = size / 2;
  try {
    PrintModule(module, options);
    FAIL("the text is longer than the limit");
  } catch (const DiagnosticError& error) {
    CHECK(error.diagnostics()[0].kind == DiagKind::kOverBudget);
  }
  struct Counter : TextSink {
    void Write(std::string_view piece) override { size += piece.size(); }
    size_t size = 0;
  } counter;
  PrintModule(module, options, &counter);
  CHECK(counter.size == size);
  // The size of a constant is known before it is written.
  IRModule constant = ModuleFromExpr(Constant(MakeNDArray({4000}, DataType::Float(32))));
  options.max_bytes = 10000;
  CHECK_THROWS_AS(PrintModule(constant, options), DiagnosticError);
}

}  // namespace
}  // namespace passcope
