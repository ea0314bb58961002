// `passcope completion`: scripts for shells, made from the tables of commands and options.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "tools/commands.h"
#include "tools/files.h"

namespace passcope::tools {
namespace {

// What a shell offers for the value of an option.
enum class Offer : uint8_t {
  kNothing,  // For example, for numbers.
  kFiles,
  kFolders,
  kWords,  // One of the option's choices.
  kList,   // Several choices, with separators.
};

bool IsSwitch(const Option& option) { return option.value.empty(); }
// True for "[=TYPES]".
bool IsJoined(const Option& option) { return option.value.starts_with("[="); }

Offer OfferFor(const Option& option) {
  std::string_view value = option.value;
  if (!option.choices.empty()) {
    const bool list = value == "A,B" || value == "PIPELINE" || value == "[=TYPES]";
    return list ? Offer::kList : Offer::kWords;
  }
  if (value == "DIR") return Offer::kFolders;
  return value.ends_with("FILE") ? Offer::kFiles : Offer::kNothing;
}

// The first sentence of an option's help in one line.
std::string Brief(std::string help) {
  std::replace(help.begin(), help.end(), '\n', ' ');
  for (const char* end : {"; ", ". ", " ("}) help = help.substr(0, help.find(end));
  while (help.ends_with('.')) help.pop_back();
  return help;
}

// A text in single quotes of a shell, in which `quote` is written for a quote.
std::string Quote(std::string_view text, std::string_view quote) {
  std::string quoted = "'";
  for (char c : text) quoted += c == '\'' ? std::string(quote) : std::string(1, c);
  return quoted + "'";
}

std::string Joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

std::vector<std::string> CommandNames() {
  std::vector<std::string> names;
  for (const Command& command : Commands()) names.push_back(command.name);
  return names;
}

// --- bash ---

constexpr const char* kBashHead = R"sh(# Completion of passcope for bash.
#
# In ~/.bashrc:  eval "$(passcope completion bash)"

# Adds the words that begin with the second argument, after the first argument.
_passcope_add() {
  local head=$1 tail=$2 word
  shift 2
  for word in "$@"; do
    [[ $word == "$tail"* ]] && COMPREPLY+=("$head$word")
  done
}

_passcope_files() {
  local IFS=$'\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen "$1" -- "$2"))
}

_passcope() {
  local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} joined=
  local command=${COMP_WORDS[1]} options= words= tail
  COMPREPLY=()
  # Bash makes three words of --option=value.
  if [[ $current == "=" ]]; then
    joined=1 current=
  elif [[ $option == "=" ]]; then
    joined=1 option=${COMP_WORDS[COMP_CWORD-2]}
  fi
  # The quote of a word that is not finished.
  current=${current#[\'\"]}
)sh";

constexpr const char* kBashTail = R"sh(  esac
  if [[ $current == -* ]]; then
    _passcope_add '' "$current" $options
  elif [[ $words ]]; then
    _passcope_add '' "$current" $words
  else
    _passcope_files -f "$current"
  fi
}

complete -F _passcope passcope
)sh";

std::string Bash() {
  std::string text = kBashHead;
  std::vector<std::string> names = CommandNames();
  text += fmt::format(
      "  if [[ $COMP_CWORD -eq 1 ]]; then\n"
      "    _passcope_add '' \"$current\" {} help --help --version\n"
      "    return\n"
      "  fi\n"
      "  case $command$joined:$option in\n",
      Joined(names));
  for (const Command& command : Commands()) {
    for (const Option& option : command.options) {
      if (IsSwitch(option)) continue;
      std::string patterns =
          fmt::format("{}1:--{}", command.name, option.name) +
          (IsJoined(option) ? "" : fmt::format("|{}:--{}", command.name, option.name)) +
          (option.letter == '\0' ? "" : fmt::format("|{}:-{}", command.name, option.letter));
      std::string action;
      switch (OfferFor(option)) {
        case Offer::kNothing:
          break;
        case Offer::kFiles:
          action = "_passcope_files -f \"$current\"; ";
          break;
        case Offer::kFolders:
          action = "_passcope_files -d \"$current\"; ";
          break;
        case Offer::kWords:
          action = fmt::format("_passcope_add '' \"$current\" {}; ", Joined(option.choices));
          break;
        case Offer::kList:
          action = fmt::format(
              "compopt -o nospace 2>/dev/null; tail=${{current##*[,\\;\\{{\\( ]}}; "
              "_passcope_add \"${{current%\"$tail\"}}\" \"$tail\" {}; ",
              Joined(option.choices));
          break;
      }
      text += fmt::format("    {}) {}return ;;\n", patterns, action);
    }
  }
  text += "  esac\n  case $command in\n";
  for (const Command& command : Commands()) {
    std::string options;
    for (const Option& option : command.options) options += "--" + option.name + " ";
    text += fmt::format("    {}) options='{}--help' words='{}' ;;\n", command.name, options,
                        Joined(command.words));
  }
  text += fmt::format("    help) words='{}' ;;\n", Joined(names));
  return text + kBashTail;
}

// --- zsh ---

// A text in the brackets of a specification of _arguments, or between its colons.
std::string ZshText(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string ZshOption(const Option& option) {
  std::string help = ZshText(Brief(option.help)), action;
  switch (OfferFor(option)) {
    case Offer::kNothing:
      break;
    case Offer::kFiles:
      action = "_files";
      break;
    case Offer::kFolders:
      action = "_files -/";
      break;
    case Offer::kWords:
      action = fmt::format("({})", Joined(option.choices));
      break;
    case Offer::kList:
      action = fmt::format("_passcope_list {}", Joined(option.choices));
      break;
  }
  if (IsSwitch(option)) return Quote(fmt::format("--{}[{}]", option.name, help), "'\\''");
  std::string label = option.value;
  if (IsJoined(option)) label = label.substr(2, label.size() - 3);
  std::string rest =
      fmt::format("[{}]{}{}:{}", help, IsJoined(option) ? "::" : ":", ZshText(label), action);
  std::string spec =
      Quote(fmt::format("*--{}{}{}", option.name, IsJoined(option) ? "=-" : "=", rest), "'\\''");
  if (option.letter != '\0') {
    spec += " " + Quote(fmt::format("*-{}+{}", option.letter, rest), "'\\''");
  }
  return spec;
}

constexpr const char* kZshHead = R"sh(#compdef passcope
# Completion of passcope for zsh.
#
# In ~/.zshrc, after compinit:  eval "$(passcope completion zsh)"

# One of several words behind a comma or another separator.
_passcope_list() {
  compset -P '*[,;{( ]'
  compadd -S '' -- "$@"
}

_passcope() {
  local curcontext=$curcontext state line
  local -a commands
  commands=(
)sh";

constexpr const char* kZshCommand = R"sh(    'help:Explains a command'
  )
  _arguments -C '(- : *)'{-h,--help}'[explain the commands]' '(- : *)--version[print the version]' \
    '1: :->command' '*:: :->argument'
  case $state in
    command) _describe -t commands command commands ;;
    argument)
      case $words[1] in
)sh";

constexpr const char* kZshTail = R"sh(      esac
      ;;
  esac
}

# A file of $fpath is the function; an evaluated text defines it.
if [[ $funcstack[1] == _passcope ]]; then
  _passcope "$@"
else
  compdef _passcope passcope
fi
)sh";

std::string Zsh() {
  std::string text = kZshHead;
  for (const Command& command : Commands()) {
    text += fmt::format(
        "    {}\n",
        Quote(fmt::format("{}:{}", command.name, ZshText(Brief(command.summary))), "'\\''"));
  }
  text += kZshCommand;
  for (const Command& command : Commands()) {
    text += fmt::format("        {})\n          _arguments \\\n", command.name);
    for (const Option& option : command.options) {
      text += fmt::format("            {} \\\n", ZshOption(option));
    }
    std::string words =
        command.words.empty() ? "'*: :_files'" : fmt::format("'*: :({})'", Joined(command.words));
    text += fmt::format("            {} {} ;;\n", "'(-h --help)'{-h,--help}'[explain the command]'",
                        words);
  }
  text += fmt::format("        help) _arguments '1: :({})' ;;\n", Joined(CommandNames()));
  return text + kZshTail;
}

// --- fish ---

constexpr const char* kFishHead = R"sh(# Completion of passcope for fish.
#
# passcope completion fish > ~/.config/fish/completions/passcope.fish

function __passcope_is
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test "$words[2]" = $argv[1]
end

function __passcope_none
    test (count (commandline -opc)) -eq 1
end

# One of several words behind a comma or another separator.
function __passcope_list
    set -l before (commandline -ct | string replace -r '^--[a-z-]+=' '' | string replace -r '[^,;{( ]*$' '')
    printf '%s\n' "$before"$argv
end

complete -c passcope -n __passcope_none -s h -l help -d 'Explains the commands'
complete -c passcope -n __passcope_none -l version -d 'Prints the version'
complete -c passcope -n __passcope_none -f -a help -d 'Explains a command'
)sh";

// A text in single quotes of fish.
std::string FishText(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    if (c == '\\') escaped += '\\';
    escaped += c;
  }
  return Quote(escaped, "\\'");
}

std::string FishOption(const Option& option) {
  std::string take;
  switch (OfferFor(option)) {
    case Offer::kNothing:
      take = " -x";
      break;
    case Offer::kFiles:
      take = " -r -F";
      break;
    case Offer::kFolders:
      take = " -x -a '(__fish_complete_directories)'";
      break;
    case Offer::kWords:
      take = " -x -a " + FishText(Joined(option.choices));
      break;
    case Offer::kList:
      take = " -x -a " + FishText(fmt::format("(__passcope_list {})", Joined(option.choices)));
      break;
  }
  if (IsSwitch(option) || IsJoined(option)) take.clear();
  std::string letter =
      option.letter == '\0' ? "" : fmt::format(" -s {}", std::string(1, option.letter));
  return fmt::format("{} -l {}{} -d {}", letter, option.name, take, FishText(Brief(option.help)));
}

std::string Fish() {
  std::string text = kFishHead;
  for (const Command& command : Commands()) {
    text += fmt::format("complete -c passcope -n __passcope_none -f -a {} -d {}\n", command.name,
                        FishText(Brief(command.summary)));
  }
  text += fmt::format("complete -c passcope -n '__passcope_is help' -f -a {}\n",
                      FishText(Joined(CommandNames())));
  for (const Command& command : Commands()) {
    std::string head = fmt::format("complete -c passcope -n '__passcope_is {}'", command.name);
    for (const Option& option : command.options) text += head + FishOption(option) + "\n";
    text += head + " -s h -l help -d 'explain the command'\n";
    if (!command.words.empty()) {
      text += fmt::format("{} -f -a {}\n", head, FishText(Joined(command.words)));
    }
  }
  return text;
}

constexpr std::pair<const char*, std::string (*)()> kShells[] = {
    {"bash", Bash}, {"zsh", Zsh}, {"fish", Fish}};

int RunCompletion(const Arguments& arguments) {
  for (const auto& [name, script] : kShells) {
    if (arguments.words() != std::vector<std::string>{name}) continue;
    Print(script());
    return 0;
  }
  throw UsageError("name a shell: bash, zsh or fish");
}

}  // namespace

Command CompletionCommand() {
  Command command;
  command.name = "completion";
  command.usage = "bash|zsh|fish";
  command.summary = "Prints a script that completes commands, options and their values in a shell.";
  command.details =
      "For each new shell:\n\n"
      "  bash  eval \"$(passcope completion bash)\" in ~/.bashrc\n"
      "  zsh   eval \"$(passcope completion zsh)\" in ~/.zshrc, after compinit\n"
      "  fish  passcope completion fish > ~/.config/fish/completions/passcope.fish";
  command.run = RunCompletion;
  for (const auto& [name, script] : kShells) command.words.emplace_back(name);
  return command;
}

}  // namespace passcope::tools
