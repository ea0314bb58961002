// Data types, dimensions and hash-consed types.
#include "ir/type.h"

#include <catch2/catch.hpp>

namespace passcope {
namespace {

TEST_CASE("data types are read and printed", "[data_type]") {
  for (const char* text : {"float16", "float32", "float64", "bfloat16", "int8", "int16", "int32",
                           "int64", "uint8", "uint16", "uint32", "uint64", "bool", "float32x4"}) {
    auto type = DataType::Parse(text);
    REQUIRE(type);
    CHECK(type->str() == text);
  }
  CHECK(DataType::Parse("")->is_void());
  for (const char* text : {"float", "int"}) CHECK(DataType::Parse(text)->bits == 32);
  for (const char* text : {"flot32", "int0", "int999", "float32x", "float32x0", "x", "boolx"}) {
    INFO(text);
    CHECK_FALSE(DataType::Parse(text));
  }
  CHECK(DataType::Bool().bytes() == 1);
  CHECK(DataType::BFloat(16).bytes() == 2);
}

TEST_CASE("dimension arithmetic is exact or unknown", "[type]") {
  Dim any = Dim::Any();
  Dim n = Dim::Symbol("n");
  CHECK(Dim(3) * Dim(4) == Dim(12));
  CHECK(Dim(0) * any == Dim(0));
  CHECK(Dim(1) * n == n);
  CHECK(n + Dim(0) == n);
  CHECK(n - n == Dim(0));
  CHECK((n * n).str() == "(n * n)");
  CHECK((n + Dim(1) + Dim(2)).str() == "(n + 3)");
  CHECK((n - Dim(1) - Dim(2) + Dim(4)).str() == "((n - 3) + 4)");
  CHECK(Dim(4) * n * Dim(6) == n * Dim(24));
  CHECK(n * Dim(24) / Dim(6) == n * Dim(4));
  CHECK((n * Dim(4) / Dim(3)).str() == "((n * 4) / 3)");
  CHECK((n + any).is_any());
  Dim deep = n;
  for (int i = 0; i < 100; ++i) deep = deep + n;
  CHECK(deep.is_any());
  CHECK((any + Dim(1)).is_any());
  CHECK(Dim(7) / Dim(2) == Dim(3));
  CHECK(Dim(-7) / Dim(2) == Dim(-4));
  CHECK((Dim(7) / Dim(0)).is_any());
  CHECK((Dim(int64_t{1} << 62) * Dim(4)).is_any());
  CHECK(n == Dim::Symbol("n"));
  CHECK_FALSE(n == Dim::Symbol("m"));
  CHECK(n.str() == "n");
  CHECK(any.str() == "?");
}

TEST_CASE("integers of 64 bits are equal to others, yet of another type", "[type]") {
  Dim wide = Dim::Int64(4);
  CHECK(wide == Dim(4));
  CHECK(wide.str() == "4i64");
  CHECK((wide + Dim(1)).str() == "5i64");
  CHECK((Dim(8) / wide).str() == "2i64");
  CHECK_FALSE(TensorType(Shape{4}, DataType::Bool()) == TensorType(Shape{wide}, DataType::Bool()));
  CHECK(TensorType(Shape{wide}, DataType::Bool()) == TensorType(Shape{wide}, DataType::Bool()));
}

TEST_CASE("equal types are one node", "[type]") {
  DataType f32 = DataType::Float(32);
  Type a = TensorType(Shape{1, 3}, f32);
  CHECK(a == TensorType(Shape{1, 3}, f32));
  CHECK_FALSE(a == TensorType(Shape{3, 1}, f32));
  CHECK_FALSE(a == TensorType(Shape{1, 3}, DataType::Float(16)));
  CHECK(TupleType({a, a}) == TupleType({a, a}));
  CHECK(FuncType({a}, a) == FuncType({a}, a));
  CHECK(RefType(a) == RefType(a));
  CHECK_FALSE(IncompleteType() == IncompleteType());
  CHECK_FALSE(TypeVar("t") == TypeVar("t"));
  CHECK(GlobalTypeVar("List") == GlobalTypeVar("List"));
  CHECK(As<TensorTypeNode>(a)->num_elements() == 3);
  CHECK(TensorType(Shape{Dim::Any()}, f32)->is_dynamic());
  CHECK(TupleType({IncompleteType()})->has_incomplete());
}

TEST_CASE("types that die leave the table", "[type]") {
  // A second node for the same type must not be confused with a node that is being destroyed.
  for (int i = 0; i < 1000; ++i) {
    Type type = TupleType({TensorType(Shape{i, 7}, DataType::Int(32))});
    CHECK(type == TupleType({TensorType(Shape{i, 7}, DataType::Int(32))}));
  }
}

TEST_CASE("types print as Relay text", "[type]") {
  DataType f32 = DataType::Float(32);
  CHECK(TypeText(TensorType(Shape{1, Dim::Any()}, f32)) == "Tensor[(1, ?), float32]");
  CHECK(TypeText(ScalarType(DataType::Bool())) == "bool");
  CHECK(TypeText(TupleType({ScalarType(f32)})) == "(float32,)");
  CHECK(TypeText(TupleType({})) == "()");
  CHECK(TypeText(FuncType({ScalarType(f32)}, ScalarType(DataType::Int(64)))) ==
        "fn (float32) -> int64");
  CHECK(TypeText(RefType(ScalarType(f32))) == "ref(float32)");
  CHECK(TypeText(TypeCall(GlobalTypeVar("List"), {ScalarType(f32)})) == "List[float32]");
}

}  // namespace
}  // namespace passcope
