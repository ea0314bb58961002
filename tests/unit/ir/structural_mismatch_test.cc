// The first difference of two programs.
#include "ir/structural_mismatch.h"

#include <catch2/catch.hpp>

#include "ir/structural.h"
#include "op/op.h"
#include "text/parser.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/deep.h"

namespace passcope {
namespace {

IRModule Module(const std::string& text) {
  return ParseModule("#[version = \"0.0.5\"]\n" + text, "test");
}
Type F32(Shape shape) { return TensorType(std::move(shape), DataType::Float(32)); }

// The two paths; one path if they are equal.
template <class T>
std::string Paths(const T& a, const T& b) {
  auto found = FindStructuralMismatch(a, b);
  CHECK(found.has_value() != StructuralEqual(a, b));
  if (!found) return "";
  return found->lhs_path == found->rhs_path ? found->lhs_path
                                            : found->lhs_path + " " + found->rhs_path;
}
std::string Texts(const std::string& a, const std::string& b) {
  return Paths(Module(a), Module(b));
}
// The paths for two bodies of @main.
std::string Bodies(const std::string& a, const std::string& b) {
  std::string head =
      "def @main(%x: Tensor[(2, 3), float32], %c: bool, %f: fn (int32) -> int32) {\n";
  std::string path = Texts(head + a + "\n}", head + b + "\n}");
  const std::string root = "<root>.functions[\"main\"].body";
  for (size_t at = path.find(root); at != path.npos; at = path.find(root, at)) {
    path.replace(at, root.size(), "~");
  }
  return path;
}

TEST_CASE("Equal programs have no mismatch", "[structural]") {
  CHECK(Bodies("nn.relu(%x)", "nn.relu(%x)").empty());
  CHECK(Texts("def @main(%a: int32) { %a }", "def @main(%b: int32) { %b }").empty());
}

TEST_CASE("Paths to what differs in expressions", "[structural]") {
  CHECK(Bodies("nn.relu(%x)", "tanh(%x)") == "~.op");
  CHECK(Bodies("nn.relu(nn.relu(%x))", "nn.relu(tanh(%x))") == "~.args[0].op");
  CHECK(Bodies("add(%x, %x)", "add(%x, 1f)") == "~.args[1]");
  CHECK(Bodies("add(%x, 2f)", "add(%x, 1f)") == "~.args[1].data");
  CHECK(Bodies("(%x, %x)", "(%x, %x, %x)") == "~.fields[<missing element #2>] ~.fields[2]");
  CHECK(Bodies("(%x, %c).0", "(%x, %c).1") == "~.index");
  CHECK(Bodies("(%x, %c).0", "(%c, %c).0") == "~.tuple_value.fields[0]");
  CHECK(Bodies("if (%c) { 1 } else { 2 }", "if (%c) { 1 } else { 3 }") == "~.false_branch.data");
  CHECK(Bodies("let %a = 1; %a", "let %a = 2; %a") == "~.value.data");
  CHECK(Bodies("let %a = 1; let %b = 1; %a", "let %a = 1; let %b = 1; %b") == "~.body.body");
  CHECK(Bodies("let %a: int32 = 1; %a", "let %a: int64 = 1; %a") == "~.var.type_annotation.dtype");
  CHECK(Bodies("ref(1)", "ref(2)") == "~.value.data");
  CHECK(Bodies("ref_read(ref(1))", "ref_read(ref(2))") == "~.ref.value.data");
  CHECK(Bodies("%f(1)", "%f(2)") == "~.args[0].data");
  CHECK(Bodies("fn (%a: int32) { 1 }", "fn (%a: int32) { 2 }") == "~.body.data");
}

TEST_CASE("Arguments come before attributes, as TVM compares", "[structural]") {
  CHECK(Bodies("sum(%x, axis=[0])", "sum(%x, axis=[1])") == "~.attrs.axis[0]");
  CHECK(Bodies("sum(%x, axis=[0])", "sum(%x, axis=[0, 1])") ==
        "~.attrs.axis[<missing element #1>] ~.attrs.axis[1]");
  CHECK(Bodies("sum(nn.relu(%x), axis=[0])", "sum(tanh(%x), axis=[1])") == "~.args[0].op");
}

TEST_CASE("Sharing counts, as it does for equality", "[structural]") {
  CHECK(Bodies("%0 = nn.relu(%x); add(%0, %0)", "add(nn.relu(%x), nn.relu(%x))") == "~.args[1]");
}

TEST_CASE("Paths to what differs in functions and modules", "[structural]") {
  CHECK(Texts("def @main(%a: int32) { 1 }", "def @main(%a: int64) { 1 }") ==
        "<root>.functions[\"main\"].params[0].type_annotation.dtype");
  CHECK(Texts("def @main(%a: Tensor[(2, 3), float32]) { 1 }",
              "def @main(%a: Tensor[(2, 4), float32]) { 1 }") ==
        "<root>.functions[\"main\"].params[0].type_annotation.shape[1]");
  CHECK(Texts("def @main(%a: (int32, fn (int32) -> int32)) { 1 }",
              "def @main(%a: (int32, fn (int32) -> int64)) { 1 }") ==
        "<root>.functions[\"main\"].params[0].type_annotation.fields[1].ret_type.dtype");
  CHECK(Texts("def @main(%a: int32) { 1 }", "def @main(%a: int32, %b: int32) { 1 }") ==
        "<root>.functions[\"main\"].params[<missing element #1>] "
        "<root>.functions[\"main\"].params[1]");
  CHECK(Texts("def @main() -> int32 { 1 }", "def @main() -> int64 { 1 }") ==
        "<root>.functions[\"main\"].ret_type.dtype");
  CHECK(
      Texts("def @main(%a: int32, Primitive=1) { 1 }", "def @main(%a: int32, Primitive=2) { 1 }") ==
      "<root>.functions[\"main\"].attrs.__dict__[\"Primitive\"]");
  CHECK(Texts("def @main(%a: int32, Inline=1) { 1 }", "def @main(%a: int32) { 1 }") ==
        "<root>.functions[\"main\"].attrs.__dict__[\"Inline\"] "
        "<root>.functions[\"main\"].attrs.__dict__[<missing entry>]");
  CHECK(Texts("def @main() { 1 }", "def @main() { 1 }\ndef @f() { 1 }") ==
        "<root>.functions[<missing entry>] <root>.functions[\"f\"]");
  CHECK(Texts("def @f() { 1 }\ndef @main() { @f() }", "def @f() { 2 }\ndef @main() { @f() }") ==
        "<root>.functions[\"f\"].body.data");
  CHECK(Texts("type T { A, B }\ndef @main() { 1 }", "type T { A, C }\ndef @main() { 1 }") ==
        "<root>.type_definitions[\"T\"]");
  CHECK(Texts("type T { A, B }\ndef @main(%t: T[]) { match (%t) { A => 1, B => 2 } }",
              "type T { A, B }\ndef @main(%t: T[]) { match (%t) { B => 1, A => 2 } }") ==
        "<root>.functions[\"main\"].body.clauses[0].lhs");
  CHECK(Texts("type T { A, B }\ndef @main(%t: T[]) { match (%t) { A => 1, B => 2 } }",
              "type T { A, B }\ndef @main(%t: T[]) { match (%t) { A => 1, B => 3 } }") ==
        "<root>.functions[\"main\"].body.clauses[1].rhs.data");
}

TEST_CASE("Free variables are the same, or are matched", "[structural]") {
  Expr x = Var("x", F32({2})), y = Var("y", F32({2})), z = Var("z", F32({3}));
  Expr a = CallOp("nn.relu", {x}), b = CallOp("nn.relu", {y}), c = CallOp("nn.relu", {z});
  CHECK(Paths(a, b) == "<root>.args[0]");
  CHECK_FALSE(FindStructuralMismatch(a, b, true));
  CHECK(FindStructuralMismatch(a, c, true)->lhs_path == "<root>.args[0].type_annotation.shape[0]");
  CHECK(FindStructuralMismatch(a, b)->lhs == x);
  // Unknown types differ, too.
  auto of_unknown = [] {
    Expr v = Var("v", TupleType({IncompleteType(), ScalarType(DataType::Bool())}));
    return Function({&v, 1}, v);
  };
  Expr f = of_unknown(), g = of_unknown();
  CHECK_FALSE(StructuralEqual(f, g));
  CHECK(StructuralEqual(f, g, true));
  CHECK(StructuralHash(f, true) == StructuralHash(g, true));
}

TEST_CASE("A type parameter that two functions bind, one inside of the other", "[structural]") {
  // fn [outer](%x: outer) { let %f = fn [inner](%y: inner) { %y }; let %z: outer = %x; %z }
  auto program = [](const Type& outer, const Type& inner, const Type& last) {
    Expr x = Var("x", outer), y = Var("y", inner), z = Var("z", last), f = Var("f");
    Expr x_only[] = {x}, y_only[] = {y};
    Expr body = Let(f, Function(y_only, y, inner, {inner}), Let(z, x, z));
    return Function(x_only, body, outer, {outer});
  };
  Type a = TypeVar("A"), b = TypeVar("A"), c = TypeVar("C");
  CHECK(Paths(program(a, a, a), program(b, c, b)).empty());
  CHECK(Paths(program(b, c, b), program(a, a, a)).empty());
  CHECK(Paths(program(a, a, a), program(b, c, c)) == "<root>.body.body.var.type_annotation");
}

TEST_CASE("Paths in types", "[structural]") {
  CHECK_FALSE(FindStructuralMismatch(F32({2}), F32({2})));
  CHECK(FindStructuralMismatch(F32({2}), F32({3}))->lhs_path == "<root>.shape[0]");
  CHECK(FindStructuralMismatch(F32({2}), F32({2, 3}))->lhs_path ==
        "<root>.shape[<missing element #1>]");
  CHECK(FindStructuralMismatch(TupleType({F32({2})}), F32({2}))->lhs_path == "<root>");
  CHECK(FindStructuralMismatch(RefType(F32({2})), RefType(F32({3})))->lhs_path ==
        "<root>.value.shape[0]");
}

TEST_CASE("The first mismatch of deep programs needs no stack", "[structural][deep]") {
  OnSmallStack([] {
    Expr x = Var("x", F32({2})), relu = GetOp("nn.relu");
    Expr a = CallOp("tanh", {x}), b = CallOp("exp", {x});
    for (int i = 0; i < DeepLevels(); ++i) {
      a = Call(relu, {a});
      b = Call(relu, {b});
    }
    auto found = FindStructuralMismatch(a, b);
    REQUIRE(found);
    CHECK(found->lhs_path.size() ==
          std::string("<root>.op").size() + 8 * static_cast<size_t>(DeepLevels()));
    CHECK(As<CallNode>(found->lhs)->op() == GetOp("tanh"));
  });
}

}  // namespace
}  // namespace passcope
