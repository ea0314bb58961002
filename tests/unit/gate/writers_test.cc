#include "gate/writers.h"

#include <catch2/catch.hpp>

#include "unit/json.h"

namespace passcope::gate {
namespace {

Finding Named(std::string kind, Severity severity, std::string program, std::string pipeline,
              std::string message) {
  Finding finding;
  finding.kind = std::move(kind);
  finding.severity = severity;
  finding.program = std::move(program);
  finding.pipeline = std::move(pipeline);
  finding.message = std::move(message);
  return finding;
}

Report Example() {
  Report report;
  report.baseline = "b.json";
  report.checked = {{"a<&>.relay", "x|y", "dir/a,b:c.relay", 0.5, "https://page/#v1.abc"},
                    {"b.relay", "x", "b.relay", 0.25, ""}};
  report.findings = {
      Named("pass-removed", Severity::kError, "a<&>.relay", "x|y",
            "F no longer \"runs\": 5%\nmore"),
      Named("pipeline-changed", Severity::kNote, "a<&>.relay", "x|y", "the pipeline is 'A'"),
      Named("missing-program", Severity::kError, "c.relay", "", "no such file"),
      Named("other-version", Severity::kWarning, "", "", "another version")};
  Facts facts;
  facts.operators = {{"add", 3}};
  facts.figures = {{"kernels", 2}};
  report.before.programs["b.relay"].pipelines["x"] = facts;
  facts.figures = {{"kernels", 4}};
  report.now.programs["b.relay"].pipelines["x"] = facts;
  return report;
}

}  // namespace

TEST_CASE("a check fails by errors, and strictly by warnings", "[gate]") {
  Report report = Example();
  CHECK(report.failed());
  report.findings.erase(report.findings.begin());
  report.findings.erase(report.findings.begin() + 1);
  CHECK_FALSE(report.failed());
  report.strict = true;
  CHECK(report.failed());
}

TEST_CASE("the text for terminals names programs and pipelines", "[gate]") {
  CHECK(TerminalText(Example()) ==
        "the baseline\n  warning: another version\n"
        "a<&>.relay, pipeline 'x|y'\n  error: F no longer \"runs\": 5%\nmore\n"
        "  note: the pipeline is 'A'\n  see https://page/#v1.abc\n"
        "c.relay\n  error: no such file\n"
        "2 pipelines were compared with b.json: 2 errors, 1 warning. If the changes are intended, "
        "record them with --update\n");
}

TEST_CASE("the JSON has the version, the units and the findings", "[gate]") {
  Report report = Example();
  report.findings[0].before = 1.5;
  report.findings[0].after = 42;
  report.findings[0].better = false;
  const Json json = ParseJson(JsonReport(report), "the report");
  CHECK(json["passcope"] == PASSCOPE_VERSION);
  CHECK(json["check"] == 1);
  CHECK(json["outcome"] == "failed");
  CHECK(json["units"]["weightBytes"] == "bytes");
  CHECK(json["findings"].size() == 4);
  CHECK(json["findings"][0]["before"] == 1.5);
  CHECK(json["findings"][0]["after"] == 42);
  CHECK(json["findings"][0]["better"] == false);
  CHECK(json["measured"]["programs"].contains("b.relay"));
}

TEST_CASE("the XML is escaped", "[gate]") {
  const std::string xml = JunitText(Example());
  CHECK_THAT(xml, Catch::StartsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "
                                    "name=\"passcope check\" tests=\"4\" failures=\"2\" "
                                    "errors=\"0\" time=\"0.750\">"));
  CHECK_THAT(xml, Catch::Contains("<testcase name=\"x|y\" classname=\"a&lt;&amp;&gt;.relay\" "
                                  "time=\"0.500\">"));
  CHECK_THAT(xml, Catch::Contains("<failure message=\"F no longer &quot;runs&quot;: "
                                  "5%&#10;more\" type=\"pass-removed\">"));
  CHECK_THAT(xml, Catch::Contains("<testcase name=\"x\" classname=\"b.relay\" time=\"0.250\"/>"));
  CHECK_THAT(xml, Catch::Contains("<testsuite name=\"b.json\""));
  CHECK(XmlText("a\x01"
                "b\xFF\t'\xEF\xBF\xBF\xC3\xA9") ==
        "a\xEF\xBF\xBD"
        "b\xEF\xBF\xBD&#9;'\xEF\xBF\xBD\xC3\xA9");
  Report failed = Example();
  failed.findings[0].kind = "failed";
  CHECK_THAT(JunitText(failed), Catch::Contains("errors=\"1\"") && Catch::Contains("<error "));
}

TEST_CASE("annotations are escaped as GitHub requires", "[gate]") {
  CHECK(AnnotationsText(Example()) ==
        "::error file=dir/a%2Cb%3Ac.relay,title=Passcope%3A Pass removed::F no longer \"runs\": "
        "5%25%0Amore%0Aa<&>.relay, pipeline 'x|y'\n"
        "::error file=b.json,title=Passcope%3A Entry without a program::no such file%0Ac.relay\n"
        "::warning file=b.json,title=Passcope%3A Baseline of another version::another version\n"
        "::notice file=dir/a%2Cb%3Ac.relay,title=Passcope%3A Other text of the pipeline::the "
        "pipeline is 'A'%0Aa<&>.relay, pipeline 'x|y'\n");
  CHECK(CommandData("50%\r\n:,") == "50%25%0D%0A:,");
}

TEST_CASE("the summary has a table, links and the findings", "[gate]") {
  const std::string text = MarkdownText(Example());
  CHECK_THAT(text, Catch::StartsWith("### Passcope: 2 differences from the baseline\n"));
  CHECK_THAT(text, Catch::Contains("| a&lt;&amp;>.relay | x\\|y |"));
  CHECK_THAT(text, Catch::Contains("| [1 error](https://page/#v1.abc) |"));
  CHECK_THAT(text, Catch::Contains("| b.relay | x | 3 | **4** (2) |"));
  CHECK_THAT(text, Catch::Contains("| F no longer \"runs\": 5% more |"));
  CHECK(MarkdownCell("a_b*[c](d)`") == "a\\_b\\*\\[c\\](d)\\`");
}

}  // namespace passcope::gate
