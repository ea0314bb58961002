// Parses command lines and writes their --help.
#include "tools/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>

#include "diagnostics/diagnostic.h"
#include "tools/files.h"
#include "tools/foreign_options.h"

namespace passcope::tools {
namespace {

const Option* FindOption(std::span<const Option> options, std::string_view name) {
  for (const Option& option : options) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

// The option of a word such as "-j" or "-j4". A name with one dash, such as "-opt-level", is not a
// letter with a value.
const Option* FindLetter(std::span<const Option> options, const std::string& word) {
  for (const Option& option : options) {
    if (option.letter == '\0' || word[1] != option.letter) continue;
    const std::string name = word.substr(1, word.find('=') - 1);
    std::vector<std::string> names;
    for (const Option& known : options) names.push_back(known.name);
    const bool is_name =
        name.size() > 2 && (IsForeignOption(name) || !DidYouMean(name, names).empty());
    return is_name ? nullptr : &option;
  }
  return nullptr;
}

}  // namespace

const std::string* Arguments::Find(std::string_view option) const {
  const std::string* found = nullptr;
  for (const auto& [name, value] : options_) {
    if (name == option) found = &value;
  }
  return found;
}

std::vector<std::string> Arguments::FindAll(std::string_view option) const {
  std::vector<std::string> found;
  for (const auto& [name, value] : options_) {
    if (name == option) found.push_back(value);
  }
  return found;
}

Arguments ParseArguments(std::string_view command, std::span<const Option> options,
                         std::span<const std::string> words) {
  Arguments arguments;
  bool only_words = false;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (only_words || word.size() < 2 || word[0] != '-') {
      arguments.words_.push_back(word);
      continue;
    }
    if (word == "--") {
      only_words = true;
      continue;
    }
    if (const Option* option = FindLetter(options, word)) {
      bool joined = word.size() > 2;
      if (!joined && i + 1 == words.size()) {
        throw UsageError(fmt::format("{} needs a value: {} {}", word, word, option->value));
      }
      arguments.options_.emplace_back(option->name, joined ? word.substr(2) : words[++i]);
      continue;
    }
    size_t equals = word.find('=');
    size_t dashes = word.starts_with("--") ? 2 : 1;
    std::string name = word.substr(dashes, equals == std::string::npos ? equals : equals - dashes);
    const Option* option = dashes == 2 ? FindOption(options, name) : nullptr;
    if (!option) {
      throw UsageError(fmt::format("{} has no option {}{}", command, word.substr(0, equals),
                                   HintForOption(command, options, word)));
    }
    std::string value;
    if (option->value.empty()) {
      if (equals != std::string::npos) {
        throw UsageError(fmt::format("--{} takes no value", name));
      }
    } else if (equals != std::string::npos) {
      value = word.substr(equals + 1);
    } else if (option->value.starts_with("[=")) {
      // The optional value is missing.
    } else if (i + 1 < words.size()) {
      value = words[++i];
    } else {
      throw UsageError(fmt::format("--{} needs a value: --{} {}", name, name, option->value));
    }
    arguments.options_.emplace_back(std::move(name), std::move(value));
  }
  return arguments;
}

std::string CommandHelp(const Command& command, std::string_view program) {
  std::string text =
      fmt::format("usage: {}{} {}\n\n{}\n", program, command.name, command.usage, command.summary);
  if (!command.details.empty()) text += fmt::format("\n{}\n", command.details);
  if (command.options.empty()) return text;
  text += "\noptions:\n";
  auto left = [](const Option& option) {
    bool joined = option.value.empty() || option.value.starts_with("[=");
    std::string letter = option.letter == '\0' ? "" : fmt::format("-{}, ", option.letter);
    return letter + "--" + option.name + (joined ? "" : " ") + option.value;
  };
  size_t width = 0;
  for (const Option& option : command.options) width = std::max(width, left(option).size());
  for (const Option& option : command.options) {
    std::string help = option.help;
    // The other lines of an option's help are indented below its first.
    std::string indent = "\n" + std::string(width + 4, ' ');
    for (size_t at = help.find('\n'); at != std::string::npos; at = help.find('\n', at + 1)) {
      help.replace(at, 1, indent);
    }
    text += fmt::format("  {:<{}}  {}\n", left(option), width, help);
  }
  return text;
}

bool AsksForHelp(std::string_view word) { return word == "--help" || word == "-h"; }

int Execute(const Command& command, std::span<const std::string> words, std::string_view program) {
  for (const std::string& word : words) {
    if (word == "--") break;
    if (!AsksForHelp(word)) continue;
    Print(CommandHelp(command, program));
    return 0;
  }
  return command.run(ParseArguments(command.name, command.options, words));
}

int ParseInt(std::string_view option, const std::string& text) {
  char* end = nullptr;
  errno = 0;
  long value = std::strtol(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || errno != 0 || value < INT_MIN || value > INT_MAX) {
    throw UsageError(fmt::format("--{} takes an integer, not '{}'", option, text));
  }
  return static_cast<int>(value);
}

std::vector<std::string> SplitCommas(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    size_t comma = std::min(text.find(','), text.size());
    std::string_view part = text.substr(0, comma);
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
    if (!part.empty()) parts.emplace_back(part);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

}  // namespace passcope::tools
