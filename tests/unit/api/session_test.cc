// The session: handles, JSON at the boundary, instruments of another language.
#include "api/session.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>

#include "diagnostics/diagnostic.h"
#include "unit/golden.h"
#include "unit/json.h"

namespace passcope {
namespace {

// A host whose hooks are C++ functions.
class TestHost : public ForeignHost {
 public:
  Answer Call(uint32_t object, Hook hook, const HookArguments& arguments) override {
    static constexpr const char* kHooks[] = {"enter",  "exit",  "should_run",
                                             "before", "after", "failed"};
    const auto& [module, info, error] = arguments;
    std::string name = std::to_string(object) + " " + kHooks[static_cast<int>(hook)];
    std::string line = name + (info ? " " + info->name : "");
    CHECK((module != nullptr) == (info != nullptr));
    CHECK((error != nullptr) == (hook == Hook::kRunAfterFailed));
    log.push_back(error ? line + ": " + error->substr(0, error->find('\n')) : line);
    return {line != veto_at, line == throw_at ? Throw() : 0};
  }
  uint32_t Write(uint32_t sink, const std::string& file, const std::string& text) override {
    std::string name = std::to_string(sink) + " write ";
    log.push_back(name + file + ": " + text.substr(0, text.find('\n')));
    return name == throw_at ? Throw() : 0;
  }
  std::string ExceptionMessage(uint32_t exception) override {
    return "exception " + std::to_string(exception);
  }
  void ReleaseException(uint32_t) override { --live_exceptions; }
  void ReleaseObject(uint32_t object) override { released.push_back(object); }

  std::vector<std::string> log;
  std::vector<uint32_t> released;
  std::string throw_at, veto_at;
  uint32_t last_exception = 0;
  int live_exceptions = 0;

 private:
  uint32_t Throw() {
    ++live_exceptions;
    return ++last_exception;
  }
};

struct Fixture {
  TestHost host;
  Session session{host};

  Handle SmallModule() {
    Handle x = session.MakeVar("x", R"({"shape":[2,3],"dtype":"float32"})");
    Handle call = session.MakeCall("nn.relu", List({x}), "null");
    Handle module = session.ModuleFromExpr(call);
    session.Release(x);
    session.Release(call);
    return module;
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

TEST_CASE_METHOD(Fixture, "Handles are counted, reused and may be freed twice", "[api]") {
  CHECK(session.LiveHandles() == 0);
  Handle module = SmallModule();
  CHECK(session.LiveHandles() == 1);
  Handle copy = session.Clone(module);
  CHECK(session.LiveHandles() == 2);
  CHECK(session.ModuleId(copy) == session.ModuleId(module));
  session.Release(module);
  session.Release(module);
  session.Release(0);
  session.Release(12345);
  CHECK(session.LiveHandles() == 1);
  CHECK(Kind([&] { session.Text(module, false); }) == "usage");
  CHECK(Kind([&] { session.Clone(module); }) == "usage");
  CHECK(session.Text(copy, false).find("nn.relu(%x)") != std::string::npos);
  session.Release(copy);
  CHECK(session.LiveHandles() == 0);
}

TEST_CASE_METHOD(Fixture, "A handle of another sort is a usage diagnostic", "[api]") {
  Handle pass = session.MakePass("InferType", "{}");
  CHECK(Kind([&] { session.Text(pass, false); }) == "usage");
  CHECK(Kind([&] { session.RunPass(pass, pass); }) == "usage");
  CHECK(Kind([&] { session.EnterContext(pass); }) == "usage");
  CHECK(Kind([&] { session.InstrumentText(session.MakeInstrument("TraceInstrument", "{}", 0)); }) ==
        "usage");
}

TEST_CASE_METHOD(Fixture, "A function is replaced in one handle only", "[api]") {
  Handle module = SmallModule();
  Handle same = session.Clone(module);
  Handle main = session.ModuleGet(module, "main");
  session.ModuleSet(module, "other", main);
  CHECK(session.ModuleGlobals(module) == R"(["main","other"])");
  CHECK(session.ModuleGlobals(same) == R"(["main"])");
  CHECK(session.ModuleId(module) != session.ModuleId(same));
  CHECK_FALSE(session.StructuralEqual(module, same, false));
  CHECK(session.StructuralHash(same, false).size() == 16);
  CHECK(session.ModuleOpCounts(module) == R"({"nn.relu":2})");
  CHECK(Kind([&] { session.ModuleGet(module, "nothing"); }) == "unknown-global");
}

TEST_CASE_METHOD(Fixture, "Calls check operator, arity and attributes", "[api]") {
  Handle x = session.MakeVar("x", R"({"shape":[1,3,8,8],"dtype":"float32"})");
  Handle w = session.MakeVar("w", "null");
  CHECK(Kind([&] { session.MakeCall("nn.conv", List({x, w}), "{}"); }) == "unknown-operator");
  CHECK(Kind([&] { session.MakeCall("nn.conv2d", List({x}), "{}"); }) == "wrong-arity");
  CHECK(Kind([&] {
          session.MakeCall("nn.conv2d", List({x, w}), R"({"stride":[1]})");
        }) == "unknown-attribute");
  CHECK(Kind([&] {
          session.MakeCall("nn.conv2d", List({x, w}), R"({"strides":"x"})");
        }) == "bad-attribute");
  CHECK(Kind([&] { session.MakeCall("nn.relu", List({x}), R"({"alpha":1})"); }) ==
        "unknown-attribute");
  CHECK(Kind([&] { session.MakeCall("reshape", List({x}), "{}"); }) == "missing-attribute");
  Handle call = session.MakeCall("nn.conv2d", List({x, w}),
                                 R"({"strides":[2,2],"channels":4,"kernel_size":[3,3]})");
  CHECK(session.Text(call, false).find("strides=[2, 2]") != std::string::npos);
  Handle clip = session.MakeCall("clip", List({x}), R"({"a_min":"-inf","a_max":6})");
  CHECK(session.Text(clip, false).find("a_min=-inff, a_max=6f") != std::string::npos);
}

TEST_CASE_METHOD(Fixture, "Functions are described with their parameters", "[api]") {
  Handle x = session.MakeVar("x", R"({"shape":["?","n",3],"dtype":"int8"})");
  Handle y = session.MakeVar("y", "null");
  Handle body = session.MakeTuple(List({x, y, x}));
  Handle fn = session.MakeFunction("null", session.MakeTupleGetItem(body, 0));
  Json info = ParseJson(session.ExprInfo(fn), "info");
  // x, y and the body, each with its key.
  REQUIRE(info["children"].size() == 6);
  CHECK(info["retType"] == "?");
  Handle first = info["children"][0].get<Handle>();
  CHECK(info["children"][1] == session.ExprKey(x));
  CHECK(session.ExprType(first) ==
        R"({"text":"Tensor[(?, n, 3), int8]","shape":["?","n",3],"dtype":"int8"})");
  CHECK(session.ExprType(info["children"][2].get<Handle>()) == R"({"text":"?"})");
  Handle swapped = session.MakeFunction(List({y, x}), body);
  first = ParseJson(session.ExprInfo(swapped), "info")["children"][0].get<Handle>();
  CHECK(ParseJson(session.ExprInfo(first), "info")["name"] == "y");
  CHECK(Kind([&] { session.MakeFunction(List({body}), x); }) == "usage");
  CHECK(Kind([&] { session.MakeVar("z", R"({"shape":[-1],"dtype":"int8"})"); }) == "usage");
  CHECK(Kind([&] { session.MakeVar("z", R"({"shape":[1],"dtype":"int9x"})"); }) == "usage");
}

TEST_CASE_METHOD(Fixture, "Arrays are filled, cast and evaluated with", "[api]") {
  Handle array = session.MakeArray("[2,3]", "float32");
  CHECK(session.ArrayInfo(array) == R"({"shape":[2,3],"dtype":"float32"})");
  std::span<std::byte> bytes = session.ArrayBytes(array);
  REQUIRE(bytes.size() == 24);
  auto* values = reinterpret_cast<float*>(bytes.data());
  for (int i = 0; i < 6; ++i) values[i] = static_cast<float>(i) - 2.5f;
  Handle halves = session.CastArray(array, "float16");
  CHECK(session.ArrayBytes(halves).size() == 12);
  Handle ints = session.CastArray(array, "int64");
  CHECK(reinterpret_cast<int64_t*>(session.ArrayBytes(ints).data())[0] == -2);
  CHECK(Kind([&] { session.MakeArray("[2.5]", "int8"); }) == "usage");
  CHECK(Kind([&] { session.MakeArray("[2]", "text"); }) == "usage");

  Handle module = SmallModule();
  Json results =
      ParseJson(session.Evaluate(module, "main", DumpJson(Json{{"x", array}})), "the results");
  REQUIRE(results.size() == 1);
  auto* out = reinterpret_cast<float*>(session.ArrayBytes(results[0].get<Handle>()).data());
  CHECK(out[0] == 0.0f);
  CHECK(out[5] == 2.5f);
  CHECK(Kind([&] { session.Evaluate(module, "main", "{}"); }) == "evaluation-failed");
  CHECK(Kind([&] {
          session.Evaluate(module, "main", DumpJson(Json{{"y", array}}));
        }) == "evaluation-failed");
}

TEST_CASE_METHOD(Fixture, "The tables are JSON", "[api]") {
  Json passes = ParseJson(session.Passes(), "passes");
  CHECK(passes.size() >= 8);
  for (const Json& pass : passes) {
    INFO(DumpJson(pass));
    CHECK_FALSE(pass["summary"].get<std::string>().empty());
    for (const Json& option : pass["options"]) CHECK(option.contains("default"));
  }
  Json ops = ParseJson(session.Ops(), "ops");
  bool found = false;
  for (const Json& op : ops) {
    if (op["name"] != "nn.conv2d") continue;
    found = true;
    CHECK(op["attrsType"] == "relay.attrs.Conv2DAttrs");
    CHECK(op["attrs"][0]["name"] == "strides");
    CHECK(op["args"].size() == 2);
  }
  CHECK(found);
  CHECK(ParseJson(session.Models(), "models")[0]["options"][0]["name"] == "batch_size");
  CHECK(ParseJson(session.DiagnosticKinds(), "kinds").size() == DiagKinds().size());
  CHECK(ParseJson(session.ConfigKeys(), "keys").size() == PassContext::ListConfigs().size());
  CHECK(session.ClockResolutionUs() >= 0);
  CHECK(session.ClockResolutionUs() < 1000);
}

TEST_CASE_METHOD(Fixture, "Diagnostics of a text carry its place in UTF-16", "[api]") {
  std::string text =
      "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(2), float32]) {\n"
      "  /* 𝄞 */ nn.rellu(%x)\n}\n";
  try {
    session.Parse(text, "program.relay");
    FAIL("no exception");
  } catch (const DiagnosticError& error) {
    Json diagnostic = ParseJson(session.DescribeError(error), "the error")[0];
    CHECK(diagnostic["kind"] == "unknown-operator");
    CHECK(diagnostic["severity"] == "error");
    CHECK(diagnostic["span"]["source"] == "program.relay");
    CHECK(diagnostic["span"]["line"] == 3);
    CHECK(diagnostic["span"]["column"] == 12);
    // The offset of JavaScript's text.indexOf("nn.rellu").
    CHECK(diagnostic["span"]["start"] == 70);
    CHECK(diagnostic["span"]["end"] == 78);
    CHECK(diagnostic["rendered"].get<std::string>().find("^~~~~~~~") != std::string::npos);
  }
}

TEST_CASE_METHOD(Fixture, "Diagnostics say as data what their texts say", "[api]") {
  try {
    session.Parse(
        "#[version = \"0.0.5\"]\n"
        "def @main(%x: Tensor[(2), float32], %abc: int32) {\n  nn.relu(%abx) + )\n}\n",
        "p");
    FAIL("no exception");
  } catch (const DiagnosticError& error) {
    Json diagnostics = ParseJson(session.DescribeError(error), "the error");
    Json first = diagnostics[0];
    CHECK(first["message"] == "the variable `%abx` is not bound here");
    CHECK(first["pattern"] == "the variable `%{name}` is not bound here");
    CHECK(first["arguments"] == Json::parse(R"([{"name":"name","text":"abx"}])"));
    CHECK(first["notes"] == Json::parse(R"(["did you mean `%abc`?"])"));
    CHECK(first["noteMessages"] == Json::parse(R"([{
      "text": "did you mean `%abc`?",
      "pattern": "did you mean {names}?",
      "arguments": [{"name": "names", "text": "`%abc`",
                     "list": {"items": ["`%abc`"], "form": "or"}}]}])"));
    // The expected and the found text have their own patterns.
    Json second = diagnostics[1];
    CHECK(second["pattern"] == "expected {expected}, found {found}");
    CHECK(second["arguments"][0] == Json::parse(R"({"name": "expected", "text": "an expression",
      "message": {"text": "an expression", "pattern": "an expression", "arguments": []}})"));
    CHECK(second["arguments"][1]["message"]["arguments"][0]["text"] == ")");
  }
  try {
    session.MakeCall("add", "[]", "{}");
    FAIL("no exception");
  } catch (const DiagnosticError& error) {
    Json diagnostic = ParseJson(session.DescribeError(error), "the error")[0];
    CHECK(diagnostic["pattern"] == "{operator} takes {expected} arguments, not {actual}");
    CHECK(diagnostic["arguments"][1] ==
          Json::parse(R"({"name":"expected","text":"2","number":2})"));
  }
}

TEST_CASE_METHOD(Fixture, "A type error found after parsing still knows its text", "[api]") {
  Handle module = session.Parse(
      "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(2), float32], %y: Tensor[(3), float32]) {\n"
      "  add(nn.relu(%x), nn.relu(%y))\n}\n",
      "p");
  Handle pass = session.MakePass("InferType", "{}");
  try {
    session.RunPass(pass, module);
    FAIL("no exception");
  } catch (const DiagnosticError& error) {
    Json diagnostic = ParseJson(session.DescribeError(error), "the error")[0];
    CHECK(diagnostic["kind"] == "shape-mismatch");
    CHECK(diagnostic["span"].contains("start"));
  }
}

TEST_CASE_METHOD(Fixture, "Hooks of another language are called in order and may veto", "[api]") {
  Handle module = SmallModule();
  Handle pass = session.MakePass("InferType", "{}");
  Handle one = session.MakeForeignInstrument(1, "one");
  Handle two = session.MakeForeignInstrument(2, "two");
  Handle context = session.MakeContext(R"({"opt_level":3})", DumpJson(Json::array({one, two})));
  session.Release(one);
  session.Release(two);
  session.EnterContext(context);
  Handle typed = session.RunPass(pass, module);
  host.veto_at = "2 should_run InferType";
  Handle untyped = session.RunPass(pass, module);
  session.ExitContext(context);
  CHECK(host.log == std::vector<std::string>{"1 enter", "2 enter", "1 should_run InferType",
                                             "2 should_run InferType", "1 before InferType",
                                             "2 before InferType", "1 after InferType",
                                             "2 after InferType", "1 should_run InferType",
                                             "2 should_run InferType", "1 exit", "2 exit"});
  CHECK(session.ModuleId(typed) != session.ModuleId(module));
  CHECK(session.ModuleId(untyped) == session.ModuleId(module));
  CHECK(host.released.empty());
  session.Release(context);
  // The standard library chooses the order in which it destroys the members of a list.
  std::sort(host.released.begin(), host.released.end());
  CHECK(host.released == std::vector<uint32_t>{1, 2});
}

TEST_CASE_METHOD(Fixture, "What a hook throws comes back as its number and is freed", "[api]") {
  Handle module = SmallModule();
  Handle pass = session.MakePass("InferType", "{}");
  Handle trace = session.MakeInstrument("TraceInstrument", "{}", 0);
  Handle one = session.MakeForeignInstrument(1, "one");
  Handle context = session.MakeContext("{}", DumpJson(Json::array({trace, one})));
  session.EnterContext(context);
  host.throw_at = "1 before InferType";
  try {
    session.RunPass(pass, module);
    FAIL("no exception");
  } catch (const ForeignException& error) {
    CHECK(error.id() == 1);
    CHECK(error.what() == std::string("exception 1"));
    CHECK(host.live_exceptions == 1);
  }
  CHECK(host.live_exceptions == 0);
  session.ExitContext(context);
  // The trace stays usable.
  Json entries = ParseJson(session.InstrumentData(trace), "the trace");
  REQUIRE(entries.size() == 1);
  CHECK(entries[0]["status"] == "failed");
  CHECK(entries[0]["error"] == "exception 1");
  CHECK(entries[0]["changed"] == false);
}

TEST_CASE_METHOD(Fixture, "Contexts say what they are and refuse what they do not know", "[api]") {
  Handle context =
      session.MakeContext(R"({"opt_level":1,"required_pass":["A"],"disabled_pass":["B"],)"
                          R"("config":{"relay.FuseOps.max_depth":7}})",
                          "[]");
  CHECK(session.ContextInfo(context) ==
        R"({"optLevel":1,"requiredPass":["A"],"disabledPass":["B"],)"
        R"("config":{"relay.FuseOps.max_depth":7}})");
  CHECK(session.ContextInfo(0) ==
        R"({"optLevel":2,"requiredPass":[],"disabledPass":[],"config":{}})");
  CHECK(session.PassEnabled(context, session.MakePass("InferType", "{}")));
  CHECK_FALSE(session.PassEnabled(context, session.MakePass("FoldConstant", "{}")));
  auto kind = [&](const char* settings) {
    return Kind([&] { session.MakeContext(settings, "[]"); });
  };
  CHECK(kind(R"({"optlevel":1})") == "usage");
  CHECK(kind(R"({"opt_level":"high"})") == "usage");
  CHECK(kind(R"({"opt_level":4294967296})") == "usage");
  CHECK(kind(R"({"config":7})") == "usage");
  CHECK(kind(R"({"config":{"no.such":1}})") == "unknown-config");
  CHECK(Kind([&] { session.ExitContext(context); }) == "usage");
}

TEST_CASE("Sessions do not see each other's contexts", "[api]") {
  TestHost host;
  Session a(host), b(host);
  Handle module = a.ModuleFromExpr(a.MakeVar("x", R"({"shape":[1],"dtype":"int8"})"));
  Handle pass = b.MakePass("InferType", "{}");
  Handle other = b.ModuleFromExpr(b.MakeVar("x", R"({"shape":[1],"dtype":"int8"})"));
  Handle context = a.MakeContext("{}", DumpJson(Json::array({a.MakeForeignInstrument(1, "a")})));
  a.EnterContext(context);
  host.log.clear();
  b.RunPass(pass, other);
  CHECK(host.log.empty());
  a.RunPass(a.MakePass("InferType", "{}"), module);
  CHECK(host.log.size() == 3);
  a.ExitContext(context);
}

TEST_CASE_METHOD(Fixture, "The layout pipeline through the session", "[api][resnet]") {
  Json workload = ParseJson(session.Workload("resnet18", R"({"image_shape":[3,224,224]})"), "w");
  Handle module = workload["mod"].get<Handle>();
  Json params = Json::object();
  for (const Json& item : workload["params"]) params[item[0].get<std::string>()] = item[1];
  for (const char* name : {"InferType", "FoldScaleAxis"}) {
    Handle pass = session.MakePass(name, "{}");
    module = session.RunPass(pass, module);
  }
  CHECK(session.Text(module, false) ==
        ReadGolden("tutorials/instrument.resnet18_after_fold_scale_axis_default.relay"));
  session.ModuleSet(module, "main",
                    session.BindParams(session.ModuleGet(module, "main"), DumpJson(params)));
  Handle differ = session.MakeInstrument("OpDiffInstrument", "{}", 0);
  Handle timing = session.MakeInstrument("PassTimingInstrument", "{}", 0);
  Handle trace = session.MakeInstrument("TraceInstrument", "{}", 0);
  Handle context =
      session.MakeContext(R"({"opt_level":3})", DumpJson(Json::array({differ, timing, trace})));
  Handle pipeline = session.MakePipeline(
      R"(FoldConstant,ConvertLayout{"desired_layouts":{"nn.conv2d":["NHWC","HWIO"]}},FoldConstant)");
  session.EnterContext(context);
  Handle result = session.RunPass(pipeline, module);
  std::string rendered = session.InstrumentText(timing);
  session.ExitContext(context);
  CHECK(session.Text(result, false) == ReadGolden("tutorials/instrument.resnet18_nhwc.relay"));
  CHECK(ParseJson(session.InstrumentData(differ), "diffs") ==
        ParseJson(ReadGolden("tutorials/instrument.op_diff.json"), "golden"));
  CHECK(rendered.starts_with("sequential: "));

  Json entries = ParseJson(session.InstrumentData(trace), "the trace");
  REQUIRE(entries.size() == 10);
  CHECK(entries[0]["name"] == "sequential");
  CHECK(entries[0]["parent"] == -1);
  auto ask = [&](const char* question, size_t index) {
    return static_cast<Handle>(std::stoul(
        session.AskInstrument(trace, question, "{\"index\":" + std::to_string(index) + "}")));
  };
  for (size_t i = 1; i < entries.size(); ++i) {
    size_t parent = entries[i]["parent"].get<size_t>();
    CHECK(parent < i);
    CHECK(entries[i]["depth"].get<int>() == entries[parent]["depth"].get<int>() + 1);
    CHECK(entries[i]["status"] == "ok");
    Handle before = ask("moduleBefore", i);
    Handle after = ask("moduleAfter", i);
    CHECK(entries[i]["changed"].get<bool>() ==
          (session.ModuleId(before) != session.ModuleId(after)));
    CHECK(DumpJson(entries[i]["opsAfter"]) == session.ModuleOpCounts(after));
  }
  CHECK(Kind([&] { ask("moduleBefore", 10); }) == "usage");
  session.ClearInstrument(trace);
  CHECK(session.InstrumentData(trace) == "[]");

  Json profiles = ParseJson(session.InstrumentData(timing), "the profiles");
  REQUIRE(profiles.size() == 1);
  CHECK(profiles[0]["children"].size() == 5);
}

}  // namespace
}  // namespace passcope
