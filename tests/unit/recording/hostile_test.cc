// Logs that are damaged, huge or made to mislead: nothing is lost, and reading takes linear time.
#include <catch2/catch.hpp>

#include "recording/search.h"
#include "unit/recording/read_log.h"

namespace passcope::recording {
namespace {

const std::string kLog =
    "noise\n"
    "// -----// IR Dump Before Canonicalizer (canonicalize) //----- //\n"
    "module {\n  func.func @f(%arg0: i32) -> i32 {\n    return %arg0 : i32\n  }\n}\n\n"
    "// -----// IR Dump After Canonicalizer (canonicalize) //----- //\n"
    "module {\n  func.func @f(%arg0: i32) -> i32 {\n    return %arg0 : i32\n  }\n}\n\n"
    "; *** IR Dump After SROAPass on f ***\ndefine i32 @f(i32 %0) {\n  ret i32 %0\n}\n"
    "===-------------------------------------------------------------------------===\n"
    "                         ... Execution time report ...\n"
    "===-------------------------------------------------------------------------===\n"
    "  Total Execution Time: 0.0535 seconds\n\n"
    "  ----User Time----  ----Wall Time----  ----Name----\n"
    "    0.0451 ( 83.1%)    0.0451 ( 84.5%)  Canonicalizer\n"
    "    0.0544 (100.0%)    0.0535 (100.0%)  Total\n";

// All texts of a recording.
std::string AllTexts(const Recording& log) {
  std::string all;
  for (const Dump& dump : log.dumps) {
    all += log.texts.TextOf(dump.text) + "|" + log.texts.TextOf(dump.tail) + "|";
  }
  return all;
}

TEST_CASE("the size of the parts that arrive does not matter", "[recording]") {
  Recording whole;
  ReadLog(kLog, &whole);
  CHECK(whole.passes.size() == 2);
  CHECK(whole.times.size() == 1);
  CHECK(whole.passes[0].time == 0);
  for (size_t part : {1, 2, 3, 7, 64, 100}) {
    Recording log;
    ReadLog(kLog, &log, part);
    CHECK(Rows(log) == Rows(whole));
    CHECK(AllTexts(log) == AllTexts(whole));
    CHECK(log.times.size() == whole.times.size());
    CHECK(log.unread.size() == whole.unread.size());
  }
}

TEST_CASE("a log can end anywhere", "[recording]") {
  for (size_t size = 0; size <= kLog.size(); ++size) {
    Recording log;
    ReadLog(kLog.substr(0, size), &log);
    CHECK(log.passes.size() <= 2);
  }
}

TEST_CASE("line ends of Windows are line ends", "[recording]") {
  std::string windows;
  for (char c : kLog) windows += c == '\n' ? "\r\n" : std::string(1, c);
  Recording log, other;
  ReadLog(windows, &log);
  ReadLog(kLog, &other);
  CHECK(Rows(log) == Rows(other));
  CHECK(log.times.size() == 1);
}

TEST_CASE("bytes of all kinds are kept", "[recording]") {
  std::string body = "func.func @f() {\n";
  for (int byte = 0; byte < 256; ++byte) body += static_cast<char>(byte);
  body += "\n\"\n%\"\n^\n}\n";
  const std::string banner = "// -----// IR Dump After P\x1b[31m (p) //----- //\n";
  Recording log;
  ReadLog(banner + body, &log);
  REQUIRE(log.dumps.size() == 1);
  CHECK(log.texts.TextOf(log.dumps[0].text) == body);
  CHECK(log.Name(log.dumps[0].name) == "P\x1b[31m");
}

TEST_CASE("a long line is a line", "[recording]") {
  const std::string line(1 << 22, 'x');
  Recording log;
  ReadLog("; *** IR Dump After P on f ***\n" + line + "\n; *** IR Dump After Q on f ***\n" + line,
          &log, 1 << 16);
  REQUIRE(log.dumps.size() == 2);
  CHECK(log.dumps[1].lines == 1);
  CHECK_FALSE(log.passes[1].changed);
  // Equal texts are kept once.
  CHECK(log.texts.bytes() < line.size() * 3 / 2 + (1 << 21));
}

TEST_CASE("many units and deep nesting take linear time", "[recording]") {
  std::string text;
  for (int i = 0; i < 20'000; ++i) {
    text += "*** IR Dump After P on f" + std::to_string(i) + " omitted because no change ***\n";
  }
  text += "; *** IR Dump After P on f ***\n" + std::string(100'000, '(') + "\n" +
          std::string(100'000, '{') + "\n";
  Recording log;
  ReadLog(text, &log);
  CHECK(log.passes.size() == 20'001);
  Recording json;
  ReadLog("{\"traceEvents\":" + std::string(100'000, '['), &json);
  CHECK(json.passes.empty());
}

TEST_CASE("a search counts lines, and each text once", "[recording]") {
  Recording log;
  ReadLog(kLog, &log);
  const std::vector<SearchHit> hits = Search(log, CountLinesWith("return"));
  REQUIRE(hits.size() == 2);
  CHECK(hits[0].pass == 0);
  CHECK(hits[0].after == 1);
  CHECK(hits[1].before == 1);
  CHECK(hits[1].after == 0);
}

}  // namespace
}  // namespace passcope::recording
