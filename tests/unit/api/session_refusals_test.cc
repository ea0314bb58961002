// Malformed arguments of a session, with a part of each message. The package and Python check most
// arguments before, so other callers see these messages.
#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "api/session.h"
#include "diagnostics/diagnostic.h"

namespace passcope {
namespace {

class QuietHost : public ForeignHost {
 public:
  Answer Call(uint32_t, Hook, const HookArguments&) override { return {}; }
  uint32_t Write(uint32_t, const std::string&, const std::string&) override { return 0; }
  std::string ExceptionMessage(uint32_t) override { return ""; }
  void ReleaseException(uint32_t) override {}
  void ReleaseObject(uint32_t) override {}
};

TEST_CASE("malformed arguments of a session are refused by name", "[api][diagnostics]") {
  QuietHost host;
  Session session(host);
  Handle module = session.Parse(
      "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(2), float32]) { negative(%x) }", "text");
  Handle expr = session.ParseExpr("add(1f, 2f)", "text");
  Handle array = session.MakeArray("[2]", "float32");
  Handle type = session.ParseType("int32");
  const std::string x = std::to_string(expr), t = std::to_string(array);
  const std::vector<std::pair<std::function<void()>, const char*>> rows = {
      // Objects of another kind.
      {[&] { session.RunGraph(type); }, "graph executor"},
      {[&] { session.ReportData(type); }, "report"},
      {[&] { session.AdvanceComparison(type); }, "comparison"},
      {[&] { session.DescribeFile(type); }, "file"},
      {[&] { session.MakeConstant(type); }, "array"},
      {[&] { session.MakeMatch(type, "[]", true); }, "expression"},
      {[&] { session.TypeDataInfo(type); }, "data type"},
      // Patterns.
      {[&] { session.MakePattern("Nothing", "[]", "{}"); }, "'Nothing'"},
      {[&] { session.MakePattern("Call", "[]", "{}"); }, "'Call'"},
      {[&] { session.MakePattern("If", "[]", "{}"); }, "3"},
      {[&] { session.MakePattern("Var", "[]", "{\"name\": 3}"); }, "'name'"},
      {[&] { session.MakePattern("Expr", "[]", "{}"); }, "'Expr'"},
      {[&] { session.MakePattern("Var", "1", "{}"); }, "patterns"},
      // Matches.
      {[&] { session.MakeMatch(expr, "{}", true); }, "clauses"},
      {[&] { session.MakeMatch(expr, "[{}]", true); }, "clause"},
      {[&] { session.MakeMatch(expr, R"([{"pattern": ["a"], "body": )" + x + "}]", true); },
       "integers"},
      {[&] { session.MakeMatch(expr, R"([{"pattern": [[9]], "body": )" + x + "}]", true); }, "[9]"},
      {[&] {
         session.MakeMatch(expr, R"([{"pattern": [[2, 0, )" + x + R"(]], "body": )" + x + "}]",
                           true);
       },
       "constructor"},
      // Types.
      {[&] { session.MakeType("TypeVar", "[]", "{}"); }, "TypeVar"},
      {[&] { session.MakeType("TensorType", "[]", R"({"shape": 3, "dtype": "int32"})"); }, "shape"},
      {[&] { session.MakeVar("x", "{}"); }, "a shape and a dtype"},
      {[&] { session.UnifyTypes("3", "[]"); }, "pairs"},
      // Analyses.
      {[&] { session.Analysis("intermediateExpr", module, 0, "{}"); }, "'number'"},
      {[&] { session.Analysis("calibrationData", module, 0, "{}"); }, "'data'"},
      {[&] { session.Graph(module, R"({"limit": 0})"); }, "limit"},
      {[&] { session.Graph(module, "["); }, "options of a graph"},
      // Runs.
      {[&] { session.Evaluate(module, "main", R"({"x": )" + t + R"(, "y": )" + t + "}"); }, "'y'"},
      {[&] { session.EvaluateValues(module, "main", "3"); }, "lists of steps"},
      {[&] { session.BenchmarkText("[\"a\"]"); }, "numbers"},
      {[&] { session.BenchmarkText("["); }, "results"},
      // Comparisons.
      {[&] { session.MakeComparison("3", "{}"); }, "array"},
      {[&] { session.MakeComparison("[", "{}"); }, "variants"},
      {[&] { session.AlignTexts("", "", "[", false); }, "related lines"},
      // Operators.
      {[&] { session.RegisterOp("add", ""); }, "'add'"},
      {[&] { session.SetOpFacts("add", "{}"); }, "'add'"},
      {[&] { session.SetOpRule("add", "FNothing", 1); }, "'FNothing'"},
      {[&] { session.Network("vgg", R"({"image_shape": [0, 1, 1]})"); }, "0"},
  };
  for (size_t i = 0; i < rows.size(); ++i) {
    INFO("row " << i << ", " << rows[i].second);
    try {
      rows[i].first();
      FAIL_CHECK("no error");
    } catch (const DiagnosticError& error) {
      CHECK_THAT(error.what(), Catch::Contains(rows[i].second));
    }
  }
}

}  // namespace
}  // namespace passcope
