#include "text/aligned_lines.h"

namespace passcope {
namespace {

// The meaning of a definition in `names`. A name without a counterpart means -1.
constexpr int32_t kDefinition = -2;

Lines AllLinesOf(std::string_view text) {
  Lines lines = LinesOf(text);
  if (text.empty() || text.ends_with('\n')) lines.emplace_back();
  return lines;
}

std::vector<int32_t> MeaningsOf(const LineAlignment& alignment, LineAlignment::Side side,
                                std::span<const LineName> names) {
  std::vector<int32_t> meanings;
  for (const LineName& name : names) {
    const bool defines = name.kind == LineName::Kind::kDefinition;
    meanings.push_back(defines ? kDefinition
                               : static_cast<int32_t>(alignment.MeaningOf(side, name)));
  }
  return meanings;
}

}  // namespace

std::vector<AlignedLines> AlignTexts(std::string_view before, std::string_view after,
                                     const RelatedLines& known, bool by_numbers) {
  using Side = LineAlignment::Side;
  const ScannedText a = ScanRelay(AllLinesOf(before), by_numbers);
  const ScannedText b = ScanRelay(AllLinesOf(after), by_numbers);
  const LineAlignment alignment(a, b, known);
  std::vector<AlignedLines> all;
  // The end of the last run of equal lines, in each text.
  uint32_t end_a = 0, end_b = 0;
  for (const auto& [x, y] : alignment.pairs()) {
    const bool same = alignment.AreSame(x, y);
    if (same && !all.empty() && end_a == x && end_b == y) {
      ++all.back().count;
    } else {
      all.push_back({x, y, 1, {}});
    }
    if (same) {
      end_a = x + 1;
      end_b = y + 1;
    } else {
      all.back().names = {MeaningsOf(alignment, Side::kBefore, a.NamesOf(x)),
                          MeaningsOf(alignment, Side::kAfter, b.NamesOf(y))};
    }
  }
  return all;
}

template <>
const RecordSchema& SchemaOf<AlignedLines>() {
  static constexpr RecordField kFields[] = {
      Member<&AlignedLines::before>("before", "The first line in the first text, from 0."),
      Member<&AlignedLines::after>("after", "The first line in the second text, from 0."),
      Member<&AlignedLines::count>("count", "The number of lines; 1 for changed lines."),
      Member<&AlignedLines::names>(
          "names",
          "Empty for lines that are equal or only renumbered. For a changed line: the meaning of "
          "each number of a variable or a constant, in the order of the line before and then of "
          "the line after. Equal numbers mean the same; -1 has no counterpart in the other text, "
          "and -2 is the variable that the line defines."),
  };
  static constexpr RecordSchema schema = {
      "AlignedLines",
      "Lines of two texts that correspond to each other. In a list, they ascend in both texts; the "
      "lines between them have no counterpart.",
      kFields, RecordSchema::Form::kTuple};
  return schema;
}

}  // namespace passcope
