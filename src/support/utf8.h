// Lengths of UTF-8 text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace passcope {

// Length of the well-formed UTF-8 sequence at `at`, which is below the size; 0 when there is none.
size_t Utf8SequenceLength(std::string_view text, size_t at);

// Well-formed UTF-8 from its first byte to its last.
bool IsUtf8(std::string_view text);

// UTF-16 code units of the first `bytes` bytes of UTF-8 text; bytes that are no UTF-8 count as one
// each, as they do once decoded.
int64_t Utf16Length(std::string_view text, size_t bytes);

}  // namespace passcope
