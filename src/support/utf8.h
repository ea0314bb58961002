// Lengths of UTF-8 text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace passcope {

// The length of the well-formed UTF-8 sequence at `at`, an index in the text; 0 if there is none.
size_t Utf8SequenceLength(std::string_view text, size_t at);

// True if the whole text is well-formed UTF-8.
bool IsUtf8(std::string_view text);

// The number of UTF-16 code units of the first `bytes` bytes of UTF-8 text. A byte that is not
// UTF-8 counts as one, as after decoding.
int64_t Utf16Length(std::string_view text, size_t bytes);

// True if the character at `at`, of `length` bytes, is not a line break or a tab and can change how
// a terminal shows the text around it: control characters, separators of lines and paragraphs, and
// marks of the direction of writing. Also true for a byte that is not UTF-8, of length 0.
bool IsControl(std::string_view text, size_t at, size_t length);

// The text with these characters as JSON's escapes, \u001b, and bytes that are not UTF-8 as \x9b.
// So a name from a file cannot control the terminal. JSON texts keep their meaning.
std::string Printable(std::string_view text);

}  // namespace passcope
