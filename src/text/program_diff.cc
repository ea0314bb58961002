#include "text/program_diff.h"

#include <vector>

#include "text/printer.h"

namespace passcope {

std::string ProgramDiff(std::string_view before, std::string_view after, const RelatedLines& known,
                        size_t context) {
  if (before == after) return {};
  const Lines lines_a = LinesOf(before), lines_b = LinesOf(after);
  const ScannedText a = ScanRelay(lines_a), b = ScanRelay(lines_b);
  const LineAlignment alignment(a, b, known);
  std::vector<LineEdit> edits;
  uint32_t i = 0, k = 0;
  auto replace = [&](size_t x, size_t y) {
    while (i < x) edits.push_back({'-', lines_a[i++]});
    while (k < y) edits.push_back({'+', lines_b[k++]});
  };
  for (const auto& [x, y] : alignment.pairs()) {
    replace(x, y);
    if (alignment.AreSame(x, y)) {
      edits.push_back({' ', lines_b[y]});
      ++i, ++k;
    } else {
      replace(x + size_t{1}, y + size_t{1});
    }
  }
  replace(lines_a.size(), lines_b.size());
  return HunksText(edits, context);
}

std::string ProgramDiff(const IRModule& before, const IRModule& after, const RelatedLines& known) {
  PrintOptions options = PrintOptions::WithoutMetaData();
  options.show_spans = false;
  return ProgramDiff(PrintModule(before, options), PrintModule(after, options), known);
}

}  // namespace passcope
