// The lines of a section with the names of values and blocks found in them. All families share what
// is made of it: an identity that does not depend on names, and lines that can be compared up to
// renumbering.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "recording/family.h"

namespace passcope::recording {

// A place of a name in a line.
struct NameUse {
  uint32_t name;  // The number of the name in its section, by first use.
  bool defines;   // The value or block begins here. A name can begin several times, in regions
                  // beside each other.
};

struct ScannedLine {
  std::string_view text;  // Without the line break.
  uint64_t shape =
      0;  // The hash of the text with a mark for each name; 0 for a line without words.
  uint32_t first_use = 0, uses = 0;
};

class ScannedLines {
 public:
  void Scan(std::string_view section, Family family);

  std::span<const ScannedLine> lines() const { return lines_; }
  std::span<const NameUse> UsesOf(const ScannedLine& line) const {
    return {uses_.data() + line.first_use, line.uses};
  }
  uint32_t names() const { return names_; }
  uint32_t operations() const { return operations_; }
  // Equal for sections that differ in their names only; 0 for a section without words.
  uint64_t Identity() const;
  // For each line, its shape with names replaced by what defines them. Lines with the same key
  // compute the same.
  std::vector<uint64_t> DeepKeys() const;

 private:
  std::vector<ScannedLine> lines_;
  std::vector<NameUse> uses_;
  uint32_t names_ = 0;
  uint32_t operations_ = 0;
};

}  // namespace passcope::recording
