// Type inference of lets that bind functions.
#include <catch2/catch.hpp>

#include "diagnostics/diagnostic.h"
#include "op/op.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {

TEST_CASE("a recursive function without annotations is typed", "[infer_type]") {
  Expr f = Var("f");
  Expr n = Var("n", ScalarType(DataType::Int(32)));
  Expr zero = ConstantScalar(0, DataType::Int(32));
  Expr params[] = {n};
  Expr call = Call(f, {CallOp("subtract", {n, ConstantScalar(1, DataType::Int(32))})});
  Expr function = Function(params, If(CallOp("equal", {n, zero}), zero, call));
  Expr typed = InferTypes(Let(f, function, Call(f, {zero})));
  CHECK(TypeText(typed->checked_type()) == "int32");
  CHECK(TypeText(As<LetNode>(typed)->var()->checked_type()) == "fn (int32) -> int32");
}

TEST_CASE("a let's annotation is checked against its function", "[infer_type]") {
  Type int32 = ScalarType(DataType::Int(32));
  Type float32 = ScalarType(DataType::Float(32));
  Expr f = Var("f", FuncType({int32}, float32));
  Expr n = Var("n", int32);
  Expr params[] = {n};
  CHECK_THROWS_AS(InferTypes(Let(f, Function(params, n), f)), DiagnosticError);
}

}  // namespace passcope
