// Which lines of two programs' texts belong together: the one answer to it, for every difference
// that is shown or printed.
//
// A text's own numbers tell nothing, since each line that is put in renumbers those after it. So
// lines belong together when it is known that they are about the same expression (RelatedLines),
// else when they compute the same: by their texts without names and by what the lines compute that
// they name, at first far, then less far. Then lines between these belong together that do the same
// kind of thing. What two lines name is looked up in both texts, so that a line of which only names
// differ is told from one that has got another argument.
//
// A scanner tells what the lines of a language say: ScanRelay is that of Relay.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "support/line_diff.h"
#include "support/match_sequences.h"

namespace passcope {

// No line, or nothing that is known.
inline constexpr uint32_t kNoLine = UINT32_MAX;

// What a line names in a way that tells nothing by itself.
struct LineName {
  enum class Kind : uint8_t { kDefinition, kVariable, kConstant };
  Kind kind;
  // Of a variable, the line that defines it; of a constant, its number; or kNoLine.
  uint32_t of;
};

struct ScannedLine {
  std::string_view key;   // The text without names; lines of one key name as much in one order.
  std::string_view role;  // What kind of thing it does, such as the operator that it calls.
  std::string_view type;  // That of its result.
  size_t end_of_names;
};

struct ScannedText {
  std::vector<ScannedLine> lines;
  std::vector<LineName> names;  // Of all lines, in their order.
  std::vector<char> keys;       // What the lines' views are of.
  uint32_t constants = 0;       // All numbers of constants are below.

  std::span<const LineName> NamesOf(uint32_t line) const;
};

// Relay as it is printed: the numbers of `%n` and of `meta[relay.Constant][n]` are names. With
// `by_numbers` nothing is a name, and a number is what it says.
ScannedText ScanRelay(const Lines& lines, bool by_numbers = false);

// What is known of two texts: the lines, from 0, of which one became the other, and the numbers of
// constants that are the same. Each line and each number stands in one pair at most, and the pairs
// are in the order of the first text; what is not so is left out.
struct RelatedLines {
  IndexPairs lines, constants;
};

class LineAlignment {
 public:
  // The texts have to outlive it.
  LineAlignment(const ScannedText& before, const ScannedText& after,
                const RelatedLines& known = {});

  // The lines that belong together, rising on both sides. All others have no counterpart.
  const IndexPairs& pairs() const { return pairs_; }
  // Whether the lines of a pair say the same and name the same.
  bool AreSame(uint32_t before, uint32_t after) const;
  enum class Side : uint8_t { kBefore, kAfter };
  // What names of a kind mean, equal for those that mean the same: the line, or the number of the
  // constant, of the second text, or kNoLine for what one text alone has.
  uint32_t MeaningOf(Side side, const LineName& name) const;

 private:
  // By line and by number of a constant: that of the other side, or kNoLine.
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
