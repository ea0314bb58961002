// The lines of two texts that belong together.
#include "text/line_alignment.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <string>

#include "text/aligned_lines.h"

namespace passcope {
namespace {

std::string Program(const std::string& lines) { return "def @main(%x) {\n" + lines + "}\n"; }

// The pairs of lines as text: "~" between equal lines, ">" if one became the other.
std::vector<std::string> Pairs(const std::string& before, const std::string& after,
                               const RelatedLines& known = {}, bool by_numbers = false) {
  const Lines a = LinesOf(before), b = LinesOf(after);
  const ScannedText scanned_a = ScanRelay(a, by_numbers), scanned_b = ScanRelay(b, by_numbers);
  const LineAlignment alignment(scanned_a, scanned_b, known);
  std::vector<std::string> pairs;
  auto text = [](std::string_view line) {
    return std::string(line.substr(std::min(line.find_first_not_of(' '), line.size())));
  };
  for (const auto& [x, y] : alignment.pairs()) {
    pairs.push_back(text(a[x]) + (alignment.AreSame(x, y) ? " ~ " : " > ") + text(b[y]));
  }
  return pairs;
}

// A chain of calls that repeat, without those that `is_left_out` selects.
template <class IsLeftOut>
std::string Chain(size_t length, size_t operators, IsLeftOut is_left_out) {
  std::string lines;
  size_t number = 0;
  for (size_t i = 0; i < length; ++i) {
    if (is_left_out(i)) continue;
    lines += "  %" + std::to_string(number) + " = op" + std::to_string(i % operators) + "(%" +
             (number == 0 ? "x" : std::to_string(number - 1)) + ");\n";
    ++number;
  }
  return Program(lines);
}

// An algorithm with quadratic time needs minutes.
constexpr std::chrono::seconds kLinear(20);

}  // namespace

TEST_CASE("a number means what the nearest line above has defined by it", "[alignment]") {
  const ScannedText text =
      ScanRelay({"  %1 = fn (%p0) {", "    %0 = exp(%p0);", "    nn.relu(%0)", "  };",
                 "  %2 = %1(%x);", "  %0 = add(%2, meta[relay.Constant][7]);", "  %3 = %0.1;",
                 "  multiply(%3, %9)", "  %99999999999 = %"});
  std::vector<std::vector<uint32_t>> uses, constants;
  for (uint32_t i = 0; i < text.lines.size(); ++i) {
    uses.emplace_back();
    constants.emplace_back();
    for (const LineName& name : text.NamesOf(i)) {
      if (name.kind == LineName::Kind::kVariable) uses.back().push_back(name.of);
      if (name.kind == LineName::Kind::kConstant) constants.back().push_back(name.of);
    }
  }
  CHECK(uses ==
        std::vector<std::vector<uint32_t>>{{}, {}, {1}, {}, {0}, {4}, {5}, {6, kNoLine}, {}});
  CHECK(constants[5] == std::vector<uint32_t>{7});
  CHECK(text.lines[6].key == "  % = %.1;");
  CHECK(text.lines[6].role == ".1");
  CHECK(text.lines[0].role == "fn");
  CHECK(text.lines[5].role == "add");
  CHECK(text.lines[8].key == "  % = %");
}

TEST_CASE("lines are the same whatever their numbers", "[alignment]") {
  const std::string a =
      "  %0 = add(%x, meta[relay.Constant][0]);\n"
      "  %1 = nn.conv2d(%0, meta[relay.Constant][1]);\n"
      "  nn.relu(%1)\n";
  const std::string b =
      "  %0 = exp(meta[relay.Constant][0]);\n"
      "  %1 = add(%x, meta[relay.Constant][1]);\n"
      "  %2 = nn.conv2d(%1, meta[relay.Constant][2]);\n"
      "  nn.relu(%2)\n";
  CHECK(Pairs(a, b) == std::vector<std::string>{
                           "%0 = add(%x, meta[relay.Constant][0]); ~ %1 = add(%x, "
                           "meta[relay.Constant][1]);",
                           "%1 = nn.conv2d(%0, meta[relay.Constant][1]); ~ %2 = nn.conv2d(%1, "
                           "meta[relay.Constant][2]);",
                           "nn.relu(%1) ~ nn.relu(%2)"});
  // By numbers, renumbered lines are different.
  CHECK(Pairs(a, b, {}, true).back() == "nn.relu(%1) > nn.relu(%2)");
  CHECK(Pairs(a, a, {}, true).back() == "nn.relu(%1) ~ nn.relu(%1)");
}

TEST_CASE("repeated lines belong together by what they compute", "[alignment]") {
  // The old addition and the one inserted before it have the same text.
  const std::string a =
      "  %0 = nn.conv2d(%x, %v);\n"
      "  %1 = nn.conv2d(%x, %w);\n"
      "  %2 = add(%0, %1);\n"
      "  nn.relu(%2)\n";
  const std::string b =
      "  %0 = nn.conv2d(%x, %v);\n"
      "  %1 = nn.conv2d(%x, %w);\n"
      "  %2 = sqrt(%u);\n"
      "  %3 = negative(%2);\n"
      "  %4 = add(%3, %2);\n"
      "  %5 = add(%0, %1);\n"
      "  %6 = add(%5, %4);\n"
      "  nn.relu(%6)\n";
  CHECK(Pairs(a, b)[2] == "%2 = add(%0, %1); ~ %5 = add(%0, %1);");
  // The result is another sum, which did not exist before.
  CHECK(Pairs(a, b)[3] == "nn.relu(%2) > nn.relu(%6)");
}

TEST_CASE("a line becomes one that calls the same operator, of the same type first",
          "[alignment]") {
  CHECK(Pairs("  %0 = nn.conv2d(%x) /* ty=A */;\n",
              "  %0 = layout_transform(%x) /* ty=A */;\n"
              "  %1 = nn.conv2d(%0, a=1) /* ty=B */;\n") ==
        std::vector<std::string>{
            "%0 = nn.conv2d(%x) /* ty=A */; > %1 = nn.conv2d(%0, a=1) /* ty=B */;"});
  CHECK(Pairs("  %0 = cast(%x) /* ty=A */;\n",
              "  %0 = cast(%y, a=1) /* ty=B */;\n  %1 = cast(%y, a=2) /* ty=A */;\n") ==
        std::vector<std::string>{"%0 = cast(%x) /* ty=A */; > %1 = cast(%y, a=2) /* ty=A */;"});
  // Parameters are not tuple fields.
  CHECK(Pairs("    %a.0: A,\n", "    %b.0: B,\n").empty());
}

TEST_CASE("with a line taken out, only its user has changed", "[alignment]") {
  for (size_t out = 0; out + 1 < 60; ++out) {
    auto none = [](size_t) { return false; };
    auto one = [out](size_t i) { return i == out; };
    const std::vector<std::string> pairs = Pairs(Chain(60, 3, none), Chain(60, 3, one));
    CHECK(pairs.size() == 61);
    size_t changed = 0;
    for (const std::string& pair : pairs) changed += pair.find(" > ") != pair.npos;
    CHECK(changed == 1);
  }
}

TEST_CASE("what is known comes first, if it can be", "[alignment]") {
  const std::string a = Program("  %0 = exp(%x);\n  tanh(%0)\n");
  const std::string b = Program("  %0 = tanh(%x);\n  exp(%0)\n");
  CHECK(Pairs(a, b, {{{1, 1}, {2, 2}}, {}}).size() == 4);
  const RelatedLines wrong = {{{9, 9}, {2, 1}, {1, 2}, {2, 2}, {kNoLine, 0}}, {{kNoLine, 9}}};
  const IndexPairs pairs =
      LineAlignment(ScanRelay(LinesOf(a)), ScanRelay(LinesOf(b)), wrong).pairs();
  for (size_t i = 1; i < pairs.size(); ++i) {
    CHECK(pairs[i - 1].first < pairs[i].first);
    CHECK(pairs[i - 1].second < pairs[i].second);
  }
}

TEST_CASE("empty texts, equal lines and long texts", "[alignment]") {
  CHECK(Pairs("", "").empty());
  CHECK(Pairs("", "a\n").empty());
  CHECK(Pairs("a\n", "").empty());
  std::string equal;
  for (int i = 0; i < 1000; ++i) equal += "  nn.relu(%x)\n";
  CHECK(Pairs(equal, equal + "  nn.relu(%x)\n").size() == 1000);
  const auto start = std::chrono::steady_clock::now();
  auto none = [](size_t) { return false; };
  auto some = [](size_t i) { return i % 500 == 1; };
  CHECK(Pairs(Chain(20000, 977, none), Chain(20000, 977, some)).size() == 20002 - 40);
  CHECK(Pairs(Chain(20000, 7, none), Chain(20000, 7, some)).size() == 20002 - 40);
  // Only the operators are common.
  std::string other;
  for (int i = 0; i < 20000; ++i) other += "  op" + std::to_string(i * 7919 % 977) + "(%y)\n";
  CHECK(Pairs(Chain(20000, 977, none), other).size() < 20000);
  CHECK(std::chrono::steady_clock::now() - start < kLinear);
}

TEST_CASE("lines that belong together leave as stretches", "[alignment]") {
  auto told = [](const std::vector<AlignedLines>& all) { return JsonText(all); };
  CHECK(told(AlignTexts("", "", {}, false)) == "[[0,0,1,[]]]");
  const std::string a = Program("  %0 = exp(%x);\n  %1 = tanh(%0);\n  add(%1, %0)\n");
  const std::string b = Program("  %0 = exp(%x);\n  add(%0, meta[relay.Constant][3])\n");
  // In the text before, `%1` has no counterpart, and `%0` is line 1 of the text after.
  CHECK(told(AlignTexts(a, b, {}, false)) == "[[0,0,2,[]],[3,2,1,[[-1,1],[1,-1]]],[4,3,2,[]]]");
  CHECK(told(AlignTexts(a, b, {}, true)) == "[[0,0,2,[]],[3,2,1,[[],[]]],[4,3,2,[]]]");
  CHECK(told(AlignTexts("%1 = f(%y)", "%2 = f(%z)", {}, false)) == "[[0,0,1,[[-2],[-2]]]]");
}

}  // namespace passcope
