// Command lines: tables of options, from which both parsing and --help derive.
#pragma once

#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace passcope::tools {

// A command line that cannot be understood (exit code 2).
class UsageError : public std::exception {
 public:
  explicit UsageError(std::string message) : message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

struct Option {
  std::string name;  // "opt-level", written --opt-level.
  // What stands for the value in --help ("N"); empty for a switch, "[=N]" for one that may be left
  // out, and then is empty.
  std::string value;
  std::string help;  // May have several lines.
  // Of an option with a value that is also written `-j 4` or `-j4`.
  char letter = '\0';
};

// What was given: the values of options in order, and the words that are no options.
class Arguments {
 public:
  // Null when the option was not given; its last value when it was given several times.
  const std::string* Find(std::string_view option) const;
  // All of its values, in their order.
  std::vector<std::string> FindAll(std::string_view option) const;
  bool Has(std::string_view option) const { return Find(option) != nullptr; }
  const std::vector<std::string>& words() const { return words_; }

 private:
  friend Arguments ParseArguments(std::string_view, std::span<const Option>,
                                  std::span<const std::string>);
  std::vector<std::pair<std::string, std::string>> options_;
  std::vector<std::string> words_;
};

struct Command {
  std::string name;
  std::string usage;    // Behind the name: "--model NAME|FILE|- [options]".
  std::string summary;  // One line.
  std::string details;  // For --help; may be empty.
  std::vector<Option> options;
  // Returns the exit code.
  int (*run)(const Arguments& arguments);
};

// `--name value`, `--name=value`, `--switch`, `-l value`; a word "-" and everything behind "--" is
// no option. Throws UsageError: unknown options (with the nearest), missing or superfluous values.
Arguments ParseArguments(std::string_view command, std::span<const Option> options,
                         std::span<const std::string> words);

// The text of `passcope COMMAND --help`; `program` stands before the command's name.
std::string CommandHelp(const Command& command, std::string_view program = "passcope ");
// Runs a command with the words behind its name, or prints its help when one of them asks for it.
int Execute(const Command& command, std::span<const std::string> words,
            std::string_view program = "passcope ");
bool AsksForHelp(std::string_view word);

// The integer of an option. Throws UsageError.
int ParseInt(std::string_view option, const std::string& text);
// "A,B" as its parts; blanks around them do not count, an empty text has none.
std::vector<std::string> SplitCommas(std::string_view text);

}  // namespace passcope::tools
