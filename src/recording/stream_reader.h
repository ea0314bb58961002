// Reads a log that is one stream of text: dumps of any format, reports of times, and what surrounds
// them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "recording/banners.h"
#include "recording/recording.h"

namespace passcope::recording {

class StreamReader {
 public:
  // `file` is the file's name in a folder. Dumps go to `recording`.
  explicit StreamReader(Recording* recording, CustomBanner custom = nullptr, NameId file = kNoName);

  // The next bytes, in parts of any size.
  void Feed(std::string_view bytes);
  // After the last bytes.
  void Finish();

 private:
  // Lines that are complete.
  void Lines(std::string_view lines);
  bool CanBeginBanner(std::string_view line) const;
  bool TakeBanner(std::string_view line);
  // True if the line begins what follows a text without belonging to the program.
  bool BeginsTail(std::string_view line) const;
  void Begin(const Banner& banner);
  void End();
  void EndDump();
  void NoteUnread(std::string_view text, uint64_t first);
  // The parts of a tail: reports of times, a crash, other lines.
  void ReadTail(std::string_view tail, uint64_t first);

  Recording* const recording_;
  const CustomBanner custom_;
  const NameId file_;
  bool starts_[256] = {};
  std::string carry_;        // A line whose end has not arrived.
  std::string text_, tail_;  // Of the dump that is being read.
  bool in_tail_ = false;
  bool open_ = false;  // A dump has begun.
  Dump dump_;
  Family family_ = Family::kPlain;
  uint64_t line_ = 1;       // The number of the next line.
  uint64_t text_line_ = 1;  // The number of the text's first line.
  uint64_t tail_line_ = 1;
};

// A text without empty lines at both ends.
std::string_view WithoutEmptyLines(std::string_view text);

// Keeps the text of a program, without empty lines at both ends and with a line break after each
// line, so that equal texts are equal bytes. kNoText for an empty text.
TextId AddProgram(std::string_view text, Family expected, TextStore* texts);

}  // namespace passcope::recording
