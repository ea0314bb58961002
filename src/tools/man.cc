// `passcope man`: the manual page, made from the tables of commands and options.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "tools/commands.h"
#include "tools/files.h"

namespace passcope::tools {
namespace {

// The code point at the start of UTF-8 text, and its length.
std::pair<uint32_t, size_t> FirstCodePoint(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  uint32_t point = length == 1 ? first : first & (0x7Fu >> length);
  for (size_t i = 1; i < std::min(length, text.size()); ++i) {
    point = point << 6 | (static_cast<unsigned char>(text[i]) & 0x3Fu);
  }
  return {point, std::min(length, text.size())};
}

// A text for troff, which gives some characters a meaning or another glyph.
std::string Roff(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto [point, length] = FirstCodePoint(text);
    switch (point) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        if (point == 0x2026) {
          // The character of the ellipsis is not in all fonts.
          out += "...";
        } else if (point < 0x80) {
          out += static_cast<char>(point);
        } else {
          out += fmt::format("\\[u{:04X}]", point);
        }
    }
    text.remove_prefix(length);
  }
  // A line that begins with a dot is a request.
  return out.starts_with('.') ? "\\&" + out : out;
}

// A text in lines of at most 79 bytes, as far as its words allow.
std::string Filled(std::string_view text) {
  std::string out, line;
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of(" \n"), text.size());
    std::string word = Roff(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && line.size() + word.size() >= 79) {
      out += line + "\n";
      line.clear();
    }
    if (!word.empty()) line += (line.empty() ? "" : " ") + word;
  }
  return line.empty() ? out : out + line + "\n";
}

// Paragraphs; indented lines stay as they are.
std::string Paragraphs(std::string_view text) {
  std::string out, words;
  auto fill = [&] {
    out += Filled(words);
    words.clear();
  };
  bool example = false, empty = false;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) {
      empty = true;
      continue;
    }
    const bool indented = line.starts_with(' ');
    if (indented || empty) fill();
    if (example && !indented) out += ".fi\n.RE\n";
    if (empty) out += ".PP\n";
    if (indented && !example) out += ".RS\n.nf\n";
    example = indented;
    empty = false;
    if (indented) {
      out += Roff(line.substr(2)) + "\n";
    } else {
      words += std::string(line) + "\n";
    }
  }
  fill();
  if (example) out += ".fi\n.RE\n";
  return out;
}

std::string OptionText(const Option& option) {
  std::string head;
  if (option.letter != '\0') head = fmt::format("\\fB\\-{}\\fR, ", option.letter);
  head += fmt::format("\\fB\\-\\-{}\\fR", Roff(option.name));
  const bool joined = option.value.starts_with("[=");
  if (!option.value.empty()) {
    head += fmt::format("{}\\fI{}\\fR", joined ? "" : " ", Roff(option.value));
  }
  return fmt::format(".TP\n{}\n{}", head, Filled(option.help));
}

bool IsSame(const Option& a, const Option& b) {
  return a.name == b.name && a.value == b.value && a.help == b.help;
}

// Options that at least three commands have, each once.
std::vector<Option> CommonOptions() {
  std::vector<Option> common;
  auto has = [](const std::vector<Option>& options, const Option& option) {
    return std::any_of(options.begin(), options.end(),
                       [&](const Option& other) { return IsSame(option, other); });
  };
  for (const Command& command : Commands()) {
    for (const Option& option : command.options) {
      const auto owners = std::count_if(Commands().begin(), Commands().end(),
                                        [&](const Command& c) { return has(c.options, option); });
      if (owners >= 3 && !has(common, option)) common.push_back(option);
    }
  }
  return common;
}

std::string CommandText(const Command& command, const std::vector<Option>& common) {
  std::string text = fmt::format(".SS \"passcope {}\"\n", Roff(command.name));
  if (!command.usage.empty()) {
    text += fmt::format("\\fBpasscope {}\\fR\n{}.PP\n", Roff(command.name), Filled(command.usage));
  }
  text += Filled(command.summary);
  if (!command.details.empty()) text += ".PP\n" + Paragraphs(command.details);
  std::string also;
  for (const Option& option : command.options) {
    const bool shared = std::any_of(common.begin(), common.end(),
                                    [&](const Option& other) { return IsSame(option, other); });
    if (shared) {
      also += fmt::format("{}\\fB\\-\\-{}\\fR", also.empty() ? "" : ",\n", Roff(option.name));
    } else {
      text += OptionText(option);
    }
  }
  return text + fmt::format(".PP\nOptions of several commands:\n{}.\n", also);
}

std::string Page() {
  const std::vector<Option> common = CommonOptions();
  std::string text = fmt::format(
      ".\\\" Made by `passcope man`.\n"
      ".TH PASSCOPE 1 \"\" \"passcope {}\" \"User Commands\"\n"
      ".SH NAME\n"
      "passcope \\- run, check and compare passes on Relay programs\n"
      ".SH SYNOPSIS\n"
      "\\fBpasscope\\fR \\fICOMMAND\\fR [\\fIoptions\\fR] [\\fIFILE\\fR]\n"
      ".br\n"
      "\\fBpasscope\\fR \\fICOMMAND\\fR \\fB\\-\\-help\\fR\n"
      ".br\n"
      "\\fBpasscope \\-\\-version\\fR\n"
      ".SH DESCRIPTION\n"
      "Passcope is a Relay\\-style compiler IR with passes and instruments.\n"
      "A program is a model of relay.testing, a text, or a model file (.onnx, .pt).\n"
      "If no program is named, a program that is piped in is read.\n"
      ".SH COMMANDS\n",
      PASSCOPE_VERSION);
  for (const Command& command : Commands()) text += CommandText(command, common);
  text += ".SH OPTIONS OF SEVERAL COMMANDS\n";
  for (const Option& option : common) text += OptionText(option);
  text +=
      ".SH EXIT STATUS\n"
      ".TP\n0\nThe command did what was requested.\n"
      ".TP\n1\nThe program or the pipeline has a mistake, a test fails, or results differ.\n"
      ".TP\n2\nThe command line cannot be understood.\n"
      ".TP\n70\nPasscope has a bug.\n"
      ".SH ENVIRONMENT\n"
      ".TP\n\\fBNO_COLOR\\fR\nIf it is not empty, texts have no colours unless \\fB\\-\\-color\\fR "
      "requests them.\n"
      ".TP\n\\fBTERM\\fR\nThe terminal \\fBdumb\\fR has no colours.\n"
      ".SH EXAMPLES\n"
      ".nf\n"
      "passcope run \\-\\-model resnet18 \\-\\-passes \\(aqInferType, FoldConstant, FuseOps\\(aq "
      "\\-\\-time\n"
      "passcope print model.onnx | passcope run \\-\\-passes InferType \\-o typed.relay\n"
      "passcope test tests/\n"
      ".fi\n"
      ".SH SEE ALSO\n"
      "\\fBFileCheck\\fR(1)\n";
  return text;
}

int RunMan(const Arguments& arguments) {
  if (!arguments.words().empty()) throw UsageError("man takes no words: there is one page");
  Print(Page());
  return 0;
}

}  // namespace

Command ManCommand() {
  Command command;
  command.name = "man";
  command.usage = "";
  command.summary = "Prints the manual page; `passcope man | man -l -` shows it.";
  command.run = RunMan;
  return command;
}

}  // namespace passcope::tools
