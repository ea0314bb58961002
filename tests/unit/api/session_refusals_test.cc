// Malformed arguments of a session, with a part of each message. The package and Python check most
// arguments before, so other callers see these messages.
#ifndef __EMSCRIPTEN__
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <functional>
#include <string>
#include <vector>

#include "api/session.h"
#include "diagnostics/diagnostic.h"
#include "unit/api/no_host.h"
#include "unit/refused.h"

namespace passcope {
namespace {

struct RefusedCall {
  DiagKind kind;
  std::function<void()> call;
  const char* says;
};

TEST_CASE("malformed arguments of a session are refused by name", "[api][diagnostics]") {
  NoHost host;
  Session session(host);
  Handle module = session.Parse(
      "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(2), float32]) { negative(%x) }", "text");
  Handle expr = session.ParseExpr("add(1f, 2f)", "text");
  Handle array = session.MakeArray("[2]", "float32");
  Handle type = session.ParseType("int32");
  Handle compiled = session.Parse(
      "#[version = \"0.0.5\"]\ndef @g(%a: (), Compiler=\"other\") { %a }\ndef @main() { @g(()) }",
      "text");
  Handle one = session.Parse("#[version = \"0.0.5\"]\ndef @main() { negative(1f) }", "text");
  Handle timing = session.MakeInstrument("PassTimingInstrument", "{}", 0);
  Handle report = session.ProfileGraph(session.MakeGraphExecutor(one, "{}", "{}"), "{}");
  Handle comparison =
      session.MakeComparison(R"([{"name": "a", "module": )" + std::to_string(module) + "}]", "{}");
  const std::string x = std::to_string(expr), t = std::to_string(array);
  const std::vector<RefusedCall> rows = {
      // Objects of another kind.
      {DiagKind::kUsage, [&] { session.RunGraph(type); }, "graph executor"},
      {DiagKind::kUsage, [&] { session.ReportData(type); }, "report"},
      {DiagKind::kUsage, [&] { session.AdvanceComparison(type); }, "comparison"},
      {DiagKind::kUsage, [&] { session.DescribeFile(type); }, "file"},
      {DiagKind::kUsage, [&] { session.MakeConstant(type); }, "array"},
      {DiagKind::kUsage, [&] { session.MakeMatch(type, "[]", true); }, "expression"},
      {DiagKind::kUsage, [&] { session.TypeDataInfo(type); }, "data type"},
      {DiagKind::kUsage, [&] { session.MatchPattern(type, expr); }, "this object"},
      {DiagKind::kUsage, [&] { session.CreateWorkload(expr, "{}"); }, "a network"},
      {DiagKind::kUsage, [&] { session.BindParams(expr, "{}"); }, "the values of parameters"},
      {DiagKind::kUsage, [&] { session.FunctionAttrs(expr); }, "the owner of the information"},
      {DiagKind::kUsage, [&] { session.LineageOf(timing, expr, true); }, "only traces"},
      {DiagKind::kUsage, [&] { session.WithChildren(expr, "[]"); }, "at least one child"},
      // Patterns.
      {DiagKind::kUsage, [&] { session.MakePattern("Nothing", "[]", "{}"); }, "'Nothing'"},
      {DiagKind::kUsage, [&] { session.MakePattern("Call", "[]", "{}"); }, "'Call'"},
      {DiagKind::kUsage, [&] { session.MakePattern("If", "[]", "{}"); }, "3"},
      {DiagKind::kUsage, [&] { session.MakePattern("Var", "[]", "{\"name\": 3}"); }, "'name'"},
      {DiagKind::kUsage, [&] { session.MakePattern("Expr", "[]", "{}"); }, "'Expr'"},
      {DiagKind::kUsage, [&] { session.MakePattern("Var", "1", "{}"); }, "patterns"},
      // Matches.
      {DiagKind::kUsage, [&] { session.MakeMatch(expr, "{}", true); }, "clauses"},
      {DiagKind::kUsage, [&] { session.MakeMatch(expr, "[{}]", true); }, "clause"},
      {DiagKind::kUsage,
       [&] { session.MakeMatch(expr, R"([{"pattern": ["a"], "body": )" + x + "}]", true); },
       "integers"},
      {DiagKind::kUsage,
       [&] { session.MakeMatch(expr, R"([{"pattern": [[9]], "body": )" + x + "}]", true); }, "[9]"},
      {DiagKind::kUsage,
       [&] {
         session.MakeMatch(expr, R"([{"pattern": [[2, 0, )" + x + R"(]], "body": )" + x + "}]",
                           true);
       },
       "constructor"},
      // Types.
      {DiagKind::kUsage, [&] { session.MakeType("TypeVar", "[]", "{}"); }, "TypeVar"},
      {DiagKind::kUsage,
       [&] { session.MakeType("TensorType", "[]", R"({"shape": 3, "dtype": "int32"})"); }, "shape"},
      {DiagKind::kUsage, [&] { session.MakeVar("x", "{}"); }, "a shape and a dtype"},
      {DiagKind::kUsage, [&] { session.UnifyTypes("3", "[]"); }, "pairs"},
      // Analyses.
      {DiagKind::kUsage, [&] { session.Analysis("intermediateExpr", module, 0, "{}"); },
       "'number'"},
      {DiagKind::kUsage, [&] { session.Analysis("calibrationData", module, 0, "{}"); }, "'data'"},
      {DiagKind::kUsage, [&] { session.Analysis("weights", module, 0, "{}"); }, "'of'"},
      {DiagKind::kUnsupported,
       [&] { session.Analysis("calibrationData", compiled, 0, R"({"data": "{}"})"); },
       "arguments of @g, not ()"},
      {DiagKind::kUnknownGlobal, [&] { session.Analysis("constant", 0, 0, "{}"); },
       "no function @main, nor any other"},
      {DiagKind::kUsage, [&] { session.Graph(module, R"({"limit": 0})"); }, "limit"},
      {DiagKind::kUsage, [&] { session.Graph(module, "["); }, "options of a graph"},
      // Runs.
      {DiagKind::kEvaluation,
       [&] { session.Evaluate(module, "main", R"({"x": )" + t + R"(, "y": )" + t + "}"); }, "'y'"},
      {DiagKind::kUsage, [&] { session.EvaluateValues(module, "main", "3"); }, "lists of steps"},
      {DiagKind::kUsage, [&] { session.BenchmarkText("[\"a\"]"); }, "numbers"},
      {DiagKind::kUsage, [&] { session.BenchmarkText("["); }, "results"},
      {DiagKind::kUsage, [&] { session.ReportText(report, "yaml", "{}"); }, "'yaml'"},
      // Comparisons.
      {DiagKind::kUsage, [&] { session.MakeComparison("3", "{}"); }, "array"},
      {DiagKind::kUsage, [&] { session.MakeComparison("[", "{}"); }, "variants"},
      {DiagKind::kUsage, [&] { session.ComparisonResult(comparison, 1); }, "unknown variant 1"},
      {DiagKind::kUsage, [&] { session.SweepPipeline("InferType", "a", "3"); }, "values"},
      {DiagKind::kUsage, [&] { session.AlignTexts("", "", "[", false); }, "related lines"},
      // Operators.
      {DiagKind::kUsage, [&] { session.RegisterOp("add", ""); }, "'add'"},
      {DiagKind::kUsage, [&] { session.SetOpFacts("add", "{}"); }, "'add'"},
      {DiagKind::kUsage, [&] { session.SetOpRule("add", "FNothing", 1); }, "'FNothing'"},
      {DiagKind::kUnknownModel, [&] { session.Network("vgg", R"({"image_shape": [0, 1, 1]})"); },
       "0"},
  };
  for (const auto& [kind, call, says] : rows) CheckRefused(call, kind, says);
}

TEST_CASE("a rule must answer what the pass asks for", "[api][diagnostics]") {
  class EmptyAnswers : public NoHost {
    RuleAnswer AskRule(uint32_t, const std::string&) override { return {"{}"}; }
  } host;
  Session session(host);
  Handle module = session.Parse(
      "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(2), float32]) { negative(%x) }", "text");
  const char* rule = "FTVMMixedPrecisionConversionType";
  session.SetOpRule("negative", rule, 1);
  CheckRefused([&] { session.RunPass(session.MakePass("ToMixedPrecision", "{}"), module); },
               DiagKind::kUsage, "rule 'FTVMMixedPrecisionConversionType' returned");
  session.SetOpRule("negative", rule, 0);
}

#ifndef __EMSCRIPTEN__
// In a process of its own: operators stay until the thread ends, and other tests look at all
// operators.
TEST_CASE("an operator takes only known type relations", "[api][diagnostics]") {
  const pid_t child = fork();
  if (child == 0) {
    int status = 1;
    try {
      NoHost host;
      Session session(host);
      session.RegisterOp("own", "An operator.");
      session.SetOpFacts("own", R"({"relation": "Nothing"})");
    } catch (const DiagnosticError& error) {
      bool named = std::string(error.what()).find("type relation 'Nothing'") != std::string::npos;
      status = named ? 0 : 2;
    }
    _exit(status);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}
#endif

}  // namespace
}  // namespace passcope
