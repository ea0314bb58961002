// relay.analysis and the networks through a session.
#include <catch2/catch.hpp>

#include "api/session.h"
#include "diagnostics/diagnostic.h"
#include "unit/api/no_host.h"
#include "unit/json.h"

namespace passcope {
namespace {

struct Fixture {
  NoHost host;
  Session session{host};

  Handle Parse(const std::string& text) {
    return session.Parse("#[version = \"0.0.5\"]\n" + text, "text");
  }
  Json Ask(const std::string& question, Handle subject, Handle module = 0,
           const std::string& args = "{}") {
    return ParseJson(session.Analysis(question, subject, module, args), question);
  }
  std::string Problem(const std::function<void()>& call) {
    try {
      call();
    } catch (const DiagnosticError& error) {
      return error.diagnostics()[0].message.text();
    }
    return "none";
  }
  std::string Text(Handle handle) {
    return session.Text(handle, Session::kPlain | Session::kWithoutSpans);
  }
};

TEST_CASE_METHOD(Fixture, "Questions about a module or an expression", "[api][analysis]") {
  Handle module = Parse(
      "type List[A] { Cons(A, List[A]), Nil }\n"
      "def @main(%x: Tensor[(1, 2), float32], %w: Tensor[(3, 2), float32]) {\n"
      "%0 = nn.dense(%x, %w, units=None); add(%0, nn.relu(%0)) }");
  Handle main = session.ModuleGet(module, "main");
  CHECK(Ask("opFrequencies", module) == Json({{"add", 1}, {"nn.dense", 1}, {"nn.relu", 1}}));
  // Types are inferred when needed.
  CHECK(Ask("macs", module) == 6);
  CHECK(Ask("macs", main) == 6);
  CHECK(Ask("features", main) == Json({"fVar", "fFunction", "fOp", "fCall", "fGraph"}));
  CHECK(Ask("constant", main) == false);
  CHECK(Ask("basicBlockNormalForm", main) == true);
  CHECK(Ask("dtypes", main) == Json::array());
  CHECK(Ask("layers", main, 0, R"({"ops": ["nn.dense", "add"]})") == 2);
  CHECK(Ask("weights", main, 0, R"({"of": "nn.dense"})") == Json({"w"}));
  CHECK(Ask("weights", main, 0, R"({"of": "transpose"})") == Json::array());
  CHECK(Ask("kind", 0, module, R"({"type": "List[int32]"})") == "Type");
  CHECK(Ask("kind", 0, 0, R"json({"type": "fn (int32) -> (bool, ref(int8))"})json") == "Type");
  CHECK(Ask("typeVars", 0, 0, R"({"type": "fn [A] (A) -> A"})")["bound"] == Json({"A"}));
  CHECK(Ask("callGraph", module)["functions"][0]["name"] == "main");
  CHECK(Problem([&] { Ask("kind", 0, 0, R"({"type": "List[int32]"})"); }).find("List") !=
        std::string::npos);
  CHECK(Problem([&] {
          Ask("kind", 0, 0, R"json({"type": "int32) { 1 } def @f(%t: int32"})json");
        }) == "expected exactly one type");
  CHECK(Problem([&] { Ask("kind", main); }) == "the expression has no type: run InferType first");
  CHECK(Problem([&] { Ask("none", main); }) == "unknown analysis 'none'");
  CHECK(Problem([&] { Ask("unmatchedCases", main); }) == "expected a match expression");
  CHECK(Problem([&] { Ask("layers", main, 0, R"({"ops": [1]})"); }) ==
        "the argument 'ops' must be a list of operator names");
}

TEST_CASE_METHOD(Fixture, "Cases that a match leaves out", "[api][analysis]") {
  Handle module = Parse(
      "type List[A] { Cons(A, List[A]), Nil }\n"
      "def @main(%l: List[int32]) { match? (%l) { Cons(_, Nil) => 1 } }");
  Json function = ParseJson(session.ExprInfo(session.ModuleGet(module, "main")), "main");
  Handle match = function["children"][2].get<Handle>();
  CHECK(Ask("unmatchedCases", match, module) == Json({"Cons(_, Cons(_, _))", "Nil"}));
}

TEST_CASE_METHOD(Fixture, "An intermediate expression by its number", "[api][analysis]") {
  Handle module = Parse(
      "def @main(%x: Tensor[(1, 2), float32]) {\n"
      "%0 = nn.relu(%x); %1 = (%0, %x); %2 = %1.0; add(%2, 1f) }");
  auto extract = [&](int number) {
    return Text(Ask("intermediateExpr", module, 0, "{\"number\": " + std::to_string(number) + "}")
                    .get<Handle>());
  };
  CHECK(extract(0).find("nn.relu(%x)\n}") != std::string::npos);
  CHECK(extract(1).find("(%0, %x)\n}") != std::string::npos);
  CHECK(extract(2).find("%1.0\n}") != std::string::npos);
  CHECK(extract(3) == Text(module));
  CHECK(Problem([&] { extract(4); }) == "@main has no expression number 4");
  CHECK(Problem([&] { extract(-1); }) == "@main has no expression number -1");
}

TEST_CASE_METHOD(Fixture, "Fused functions by TVM's hash", "[api][analysis]") {
  Handle module = Parse("def @main(%x: Tensor[(2), float32]) { exp(nn.relu(%x)) }");
  Json functions = Ask("fusedFunctions", module);
  REQUIRE(functions.size() == 1);
  CHECK(functions[0][0].get<std::string>().size() > 10);
  CHECK(Text(functions[0][1].get<Handle>()).find("exp(") != std::string::npos);
}

TEST_CASE_METHOD(Fixture, "Values at the calls of other compilers' functions", "[api][analysis]") {
  Handle module = Parse(
      "def @g0(%a: Tensor[(2), float32], %b: Tensor[(2), float32], Compiler=\"test\") { (add(%a, "
      "%b), subtract(%a, %b)) }\n"
      "def @g1(%a: Tensor[(2), float32], %b: Tensor[(2), float32], Compiler=\"test\") { "
      "subtract(%a, %b) }\n"
      "def @main(%x: Tensor[(2), float32], %y: Tensor[(2), float32], %z: Tensor[(2), float32]) {\n"
      "%0 = @g0(%x, %y); @g1(%0.0, %z) }");
  auto array = [&](float first, float second) {
    Handle handle = session.MakeArray("[2]", "float32");
    auto* values = reinterpret_cast<float*>(session.ArrayBytes(handle).data());
    values[0] = first;
    values[1] = second;
    return std::to_string(handle);
  };
  auto values = [&](const Json& handle) {
    auto* data = reinterpret_cast<float*>(session.ArrayBytes(handle.get<Handle>()).data());
    return std::vector<float>{data[0], data[1]};
  };
  std::string data =
      "{\"x\": " + array(1, 2) + ", \"y\": " + array(10, 20) + ", \"z\": " + array(100, 200) + "}";
  Json args = {{"data", data}};
  Json found = Ask("calibrationData", module, 0, DumpJson(args));
  REQUIRE(found.size() == 2);
  CHECK(found[0]["function"] == "g0");
  REQUIRE(found[0]["inputs"].size() == 2);
  REQUIRE(found[0]["outputs"].size() == 2);
  CHECK(values(found[0]["inputs"][0]) == std::vector<float>{1, 2});
  CHECK(values(found[0]["inputs"][1]) == std::vector<float>{10, 20});
  CHECK(values(found[0]["outputs"][0]) == std::vector<float>{11, 22});
  CHECK(values(found[0]["outputs"][1]) == std::vector<float>{-9, -18});
  CHECK(values(found[1]["inputs"][1]) == std::vector<float>{100, 200});
  CHECK(values(found[1]["outputs"][0]) == std::vector<float>{-89, -178});
  Handle twice = Parse(
      "def @g(%a: Tensor[(2), float32], Compiler=\"test\") { exp(%a) }\n"
      "def @main(%x: Tensor[(2), float32]) { @g(@g(%x)) }");
  CHECK(Problem([&] { Ask("calibrationData", twice, 0, DumpJson(args)); }) ==
        "calibration does not support @g, which is called more than once");
  Handle none = Parse("def @main(%x: Tensor[(2), float32]) { exp(%x) }");
  CHECK(Ask("calibrationData", none, 0, DumpJson(args)) == Json::array());
}

TEST_CASE_METHOD(Fixture, "Regions for other compilers", "[api][analysis]") {
  Handle module = Parse(
      "def @main(%x: Tensor[(2), float32]) {\n"
      "%0 = annotation.compiler_begin(%x, compiler=\"a\"); %1 = exp(%0);\n"
      "%2 = annotation.compiler_end(%1, compiler=\"a\"); nn.relu(%2) }");
  Json regions = Ask("annotatedRegions", module);
  REQUIRE(regions.size() == 1);
  CHECK(regions[0]["target"] == "a");
  // Handles and keys.
  CHECK(regions[0]["nodes"].size() == 2 * 3);
  CHECK(regions[0]["ins"].size() == 2);
  CHECK(regions[0]["outs"].size() == 2);
}

TEST_CASE_METHOD(Fixture, "Networks and workloads", "[api][models]") {
  Handle net = session.Network("mlp", R"({"num_classes": 3})");
  CHECK(Text(net).find("units=3") != std::string::npos);
  Json made = ParseJson(session.CreateWorkload(net, R"({"initializer": "constant"})"), "workload");
  CHECK(made["params"].size() == 6);
  CHECK(made["params"][0][0] == "fc1_weight");
  auto* weights =
      reinterpret_cast<float*>(session.ArrayBytes(made["params"][0][1].get<Handle>()).data());
  CHECK(weights[7] == Approx(1.0 / (784 * 128)));
  CHECK(Problem([&] {
          session.CreateWorkload(net, R"({"initializer": "zero"})");
        }).find("initializer") != std::string::npos);
  CHECK(Problem([&] {
          session.CreateWorkload(net, R"({"factor_type": "both"})");
        }).find("factor_type") != std::string::npos);
  CHECK(Problem([&] { session.CreateWorkload(net, R"({"magnitude": 0})"); }).find("magnitude") !=
        std::string::npos);
}

}  // namespace
}  // namespace passcope
