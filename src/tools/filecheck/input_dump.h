// The scanned text with marks at the places of matches and of a failure, like the input dump of
// LLVM's FileCheck.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace passcope::tools {

struct InputPlace {
  size_t line = 0, column = 0;  // From 0; bytes.
  friend bool operator<(const InputPlace& a, const InputPlace& b) {
    return a.line != b.line ? a.line < b.line : a.column < b.column;
  }
};

struct InputMark {
  enum class Kind : uint8_t {
    kGood,      // ^~~ a match.
    kBad,       // !~~ a match at a place where none must be.
    kNowhere,   // X~~ where a pattern was looked for in vain.
    kPossible,  // ?   the line that was perhaps meant.
  };
  Kind kind = Kind::kGood;
  std::string label;  // "next:8": the kind of the check line and its number.
  InputPlace begin, end;
  std::string note;  // After the marks; may be empty.
};

// Stands before the text in the details of a failure.
inline constexpr std::string_view kDumpHeading = "\nthe text:\n";

// The lines around the marks of failures, with all marks in these lines, between "<<<<<<" and
// ">>>>>>". `context` is the number of lines before and after. Labels of a check line with several
// marks end in '0, '1 and so on.
std::string InputDump(const std::vector<std::string>& lines, std::vector<InputMark> marks,
                      size_t context);

}  // namespace passcope::tools
