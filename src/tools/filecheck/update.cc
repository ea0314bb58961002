// `passcope test --update`.
#include <fmt/format.h>

#include <algorithm>

#include "tools/filecheck/execution.h"
#include "tools/filecheck/expectations.h"
#include "tools/filecheck/run_test.h"
#include "tools/files.h"

namespace passcope::tools {
namespace {

std::vector<std::string> Block(const std::string& text, const std::string& prefix, bool exact) {
  std::vector<std::string> block;
  std::string_view rest = text;
  while (!rest.empty()) {
    size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty()) {
      block.push_back(fmt::format("// {}-EMPTY:", prefix));
    } else {
      block.push_back(fmt::format("// {}{}: {}", prefix, block.empty() ? "" : "-NEXT",
                                  exact ? std::string(line) : EscapedForCheck(line)));
    }
  }
  return block;
}

// New lines that replace old ones.
struct Written {
  std::string prefix;
  bool remarks;  // REMARK lines; false for check lines.
  std::vector<std::string> lines;
  bool placed = false;
};

bool IsRemarkAnywhere(const ExpectLine& line, std::string_view prefix) {
  return !line.error && line.where == ExpectLine::Where::kAnywhere && line.prefix == prefix;
}

// The lines of the file. Each block is at its first old line, or after all other lines.
std::string WithWritten(const TestFile& file, std::vector<Written> blocks) {
  std::string text;
  const char* end = file.crlf ? "\r\n" : "\n";
  auto add = [&](std::string_view line) { text += fmt::format("{}{}", line, end); };
  auto place = [&](Written& block) {
    if (!block.placed) std::for_each(block.lines.begin(), block.lines.end(), add);
    block.placed = true;
  };
  // For each line, the block that it is an old line of, or the part of it before an old comment.
  std::vector<Written*> old(file.lines.size(), nullptr);
  std::vector<std::string_view> shortened(file.lines.begin(), file.lines.end());
  auto note = [&](Written& block, size_t line, size_t comment) {
    std::string_view& kept = shortened[line - 1];
    kept = kept.substr(0, comment);
    while (kept.ends_with(' ') || kept.ends_with('\t')) kept.remove_suffix(1);
    if (kept.empty()) old[line - 1] = &block;
  };
  for (Written& block : blocks) {
    if (block.remarks) {
      for (const ExpectLine& line : file.expected) {
        if (IsRemarkAnywhere(line, block.prefix)) note(block, line.line, line.comment);
      }
    } else {
      for (const CheckLine& check : file.checks) {
        if (check.prefix == block.prefix) note(block, check.line, check.comment);
      }
    }
  }
  // Blocks without an old line.
  auto place_others = [&] {
    for (Written& block : blocks) {
      if (block.lines.empty() || std::find(old.begin(), old.end(), &block) != old.end()) continue;
      if (!text.empty() && !text.ends_with("\n\n") && !text.ends_with("\n\r\n")) add("");
      place(block);
    }
  };
  // A metadata section ends the program and extends to the end of the file.
  constexpr std::string_view kMetaData = "#[metadata]";
  bool placed_others = false;
  for (size_t i = 0; i < old.size(); ++i) {
    if (!placed_others && file.lines[i] == kMetaData) {
      place_others();
      if (!text.ends_with("\n\n") && !text.ends_with("\n\r\n")) add("");
      placed_others = true;
    }
    if (old[i]) {
      place(*old[i]);
    } else {
      add(shortened[i]);
    }
  }
  if (!placed_others) place_others();
  return text;
}

}  // namespace

bool UpdateTest(const std::string& path) {
  std::vector<Request> requests;
  const TestFile file = ReadTestFile(path, &requests);
  if (requests.empty()) throw TestFileError{"there is no line '// RUN:'", 0};
  std::vector<Written> blocks;
  for (size_t run = 0; run < requests.size(); ++run) {
    const Request& request = requests[run];
    const std::string& prefix = request.options.prefixes.front();
    bool has_remarks =
        std::any_of(file.expected.begin(), file.expected.end(),
                    [&](const ExpectLine& line) { return IsRemarkAnywhere(line, prefix); });
    Execution result = Execute(request, has_remarks);
    if (!result.diagnostics.empty()) {
      // A program that must fail has no text.
      if (!ExpectedOf(file, request.options.prefixes, true).empty()) continue;
      throw DiagnosticError(std::move(result.diagnostics));
    }
    auto write = [&](Written block) {
      auto known = std::find_if(blocks.begin(), blocks.end(), [&](const Written& each) {
        return each.prefix == block.prefix && each.remarks == block.remarks;
      });
      if (known == blocks.end()) {
        blocks.push_back(std::move(block));
      } else if (known->lines != block.lines) {
        throw TestFileError{
            fmt::format("an earlier RUN line has other results for {}: give one of them a "
                        "--check-prefix of its own",
                        prefix),
            file.runs[run].line};
      }
    };
    write({prefix, false, Block(result.text, prefix, request.options.exact)});
    if (!has_remarks) continue;
    Written told{prefix, true, {}};
    std::string before = prefix == kDefaultPrefix ? "" : prefix + "-";
    // Remarks that a REMARK-BELOW line expects are not written again.
    ExpectLines kept = ExpectedOf(file, request.options.prefixes, false);
    std::erase_if(kept,
                  [](const ExpectLine* line) { return line->where != ExpectLine::Where::kBelow; });
    std::vector<int> owner = OwnersOf(file, kept, result.remarks);
    for (size_t j = 0; j < owner.size(); ++j) {
      if (owner[j] >= 0) continue;
      told.lines.push_back(fmt::format("// {}REMARK: {}", before, RemarkText(result.remarks[j])));
    }
    write(std::move(told));
  }
  std::string text = WithWritten(file, std::move(blocks));
  if (text == ReadFile(path)) return false;
  WriteFile(path, text);
  return true;
}

}  // namespace passcope::tools
