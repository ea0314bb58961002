// Malformed arguments of a session, with a part of each message. The package and Python check most
// arguments before, so other callers see these messages.
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
      {DiagKind::kUsage, [&] { session.Graph(module, R"({"limit": 0})"); }, "limit"},
      {DiagKind::kUsage, [&] { session.Graph(module, "["); }, "options of a graph"},
      // Runs.
      {DiagKind::kEvaluation,
       [&] { session.Evaluate(module, "main", R"({"x": )" + t + R"(, "y": )" + t + "}"); }, "'y'"},
      {DiagKind::kUsage, [&] { session.EvaluateValues(module, "main", "3"); }, "lists of steps"},
      {DiagKind::kUsage, [&] { session.BenchmarkText("[\"a\"]"); }, "numbers"},
      {DiagKind::kUsage, [&] { session.BenchmarkText("["); }, "results"},
      // Comparisons.
      {DiagKind::kUsage, [&] { session.MakeComparison("3", "{}"); }, "array"},
      {DiagKind::kUsage, [&] { session.MakeComparison("[", "{}"); }, "variants"},
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

}  // namespace
}  // namespace passcope
