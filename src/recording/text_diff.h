// The difference of two texts, up to the names of values and blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "recording/recording.h"
#include "recording/scanned_lines.h"
#include "support/line_diff.h"

namespace passcope::recording {

struct LineCounts {
  size_t added = 0, removed = 0;
};

class TextDiff {
 public:
  explicit TextDiff(TextStore* texts) : texts_(texts) {}

  // How many lines differ.
  LineCounts Count(TextId before, TextId after);
  // The hunks of the functions that differ, with `context` lines around them. kNoText is an empty
  // text.
  std::string Hunks(TextId before, TextId after, size_t context = 3);

 private:
  // The sections that belong together; kNone for a section of one side.
  struct SectionPair {
    SectionId before, after;
  };
  std::vector<SectionPair> PairSections(TextId before, TextId after);
  bool Differs(const SectionPair& pair);
  const ScannedLines& ScannedOf(SectionId section);
  std::vector<LineEdit> Edits(const SectionPair& pair);

  TextStore* const texts_;
  // The text after a pass is the one before the next pass on the function. Passes go through all
  // functions in turn.
  struct Kept {
    SectionId section = kNone;
    ScannedLines lines;
  };
  static constexpr size_t kKept = 64;
  static constexpr size_t kKeptLarge = 4;  // Of them, those for large sections.
  Kept kept_[kKept];
  size_t next_large_ = 0, next_small_ = 0;
};

}  // namespace passcope::recording
