// Draws marks below lines.
#include "tools/filecheck/input_dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "support/utf8.h"
#include "tools/terminal.h"

namespace passcope::tools {
namespace {

using Mark = InputMark;

// The columns of a line that are shown, and those before the first mark of a line that is cut.
constexpr size_t kShownColumns = 160, kColumnsBefore = 40;

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

size_t WidthOf(std::string_view text) {
  return text.size() - static_cast<size_t>(std::count_if(text.begin(), text.end(), IsContinuation));
}

// A part of a line.
struct Window {
  size_t begin, end;  // Bytes.

  Window(std::string_view line, size_t first_mark) : begin(0), end(line.size()) {
    if (WidthOf(line) <= kShownColumns) return;
    if (first_mark > kShownColumns / 2) begin = first_mark - kColumnsBefore;
    while (begin < line.size() && IsContinuation(line[begin])) ++begin;
    end = begin;
    for (size_t columns = 0; end < line.size() && columns < kShownColumns; ++columns) {
      ++end;
      while (end < line.size() && IsContinuation(line[end])) ++end;
    }
  }

  std::string Shown(std::string_view line) const {
    std::string text(begin > 0 ? "…" : "");
    for (char c : line.substr(begin, end - begin)) {
      text += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return text + (end < line.size() ? "…" : "");
  }

  // The column of a byte.
  size_t Column(std::string_view line, size_t byte) const {
    byte = std::clamp(byte, begin, end);
    return (begin > 0 ? 1 : 0) + WidthOf(line.substr(begin, byte - begin));
  }
};

char LeadOf(Mark::Kind kind) { return "^!X?"[static_cast<size_t>(kind)]; }

Style StyleOf(Mark::Kind kind) {
  static constexpr Style kStyles[] = {Style::kGood, Style::kError, Style::kError, Style::kMaybe};
  return kStyles[static_cast<size_t>(kind)];
}

// The marks in a line.
std::string MarksOf(const Mark& mark, size_t number, std::string_view line, const Window& window) {
  const bool first = number == mark.begin.line;
  size_t begin = first ? window.Column(line, mark.begin.column) : window.Column(line, window.begin);
  size_t end = number == mark.end.line ? window.Column(line, mark.end.column)
                                       : window.Column(line, window.end);
  std::string marks(begin, ' ');
  if (first) marks += LeadOf(mark.kind);
  if (mark.kind != Mark::Kind::kPossible && end > marks.size()) {
    marks.append(end - marks.size(), '~');
  }
  if (first && !mark.note.empty()) marks += " " + mark.note;
  return Styled(StyleOf(mark.kind), marks);
}

}  // namespace

std::string InputDump(const std::vector<std::string>& lines, std::vector<Mark> marks,
                      size_t context) {
  std::map<std::string, size_t> several;
  for (const Mark& mark : marks) ++several[mark.label];
  std::erase_if(several, [](const auto& item) { return item.second == 1; });
  std::map<std::string, size_t> next;
  size_t width = std::to_string(lines.size()).size();
  std::vector<char> shown(lines.size(), 0);
  for (Mark& mark : marks) {
    if (several.contains(mark.label)) {
      mark.label += fmt::format("'{}", next[mark.label]++);
    }
    width = std::max(width, mark.label.size());
    if (mark.kind == Mark::Kind::kGood) continue;
    size_t begin = mark.begin.line - std::min(mark.begin.line, context);
    size_t end = std::min(lines.size(), mark.begin.line + std::min(context, lines.size()) + 1);
    for (size_t i = begin; i < end; ++i) shown[i] = 1;
  }
  // Two gaps of dots take no less space than a few lines.
  constexpr size_t kDots = 3;
  std::string dump = "<<<<<<\n";
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!shown[i]) {
      size_t end = i;
      while (end < lines.size() && !shown[end]) ++end;
      if (end - i > kDots) {
        for (size_t dot = 0; dot < kDots; ++dot) dump += fmt::format("{:>{}}\n", ".", width);
        i = end - 1;
        continue;
      }
    }
    const std::string& line = lines[i];
    std::vector<const Mark*> here;
    size_t first = line.size();
    for (const Mark& mark : marks) {
      if (i < mark.begin.line || i > mark.end.line) continue;
      // A range that ends where a line begins has no part of that line.
      if (i > mark.begin.line && i == mark.end.line && mark.end.column == 0) continue;
      here.push_back(&mark);
      first = std::min(first, i == mark.begin.line ? mark.begin.column : 0);
    }
    const Window window(line, here.empty() ? 0 : first);
    dump += Styled(Style::kDim, fmt::format("{:>{}}:", i + 1, width));
    std::string text = Printable(window.Shown(line));
    dump += text.empty() ? "\n" : " " + text + "\n";
    for (const Mark* mark : here) {
      std::string label = fmt::format("{:<{}}", mark->label, width + 2);
      dump += Styled(StyleOf(mark->kind), label) + MarksOf(*mark, i, line, window) + "\n";
    }
  }
  return dump + ">>>>>>";
}

}  // namespace passcope::tools
