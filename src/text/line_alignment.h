// Finds the lines of two programs' texts that belong together. Every difference that Passcope shows
// or prints uses this.
//
// The numbers in a text are not a basis, since each inserted line renumbers the lines after it.
// Lines belong together in this order of preference:
// - They are known to be about the same expression (RelatedLines).
// - They compute the same. The comparison uses their texts without names, and the lines that they
//   name, first followed many steps, then fewer.
// - They are between such lines and do the same kind of thing.
//
// The names of two lines are then compared by what they refer to. This distinguishes a line that
// was only renumbered from a line with another argument.
//
// A scanner reads the lines of a language: ScanRelay is the scanner of Relay.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "support/line_diff.h"
#include "support/match_sequences.h"

namespace passcope {

// No line, or no counterpart.
inline constexpr uint32_t kNoLine = UINT32_MAX;

// A name in a line whose number alone carries no meaning.
struct LineName {
  enum class Kind : uint8_t { kDefinition, kVariable, kConstant };
  Kind kind;
  // For a variable, the line that defines it; for a constant, its number; or kNoLine.
  uint32_t of;
};

struct ScannedLine {
  std::string_view key;   // The text without names. Lines with equal keys have equally many names.
  std::string_view role;  // The kind of thing that it does, such as the operator that it calls.
  std::string_view type;  // The type of its result.
  size_t end_of_names;
};

struct ScannedText {
  std::vector<ScannedLine> lines;
  std::vector<LineName> names;  // Of all lines, in order.
  std::vector<char> keys;       // The characters that the views of the lines point to.
  uint32_t constants = 0;       // An upper bound: all numbers of constants are below it.

  std::span<const LineName> NamesOf(uint32_t line) const;
};

// Scans printed Relay: the numbers of `%n` and of `meta[relay.Constant][n]` are names. With
// `by_numbers`, nothing is a name, and numbers are part of the text.
ScannedText ScanRelay(const Lines& lines, bool by_numbers = false);

// Known relations between two texts: pairs of lines (from 0) where one became the other, and pairs
// of numbers of equal constants. Each line and each number is in at most one pair, and pairs are in
// the order of the first text. Pairs that break these rules are dropped.
struct RelatedLines {
  IndexPairs lines, constants;
};

class LineAlignment {
 public:
  // The texts must outlive the alignment.
  LineAlignment(const ScannedText& before, const ScannedText& after,
                const RelatedLines& known = {});

  // The pairs of lines that belong together, increasing on both sides. Other lines have no
  // counterpart.
  const IndexPairs& pairs() const { return pairs_; }
  // True if the lines of a pair have the same text and their names have the same meanings.
  bool AreSame(uint32_t before, uint32_t after) const;
  enum class Side : uint8_t { kBefore, kAfter };
  // The meaning of a name, equal for names with the same meaning: the line or the number of the
  // constant in the second text. kNoLine if only one text has it.
  uint32_t MeaningOf(Side side, const LineName& name) const;

 private:
  // By line, and by number of a constant: the counterpart on the other side, or kNoLine.
  struct Counterparts {
    std::vector<uint32_t> lines, constants;
  };

  Counterparts& Of(Side side) { return counterparts_[static_cast<size_t>(side)]; }
  bool SayTheSame(uint32_t before, uint32_t after) const;
  void AddKnown(const RelatedLines& known);
  void PairLines(const IndexPairs& pairs);
  void PairConstants(uint32_t before, uint32_t after);

  const ScannedText &before_, &after_;
  IndexPairs pairs_;
  std::array<Counterparts, 2> counterparts_;
};

}  // namespace passcope
