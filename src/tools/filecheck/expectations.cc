// Compares REMARK and ERROR lines with remarks and diagnostics.
#include "tools/filecheck/expectations.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "tools/commands.h"

namespace passcope::tools {
namespace {

// Assigns to each of `wanted` a different one of `offered` that fits it (augmenting paths). Returns
// the owner of each of the offered, or -1.
std::vector<int> Assign(size_t wanted, size_t offered,
                        const std::function<bool(size_t, size_t)>& fits) {
  std::vector<int> owner(offered, -1);
  std::vector<char> seen;
  std::function<bool(size_t)> find = [&](size_t i) {
    for (size_t j = 0; j < offered; ++j) {
      if (seen[j] || !fits(i, j)) continue;
      seen[j] = 1;
      if (owner[j] >= 0 && !find(static_cast<size_t>(owner[j]))) continue;
      owner[j] = static_cast<int>(i);
      return true;
    }
    return false;
  };
  for (size_t i = 0; i < wanted; ++i) {
    seen.assign(offered, 0);
    find(i);
  }
  return owner;
}

// "missed NAME pattern": the first two words are required, the pattern is optional.
struct RemarkPattern {
  std::string type, pass, name;  // `pass` is empty for any.
  std::optional<CheckPattern> message;
};

std::string TakeWord(std::string_view* text) {
  size_t end = std::min(text->find(' '), text->size());
  std::string word(text->substr(0, end));
  text->remove_prefix(end);
  while (text->starts_with(' ')) text->remove_prefix(1);
  return word;
}

RemarkPattern ReadRemark(const ExpectLine& line) {
  std::string_view rest = line.text;
  RemarkPattern pattern;
  pattern.type = TakeWord(&rest);
  std::span<const char* const> types = LiteralsOf(RemarkType());
  if (std::find(types.begin(), types.end(), pattern.type) == types.end()) {
    throw TestFileError{
        fmt::format("a remark is {}, not '{}'", fmt::join(types, " or "), pattern.type), line.line};
  }
  pattern.name = TakeWord(&rest);
  if (pattern.name.empty()) {
    throw TestFileError{"a remark has a name behind its type", line.line};
  }
  if (size_t dot = pattern.name.find('.'); dot != std::string::npos) {
    pattern.pass = pattern.name.substr(0, dot);
    pattern.name.erase(0, dot + 1);
  }
  if (!rest.empty()) pattern.message.emplace(rest, line.line, PatternOptions());
  return pattern;
}

bool IsAt(const Span& span, const TestFile& file, size_t line) {
  return span && span->source.view() == file.path && span->line == static_cast<int>(line);
}

bool Fits(const ExpectLine& line, const RemarkPattern& pattern, const TestFile& file,
          const RemarksInstrument::Entry& remark) {
  CheckVariables none;
  return pattern.type == LiteralOf(remark.type) && pattern.name == remark.name &&
         (pattern.pass.empty() || pattern.pass == remark.pass) &&
         (line.where != ExpectLine::Where::kBelow || IsAt(remark.span(), file, line.below)) &&
         (!pattern.message || pattern.message->Find(remark.message.text(), 0, &none));
}

// True if a line of the rendered diagnostic contains the pattern.
bool Has(const std::string& rendered, const CheckPattern& pattern) {
  CheckVariables none;
  std::string_view rest = rendered;
  while (!rest.empty()) {
    size_t end = std::min(rest.find('\n'), rest.size());
    if (pattern.Find(rest.substr(0, end), 0, &none)) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

}  // namespace

ExpectLines ExpectedOf(const TestFile& file, const std::vector<std::string>& prefixes,
                       bool errors) {
  ExpectLines expected;
  for (const ExpectLine& line : file.expected) {
    bool own = std::find(prefixes.begin(), prefixes.end(), line.prefix) != prefixes.end();
    if (own && line.error == errors) expected.push_back(&line);
  }
  return expected;
}

std::string RemarkText(const RemarksInstrument::Entry& remark) {
  return fmt::format("{} {}.{} {}", LiteralOf(remark.type), remark.pass, remark.name,
                     EscapedForCheck(remark.message.text()));
}

std::vector<int> OwnersOf(const TestFile& file, const ExpectLines& wanted,
                          const std::vector<RemarksInstrument::Entry>& remarks) {
  std::vector<RemarkPattern> patterns;
  for (const ExpectLine* line : wanted) patterns.push_back(ReadRemark(*line));
  return Assign(wanted.size(), remarks.size(), [&](size_t i, size_t j) {
    return Fits(*wanted[i], patterns[i], file, remarks[j]);
  });
}

std::optional<CheckFailure> CheckRemarks(const TestFile& file, const ExpectLines& expected,
                                         const std::vector<RemarksInstrument::Entry>& remarks) {
  auto listed = [&] {
    std::string text = remarks.empty() ? "there were no remarks" : "the remarks were";
    for (const auto& remark : remarks) {
      text += fmt::format("\n  {}{}", remark.span() ? fmt::format("{}: ", remark.span()->line) : "",
                          RemarkText(remark));
    }
    return text;
  };
  ExpectLines wanted;
  for (const ExpectLine* line : expected) {
    if (line->where != ExpectLine::Where::kNowhere) {
      wanted.push_back(line);
      continue;
    }
    const RemarkPattern pattern = ReadRemark(*line);
    for (const auto& remark : remarks) {
      if (!Fits(*line, pattern, file, remark)) continue;
      return CheckFailure{"REMARK-NOT: a remark that must not be there was found", line->line,
                          "found: " + RemarkText(remark)};
    }
  }
  std::vector<int> owner = OwnersOf(file, wanted, remarks);
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (std::find(owner.begin(), owner.end(), static_cast<int>(i)) != owner.end()) continue;
    const ExpectLine& line = *wanted[i];
    bool below = line.where == ExpectLine::Where::kBelow;
    return CheckFailure{
        fmt::format("{}: there is no such remark{}", below ? "REMARK-BELOW" : "REMARK",
                    below ? fmt::format(" about line {}", line.below) : ""),
        line.line, fmt::format("wanted: {}\n{}", line.text, listed())};
  }
  return std::nullopt;
}

std::optional<CheckFailure> CheckErrors(const TestFile& file, const ExpectLines& expected,
                                        const std::vector<Diagnostic>& diagnostics, size_t run) {
  if (expected.empty() && diagnostics.empty()) return std::nullopt;
  std::vector<CheckPattern> patterns;
  for (const ExpectLine* line : expected) {
    if (line->text.empty()) throw TestFileError{"ERROR needs a pattern", line->line};
    patterns.emplace_back(line->text, line->line, PatternOptions());
  }
  // The place is not rendered, because the program's text around it contains the pattern.
  std::vector<std::string> rendered;
  for (const Diagnostic& diagnostic : diagnostics) rendered.push_back(RenderDiagnostic(diagnostic));
  std::vector<int> owner = Assign(expected.size(), diagnostics.size(), [&](size_t i, size_t j) {
    return (expected[i]->where != ExpectLine::Where::kBelow ||
            IsAt(Texts().PlaceOf(diagnostics[j]), file, expected[i]->below)) &&
           Has(rendered[j], patterns[i]);
  });
  std::string all;
  for (const Diagnostic& diagnostic : diagnostics) {
    all += (all.empty() ? "" : "\n") + Texts().Render(diagnostic);
  }
  for (size_t i = 0; i < expected.size(); ++i) {
    if (std::find(owner.begin(), owner.end(), static_cast<int>(i)) != owner.end()) continue;
    bool below = expected[i]->where == ExpectLine::Where::kBelow;
    return CheckFailure{fmt::format("{}: there is no such error{}", below ? "ERROR-BELOW" : "ERROR",
                                    below ? fmt::format(" in line {}", expected[i]->below) : ""),
                        expected[i]->line,
                        fmt::format("wanted: {}\n{}", expected[i]->text,
                                    all.empty() ? "there were no errors" : all)};
  }
  for (size_t j = 0; j < diagnostics.size(); ++j) {
    if (owner[j] >= 0) continue;
    return CheckFailure{expected.empty() ? "the program or the pipeline is wrong"
                                         : "there is an error that no line ERROR: names",
                        run, Texts().Render(diagnostics[j])};
  }
  return std::nullopt;
}

}  // namespace passcope::tools
