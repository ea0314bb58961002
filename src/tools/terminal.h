// Terminals: which standard streams are one, and colours for them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace passcope::tools {

enum class Stream : uint8_t { kOut, kErr };

enum class Style : uint8_t {
  kBold,     // Headings, names.
  kDim,      // What surrounds a text.
  kError,    // Mistakes, and what a text must not have.
  kWarning,  // What needs a look.
  kNote,     // Explanations, places.
  kGood,     // What is right.
  kAdded,
  kRemoved,
  kMaybe,  // A guess.
};

// When texts have colours: "auto" is on terminals, unless the environment has NO_COLOR or
// TERM=dumb. Returns false for an unknown word.
bool SetColors(std::string_view when);
// True if texts for the stream get colours.
bool HasColors(Stream stream);
// The text in a style, or the text itself if the stream has no colours.
std::string Styled(Style style, std::string_view text, Stream stream = Stream::kOut);

// Texts of the engine, line by line:
// - diagnostics, remarks and notes, as compilers show them;
std::string ColoredDiagnostic(std::string_view text, Stream stream);
// - differences in the format of `diff -u`;
std::string ColoredDiff(std::string_view text, Stream stream = Stream::kOut);
// - tables, whose first line is the heading, and where cells can end in "(+5%)".
std::string ColoredTable(std::string_view text, Stream stream = Stream::kOut);

// The text without characters that control a terminal (support/utf8.h), except for the styles above
// if the stream has colours. `Print` and `PrintError` write only such texts.
std::string Cleaned(std::string_view text, Stream stream);

// True if the standard input is a pipe or a file.
bool InputIsPiped();

}  // namespace passcope::tools
