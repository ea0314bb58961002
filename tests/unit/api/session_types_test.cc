// Types, data types and matches through the session.
#include <catch2/catch.hpp>
#include <string>

#include "api/session.h"
#include "diagnostics/diagnostic.h"
#include "unit/api/no_host.h"
#include "unit/json.h"

namespace passcope {
namespace {

struct Fixture {
  NoHost host;
  Session session{host};

  Handle Tensor(const std::string& shape, const std::string& dtype = "float32") {
    return session.MakeType("TensorType", "[]",
                            R"({"shape": )" + shape + R"(, "dtype": ")" + dtype + R"("})");
  }
  Handle TypeVar(const std::string& name) {
    return session.MakeType("TypeVar", "[]", R"({"name": ")" + name + R"("})");
  }
  Handle Func(const std::vector<Handle>& types, int type_params) {
    return session.MakeType("FuncType", List(types),
                            R"({"typeParams": )" + std::to_string(type_params) + "}");
  }
  std::string Text(Handle handle) { return session.Text(handle, Session::kPlain); }
  Json Info(Handle type) { return ParseJson(session.TypeInfo(type), "the type"); }
  Json Types(Handle expr) { return ParseJson(session.ExprTypes(expr), "the types"); }
  static std::string List(const std::vector<Handle>& handles) { return DumpJson(Json(handles)); }
  std::string Message(const std::function<void()>& call) {
    try {
      call();
      return "";
    } catch (const DiagnosticError& error) {
      return error.diagnostics()[0].message.text();
    }
  }
};

TEST_CASE_METHOD(Fixture, "Tensor types cross with every kind of dimension", "[api]") {
  Handle type = Tensor(R"([3, "?", ["s", "n"], ["v", "m"], ["i64", 4], ["+", ["s", "n"], 1],
                           ["/", ["*", ["s", "n"], 6], 4], ["r", ["s", "n"], 1.5],
                           ["t", ["s", "n"], 2], ["m", 1, ["s", "n"]], ["+", "?", 2]])");
  CHECK(Text(type) ==
        "Tensor[(3, ?, n, m, 4i64, (n + 1), ((n * 6) / 4), round(n * 1.5), (n / 2), max(1, n), "
        "(? + 2)), float32]");
  Json info = Info(type);
  CHECK(info["kind"] == "TensorType");
  CHECK(info["dtype"] == "float32");
  Handle again = session.MakeType("TensorType", "[]", DumpJson(info));
  CHECK(session.TypeKey(again) == session.TypeKey(type));
  CHECK(Message([&] { Tensor("[-1]"); }) ==
        "-1 is not a size of a tensor: expected a non-negative integer or '?'");
  CHECK(Message([&] { Tensor(R"([["^", 1, 2]])"); }) ==
        R"(["^",1,2] is not a size of a tensor: expected a non-negative integer or '?')");
}

TEST_CASE_METHOD(Fixture, "Types are made of types", "[api]") {
  Handle tensor = Tensor("[2]"), a = TypeVar("a");
  Handle tuple = session.MakeType("TupleType", List({tensor, a}), "{}");
  Handle ref = session.MakeType("RefType", List({tuple}), "{}");
  Handle function = Func({a, ref, tensor, tuple}, 1);
  CHECK(
      Text(function) ==
      "fn [a](ref((Tensor[(2), float32], a)), Tensor[(2), float32]) -> (Tensor[(2), float32], a)");
  Json info = Info(function);
  CHECK(info["typeParams"].size() == 2);
  CHECK(info["argTypes"].size() == 4);
  CHECK(info["argTypes"][1].get<double>() == session.TypeKey(ref));
  CHECK(info["retType"][1].get<double>() == session.TypeKey(tuple));

  Handle list = session.MakeType("GlobalTypeVar", "[]", R"({"name": "List"})");
  Handle call = session.MakeType("TypeCall", List({list, tensor}), "{}");
  CHECK(Text(call) == "List[Tensor[(2), float32]]");
  CHECK(Info(call)["args"][1].get<double>() == session.TypeKey(tensor));
  CHECK(session.TypeKey(session.ParseType("Tensor[(2), float32]")) == session.TypeKey(tensor));

  CHECK(Message([&] { session.MakeType("RefType", "[]", "{}"); }) ==
        "cannot make a 'RefType' of 0 types");
  CHECK(Message([&] {
          Func({tensor, tensor}, 1);
        }) == "the type parameters must be type variables");
  CHECK(Message([&] { session.MakeType("Type", "[]", "{}"); }) == "unknown kind of type 'Type'");
  CHECK(Message([&] { session.TypeInfo(999); }) == "this type does not exist or was released");
}

TEST_CASE_METHOD(Fixture, "Types are equal up to the names of what they bind", "[api]") {
  Handle a = TypeVar("a"), b = TypeVar("b"), tensor = Tensor("[2]");
  Handle of_a = Func({a, a, tensor}, 1), of_b = Func({b, b, tensor}, 1);
  CHECK(session.StructuralEqual(of_a, of_b, false));
  CHECK(session.StructuralHash(of_a, false) == session.StructuralHash(of_b, false));
  CHECK_FALSE(session.StructuralEqual(of_a, Func({b, tensor, b}, 1), false));
  CHECK_FALSE(session.StructuralEqual(a, b, false));
  CHECK(session.StructuralEqual(a, b, true));
  // Variables match one to one: (a, a) is not (a, b).
  Handle same = session.MakeType("TupleType", List({a, a}), "{}");
  Handle other = session.MakeType("TupleType", List({a, b}), "{}");
  CHECK_FALSE(session.StructuralEqual(same, other, true));
  CHECK_FALSE(session.StructuralEqual(other, same, true));
}

TEST_CASE_METHOD(Fixture, "Equality of shared types takes no longer than they are large", "[api]") {
  auto nested = [&](Handle leaf) {
    Handle type = leaf;
    // The maximum number of parts, in a few nodes.
    for (int i = 0; i < 16; ++i) type = session.MakeType("TupleType", List({type, type}), "{}");
    return type;
  };
  Handle x = nested(TypeVar("x")), y = nested(TypeVar("y"));
  CHECK(session.StructuralEqual(x, y, true));
  CHECK(session.StructuralHash(x, true) == session.StructuralHash(y, true));
  CHECK_FALSE(session.StructuralEqual(x, y, false));
}

TEST_CASE_METHOD(Fixture, "Expressions tell their types", "[api]") {
  Handle tensor = Tensor("[2]");
  Handle x = session.MakeVar("x", std::to_string(tensor));
  CHECK(Types(x)["annotation"][1].get<double>() == session.TypeKey(tensor));
  CHECK(Types(x)["checked"][0] == 0);
  Handle a = TypeVar("a");
  Handle p = session.MakeVar("p", std::to_string(a));
  Handle function = session.WithFunctionInfo(
      session.MakeFunction(List({p}), p),
      R"({"retType": )" + std::to_string(a) + R"(, "typeParams": )" + List({a}) + "}");
  CHECK(Types(function)["retType"][1].get<double>() == session.TypeKey(a));
  CHECK(Types(function)["typeParams"][1].get<double>() == session.TypeKey(a));
  Handle call = session.WithTypeArgs(session.MakeCallExpr(function, List({x})), List({tensor}));
  CHECK(Types(call)["typeArgs"][1].get<double>() == session.TypeKey(tensor));
  CHECK(Message([&] { session.WithTypeArgs(x, "[]"); }) ==
        "expected a call: only calls have type arguments");
}

TEST_CASE_METHOD(Fixture, "Data types, their constructors and matches are made", "[api]") {
  Handle a = TypeVar("a");
  Handle name = session.MakeType("GlobalTypeVar", "[]", R"({"name": "Box"})");
  Handle of_a = session.MakeType("TypeCall", List({name, a}), "{}");
  Handle data = session.MakeTypeData(
      "Box", List({a}), R"({"Full": )" + List({a}) + R"(, "Both": )" + List({of_a, of_a}) + "}");
  Json info = ParseJson(session.TypeDataInfo(data), "the data type");
  CHECK(info["name"] == "Box");
  CHECK(info["constructors"] == Json({"Full", "Both"}));
  Handle full = session.MakeConstructor(data, 0), both = session.MakeConstructor(data, 1);
  CHECK(Message([&] { session.MakeConstructor(data, 2); }) == "Box has no constructor 2");
  CHECK(ParseJson(session.TypeDataInfo(session.ConstructorTypeData(full)), "it")["name"] == "Box");

  Handle tensor = Tensor("[]");
  Handle box = session.MakeType("TypeCall", List({name, tensor}), "{}");
  Handle x = session.MakeVar("x", std::to_string(box)), v = session.MakeVar("v", "null");
  auto step = [](int kind, int fields, Handle handle) {
    return "[" + std::to_string(kind) + "," + std::to_string(fields) + "," +
           std::to_string(handle) + "]";
  };
  auto clause = [](const std::string& pattern, Handle body) {
    return R"({"pattern": [)" + pattern + R"(], "body": )" + std::to_string(body) + "}";
  };
  Handle one = session.MakeConstant(session.MakeArray("[]", "float32"));
  Handle match =
      session.MakeMatch(x,
                        "[" + clause(step(2, 1, full) + ",[1," + std::to_string(v) + "]", v) + "," +
                            clause(step(2, 2, both) + ",[0],[0]", one) + "]",
                        true);
  Handle module = session.ModuleFromExpr(session.MakeFunction(List({x}), match));
  session.ModuleSetType(module, data);
  CHECK(ParseJson(session.ModuleTypes(module), "it").size() == 1);
  Handle typed = session.RunPass(session.MakePass("InferType", "{}"), module);
  Handle main = session.ModuleGet(typed, "main");
  CHECK(Info(Types(main)["checked"][0].get<Handle>())["retType"][1].get<double>() ==
        session.TypeKey(tensor));

  // A pattern must be complete and must not have extra steps.
  for (const std::string& steps :
       {step(2, 1, full), std::string("[0],[0]"), std::string("[3,1]")}) {
    CHECK(Message([&] { session.MakeMatch(x, "[" + clause(steps, one) + "]", true); }) ==
          "the steps must form exactly one pattern");
  }
}

TEST_CASE_METHOD(Fixture, "Type variables have kinds", "[api]") {
  auto make = [&](const char* kind, const char* fields) {
    return session.MakeType(kind, "[]", fields);
  };
  Handle shape = make("TypeVar", R"({"name": "s", "varKind": 1})"), plain = TypeVar("s");
  CHECK(Info(shape)["varKind"] == 1);
  CHECK(Info(plain)["varKind"] == 0);
  CHECK(Info(make("GlobalTypeVar", R"({"name": "T"})"))["varKind"] == 5);
  CHECK(Info(make("IncompleteType", R"({"varKind": 2})"))["varKind"] == 2);
  CHECK(session.StructuralEqual(Func({plain, plain}, 1), Func({TypeVar("t"), TypeVar("t")}, 1),
                                false) == false);
  Handle t = TypeVar("t");
  CHECK(session.StructuralEqual(Func({plain, plain}, 1), Func({t, t}, 1), false));
  CHECK(!session.StructuralEqual(Func({shape, shape}, 1), Func({t, t}, 1), false));
  CHECK(session.Analysis("kind", shape, 0, "{}") == "\"ShapeVar\"");
  Handle tuple = session.MakeType("TupleType", List({shape}), "{}");
  CHECK(Message([&] { session.Analysis("kind", tuple, 0, "{}"); }).find("not ShapeVar") !=
        std::string::npos);
  CHECK(Message([&] { make("TypeVar", R"({"name": "s", "varKind": 3})"); }) ==
        "unknown kind of type '3'");
}

TEST_CASE_METHOD(Fixture, "Types are made to agree", "[api]") {
  Handle hole = session.MakeType("IncompleteType", "[]", "{}");
  Handle tensor = Tensor("[2]");
  std::string pairs = "[" + List({hole, tensor}) + "]";
  Json found = ParseJson(session.UnifyTypes(pairs, List({hole})), "the answer");
  CHECK(found["failed"] == -1);
  CHECK(found["types"][1].get<double>() == session.TypeKey(tensor));
  CHECK(found["common"][1].get<double>() == session.TypeKey(tensor));
  pairs = "[" + List({tensor, Tensor("[3]")}) + "]";
  CHECK(ParseJson(session.UnifyTypes(pairs, "[]"), "the answer")["failed"] == 0);
  CHECK(Message([&] { session.UnifyTypes("[1]", "[]"); }) != "");
}

TEST_CASE_METHOD(Fixture, "Expressions get places", "[api]") {
  Handle x = session.MakeVar("x", "null");
  Handle placed = session.WithSpan(x, R"({"source": "here", "line": 3, "endLine": 3, "column": 4,
                                          "endColumn": 5})");
  CHECK(ParseJson(session.ExprSpan(placed), "the place")["line"] == 3);
  CHECK(session.ExprSpan(session.WithSpan(placed, "null")) == "null");
  CHECK(Message([&] { session.WithSpan(x, "{}"); }) == "a place needs a source, which is a string");
}

TEST_CASE_METHOD(Fixture, "Values of all kinds go in and out of a function", "[api]") {
  Handle module = session.Parse(
      "#[version = \"0.0.5\"]\n"
      "type Box[A] { Full(A), Empty }\n"
      "def @main(%p: (float32, Box[float32])) {\n"
      "  let %r = ref(%p.0);\n"
      "  (%p.1, %r, %r, fn (%x: float32) { %x })\n}",
      "test");
  Handle box = ParseJson(session.ModuleTypes(module), "the types")[0].get<Handle>();
  std::string array = std::to_string(session.MakeArray("[]", "float32"));
  std::string full = std::to_string(session.MakeConstructor(box, 0));
  std::string pair =
      R"([["tuple", 2], )" + array + R"(, ["data", 1, )" + full + "], " + array + "]";
  Json steps = ParseJson(session.EvaluateValues(module, "main", "[" + pair + "]"), "the value");
  REQUIRE(steps.size() == 7);
  CHECK(steps[0][0] == "tuple");
  CHECK(steps[0][1] == 4);
  CHECK(steps[1][0] == "data");
  CHECK(steps[2].is_number());
  CHECK(steps[3][0] == "cell");
  CHECK(steps[4].is_number());
  CHECK(steps[5][0] == "again");
  CHECK(steps[5][1] == steps[3][1]);
  CHECK(steps[6][0] == "closure");
  for (const char* wrong : {R"([["tuple", 1]])", R"([["nothing"]])", "[]", R"([["tuple", -1]])"}) {
    INFO(wrong);
    CHECK(Message([&] {
            session.EvaluateValues(module, "main", "[" + std::string(wrong) + "]");
          }) == "the steps must form exactly one value");
  }
}

TEST_CASE_METHOD(Fixture, "Modules get attributes", "[api]") {
  Handle x = session.MakeVar("x", "null");
  Handle module = session.ModuleFromExpr(session.MakeFunction(List({x}), x));
  Handle with = session.WithModuleAttrs(module, R"({"executor": "graph", "n": 3})");
  CHECK(session.ModuleAttrs(with) == R"({"executor":"graph","n":3})");
  CHECK(session.ModuleAttrs(session.WithModuleAttrs(with, R"({"n": null})")) ==
        R"({"executor":"graph"})");
  CHECK(session.ModuleAttrs(module) == "{}");
}

}  // namespace
}  // namespace passcope
