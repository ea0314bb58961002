// Colours are the codes of ECMA-48 (SGR), which all terminals of today know.
#include "tools/terminal.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#else
#include <unistd.h>
#endif

#include "support/utf8.h"
#include "tools/environment.h"

namespace passcope::tools {
namespace {

#ifdef __EMSCRIPTEN__
// Emscripten takes all standard streams for terminals.
EM_JS(int, NodeIsTerminal, (int file), { return require("tty").isatty(file) ? 1 : 0; });
bool IsTerminal(int file) { return NodeIsTerminal(file) != 0; }
// Emscripten does not know the kinds of the standard streams either.
EM_JS(int, NodeInputIsPiped, (), {
  try {
    const input = require("fs").fstatSync(0);
    return input.isFIFO() || input.isFile() || input.isSocket() ? 1 : 0;
  } catch (error) {
    return 0;
  }
});
#else
bool IsTerminal(int file) { return isatty(file) != 0; }
#endif

// For each stream.
struct Colors {
  bool out = false, err = false;
};
Colors& GivenColors() {
  static Colors colors;
  return colors;
}

constexpr std::string_view kCodes[] = {"1", "2", "1;31", "1;33", "36", "32", "32", "31", "35"};
constexpr std::string_view kNoStyle = "0";

// The length of the sequence at the beginning that starts or ends a style, or 0.
size_t StyleLength(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  const std::string_view code = text.substr(2, text.find('m') - 2);
  const bool known =
      code == kNoStyle || std::find(std::begin(kCodes), std::end(kCodes), code) != std::end(kCodes);
  return known ? code.size() + 3 : 0;
}

// Each line through a function; line breaks stay.
std::string ByLine(std::string_view text,
                   const std::function<std::string(std::string_view line, size_t index)>& change) {
  std::string out;
  for (size_t index = 0; !text.empty(); ++index) {
    size_t end = std::min(text.find('\n'), text.size());
    out += change(text.substr(0, end), index);
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

// The length of a line's gutter, "   3 |" or "     |", or 0.
size_t GutterOf(std::string_view line) {
  size_t at = line.find_first_not_of(' ');
  while (at < line.size() && line[at] >= '0' && line[at] <= '9') ++at;
  if (at == line.npos || at < 4) return 0;
  if (line[at - 1] == ' ' && line[at] == '|') return at + 1;
  return line.substr(at, 2) == " |" ? at + 2 : 0;
}

// The style of a diagnostic's word before the colon: "error[usage]", "missed".
const Style* StyleOfWord(std::string_view word) {
  static constexpr std::pair<std::string_view, Style> kWords[] = {
      {"error", Style::kError},    {"warning", Style::kWarning}, {"note", Style::kNote},
      {"missed", Style::kWarning}, {"passed", Style::kGood},     {"analysis", Style::kNote},
  };
  word = word.substr(0, word.find('['));
  for (const auto& [name, style] : kWords) {
    if (word == name) return &style;
  }
  return nullptr;
}

}  // namespace

bool SetColors(std::string_view when) {
  Colors& colors = GivenColors();
  if (when == "always" || when == "never") {
    colors.out = colors.err = when == "always";
    return true;
  }
  if (when != "auto") return false;
  bool plain = !Environment("NO_COLOR").empty() || Environment("TERM") == "dumb";
  colors.out = !plain && IsTerminal(1);
  colors.err = !plain && IsTerminal(2);
  return true;
}

bool HasColors(Stream stream) {
  return stream == Stream::kOut ? GivenColors().out : GivenColors().err;
}

std::string Styled(Style style, std::string_view text, Stream stream) {
  if (text.empty() || !HasColors(stream)) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[{}m", kCodes[static_cast<size_t>(style)], text, kNoStyle);
}

std::string Cleaned(std::string_view text, Stream stream) {
  if (!HasColors(stream)) return Printable(text);
  std::string out;
  while (!text.empty()) {
    const size_t style = StyleLength(text);
    // The next escape character may begin another style.
    const size_t end = style > 0 ? style : std::min(text.find('\x1b', 1), text.size());
    out += style > 0 ? std::string(text.substr(0, end)) : Printable(text.substr(0, end));
    text.remove_prefix(end);
  }
  return out;
}

std::string ColoredDiagnostic(std::string_view text, Stream stream) {
  if (!HasColors(stream)) return std::string(text);
  return ByLine(Printable(text), [stream](std::string_view line, size_t) -> std::string {
    if (size_t gutter = GutterOf(line)) {
      std::string_view rest = line.substr(gutter);
      bool marks = rest.find_first_not_of(" \t^~") == rest.npos;
      return Styled(Style::kNote, line.substr(0, gutter), stream) +
             (marks ? Styled(Style::kGood, rest, stream) : std::string(rest));
    }
    size_t begin = std::min(line.find_first_not_of(' '), line.size());
    if (line.substr(begin).starts_with("--> ")) return Styled(Style::kNote, line, stream);
    // The word of the severity is first, or after a place: "a.relay:4:3: missed: …".
    for (size_t colon = line.find(':', begin); colon != line.npos;
         begin = line.find_first_not_of(' ', colon + 1), colon = line.find(':', colon + 1)) {
      if (begin == line.npos || begin > colon) continue;
      const Style* style = StyleOfWord(line.substr(begin, colon - begin));
      if (!style) continue;
      return Styled(Style::kBold, line.substr(0, begin), stream) +
             Styled(*style, line.substr(begin, colon + 1 - begin), stream) +
             std::string(line.substr(colon + 1));
    }
    return std::string(line);
  });
}

std::string ColoredDiff(std::string_view text, Stream stream) {
  if (!HasColors(stream)) return std::string(text);
  return ByLine(Printable(text), [stream](std::string_view line, size_t) -> std::string {
    if (line.starts_with("--- ") || line.starts_with("+++ ")) {
      return Styled(Style::kBold, line, stream);
    }
    if (line.starts_with("@@")) return Styled(Style::kNote, line, stream);
    if (line.starts_with('+')) return Styled(Style::kAdded, line, stream);
    if (line.starts_with('-')) return Styled(Style::kRemoved, line, stream);
    return std::string(line);
  });
}

std::string ColoredTable(std::string_view text, Stream stream) {
  if (!HasColors(stream)) return std::string(text);
  return ByLine(Printable(text), [stream](std::string_view line, size_t index) -> std::string {
    if (index == 0) return Styled(Style::kBold, line, stream);
    std::string out;
    while (!line.empty()) {
      // A change in percent, "(+5%)" or "(-5%)". All figures are better if they are smaller.
      size_t open = line.find('('), close = line.find("%)", open == line.npos ? 0 : open);
      bool change = open != line.npos && close != line.npos && open + 1 < close &&
                    (line[open + 1] == '+' || line[open + 1] == '-') &&
                    line.substr(open + 2, close - open - 2).find('(') == line.npos;
      size_t end = change ? open : open == line.npos ? line.size() : open + 1;
      out += line.substr(0, end);
      if (change) {
        Style style = line[open + 1] == '+' ? Style::kRemoved : Style::kAdded;
        out += Styled(style, line.substr(open, close + 2 - open), stream);
        end = close + 2;
      }
      line.remove_prefix(end);
    }
    return out;
  });
}

bool InputIsPiped() {
#ifdef __EMSCRIPTEN__
  return NodeInputIsPiped() != 0;
#else
  struct stat input;
  if (fstat(0, &input) != 0) return false;
  // Node connects its children by sockets.
  return S_ISFIFO(input.st_mode) || S_ISREG(input.st_mode) || S_ISSOCK(input.st_mode);
#endif
}

}  // namespace passcope::tools
