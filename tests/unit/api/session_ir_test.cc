// Expressions through the session, and passes of another language.
#include <catch2/catch.hpp>
#include <functional>

#include "api/session.h"
#include "diagnostics/diagnostic.h"
#include "unit/json.h"

namespace passcope {
namespace {

// A host whose passes are C++ functions.
class PassHost : public ForeignHost {
 public:
  Answer Call(uint32_t, Hook, const HookArguments&) override { return {}; }
  uint32_t Write(uint32_t, const std::string&, const std::string&) override { return 0; }
  PassAnswer RunPass(uint32_t object, const Expr& function, const IRModule& module,
                     const PassInfo& info) override {
    CHECK(object == 7);
    log.push_back(info.name + (function ? " function" : " module"));
    return run(function, module);
  }
  std::string ExceptionMessage(uint32_t) override { return "thrown"; }
  void ReleaseException(uint32_t) override { ++released_exceptions; }
  void ReleaseObject(uint32_t object) override { released.push_back(object); }

  std::function<PassAnswer(const Expr&, const IRModule&)> run;
  std::vector<std::string> log;
  std::vector<uint32_t> released;
  int released_exceptions = 0;
};

struct Fixture {
  PassHost host;
  Session session{host};

  Handle Parse(const std::string& text) { return session.ParseExpr(text, "text"); }
  Json Info(Handle expr) { return ParseJson(session.ExprInfo(expr), "the expression"); }
  // The handle of a child.
  Handle Child(Handle expr, size_t i) { return Info(expr)["children"][2 * i].get<Handle>(); }
  std::string Text(Handle handle) {
    return session.Text(handle, Session::kPlain | Session::kWithoutSpans);
  }
  static std::string List(std::initializer_list<Handle> handles) {
    return DumpJson(Json(std::vector<Handle>(handles)));
  }
  std::string Kind(const std::function<void()>& call) {
    try {
      call();
      return "none";
    } catch (const DiagnosticError& error) {
      return DiagKindName(error.diagnostics()[0].kind);
    }
  }
};

TEST_CASE_METHOD(Fixture, "An expression's key is its node's", "[api]") {
  Handle x = Parse("free_var %x: Tensor[(2), float32]; nn.relu(%x)");
  Handle again = session.Clone(x);
  CHECK(session.ExprKey(x) == session.ExprKey(again));
  Json info = Info(x);
  REQUIRE(info["children"].size() == 4);
  CHECK(session.ExprKey(info["children"][0].get<Handle>()) == info["children"][1].get<double>());
  CHECK(info["attrs"] == Json::object());
  CHECK(session.ExprKey(Child(x, 1)) == session.ExprKey(Child(again, 1)));
  CHECK(session.ExprKey(Child(x, 0)) != session.ExprKey(Child(x, 1)));
  CHECK(Info(Child(x, 0))["name"] == "nn.relu");
}

TEST_CASE_METHOD(Fixture, "What kinds of expressions have besides children", "[api]") {
  Handle call = Parse(
      "free_var %x: Tensor[(1, 3, 8, 8), float32]; free_var %w; "
      "nn.conv2d(%x, %w, strides=[2, 2], kernel_size=[3, 3])");
  Json attrs = Info(call)["attrs"];
  CHECK(attrs["strides"] == Json({2, 2}));
  CHECK(attrs["data_layout"] == "NCHW");
  CHECK(attrs["channels"].is_null());
  CHECK(attrs["out_dtype"].is_null());
  Json var = Info(Child(call, 1));
  CHECK(var["name"] == "x");
  CHECK(var["annotation"] == "Tensor[(1, 3, 8, 8), float32]");
  CHECK(Info(Child(call, 2))["annotation"].is_null());
  CHECK(ParseJson(session.ExprType(Child(call, 1)), "type")["shape"] == Json({1, 3, 8, 8}));
  CHECK(ParseJson(session.ExprSpan(call), "span")["source"] == "text");

  Handle function = Parse("fn (%x: int32, Primitive=1) -> int32 { (%x, %x).1 }");
  CHECK(Info(function)["retType"] == "int32");
  CHECK(Info(function)["attrs"]["Primitive"] == 1);
  CHECK(Info(Child(function, 1))["index"] == 1);
  CHECK(session.ExprSpan(session.MakeGlobalVar("f")) == "null");

  Handle constant = Parse("2f");
  CHECK(session.ArrayInfo(session.ConstantData(constant)) == R"({"shape":[],"dtype":"float32"})");
  CHECK(Kind([&] { session.ConstantData(call); }) == "usage");
}

TEST_CASE_METHOD(Fixture, "Patterns are written in pre-order", "[api]") {
  Handle module = session.Parse(
      "#[version = \"0.0.5\"]\ntype List[A] { Cons(A, List[A]), Nil }\n"
      "def @main(%l: List[int32]) {\n"
      "  match? (%l) { Cons(%h, Cons(_, Nil)) => %h, _ => 1 }\n}\n",
      "list");
  Json info = Info(Child(session.ModuleGet(module, "main"), 1));
  CHECK(info["complete"] == false);
  REQUIRE(info["clauses"].size() == 2);
  const Json& steps = info["clauses"][0]["steps"];
  REQUIRE(steps.size() == 5);
  CHECK(steps[0].size() == 4);
  CHECK(steps[0][1] == 2);
  CHECK(steps[1] == Json({1, 0}));
  CHECK(steps[3] == Json({0, 0}));
  Json con = Info(steps[0][2].get<Handle>());
  CHECK(con["name"] == "Cons");
  CHECK(con["belongTo"] == "List");
  CHECK(con["tag"] == 0);
  CHECK(con["inputs"].size() == 2);
  CHECK(info["clauses"][0]["vars"] == 1);
  CHECK(info["clauses"][0]["body"] == 2);
}

TEST_CASE_METHOD(Fixture, "What is reachable from an expression", "[api]") {
  Handle fn = Parse("free_var %y: int32; fn (%x: int32) { let %z = add(%x, %y); %z }");
  auto names = [&](const char* which) {
    std::vector<std::string> found;
    Json pairs = ParseJson(session.ExprNodes(fn, which), "nodes");
    for (size_t i = 0; i < pairs.size(); i += 2) {
      found.push_back(Info(pairs[i].get<Handle>()).value("name", "?"));
    }
    return found;
  };
  CHECK(names("free") == std::vector<std::string>{"y"});
  CHECK(names("bound") == std::vector<std::string>{"x", "z"});
  CHECK(names("all") == std::vector<std::string>{"x", "z", "y"});
  CHECK(names("ops") == std::vector<std::string>{"add"});
  CHECK(names("nodes").size() == 7);
  CHECK(Kind([&] { names("some"); }) == "usage");
}

TEST_CASE_METHOD(Fixture, "Expressions are made and rebuilt", "[api]") {
  Handle x = session.MakeVar("x", R"json("(int32, Tensor[(?, 2), bool])")json");
  CHECK(ParseJson(session.ExprType(x), "type")["text"] == "(int32, Tensor[(?, 2), bool])");
  CHECK(Kind([&] { session.MakeVar("x", R"("int32; %y")"); }) != "none");
  Handle one = Parse("1f");
  Handle let = session.MakeExpr("Let", List({x, one, x}));
  CHECK(Text(let) == "let %x: (int32, Tensor[(?, 2), bool]) = 1f;\n%x");
  CHECK(Text(session.MakeExpr("RefRead", List({session.MakeExpr("RefCreate", List({one}))})))
            .find("ref_read") != std::string::npos);
  CHECK(Kind([&] { session.MakeExpr("Let", List({one, one, x})); }) == "usage");
  CHECK(Kind([&] { session.MakeExpr("If", List({one})); }) == "usage");
  CHECK(Kind([&] { session.MakeExpr("Call", List({one})); }) == "usage");

  CHECK(session.ExprKey(session.WithChildren(let, List({x, one, x}))) == session.ExprKey(let));
  CHECK(Text(session.WithChildren(let, List({x, one, one}))).find("1f;\n1f") != std::string::npos);
  CHECK(Kind([&] { session.WithChildren(let, List({x, one})); }) == "usage");
  CHECK(Kind([&] { session.WithChildren(let, List({one, one, x})); }) == "usage");
  CHECK(Kind([&] { session.WithChildren(one, List({one})); }) == "usage");

  Handle call = Parse("free_var %a: Tensor[(4), float32]; sum(%a, axis=[0])");
  Handle like = session.MakeCallLike(call, List({session.MakeOp("sum"), one}));
  CHECK(Text(like) == "sum(1f, axis=[0])");
  CHECK(session.ExprSpan(like) == "null");
  CHECK(Kind([&] { session.MakeCallLike(one, List({one})); }) == "usage");
  CHECK(Kind([&] { session.MakeOp("summ"); }) == "unknown-operator");
  // A number is accepted as a list of one, as in TVM's Python functions.
  CHECK(Text(session.MakeCall("sum", List({one}), R"({"axis":0})")) == "sum(1f, axis=[0])");
  std::string bounds = List({one, one, one});
  Json args = {{"$expr", one}};
  Handle range = session.MakeCall(
      "arange", bounds,
      DumpJson(Json{{"start", args}, {"stop", args}, {"step", args}, {"dtype", "float32"}}));
  CHECK(Info(range)["children"].size() == 8);

  Handle fn = session.MakeFunction("[]", one);
  Handle marked = session.WithFunctionInfo(fn, R"({"retType":"float32","attrs":{"A":1,"B":"b"}})");
  CHECK(Text(marked) == "fn (A=1, B=\"b\") -> float32 {\n  1f\n}");
  marked = session.WithFunctionInfo(marked, R"({"attrs":{"A":null}})");
  CHECK(Info(marked)["attrs"] == Json{{"B", "b"}});
  Handle module = session.MakeModule(DumpJson(Json{{"f", fn}, {"g", marked}}));
  CHECK(session.ModuleGlobals(module) == R"(["f","g"])");
  CHECK(session.ModuleAttrs(module) == "{}");
  CHECK(Kind([&] { session.MakeModule(DumpJson(Json{{"f", one}})); }) == "usage");
}

TEST_CASE_METHOD(Fixture, "Passes of another language run over functions or modules", "[api]") {
  Handle module = session.Parse(
      "#[version = \"0.0.5\"]\ndef @f(%x: int32) { %x }\ndef @g(%x: int32) { %x }\n", "two");
  const char* info = R"({"name":"Mine","opt_level":1,"required":["InferType"]})";
  Handle pass = session.MakeForeignPass(7, false, info);
  CHECK(session.PassInfoOf(pass) ==
        R"({"name":"Mine","optLevel":1,"required":["InferType"],"traceable":false})");
  host.run = [](const Expr& function, const IRModule&) {
    return ForeignHost::PassAnswer{function, nullptr, 0};
  };
  Handle result = session.RunPass(pass, module);
  CHECK(host.log == std::vector<std::string>{"Mine function", "Mine function"});
  // Types are inferred.
  CHECK(session.Text(result, 0).find("-> int32") != std::string::npos);

  host.run = [](const Expr&, const IRModule&) { return ForeignHost::PassAnswer{}; };
  CHECK(Kind([&] { session.RunPass(pass, module); }) == "invalid-pass");

  host.run = [](const Expr&, const IRModule&) {
    return ForeignHost::PassAnswer{nullptr, nullptr, 3};
  };
  CHECK_THROWS_AS(session.RunPass(pass, module), ForeignException);
  CHECK(host.released_exceptions == 1);

  Handle wrong = Parse("fn (%x: int32) { add(%x, 1f) }");
  host.run = [&](const Expr&, const IRModule&) {
    return ForeignHost::PassAnswer{session.TakeExpr(session.Clone(wrong)), nullptr, 0};
  };
  try {
    session.RunPass(pass, module);
    FAIL("no exception");
  } catch (const DiagnosticError& error) {
    CHECK(error.diagnostics()[0].notes.back().text() == "pass Mine produced this program");
  }

  Handle whole = session.MakeForeignPass(7, true, R"({"name":"Whole","opt_level":0})");
  host.run = [](const Expr&, const IRModule& given) {
    return ForeignHost::PassAnswer{nullptr, given, 0};
  };
  host.log.clear();
  CHECK(session.ModuleId(session.RunPass(whole, module)) == session.ModuleId(module));
  CHECK(host.log == std::vector<std::string>{"Whole module"});
  session.Release(pass);
  CHECK(host.released == std::vector<uint32_t>{7});
  CHECK(Kind([&] { session.MakeForeignPass(7, true, R"({"opt_level":"x"})"); }) == "usage");
}

TEST_CASE_METHOD(Fixture, "Passes ask functions of the other language", "[api]") {
  Handle module = session.RunPass(
      session.MakePass("InferType", "{}"),
      session.Parse("#[version = \"0.0.5\"]\n"
                    "def @main(%x: Tensor[(2), float32]) { add(exp(%x), exp(%x)) }\n",
                    "m"));
  // Replaces a call by its argument.
  host.run = [](const Expr& about, const IRModule&) {
    const auto* tuple = As<TupleNode>(about);
    return ForeignHost::PassAnswer{tuple ? tuple->fields()[1] : nullptr, nullptr, 0};
  };
  Handle legalize = session.MakeAskingPass("Legalize", "{}", R"({"exp":7})");
  CHECK(session.ModuleOpCounts(session.RunPass(legalize, module)) == R"({"add":1})");
  CHECK(host.log == std::vector<std::string>{"Legalize function", "Legalize function"});
  session.Release(legalize);
  CHECK(host.released == std::vector<uint32_t>{7});

  Handle merge = session.MakeAskingPass("EliminateCommonSubexpr", "{}", R"({"fskip":7})");
  CHECK(session.ModuleOpCounts(session.RunPass(merge, module)) == R"({"add":1,"exp":1})");
  host.run = [](const Expr& about, const IRModule&) {
    return ForeignHost::PassAnswer{about, nullptr, 0};
  };
  CHECK(session.ModuleOpCounts(session.RunPass(merge, module)) == R"({"add":1,"exp":2})");

  CHECK(Kind([&] { session.MakeAskingPass("Legalize", "{}", R"({"expp":7})"); }) ==
        "unknown-operator");
  CHECK(Kind([&] { session.MakeAskingPass("FoldConstant", "{}", "{}"); }) == "unknown-pass");
}

TEST_CASE_METHOD(Fixture, "relay.optimize binds parameters and fuses", "[api]") {
  Handle module = session.Parse(
      "#[version = \"0.0.5\"]\n"
      "def @main(%x: Tensor[(2), float32], %w: Tensor[(2), float32]) { nn.relu(add(%x, %w)) }\n",
      "m");
  Handle w = session.MakeArray("[2]", "float32");
  Handle result = session.Optimize(module, DumpJson(Json{{"w", w}}));
  CHECK(Info(session.ModuleGet(result, "main"))["children"].size() == 4);
  CHECK(session.Text(result, 0).find("Primitive=1") != std::string::npos);
  CHECK(session.Text(result, Session::kWithoutSpans).find("span=") == std::string::npos);
}

TEST_CASE_METHOD(Fixture, "The type of one expression is found from those below it", "[session]") {
  Handle sum = Parse("add(2f, 1f)");
  CHECK(session.InferTypeLocal(sum) == "float32");
}

TEST_CASE_METHOD(Fixture, "relay.quantize takes parameters, samples and settings", "[api]") {
  Handle module = session.Parse(
      "#[version = \"0.0.5\"]\n"
      "def @main(%x: Tensor[(2, 4), float32], %w: Tensor[(3, 4), float32]) {\n"
      "  nn.dense(%x, %w, units=3)\n"
      "}\n",
      "m");
  Handle w = session.MakeArray("[3, 4]", "float32"), x = session.MakeArray("[2, 4]", "float32");
  std::string params = DumpJson(Json{{"w", w}}), samples = DumpJson(Json::array({{{"x", x}}}));
  auto text = [&](const std::string& dataset, const char* config) {
    return session.Text(session.Quantize(module, params, dataset, config), 0);
  };
  CHECK(text("[]", "{}").find("int32") == std::string::npos);
  CHECK(text("[]", R"({"skip_dense_layer": false})").find("out_dtype=\"int32\"") !=
        std::string::npos);
  const char* percentile = R"({"skip_dense_layer": false, "calibrate_mode": "percentile"})";
  CHECK(text(samples, percentile).find("out_dtype=\"int32\"") != std::string::npos);
  CHECK_THROWS_AS(text("[]", percentile), DiagnosticError);
  CHECK_THROWS_AS(text("{}", "{}"), DiagnosticError);
  CHECK_THROWS_AS(text(R"([{"x": "y"}])", "{}"), DiagnosticError);
  CHECK_THROWS_AS(text("[]", R"({"nbits": 8})"), DiagnosticError);

  Handle prepared = session.PrerequisiteOptimize(module, params);
  CHECK(Info(session.ModuleGet(prepared, "main"))["children"].size() == 4);
  Handle annotate = session.MakePass("QuantizeAnnotate", R"({"skip_dense_layer": false})");
  Handle calibrate = session.MakeQuantizeCalibrate(samples, percentile);
  Handle calibrated = session.RunPass(calibrate, session.RunPass(annotate, prepared));
  CHECK(session.Text(calibrated, 0).find("simulated_quantize(%x, ") != std::string::npos);
  CHECK(Info(session.ModuleGet(calibrated, "main"))["children"].size() == 4);
}

}  // namespace
}  // namespace passcope
