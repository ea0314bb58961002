// Command lines: tables of options that parsing and --help are derived from.
#pragma once

#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace passcope::tools {

// A command line that Passcope does not understand (exit code 2).
class UsageError : public std::exception {
 public:
  explicit UsageError(std::string message) : message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

struct Option {
  std::string name;  // "opt-level", written --opt-level.
  // The placeholder of the value in --help ("N"); empty for a switch. "[=N]" is a value that may be
  // omitted, and then it is empty.
  std::string value;
  std::string help;  // May have several lines.
  // For an option with a value: the letter of the form `-j 4` or `-j4`.
  char letter = '\0';
  // The values that shells complete; none for files and other values.
  std::vector<std::string> choices = {};
};

// The values of options in order, and the words that are not options.
class Arguments {
 public:
  // The option's last value; null if the option was not given.
  const std::string* Find(std::string_view option) const;
  // All values of the option, in order.
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
  std::string usage;    // After the name: "--model NAME|FILE|- [options]".
  std::string summary;  // One line.
  std::string details;  // For --help; may be empty.
  std::vector<Option> options;
  // Returns the exit code.
  int (*run)(const Arguments& arguments);
  // The words that shells complete; none for files.
  std::vector<std::string> words = {};
};

// Parses `--name value`, `--name=value`, `--switch` and `-l value`. A word "-" and all words after
// "--" are not options. Throws UsageError for unknown options (with the nearest), and for missing
// or extra values.
Arguments ParseArguments(std::string_view command, std::span<const Option> options,
                         std::span<const std::string> words);

// The text of `passcope COMMAND --help`; `program` precedes the command's name.
std::string CommandHelp(const Command& command, std::string_view program = "passcope ");
// Runs a command with the words after its name, or prints its help if one of them requests it.
int Execute(const Command& command, std::span<const std::string> words,
            std::string_view program = "passcope ");
bool AsksForHelp(std::string_view word);

// The integer of an option. Throws UsageError.
int ParseInt(std::string_view option, const std::string& text);
// The parts of "A,B" without blanks around them; an empty text has none.
std::vector<std::string> SplitCommas(std::string_view text);

}  // namespace passcope::tools
