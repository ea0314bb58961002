// Passes of small logs: what belongs together, what changed, what nests.
#include "recording/passes.h"

#include <catch2/catch.hpp>

#include "recording/text_diff.h"
#include "unit/recording/read_log.h"

namespace passcope::recording {
namespace {

using Strings = std::vector<std::string>;

std::string Mlir(const std::string& what, const std::string& text) {
  return "// -----// IR Dump " + what + " //----- //\n" + text + "\n\n";
}
std::string Llvm(const std::string& what, const std::string& text) {
  return "; *** IR Dump " + what + " ***\n" + text;
}
std::string Function(const std::string& name, const std::string& body) {
  return "define i32 @" + name + "(i32 %0) {\n" + body + "}\n";
}

const std::string kAdd = "  %2 = add i32 %0, 1\n  ret i32 %2\n";
const std::string kMul = "  %2 = mul i32 %0, 2\n  ret i32 %2\n";

TEST_CASE("dumps before and after are one pass", "[recording]") {
  Recording log;
  ReadLog(Llvm("Before P on f", Function("f", kAdd)) + Llvm("After P on f", Function("f", kMul)) +
              Llvm("Before Q on f", Function("f", kMul)) +
              Llvm("After Q on f", Function("f", kMul)),
          &log);
  CHECK(Rows(log) == Strings{"P||f|ran|changed", "Q||f|ran"});
  CHECK(FormatName(log.format) == "llvm");
}

TEST_CASE("without dumps before, the last text of the function counts", "[recording]") {
  Recording log;
  ReadLog(Llvm("After A on [module]",
               "; ModuleID = 'm'\n" + Function("f", kAdd) + "\n" + Function("g", kAdd)) +
              Llvm("After B on g", Function("g", kAdd)) +
              Llvm("After C on f", Function("f", kMul)) +
              Llvm("After D on [module]",
                   "; ModuleID = 'm'\n" + Function("f", kMul) + "\n" + Function("g", kAdd)),
          &log);
  CHECK(Rows(log) == Strings{"A||[module]|ran", "B||g|ran", "C||f|ran|changed", "D||[module]|ran"});
}

TEST_CASE("without dumps after, the next text of the function counts", "[recording]") {
  Recording log;
  ReadLog(Llvm("Before A on f", Function("f", kAdd)) + Llvm("Before A on g", Function("g", kAdd)) +
              Llvm("Before B on f", Function("f", kMul)) +
              Llvm("Before B on g", Function("g", kAdd)),
          &log);
  CHECK(Rows(log) == Strings{"A||f|ran|changed", "A||g|ran", "B||f|ran", "B||g|ran"});
}

TEST_CASE("a function is the same in a module of MLIR and alone", "[recording]") {
  Recording log;
  ReadLog(Mlir("After A (a)", "module {\n  func.func @f() {\n    return\n  }\n}") +
              Mlir("After B (b)", "func.func @f() {\n  return\n}"),
          &log);
  CHECK(Rows(log) == Strings{"A|a||ran", "B|b||ran"});
  CHECK(log.Name(log.passes[1].shown_unit) == "f");
}

TEST_CASE("passes between the dumps of another on a larger unit nest", "[recording]") {
  const std::string module = "module {\n  func.func @f() {\n    return\n  }\n}";
  const std::string f = "func.func @f() {\n  return\n}";
  Recording log;
  ReadLog(Mlir("Before Inliner (inline)", module) + Mlir("Before C (canonicalize)", f) +
              Mlir("After C (canonicalize)", f) + Mlir("After Inliner (inline)", module) +
              Mlir("Before C (canonicalize)", f) + Mlir("After C (canonicalize)", f),
          &log);
  REQUIRE(log.passes.size() == 3);
  CHECK(log.passes[1].parent == 0);
  CHECK(log.passes[2].parent == kNone);
}

TEST_CASE("threads interleave units", "[recording]") {
  auto f = [](const std::string& name) { return "func.func @" + name + "() {\n  return\n}"; };
  Recording log;
  ReadLog(Mlir("Before C (c)", f("f")) + Mlir("Before C (c)", f("g")) +
              Mlir("After C (c)", f("f")) + Mlir("Before D (d)", f("f")) +
              Mlir("After C (c)", f("g")) + Mlir("After D (d)", f("f")),
          &log);
  CHECK(Rows(log) == Strings{"C|c||ran", "C|c||ran", "D|d||ran"});
  for (const Pass& pass : log.passes) CHECK(pass.parent == kNone);
}

TEST_CASE("-print-changed names what it leaves out, and pass managers", "[recording]") {
  Recording log;
  ReadLog("*** IR Dump At Start ***\n; ModuleID = 'm'\n" + Function("f", kAdd) +
              "*** IR Dump After A on f omitted because no change ***\n"
              "*** IR Dump After B on f ***\n" +
              Function("f", kMul) +
              "*** IR Pass PassManager<llvm::Function> on f ignored ***\n"
              "*** IR Pass ModuleToFunctionPassAdaptor on [module] ignored ***\n"
              "*** IR Dump After G on g filtered out ***\n*** IR Pass L invalidated ***\n",
          &log);
  CHECK(Rows(log) == Strings{"A||f|unchanged", "B||f|ran|changed",
                             "PassManager<llvm::Function>||f|ignored",
                             "ModuleToFunctionPassAdaptor||[module]|ignored", "G||g|filtered",
                             "L|||invalidated|changed"});
  CHECK(log.passes[0].parent == 2);
  CHECK(log.passes[1].parent == 2);
  CHECK(log.passes[2].parent == 3);
}

TEST_CASE("a text can be a difference already", "[recording]") {
  Recording log;
  ReadLog("*** IR Dump At Start ***\n; ModuleID = 'm'\n" + Function("f", kAdd) +
              "*** IR Dump After B on f ***\n \n-  %2 = add i32 %0, 1\n+  %2 = mul i32 %0, 2\n"
              "   ret i32 %2\n",
          &log);
  REQUIRE(log.passes.size() == 1);
  CHECK(log.passes[0].is_diff);
  CHECK(log.passes[0].changed);
}

TEST_CASE("a failed pass and what follows the last dump", "[recording]") {
  const std::string f = "func.func @f() {\n  return\n}\n";
  Recording log;
  ReadLog("warming up\n" + Mlir("Before P (p)", f) +
              "a.mlir:3:5: error: it failed\n  return\n  ^\n" + Mlir("After P Failed (p)", f) +
              "PLEASE submit a bug report\nStack dump:\n0. x\n",
          &log);
  CHECK(Rows(log) == Strings{"P|p||failed"});
  CHECK_FALSE(log.passes[0].changed);
  CHECK(log.Name(log.crash) == "PLEASE submit a bug report");
  REQUIRE(log.unread.size() == 3);
  CHECK(log.unread[0].first == 1);
  CHECK(log.Name(log.unread[0].text) == "warming up");
  CHECK(log.unread[1].first == 8);
  CHECK(log.unread[1].last == 10);
}

TEST_CASE("what a compiler says between dumps is not a part of them", "[recording]") {
  const std::string f = Function("f", kAdd);
  Recording log;
  ReadLog(" Running pass 1 A on f\n" + Llvm("After 1-A on f", f) + " Running pass 2 B on f\n" +
              Llvm("After 2-B on f", f),
          &log);
  CHECK(Rows(log) == Strings{"A||f|ran", "B||f|ran"});
  CHECK(log.unread.empty());
}

TEST_CASE("a text can begin on the line of its banner", "[recording]") {
  Recording log;
  ReadLog("*** IR Dump After Inliner (inline) ***; Function Attrs: cold\n" + Function("f", kAdd),
          &log);
  REQUIRE(log.dumps.size() == 1);
  CHECK(log.texts.TextOf(log.dumps[0].text) == "; Function Attrs: cold\n" + Function("f", kAdd));
}

TEST_CASE("a banner is a whole line at the start of a line", "[recording]") {
  Recording log;
  ReadLog(
      Llvm("After P on f", Function("f",
                                    "  ; *** IR Dump After Q on f ***\n"
                                    "  %2 = call i32 @p(ptr c\"*** IR Dump After R on f ***\")\n" +
                                        kAdd)) +
          "@s = constant c\"\n; *** IR Dump After S on f *** trailing\n",
      &log);
  CHECK(Rows(log) == Strings{"P||f|ran"});
}

TEST_CASE("only lines that differ are in a difference", "[recording]") {
  Recording log;
  ReadLog(Llvm("Before P on f", Function("f",
                                         "  %2 = add i32 %0, 1\n  %3 = mul i32 %2, %2\n"
                                         "  %4 = sub i32 %3, %0\n  ret i32 %4\n")) +
              Llvm("After P on f", Function("f",
                                            "  %2 = shl i32 %0, 3\n  %3 = add i32 %0, 1\n"
                                            "  %4 = mul i32 %3, %3\n  %5 = sub i32 %4, %0\n"
                                            "  ret i32 %5\n")),
          &log);
  TextDiff diff(&log.texts);
  const LineCounts counts = diff.Count(log.passes[0].before, log.passes[0].after);
  CHECK(counts.added == 1);
  CHECK(counts.removed == 0);
  CHECK(diff.Hunks(log.passes[0].before, log.passes[0].after, 0) ==
        "@@ -1,0 +2 @@\n+  %2 = shl i32 %0, 3\n");
}

TEST_CASE("a use of another value is a change", "[recording]") {
  Recording log;
  ReadLog(Llvm("Before P on f", Function("f",
                                         "  %2 = add i32 %0, 1\n  %3 = add i32 %0, 2\n"
                                         "  ret i32 %2\n")) +
              Llvm("After P on f", Function("f",
                                            "  %2 = add i32 %0, 1\n  %3 = add i32 %0, 2\n"
                                            "  ret i32 %3\n")),
          &log);
  CHECK(log.passes[0].changed);
  const LineCounts counts = TextDiff(&log.texts).Count(log.passes[0].before, log.passes[0].after);
  CHECK(counts.added == 1);
  CHECK(counts.removed == 1);
}

}  // namespace
}  // namespace passcope::recording
