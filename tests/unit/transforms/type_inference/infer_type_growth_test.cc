// The work of type inference for large programs, as a number of steps.
#include <catch2/catch.hpp>
#include <string>

#include "diagnostics/diagnostic.h"
#include "ir/dim_arith.h"
#include "text/parser.h"
#include "transforms/type_inference/infer_type.h"
#include "transforms/type_inference/type_solver.h"

namespace passcope {
namespace {

// The steps of a solver that joins `n` holes to a chain, in the order of functions that call each
// other in a cycle, and then resolves each.
int64_t StepsOfChain(size_t n) {
  TypeSolver solver;
  std::vector<Type> holes(n);
  for (Type& hole : holes) hole = IncompleteType();
  for (size_t i = 0; i < n; ++i) REQUIRE(solver.Unify(holes[i], holes[(i + 1) % n]));
  for (const Type& hole : holes) solver.Resolve(hole);
  REQUIRE(solver.Unify(holes[0], ScalarType(DataType::Int(32))));
  for (const Type& hole : holes) CHECK(solver.Resolve(hole) == ScalarType(DataType::Int(32)));
  return solver.steps();
}

TEST_CASE("Chains of holes take steps in proportion to their length", "[infer-type]") {
  CHECK(StepsOfChain(1000) < 20 * 1000);
  CHECK(StepsOfChain(10000) < 20 * 10000);
}

TEST_CASE("What is computed from an open size may be any size", "[infer-type]") {
  TypeSolver solver;
  DataType real = DataType::Float(32);
  Type open = TensorType({AsOperand(Dim::Any()) + 2}, real);
  CHECK(solver.Unify(open, TensorType({7}, real)) == TensorType({Dim::Any()}, real));
  CHECK(solver.Unify(TensorType({7}, real), open) == TensorType({Dim::Any()}, real));
  CHECK_FALSE(solver.Unify(TensorType({Dim::Symbol("n") + 2}, real), TensorType({7}, real)));
}

TEST_CASE("A hole inside of a type that a hole is bound to is found, too", "[infer-type]") {
  TypeSolver solver;
  Type a = IncompleteType(), b = IncompleteType(), c = IncompleteType();
  REQUIRE(solver.Unify(a, TupleType({b, c})));
  // A cached result for `a` must not survive when `b` becomes known.
  CHECK(solver.Resolve(a)->has_incomplete());
  Type scalar = ScalarType(DataType::Float(32));
  REQUIRE(solver.Unify(b, scalar));
  CHECK(solver.Resolve(a)->has_incomplete());
  REQUIRE(solver.Unify(c, scalar));
  CHECK(solver.Resolve(a) == TupleType({scalar, scalar}));
}

TEST_CASE("Functions that call each other in a cycle are typed", "[infer-type]") {
  std::string text = "#[version = \"0.0.5\"]\n";
  constexpr int kFunctions = 2000;
  for (int i = 0; i < kFunctions; ++i) {
    text += "def @f" + std::to_string(i) + "(%x: int32)" + (i ? "" : " -> int32") + " { @f" +
            std::to_string((i + 1) % kFunctions) + "(%x) }\n";
  }
  IRModule module = InferTypes(ParseModule(text, "text"));
  CHECK(TypeText(module->Lookup("f1000")->checked_type()) == "fn (int32) -> int32");
}

TEST_CASE("A program with thousands of mistakes tells a hundred", "[infer-type]") {
  std::string text = "#[version = \"0.0.5\"]\ndef @main() {\n  let %r = ref(1);\n  ";
  constexpr int kWrites = 2000;
  for (int i = 0; i < kWrites; ++i) text += "ref_write(%r, ";
  text += "1" + std::string(kWrites, ')') + "\n}\n";
  try {
    InferTypes(ParseModule(text, "text"));
    FAIL("nothing was thrown");
  } catch (const DiagnosticError& error) {
    CHECK(error.diagnostics().size() == 100);
  }
}

}  // namespace
}  // namespace passcope
