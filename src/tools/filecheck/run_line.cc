// Reads RUN lines.
#include "tools/filecheck/run_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/filecheck/misspelled.h"
#include "tools/files.h"
#include "tools/stages.h"

namespace passcope::tools {
namespace {

// Flags of RUN lines that `passcope run` does not have.
std::vector<Option> OwnOptions() {
  return {{"check-prefix", "NAME", "use the lines NAME:, NAME-NEXT: and so on instead of CHECK:"},
          {"check-prefixes", "A,B", "several prefixes, separated by commas"},
          {"exact", "", "the output must equal the check lines, which are not patterns"},
          {"match-full-lines", "", "a pattern must match a whole line"},
          {"strict-whitespace", "", "do not treat different amounts of white space as equal"},
          {"spans", "", "print the source positions of expressions"},
          {"no-verify", "", "do not check the result with InferType"}};
}

std::vector<Option> RunOptions() {
  std::vector<Option> options = OwnOptions();
  AddPipelineOptions(&options);
  // The line itself contains the pipeline.
  std::erase_if(options, [](const Option& option) {
    return option.name == "passes" || option.name == "reproducer";
  });
  options.push_back(MetaDataOption());
  AddModelOptions(&options);
  return options;
}

// Splits "InferType, FuseOps(a='b --c') --opt-level 3" into a pipeline and words. A flag begins
// after a blank, outside of quotes and brackets; its value may be in quotes.
struct SplitRun {
  std::string pipeline;
  std::vector<std::string> words;
};

SplitRun Split(const RunLine& run) {
  SplitRun split;
  const std::string& text = run.text;
  int depth = 0;
  char quote = '\0';
  size_t at = 0;
  auto is_blank = [&](size_t i) { return text[i] == ' ' || text[i] == '\t'; };
  for (; at < text.size(); ++at) {
    char c = text[at];
    if (quote != '\0') {
      if (c == '\\') {
        ++at;
      } else if (c == quote) {
        quote = '\0';
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
    } else if (depth == 0 && text.compare(at, 2, "--") == 0 && (at == 0 || is_blank(at - 1))) {
      break;
    }
  }
  split.pipeline = text.substr(0, at);
  // The remaining text consists of words as in a shell.
  std::string word;
  bool in_word = false;
  for (; at < text.size(); ++at) {
    char c = text[at];
    if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (!is_blank(at)) {
      word += c;
      in_word = true;
    } else if (in_word) {
      split.words.push_back(std::move(word));
      word.clear();
      in_word = false;
    }
  }
  if (quote != '\0') throw TestFileError{fmt::format("no {} ends the quote", quote), run.line};
  if (in_word) split.words.push_back(std::move(word));
  return split;
}

Request ReadRequest(const std::string& path, const RunLine& run) {
  // `--passes` is not a flag of RUN lines, but the commands read the pipeline from it.
  std::vector<Option> known = RunOptions();
  known.push_back({"passes", "PIPELINE", ""});
  // LLVM's RUN lines are commands of a shell.
  std::string_view text = run.text;
  if (text.starts_with("passcope") || text.find("%s") != text.npos ||
      text.find("| FileCheck") != text.npos) {
    throw TestFileError{
        "a RUN line has passes and flags, not a command: write 'RUN: InferType, FuseOps'",
        run.line};
  }
  SplitRun split = Split(run);
  Request request;
  try {
    for (const std::string& word : split.words) {
      if (word == "--passes" || word.starts_with("--passes=")) {
        throw UsageError("the pipeline of a RUN line stands before its flags, without --passes");
      }
    }
    std::vector<std::string> words = std::move(split.words);
    bool model = std::any_of(words.begin(), words.end(), [](const std::string& word) {
      return word == "--model" || word.starts_with("--model=");
    });
    words.push_back("--passes=" + split.pipeline);
    if (!model) {
      words.emplace_back("--");
      words.push_back(path);
    }
    request.arguments = ParseArguments("RUN", known, words);
  } catch (const UsageError& error) {
    throw TestFileError{error.what(), run.line};
  }
  const Arguments& arguments = request.arguments;
  std::vector<std::string> prefixes = arguments.FindAll("check-prefix");
  for (const std::string& list : arguments.FindAll("check-prefixes")) {
    for (std::string& prefix : SplitCommas(list)) prefixes.push_back(std::move(prefix));
  }
  for (const std::string& prefix : prefixes) {
    auto is_part = [](char c) {
      return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
             c == '_' || c == '-';
    };
    if (prefix.empty() || !std::all_of(prefix.begin(), prefix.end(), is_part)) {
      throw TestFileError{
          fmt::format("a prefix has letters, digits, '-' and '_', unlike '{}'", prefix), run.line};
    }
  }
  if (!prefixes.empty()) request.options.prefixes = std::move(prefixes);
  request.options.exact = arguments.Has("exact");
  request.options.match_full_lines = arguments.Has("match-full-lines");
  request.options.strict_whitespace = arguments.Has("strict-whitespace");
  return request;
}

}  // namespace

TestFile ReadTestFile(const std::string& path, std::vector<Request>* requests) {
  TestFile file = ParseTestFile(path, ReadFile(path));
  std::vector<std::string> prefixes;
  for (const RunLine& run : file.runs) {
    requests->push_back(ReadRequest(path, run));
    for (const std::string& prefix : requests->back().options.prefixes) {
      if (std::find(prefixes.begin(), prefixes.end(), prefix) == prefixes.end()) {
        prefixes.push_back(prefix);
      }
    }
  }
  ReadCheckLines(&file, prefixes);
  if (prefixes.empty()) prefixes.emplace_back(kDefaultPrefix);
  CheckDirectives(file, prefixes);
  return file;
}

std::string RunFlagsHelp() {
  std::string names;
  for (const Option& option : OwnOptions()) {
    names += fmt::format("  {:<24}{}\n",
                         "--" + option.name + (option.value.empty() ? "" : " ") + option.value,
                         option.help);
  }
  return names;
}

}  // namespace passcope::tools
