// Lengths of UTF-8 text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace passcope {

// The length of the well-formed UTF-8 sequence at `at`, an index in the text; 0 if there is none.
size_t Utf8SequenceLength(std::string_view text, size_t at);

// True if the whole text is well-formed UTF-8.
bool IsUtf8(std::string_view text);

// The number of UTF-16 code units of the first `bytes` bytes of UTF-8 text. A byte that is not
// UTF-8 counts as one, as after decoding.
int64_t Utf16Length(std::string_view text, size_t bytes);

}  // namespace passcope
