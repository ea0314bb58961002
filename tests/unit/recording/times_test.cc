// Reports of times, alone and beside passes.
#include <catch2/catch.hpp>

#include "recording/time_report.h"
#include "unit/recording/read_log.h"

namespace passcope::recording {
namespace {

const std::string kRule =
    "===-------------------------------------------------------------------------===\n";

std::string TimesOf(const Recording& log) {
  std::string text;
  for (const TimeRow& row : log.times) {
    text += std::string(log.Name(row.name));
    if (row.detail != kNoName) text += " on " + std::string(log.Name(row.detail));
    if (row.parent != kNone) text += " in " + std::string(log.Name(log.times[row.parent].name));
    text += " " + std::to_string(static_cast<int>(row.wall * 1e4 + 0.5)) + "; ";
  }
  return text;
}

TEST_CASE("MLIR's tree of times nests", "[recording]") {
  Recording log;
  ReadLog(kRule + "   ... Execution time report ...\n" + kRule +
              "  Total Execution Time: 0.0535 seconds\n\n"
              "  ----User Time----  ----Wall Time----  ----Name----\n"
              "    0.0025 (  4.6%)    0.0025 (  4.7%)  Inliner\n"
              "    0.0000 (  0.1%)    0.0001 (  0.1%)    (A) CallGraph\n"
              "    0.0003 (  0.6%)    0.0003 (  0.6%)    'func.func' Pipeline\n"
              "    0.0003 (  0.6%)    0.0002 (  0.6%)      Canonicalizer\n"
              "    0.0002 (  0.3%)    0.0004 (  0.3%)  Canonicalizer\n"
              "    0.0544 (100.0%)    0.0535 (100.0%)  Total\n",
          &log);
  CHECK(TimesOf(log) ==
        "Inliner 25; (A) CallGraph in Inliner 1; 'func.func' Pipeline in Inliner 3; "
        "Canonicalizer in 'func.func' Pipeline 2; Canonicalizer 4; ");
  CHECK(log.format == Format::kTimes);
  CHECK(log.unread.empty());
}

TEST_CASE("LLVM's reports have other columns", "[recording]") {
  Recording log;
  ReadLog(
      kRule + "          Pass execution timing report\n" + kRule +
          "  Total Execution Time: 0.0044 seconds (0.0084 wall clock)\n\n"
          "   ---User Time---   --System Time--   --User+System--   ---Wall Time---  --- Name ---\n"
          "   0.0001 ( 20.0%)   0.0000 (  0.5%)   0.0002 (  3.8%)   0.0041 ( 49.3%)  "
          "SLPVectorizerPass\n"
          "   0.0001 ( 20.0%)   0.0000 (  0.5%)   0.0002 (  3.8%)   0.0007 (  9.3%)  A<B, C>\n"
          "   0.0011 (100.0%)   0.0033 (100.0%)   0.0044 (100.0%)   0.0084 (100.0%)  Total\n\n" +
          kRule + "   Miscellaneous\n" + kRule +
          "   ---Wall Time---  --- Name ---\n        -----     2 things\n"
          "   0.0002 ( 20.0%)  2 things\n",
      &log);
  CHECK(TimesOf(log) == "SLPVectorizerPass 41; A<B, C> 7; 2 things 0; 2 things 2; ");
  CHECK(log.reports.size() == 2);
}

TEST_CASE("reports in JSON and traces are read, also a part of them", "[recording]") {
  const std::string json =
      "[\n{\"user\": {\"duration\":   0.0010, \"percentage\":   6.7}, \"wall\": {\"duration\":   "
      "0.0047, \"percentage\":   8.3}, \"name\": \"Inliner\", \"passes\": [\n"
      "  {\"wall\": {\"duration\": 0.0003}, \"name\": \"(A) CallGraph\", \"passes\": [\n  {}]},\n"
      "{}]},\n{\"wall\": {\"duration\": 0.0001}, \"name\": \"Total\"}\n]\n";
  Recording log;
  ReadLog(json, &log);
  CHECK(TimesOf(log) == "Inliner 47; (A) CallGraph in Inliner 3; ");
  Recording after;
  ReadLog("// -----// IR Dump After Inliner (inline) //----- //\nmodule {\n}\n" + json, &after);
  CHECK(TimesOf(after) == TimesOf(log));
  CHECK(after.passes[0].time == 0);
  CHECK(after.texts.TextOf(after.dumps[0].text) == "module {\n}\n");

  const std::string trace =
      "{\"traceEvents\":[{\"ph\":\"X\",\"tid\":1,\"ts\":150,\"dur\":100,\"name\":\"SROAPass\","
      "\"args\":{\"detail\":\"f\"}},{\"ph\":\"X\",\"tid\":1,\"ts\":100,\"dur\":400,\"name\":"
      "\"PassManager<Function>\",\"args\":{\"detail\":\"f\"}},{\"ph\":\"B\",\"tid\":2,\"ts\":0,"
      "\"name\":\"\\u0041\"},{\"ph\":\"E\",\"tid\":2,\"ts\":500},{\"ph\":\"X\",\"tid\":3,\"ts\":0,"
      "\"dur\":700,\"name\":\"Total SROAPass\",\"args\":{\"count\":7}}],\"beginningOfTime\":1}";
  Recording chrome;
  ReadLog(trace, &chrome);
  CHECK(
      TimesOf(chrome) ==
      "PassManager<Function> on f 4; SROAPass on f in PassManager<Function> 1; A 5; SROAPass 7; ");
  for (size_t size = 0; size < trace.size(); ++size) {
    Recording part;
    ReadLog(trace.substr(0, size), &part);
    CHECK(part.times.size() <= 4);
  }
}

TEST_CASE("GCC's report is read", "[recording]") {
  Recording log;
  ReadLog(
      "\nTime variable                                   usr           sys          wall           "
      "GGC\n"
      " phase setup                        :   0.00 (  0%)   0.00 (  0%)   0.01 (  5%)  1298k ( "
      "49%)\n"
      " `- callgraph                       :   0.00 (  0%)   0.00 (  0%)   0.02 (  5%)     0  (  "
      "0%)\n"
      " TOTAL                              :   0.20          0.00          0.20         2635k\n",
      &log);
  CHECK(TimesOf(log) == "phase setup 100; callgraph in phase setup 200; ");
}

TEST_CASE("rows and passes are joined by name and order", "[recording]") {
  const std::string f = "func.func @f() {\n  return\n}\n", g = "func.func @g() {\n  return\n}\n";
  auto after = [](const std::string& pass, const std::string& text) {
    return "// -----// IR Dump After " + pass + " //----- //\n" + text;
  };
  const std::string module = "module {\n}\n";
  Recording log;
  ReadLog(after("C (canonicalize)", f) + after("C (canonicalize)", g) +
              after("I (inline)", module) + after("C (canonicalize)", module) + kRule +
              "  Execution time report\n" + kRule +
              "  ----Wall Time----  ----Name----\n"
              "    0.0025 (  4.7%)  I\n    0.0003 (  0.6%)    C\n    0.0004 (  0.3%)  C\n",
          &log);
  REQUIRE(log.times.size() == 3);
  CHECK(log.passes[0].time == 1);
  CHECK(log.passes[1].time == 1);
  CHECK(log.passes[2].time == 0);
  CHECK(log.passes[3].time == 2);
  CHECK(log.times[1].passes == 2);
}

}  // namespace
}  // namespace passcope::recording
