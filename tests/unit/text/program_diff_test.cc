// Differences of programs: renumbered lines are equal.
#include "text/program_diff.h"

#include <algorithm>
#include <catch2/catch.hpp>

namespace passcope {
namespace {

std::string Program(const std::string& lines) { return "def @main(%x) {\n" + lines + "}\n"; }

// The different lines, without their indentation.
std::string Changed(const std::string& a, const std::string& b, const RelatedLines& known = {}) {
  const std::string diff = ProgramDiff(Program(a), Program(b), known, 0);
  std::string changed;
  for (size_t at = 0; at < diff.size();) {
    const size_t end = diff.find('\n', at);
    const std::string line = diff.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("@@")) continue;
    changed += line.substr(0, 1) + line.substr(line.find_first_not_of(' ', 1)) + "\n";
  }
  return changed;
}

}  // namespace

TEST_CASE("lines of which only numbers differ are the same", "[program-diff]") {
  const std::string a =
      "  %0 = add(%x, meta[relay.Constant][0]);\n"
      "  %1 = nn.conv2d(%0, meta[relay.Constant][1]);\n"
      "  nn.relu(%1)\n";
  const std::string b =
      "  %0 = exp(meta[relay.Constant][0]);\n"
      "  %1 = add(%x, meta[relay.Constant][1]);\n"
      "  %2 = nn.conv2d(%1, meta[relay.Constant][2]);\n"
      "  nn.relu(%2)\n";
  CHECK(Changed(a, b) == "+%0 = exp(meta[relay.Constant][0]);\n");
  CHECK(Changed(b, a) == "-%0 = exp(meta[relay.Constant][0]);\n");
  CHECK(ProgramDiff(Program(a), Program(a)).empty());
  CHECK(ProgramDiff(Program(a), Program(b)) ==
        "@@ -1,4 +1,5 @@\n"
        " def @main(%x) {\n"
        "+  %0 = exp(meta[relay.Constant][0]);\n"
        "   %1 = add(%x, meta[relay.Constant][1]);\n"
        "   %2 = nn.conv2d(%1, meta[relay.Constant][2]);\n"
        "   nn.relu(%2)\n");
}

TEST_CASE("a line with another argument is changed, whatever its number", "[program-diff]") {
  const std::string a =
      "  %0 = exp(%x);\n"
      "  %1 = tanh(%x);\n"
      "  %2 = add(%1, %0);\n"
      "  nn.relu(%2)\n";
  CHECK(Changed(a,
                "  %0 = sqrt(%x);\n"
                "  %1 = exp(%x);\n"
                "  %2 = tanh(%x);\n"
                "  %3 = add(%1, %1);\n"
                "  nn.relu(%3)\n") ==
        "+%0 = sqrt(%x);\n"
        "-%2 = add(%1, %0);\n"
        "+%3 = add(%1, %1);\n");
  // Two constants that are exchanged.
  const std::string constants =
      "  %0 = concatenate((meta[relay.Constant][0], meta[relay.Constant][1]));\n";
  CHECK(Changed(constants + "  add(meta[relay.Constant][0], meta[relay.Constant][1])\n",
                constants + "  add(meta[relay.Constant][1], meta[relay.Constant][0])\n") ==
        "-add(meta[relay.Constant][0], meta[relay.Constant][1])\n"
        "+add(meta[relay.Constant][1], meta[relay.Constant][0])\n");
}

TEST_CASE("what is known of lines counts for more than what they say", "[program-diff]") {
  const std::string a =
      "  %0 = nn.relu(%x);\n"
      "  %1 = tanh(%0);\n"
      "  exp(%1)\n";
  const std::string b =
      "  %0 = nn.relu(%x);\n"
      "  %1 = nn.relu(%0);\n"
      "  %2 = fast_tanh(%1);\n"
      "  exp(%2)\n";
  CHECK(Changed(a, b) ==
        "-%1 = tanh(%0);\n"
        "+%1 = nn.relu(%0);\n"
        "+%2 = fast_tanh(%1);\n");
  // The second relu is the old one. tanh became fast_tanh, and exp still uses it.
  const RelatedLines known{{{1, 2}, {2, 3}, {3, 4}}, {}};
  CHECK(Changed(a, b, known) ==
        "+%0 = nn.relu(%x);\n"
        "-%0 = nn.relu(%x);\n"
        "+%1 = nn.relu(%0);\n"
        "-%1 = tanh(%0);\n"
        "+%2 = fast_tanh(%1);\n");
  // A line does not change if the lines that it names move.
  CHECK(Changed("  %0 = exp(%x);\n  %1 = tanh(%x);\n  add(%0, %1)\n",
                "  %0 = tanh(%x);\n  %1 = exp(%x);\n  add(%1, %0)\n",
                {{{1, 2}, {2, 1}, {3, 3}}, {}}) ==
        "-%0 = exp(%x);\n"
        "+%1 = exp(%x);\n");
}

TEST_CASE("whatever is given as known, the difference is one of the texts", "[program-diff]") {
  const std::string a = Program("  %0 = exp(%x);\n  tanh(%0)\n");
  const std::string b = Program("  %0 = tanh(%x);\n  %1 = exp(%0);\n  %99999999999 = %");
  for (uint32_t x = 0; x < 8; ++x) {
    for (uint32_t y = 0; y < 8; ++y) {
      const RelatedLines known{{{x, y}, {x + 1, 7 - y}}, {{x, y}}};
      const std::string diff = ProgramDiff(a, b, known, 100);
      std::string left, right;
      for (size_t at = diff.find('\n') + 1; at < diff.size();) {
        const size_t end = diff.find('\n', at);
        const std::string line = diff.substr(at + 1, end - at);
        if (diff[at] != '+') left += line;
        if (diff[at] != '-') right += line;
        at = end + 1;
      }
      // Lines of both texts have the form of the second one.
      CHECK(std::count(left.begin(), left.end(), '\n') == 4);
      CHECK(right == b);
    }
  }
}

}  // namespace passcope
