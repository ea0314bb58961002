// The conformance runner on records made here: successes, failures and their reasons.
#include <catch2/catch.hpp>
#include <cstdio>
#include <string>

#include "conformance/conform_record.h"
#include "tools/json_values.h"

namespace passcope::tools {
namespace {

constexpr const char* kVersion = "#[version = \"0.0.5\"]\n";

Json ParseRecord(const std::string& body, const std::string& text) {
  return Json{{"kind", "parse"}, {"group", "parse"}, {"test", "t"},
              {"exact", true},   {"source", body},   {"text", kVersion + text}};
}

ConformOutcome Check(const Json& record) { return CheckConformRecord(DumpJson(record)); }

TEST_CASE("names are made canonical in order of appearance", "[conform]") {
  CHECK(CanonicalText("%x = %y; %x.0 %1 #[metadata] %z") == "%v0 = %v1; %v0.0 %v2 ");
  CHECK(CanonicalText("100% %x") == "100% %v0");
}

TEST_CASE("a parse record passes up to the names of variables", "[conform]") {
  std::string source = std::string(kVersion) + "def @main(%x: int32) {\n  %x\n}\n";
  std::string same =
      "def @main(%x: int32 /* ty=int32 span=from_string:3:3 */) -> int32 {\n  %x\n}\n";
  ConformOutcome outcome = Check(ParseRecord(source, same));
  INFO(outcome.reason << outcome.actual);
  CHECK(outcome.status == ConformStatus::kPassed);
  CHECK(outcome.exact_equal);
  std::string renamed = same;
  for (size_t at; (at = renamed.find("%x")) != renamed.npos;) renamed.replace(at, 2, "%yy");
  outcome = Check(ParseRecord(source, renamed));
  CHECK(outcome.status == ConformStatus::kPassed);
  CHECK_FALSE(outcome.exact_equal);
  outcome = Check(ParseRecord(source, same + "more"));
  CHECK(outcome.status == ConformStatus::kFailed);
}

TEST_CASE("an error record passes when the program is rejected", "[conform]") {
  Json record = {{"kind", "parse"}, {"error", "DiagnosticError"}};
  record["source"] = std::string(kVersion) + "def @main(%x: int32) { %y }";
  CHECK(Check(record).status == ConformStatus::kPassed);
  record["source"] = std::string(kVersion) + "def @main(%x: int32) { %x }";
  CHECK(Check(record).status == ConformStatus::kFailed);
}

TEST_CASE("what the engine does not have is told from what it does wrong", "[conform]") {
  Json record = {{"kind", "parse"}, {"text", ""}};
  record["source"] = std::string(kVersion) + "def @main(%x: int32) { no.such_op(%x) }";
  CHECK(Check(record).status == ConformStatus::kNotSupported);
  record = {{"kind", "pass"},
            {"before", std::string(kVersion) + "def @main(%x: int32) { %x }"},
            {"pass", {{"name", "NoSuchPass"}, {"args", Json::object()}}},
            {"ctx", {{"opt_level", 2}}},
            {"after", ""}};
  CHECK(Check(record).status == ConformStatus::kNotSupported);
}

TEST_CASE("passes run by name, alone and in sequence", "[conform]") {
  std::string typed =
      "def @main(%x: int32 /* ty=int32 span=from_string:2:27 */) -> int32 {\n  %x\n}\n";
  Json infer = {{"name", "InferType"}, {"args", Json::object()}};
  Json record = {{"kind", "pass"},
                 {"before", std::string(kVersion) + "def @main(%x: int32) { %x }"},
                 {"pass", infer},
                 {"ctx", {{"opt_level", 2}, {"config", Json::object()}}},
                 {"after", kVersion + typed}};
  ConformOutcome outcome = Check(record);
  INFO(outcome.reason << outcome.actual);
  CHECK(outcome.status == ConformStatus::kPassed);
  record["pass"] = {{"name", "Sequential"}, {"opt_level", 0}, {"passes", Json::array({infer})}};
  CHECK(Check(record).status == ConformStatus::kPassed);
}

TEST_CASE("values are compared within tolerances", "[conform]") {
  // 1.5f plus 1f is 2.5f, little endian in base64.
  Json record = {
      {"kind", "value"},
      {"program", std::string(kVersion) + "def @main(%x: float32) { add(%x, 1f) }"},
      {"inputs",
       Json::array({{{"dtype", "float32"}, {"shape", Json::array()}, {"data", "AADAPw=="}}})},
      {"outputs",
       Json::array({{{"dtype", "float32"}, {"shape", Json::array()}, {"data", "AAAgQA=="}}})}};
  ConformOutcome outcome = Check(record);
  INFO(outcome.reason);
  CHECK(outcome.status == ConformStatus::kPassed);
  CHECK(outcome.group == "values");
  record["outputs"][0]["data"] = "AAAwQA==";
  CHECK(Check(record).status == ConformStatus::kFailed);
  record["outputs"][0]["data"] = "AAAw";
  CHECK(Check(record).status == ConformStatus::kFailed);
}

TEST_CASE("a record that is none fails with a reason", "[conform]") {
  for (const char* line : {"", "{", "[]", "{\"kind\": 3}", "{\"kind\": \"parse\"}"}) {
    ConformOutcome outcome = CheckConformRecord(line);
    CHECK(outcome.status == ConformStatus::kFailed);
    CHECK_FALSE(outcome.reason.empty());
  }
}

}  // namespace
}  // namespace passcope::tools
