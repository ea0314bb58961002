// Check lines: each directive, matches and failures, and lines with errors.
#include <catch2/catch.hpp>

#include "tools/filecheck/check.h"
#include "tools/filecheck/input_dump.h"
#include "tools/filecheck/misspelled.h"
#include "tools/filecheck/pattern.h"
#include "tools/filecheck/test_file.h"

namespace passcope::tools {
namespace {

using Catch::Contains;

// The result of check lines: "" for a match, the message of a failure, or "line: message" for lines
// with errors.
std::string Check(const std::string& checks, const std::string& text, CheckOptions options = {}) {
  try {
    TestFile file = ParseTestFile("test.relay", checks);
    ReadCheckLines(&file, options.prefixes);
    auto failure = CheckText(file, text, options);
    return failure ? failure->message : "";
  } catch (const TestFileError& error) {
    return std::to_string(error.line) + ": " + error.message;
  }
}

std::string Details(const std::string& checks, const std::string& text) {
  TestFile file = ParseTestFile("test.relay", checks);
  ReadCheckLines(&file, {"CHECK"});
  auto failure = CheckText(file, text, {});
  return failure ? failure->details : "";
}

const std::string kText = "one two\nthree\n\nfour  four\nfive\n";

TEST_CASE("CHECK finds its patterns in their order", "[filecheck]") {
  CHECK(Check("// CHECK: one\n// CHECK: three\n// CHECK: five", kText).empty());
  CHECK(Check("// CHECK: one\n// CHECK: two", kText).empty());
  CHECK_THAT(Check("// CHECK: three\n// CHECK: one", kText),
             Contains("CHECK: what is expected was not found"));
  CHECK(Check("// CHECK: ne {{t[a-z]+}}\n", kText).empty());
  // After a program's line, and without a blank.
  CHECK(Check("foo;  //CHECK:three", kText).empty());
  // A check line must be a comment.
  CHECK_THAT(Check("CHECK: one", kText), Contains("there are no lines '// CHECK:'"));
  // Each match begins after the previous one.
  CHECK_FALSE(Check("// CHECK: one\n// CHECK: one", kText).empty());
}

TEST_CASE("CHECK-NEXT is in the line below", "[filecheck]") {
  CHECK(Check("// CHECK: one\n// CHECK-NEXT: three", kText).empty());
  CHECK(Check("// CHECK: one\n// CHECK-NEXT: two", kText) ==
        "CHECK-NEXT: what was found is in the same line as the previous match");
  CHECK(Check("// CHECK: one\n// CHECK-NEXT: five", kText) ==
        "CHECK-NEXT: what was found is not in the line below the previous match");
  CHECK(Check("// CHECK: one\n// CHECK-NEXT: six", kText) ==
        "CHECK-NEXT: what is expected was not found");
  CHECK(Check("// CHECK-NEXT: one", kText) ==
        "1: CHECK-NEXT needs a check line before it that matches");
}

TEST_CASE("CHECK-SAME is in the same line", "[filecheck]") {
  CHECK(Check("// CHECK: one\n// CHECK-SAME: two", kText).empty());
  CHECK(Check("// CHECK: one\n// CHECK-SAME: three", kText) ==
        "CHECK-SAME: what was found is not in the line of the previous match");
  CHECK_THAT(Check("// CHECK-SAME: one", kText), Contains("needs a check line before it"));
}

TEST_CASE("CHECK-EMPTY is an empty line below", "[filecheck]") {
  CHECK(Check("// CHECK: three\n// CHECK-EMPTY:\n// CHECK-NEXT: four", kText).empty());
  CHECK(Check("// CHECK: one\n// CHECK-EMPTY:", kText) ==
        "CHECK-EMPTY: the line below the previous match is not empty");
  CHECK_FALSE(Check("// CHECK: five\n// CHECK-EMPTY:", kText).empty());
  CHECK_THAT(Check("// CHECK: one\n// CHECK-EMPTY: x", kText), Contains("takes no pattern"));
}

TEST_CASE("CHECK-NOT holds between the matches around it", "[filecheck]") {
  CHECK(Check("// CHECK: one\n// CHECK-NOT: five\n// CHECK: four", kText).empty());
  CHECK(Check("// CHECK: one\n// CHECK-NOT: three\n// CHECK: four", kText) ==
        "CHECK-NOT: what must not be there was found");
  // To the end, and from the beginning.
  CHECK(Check("// CHECK: four\n// CHECK-NOT: one", kText).empty());
  CHECK_FALSE(Check("// CHECK: one\n// CHECK-NOT: five", kText).empty());
  CHECK_FALSE(Check("// CHECK-NOT: one\n// CHECK: five", kText).empty());
  CHECK(Check("// CHECK-NOT: six", kText).empty());
  // A -NOT line does not define variables.
  CHECK_THAT(Check("// CHECK-NOT: [[A:six]]\n// CHECK: [[A]]", kText),
             Contains("the variable 'A' has no value"));
}

TEST_CASE("CHECK-DAG matches in any order, without overlapping", "[filecheck]") {
  CHECK(Check("// CHECK-DAG: three\n// CHECK-DAG: one\n// CHECK: four", kText).empty());
  // The next match is after all of them.
  CHECK_FALSE(Check("// CHECK-DAG: five\n// CHECK-DAG: one\n// CHECK: three", kText).empty());
  CHECK(Check("// CHECK-DAG: four\n// CHECK-DAG: four", kText).empty());
  CHECK_FALSE(Check("// CHECK-DAG: three\n// CHECK-DAG: three", kText).empty());
  // A -NOT between two groups applies between them.
  CHECK(Check("// CHECK-DAG: one\n// CHECK-NOT: two\n// CHECK-DAG: three", kText) ==
        "CHECK-NOT: what must not be there was found");
  CHECK(
      Check("// CHECK-DAG: [[A:%[0-9]+]] = f\n// CHECK-DAG: g([[A]])", "%3 = f\ng(%3)\n").empty());
}

TEST_CASE("CHECK-LABEL divides the text", "[filecheck]") {
  std::string text = "def a\nx\ndef b\ny\n";
  CHECK(Check("// CHECK-LABEL: def a\n// CHECK: x\n// CHECK-LABEL: def b\n// CHECK: y", text)
            .empty());
  // A text that is missing between two labels is not found after the second one.
  CHECK(Check("// CHECK-LABEL: def a\n// CHECK: y\n// CHECK-LABEL: def b", text) ==
        "CHECK: what is expected was not found");
  CHECK(Check("// CHECK-LABEL: def a\n// CHECK-NOT: y\n// CHECK-LABEL: def b", text).empty());
  CHECK(Check("// CHECK-LABEL: def a\n// CHECK-NEXT: x", text).empty());
  CHECK_FALSE(Check("// CHECK-LABEL: def c", text).empty());
  CHECK(Check("// CHECK-LABEL: def [[A:.]]", text) == "1: CHECK-LABEL takes no variables");
}

TEST_CASE("CHECK-COUNT-n finds n of them", "[filecheck]") {
  CHECK(Check("// CHECK-COUNT-2: four\n// CHECK: five", kText).empty());
  CHECK(Check("// CHECK-COUNT-3: four", kText) ==
        "CHECK-COUNT-3: what is expected was not found (3 of 3)");
  CHECK(Check("// CHECK-COUNT-2: four\n// CHECK-NOT: four", kText).empty());
  CHECK(Check("// CHECK-COUNT-0: four", kText) == "1: CHECK-COUNT-0 needs a positive number");
  CHECK(Check("// CHECK-COUNT-x: four", kText) == "1: CHECK-COUNT-x needs a positive number");
}

TEST_CASE("Variables are what they matched", "[filecheck]") {
  std::string text = "%0 = f(%x)\ng(%0, %0)\nh(%1)\n";
  CHECK(Check("// CHECK: [[A:%[0-9]+]] = f\n// CHECK: g([[A]], [[A]])", text).empty());
  CHECK_FALSE(Check("// CHECK: [[A:%[0-9]+]] = f\n// CHECK: h([[A]])", text).empty());
  // In the line that defines the variable.
  CHECK(Check("// CHECK: g([[A:%[0-9]+]], [[A]])", text).empty());
  CHECK_FALSE(Check("// CHECK: g([[A:%[0-9]+]], [[A]])", "g(%0, %1)\n").empty());
  // With groups before the variable.
  CHECK(Check("// CHECK: {{(g|h)}}([[A:(%)[0-9]+]], [[A]])", text).empty());
  // The last match counts. Special characters in a value have no meaning.
  CHECK(Check("// CHECK: [[A:[a-z]]]\n// CHECK: [[A:.+]]\n// CHECK: <[[A]]>", "x\na.*b\n<a.*b>\n")
            .empty());
  CHECK_FALSE(Check("// CHECK: [[A:a.*b]]\n// CHECK: {{^}}[[A]]", "a.*b\naxxb\n").empty());
  CHECK(Check("// CHECK: [[A]]", text) ==
        "1: the variable 'A' has no value: no line before this one has matched [[A:regex]]");
  CHECK_THAT(Details("// CHECK: [[A:%0]]\n// CHECK: z([[A]])", text),
             Contains("with A equal to '%0'"));
}

TEST_CASE("Regular expressions and what stands for itself", "[filecheck]") {
  CHECK(Check("// CHECK: {{^three$}}", kText).empty());
  CHECK_FALSE(Check("// CHECK: {{^wo}}", kText).empty());
  CHECK_FALSE(Check("// CHECK: one\n// CHECK: {{^ }}", kText).empty());
  // A character set does not extend over the end of a line.
  CHECK_FALSE(Check("// CHECK: two{{[^x]*}}three", kText).empty());
  CHECK(Check("// CHECK: a{{b{2}}}c", "abbc\n").empty());
  CHECK(Check("// CHECK: f(x) {a.b} $ ^ [1] | \\ + *?", "f(x) {a.b} $ ^ [1] | \\ + *?\n").empty());
  CHECK(Check("// CHECK: pad=[[0, 0], [1, 1]]", "pad=[[0, 0], [1, 1]]\n").empty());
  CHECK(Check("// CHECK{LITERAL}: [[a]] {{b", "[[a]] {{b\n").empty());
  for (const char* text : {"[[a, b]]", "{{x}}", "a {{ b", "[[a]]", "[[#N]]", "[[1]]", "x[[[a]]]"}) {
    INFO(text);
    CHECK(Check("// CHECK: " + EscapedForCheck(text), std::string(text) + "\n").empty());
  }
  // White space is one blank unless it is strict.
  CHECK(Check("// CHECK:   four four  ", kText).empty());
  CheckOptions strict;
  strict.strict_whitespace = true;
  CHECK_FALSE(Check("// CHECK: four four", kText, strict).empty());
  CHECK(Check("// CHECK: four  four", kText, strict).empty());
  CheckOptions full;
  full.match_full_lines = true;
  CHECK(Check("// CHECK: one two", kText, full).empty());
  CHECK(Check("// CHECK: {{o.*}} two", "  one two \n", full).empty());
  CHECK_FALSE(Check("// CHECK: one", kText, full).empty());
  CHECK_FALSE(Check("// CHECK: {{one}}", kText, full).empty());
}

TEST_CASE("Patterns that make no sense are told with their lines", "[filecheck]") {
  CHECK_THAT(Check("\n// CHECK: {{a", kText), Contains("2: '{{' begins"));
  CHECK_THAT(Check("// CHECK: {{(a}}", kText), Contains("'(a' is not a regular expression"));
  CHECK_THAT(Check("// CHECK: {{}}", kText), Contains("empty"));
  CHECK_THAT(Check("// CHECK: [[A:(]]", kText), Contains("is not a regular expression"));
  CHECK_THAT(Check("// CHECK: [[A:x", kText), Contains("no ']]' ends the variable 'A'"));
  CHECK_THAT(Check("// CHECK: [[A b]]", kText), Contains("begins no variable"));
  CHECK_THAT(Check("// CHECK: [[#N:]]", kText), Contains("numeric variables"));
  CHECK_THAT(Check("// CHECK:", kText), Contains("CHECK needs a pattern"));
  CHECK_THAT(Check("// CHECK-NOT:   ", kText), Contains("CHECK-NOT needs a pattern"));
}

TEST_CASE("Prefixes", "[filecheck]") {
  CheckOptions options;
  options.prefixes = {"A"};
  CHECK(Check("// CHECK: six\n// A: one\n// A-NEXT: three", kText, options).empty());
  // The longest prefix that fits.
  options.prefixes = {"A", "A-NOT"};
  CHECK(Check("// A: one\n// A-NOT: three\n// A-NOT-NOT: six", kText, options).empty());
  CHECK_THAT(Check("// CHECK: one", kText, options),
             Contains("there are no lines '// A:' or '// A-NOT:'"));
}

TEST_CASE("--exact compares whole texts byte for byte", "[filecheck]") {
  CheckOptions exact;
  exact.exact = true;
  std::string lines =
      "// CHECK: one two\n// CHECK-NEXT: three\n// CHECK-EMPTY:\n// CHECK-NEXT: four  four\n"
      "// CHECK-NEXT: five\n";
  CHECK(Check(lines, kText, exact).empty());
  for (const char* other :
       {"one two\nthree\n\nfour four\nfive\n", "one two\nthree\nfour  four\nfive\n",
        "one two\nthree\n\nfour  four\nfive\nsix\n", "", "one two\n"}) {
    CHECK(Check(lines, other, exact) == "the text differs from that of the check lines");
  }
  // Patterns are plain text.
  CHECK(Check("// CHECK: {{.*}}", "{{.*}}\n", exact).empty());
  CHECK_FALSE(Check("// CHECK: {{.*}}", "a\n", exact).empty());
  // Blanks around a line count.
  CHECK(Check("// CHECK:  a ", " a \n", exact).empty());
  CHECK_FALSE(Check("// CHECK: a", " a\n", exact).empty());
  CHECK_THAT(Check("// CHECK: a\n// CHECK-NOT: b", "a\n", exact), Contains("with --exact"));
}

TEST_CASE("A failure tells where the scan stood and what may have been meant", "[filecheck]") {
  std::string details = Details("// CHECK: one\n// CHECK: nn.reluu(%x)", "one\nfoo\nnn.relu(%x)\n");
  CHECK(details ==
        "test.relay:2:\n     |\n   2 | // CHECK: nn.reluu(%x)\n     |           ^~~~~~~~~~~~\n"
        "scanning from here:\n     |\n   2 | foo\n     | ^\n"
        "possibly meant:\n     |\n   3 | nn.relu(%x)\n     | ^~~~~~~~~~~");
  CHECK_THAT(Details("// CHECK: abcdefgh", "xyz\n"), !Contains("possibly meant"));
  CHECK_THAT(Details("// CHECK: a", ""), Contains("the text is empty"));
  CHECK_THAT(Details("// CHECK: one\n// CHECK-NEXT: five", kText),
             Contains("found here") && Contains("the previous match ends here") &&
                 Contains("the line below the previous match"));
}

TEST_CASE("Regular expressions that are too large are refused", "[filecheck]") {
  auto nested = [](size_t depth) {
    return "// CHECK: {{" + std::string(depth, '(') + "e" + std::string(depth, ')') + "}}";
  };
  // The braces take one level.
  CHECK(Check(nested(99), kText).empty());
  CHECK_THAT(Check(nested(100), kText), Contains("nested more than 100 deep"));
  CHECK_THAT(Check(nested(101), kText), Contains("nested more than 100 deep") &&
                                            Contains("((((…' is not a regular expression"));
  CHECK_THAT(Check(nested(100000), kText), Contains("200001 characters, more than 8192"));
  CHECK(Check("// CHECK: {{(f?){2000}o}}", kText).empty());
  CHECK(Check("// CHECK: {{[({]?\\{?fo{2,8000}}}", "foo").empty());
  for (const char* repeated :
       {"(f?){8000}", "((f?){90}){90}", "(ff)+{3000}", "f{99999999999999999999}", "f{0,9000}"}) {
    CAPTURE(repeated);
    CHECK_THAT(Check("// CHECK: {{" + std::string(repeated) + "}}", kText),
               Contains("its braces repeat it has more than 8192"));
  }
  // Back-references are only for variables, not for groups of the expression.
  CHECK_THAT(Check("// CHECK: {{(o)\\1}}", kText), Contains("is not a regular expression"));
}

TEST_CASE("Long lines and many lines are no trouble", "[filecheck]") {
  std::string longest(300000, 'x');
  CHECK(Check("// CHECK: {{x+}}y", longest + "y\n").empty());
  CHECK_FALSE(Check("// CHECK: z{{x*}}y", longest + "\n").empty());
  CHECK_THAT(Check("// CHECK: [[A:x]][[A]]", longest + "\n"), Contains("is too long"));
  CHECK(Check("// CHECK: " + longest, longest + "\n").empty());
  // In the form in which --update writes brackets.
  for (const char* escaped : {"{{\\[\\[}}", "{{[[][[]}}"}) {
    CHECK(Check("// CHECK: " + longest + escaped + "1]", longest + "[[1]\n").empty());
    CHECK_FALSE(Check("// CHECK: " + longest + escaped + "1]", longest + "[1]\n").empty());
  }
  CHECK_THAT(Check("// CHECK: " + longest + "{{y+}}", longest + "y\n"),
             Contains("300006 characters, more than 8192"));
  std::string checks = "// CHECK: line 0\n", text = "line 0\n";
  for (int i = 1; i < 5000; ++i) {
    checks += "// CHECK-NEXT: line {{" + std::to_string(i) + "$}}\n";
    text += "line " + std::to_string(i) + "\n";
  }
  CHECK(Check(checks, text).empty());
}

TEST_CASE("The lines of a test file", "[filecheck]") {
  TestFile file = ParseTestFile(
      "a.relay",
      "// RUN: InferType, \\\r\n// RUN:   FuseOps --opt-level 3\r\n// XFAIL: not yet\r\n"
      "// REMARK: missed NotConstant\r\n// A-REMARK-NOT: passed Fused\r\n"
      "def @main() {  // ERROR: first\r\n  // ERROR-BELOW: second\r\n  // another\r\n\r\n  "
      "foo()\r\n}\r\n");
  CHECK(file.crlf);
  CHECK(file.lines.size() == 11);
  REQUIRE(file.runs.size() == 1);
  CHECK(file.runs[0].text == "InferType, FuseOps --opt-level 3");
  CHECK(file.runs[0].line == 1);
  CHECK(file.xfail == "not yet");
  REQUIRE(file.expected.size() == 4);
  CHECK(file.expected[0].text == "missed NotConstant");
  CHECK(file.expected[0].prefix == "CHECK");
  CHECK(file.expected[1].prefix == "A");
  CHECK(file.expected[1].where == ExpectLine::Where::kNowhere);
  CHECK(file.expected[2].error);
  CHECK(file.expected[3].below == 10);
  CHECK(ParseTestFile("a.relay", "").lines.empty());
  CHECK_FALSE(ParseTestFile("a.relay", "// XFAILS: x").xfail);
  // A text that looks like a comment does not hide a directive.
  CHECK(ParseTestFile("a.relay", "f(\"http://x: y\")  // ERROR: e").expected.size() == 1);
  CHECK_THROWS_AS(ParseTestFile("a.relay", "// RUN: a \\"), TestFileError);
  CHECK_THROWS_AS(ParseTestFile("a.relay", "// RUN: a \\\ndef"), TestFileError);
  CHECK_THROWS_AS(ParseTestFile("a.relay", "// REMARK-BELOW: passed Fused\n"), TestFileError);
}

// The mistake in the directives of a comment, or "".
std::string Mistake(const std::string& comment, std::vector<std::string> prefixes = {"CHECK"}) {
  try {
    TestFile file = ParseTestFile("a.relay", "// RUN: InferType\n//" + comment + "\n");
    ReadCheckLines(&file, prefixes);
    CheckDirectives(file, prefixes);
    return "";
  } catch (const TestFileError& error) {
    CHECK(error.line == 2);
    return error.message;
  }
}

TEST_CASE("Misspelt directives are errors with the nearest name", "[filecheck]") {
  const std::pair<const char*, const char*> cases[] = {
      {"CHECK_NOT: add", "CHECK-NOT:"},
      {"CHECK-NXT: add", "CHECK-NEXT:"},
      {"CHECK-LABLE: add", "CHECK-LABEL:"},
      {"CHECK-EMTPY:", "CHECK-EMPTY:"},
      {"CHEKC: add", "CHECK:"},
      {"CHEK-NEXT: add", "CHECK-NEXT:"},
      {"CHECKS: add", "CHECK:"},
      {"CHECKNOT: add", "CHECK-NOT:"},
      {"CHECK--SAME: add", "CHECK-SAME:"},
      {"check-next: add", "CHECK-NEXT:"},
      {"Check-Not: add", "CHECK-NOT:"},
      {"checkDag: add", "CHECK-DAG:"},
      {"check_nxt: add", "CHECK-NEXT:"},
      {"check: add", "CHECK:"},
      {"check: %0 = nn.relu(%x)", "CHECK:"},
      {"Check: fn (%p0", "CHECK:"},
      {"CHECK-COUNT2: add", "CHECK-COUNT-2:"},
      {"CHECK-COUT-12: add", "CHECK-COUNT-12:"},
      {"CHECK-COUNT-2 add", "CHECK-COUNT-2:"},
      {"CHECK-NEXT nn.relu(%x)", "CHECK-NEXT:"},
      {"CHECK-NOT add", "CHECK-NOT:"},
      {"CHECK_NOT nn.relu", "CHECK-NOT:"},
      {"CHECK nn.relu(%x)", "CHECK:"},
      {"CHECK-EMPTY", "CHECK-EMPTY:"},
      {"CHECK-SAME; add(%x)", "CHECK-SAME:"},
      {"REMRK: missed Opaque", "REMARK:"},
      {"REMARKS: missed Opaque", "REMARK:"},
      {"REMARK_NOT: missed Opaque", "REMARK-NOT:"},
      {"REMARK-BELLOW: missed Opaque", "REMARK-BELOW:"},
      {"remark: missed Opaque", "REMARK:"},
      {"ERORR: unknown", "ERROR:"},
      {"ERROR-BLOW: unknown", "ERROR-BELOW:"},
      {"RUNN: InferType", "RUN:"},
      {"RNU: InferType", "RUN:"},
      {"run: InferType, FuseOps", "RUN:"},
      {"RUN InferType, FuseOps", "RUN:"},
      {"XFIAL: later", "XFAIL:"},
      {"CHECK{literal}: [[1]]", "CHECK{LITERAL}:"},
      {"CHECK{LITERAL}-NEXT: [[1]]", "CHECK-NEXT{LITERAL}:"},
  };
  for (const auto& [comment, meant] : cases) {
    for (const char* space : {" ", "", "/ "}) {
      CAPTURE(comment, space);
      CHECK_THAT(Mistake(space + std::string(comment)),
                 Contains("did you mean '" + std::string(meant) + "'?"));
    }
  }
  CHECK_THAT(Mistake(" CHECK-COUNT: add"), Contains("needs a number: write 'CHECK-COUNT-2:'"));
  CHECK_THAT(Mistake(" CHECK-COUNT-N: add"), Contains("needs a positive number"));
  CHECK_THAT(Mistake(" CHECK-BEFORE: add"), Contains("directives end in -NEXT"));
  CHECK_THAT(Mistake(" CHECK-NEXT-NOT: add"), Contains("directives end in -NEXT"));
  CHECK_THAT(Mistake(" CHECK-O3: add"), Contains("no RUN line has it as a --check-prefix"));
  CHECK_THAT(Mistake(" CHECK : add"), Contains("a blank between 'CHECK' and its colon"));
  CHECK_THAT(Mistake(" CHECK\u2013NOT: add"), Contains("'CHECK-NOT:' is written with other"));
  CHECK_THAT(Mistake(" CHECK\uFF1Aadd"), Contains("'CHECK:' is written with other"));
}

TEST_CASE("Own prefixes can be misspelt, too", "[filecheck]") {
  const std::vector<std::string> own = {"FUSED", "O4", "plain"};
  for (const auto& [comment, meant] : std::vector<std::pair<std::string, std::string>>{
           {" FUSED_NOT: add", "FUSED-NOT:"},
           {" FUSDE: add", "FUSED:"},
           {" FUSED-NXT: add", "FUSED-NEXT:"},
           {" fused-next: add", "FUSED-NEXT:"},
           {" FUSED-COUNT-2 add", "FUSED-COUNT-2:"},
           {" FUSED-REMRK: missed Opaque", "FUSED-REMARK:"},
           {" O4-NXT: add", "O4-NEXT:"},
           {" O4_NOT: add", "O4-NOT:"},
           {" o4: add", "O4:"},
           {" plain-NXT: add", "plain-NEXT:"},
           {" PLAIN-NEXT: add", "plain-NEXT:"}}) {
    CAPTURE(comment);
    CHECK_THAT(Mistake(comment, own), Contains("did you mean '" + meant + "'?"));
  }
  // Lines that no RUN line reads.
  for (const char* unread : {" CHECK: add", " CHECK-NEXT: add", " CHECK-COUNT-3: add",
                             " REMARK: missed Opaque", " ERROR: x", " O3-REMARK: x"}) {
    CAPTURE(unread);
    CHECK_THAT(Mistake(unread, own), Contains("no RUN line reads '"));
  }
  for (const char* fine : {" FUSED: add", " O4-NOT: add", " plain: add", " O3: add", " O5: add",
                           " plain text: add", " FUSED lines follow"}) {
    CAPTURE(fine);
    CHECK(Mistake(fine, own).empty());
  }
}

TEST_CASE("Prose is no directive", "[filecheck]") {
  for (const char* comment : {"checks",
                              "checks: the fused function",
                              "CHECK",
                              "CHECK lines follow",
                              "CHECKs are below",
                              "CHECK that nn.relu is fused",
                              "check: this is not fused",
                              "Check: it works with %x",
                              "check this: add(%x)",
                              "CHECK-NEXT lines must be adjacent",
                              "CHECK-LABEL divides the text",
                              "CHECK-NEXT, CHECK-SAME and so on",
                              "CHECK-SAME.",
                              "See CHECK-NOT: below",
                              "a comment that mentions CHECK-NXT: or `CHECK_NOT:`",
                              "`CHECK-NXT: add`",
                              "checked: yes",
                              "Checking: a",
                              "CHECKING: a",
                              "double-check: a b",
                              "Remarks: fusing stops here",
                              "Remark: this is slow",
                              "Errors: none",
                              "error: the shapes differ",
                              "warning: foo",
                              "ERROR is expected",
                              "Note: x",
                              "NOTE: x",
                              "TODO: add",
                              "FIXME: CHECK-NOT: add",
                              "COM: CHECK-NXT: add",
                              "run: this test with -j4",
                              "Running: x",
                              "re-run: x y",
                              "RUNTIME: 3",
                              "REQUIRES: x",
                              "XFAILED in May",
                              "https://example.com/CHECK_NOT: x",
                              "-",
                              "_:",
                              "--- x:",
                              "1: one",
                              "CHECK{",
                              "a CHECK{LITERAL} line"}) {
    CAPTURE(comment);
    CHECK(Mistake(" " + std::string(comment)).empty());
  }
}

TEST_CASE("All misspelt lines are named, others do not matter", "[filecheck]") {
  auto mistakes = [](const std::string& text) {
    try {
      TestFile file = ParseTestFile("a.relay", text);
      ReadCheckLines(&file, {"CHECK"});
      CheckDirectives(file, {"CHECK"});
      return std::string();
    } catch (const TestFileError& error) {
      return std::to_string(error.line) + ": " + error.message;
    }
  };
  CHECK(mistakes("// CHECK-NXT: a\n// CHECK: a\nadd  // CHECK_NOT: b\n") ==
        "1: 'CHECK-NXT:' is not a directive; did you mean 'CHECK-NEXT:'?; line 3: 'CHECK_NOT:' is "
        "not a directive; did you mean 'CHECK-NOT:'?");
  // The text of a directive, and a metadata section.
  CHECK(mistakes("// CHECK: a // CHECK-NXT: b\n// RUN: a // RUNN: b\n#[metadata]\n"
                 "// CHECK-NXT: a\n")
            .empty());
  CHECK_THAT(mistakes("f(%x) // CHECK-NXT: a // CHECK: b\n"), Contains("1: 'CHECK-NXT:'"));
  CHECK_THAT(mistakes("/* CHECK: add */"), Contains("begins with '//', not with '/*'"));
  CHECK(mistakes("/* ty=Tensor[(2), float32] */ add /* check it */").empty());
}

TEST_CASE("The dump of a text has marks and leaves out what is far away", "[filecheck]") {
  std::vector<std::string> lines;
  for (int i = 1; i <= 30; ++i) lines.push_back("line " + std::to_string(i));
  using Kind = InputMark::Kind;
  std::vector<InputMark> marks = {
      {Kind::kGood, "check:1", {19, 0}, {19, 4}, ""},
      {Kind::kNowhere, "next:2", {20, 0}, {29, 7}, "error: no match found"},
      {Kind::kPossible, "next:2", {21, 2}, {21, 7}, "possible intended match"}};
  CHECK(InputDump(lines, marks, 1) == R"(<<<<<<
       .
       .
       .
      20: line 20
check:1   ^~~~
      21: line 21
next:2'0  X~~~~~~ error: no match found
      22: line 22
next:2'0  ~~~~~~~
next:2'1    ? possible intended match
      23: line 23
next:2'0  ~~~~~~~
       .
       .
       .
>>>>>>)");
  CHECK_THAT(InputDump(lines, marks, 7), Contains(": line 14\n") && !Contains(": line 13\n"));
  // Few lines take no more space than the dots.
  CHECK_THAT(InputDump({"a", "b", "c", "d"}, {{Kind::kBad, "not:1", {3, 0}, {3, 1}, "e"}}, 0),
             Contains("1: a\n") && Contains("4: d\nnot:1  ! e\n>>>>>>"));
  CHECK_THAT(InputDump(lines, marks, SIZE_MAX), Contains("   1: line 1\n"));
  // Columns are characters, and long lines are cut around the mark.
  CHECK_THAT(InputDump({"\u00e9\u00e9x"}, {{Kind::kBad, "a:1", {0, 4}, {0, 5}, ""}}, 1),
             Contains("\na:1    !\n"));
  std::string wide = std::string(500, 'a') + "X" + std::string(500, 'b');
  CHECK_THAT(InputDump({wide}, {{Kind::kBad, "a:1", {0, 500}, {0, 501}, ""}}, 1),
             Contains("…" + std::string(40, 'a') + "X" + std::string(119, 'b') + "…\n") &&
                 Contains("\na:1  " + std::string(41, ' ') + "!\n"));
}

}  // namespace
}  // namespace passcope::tools
