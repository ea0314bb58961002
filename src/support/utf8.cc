// Lengths of UTF-8 text.
#include "support/utf8.h"

#include <algorithm>

namespace passcope {

size_t Utf8SequenceLength(std::string_view text, size_t at) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char lead = byte(at);
  size_t length = lead < 0x80   ? 1
                  : lead < 0xC2 ? 0
                  : lead < 0xE0 ? 2
                  : lead < 0xF0 ? 3
                  : lead < 0xF5 ? 4
                                : 0;
  if (at + length > text.size()) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return 0;
  }
  return length;
}

bool IsUtf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    size_t length = Utf8SequenceLength(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

int64_t Utf16Length(std::string_view text, size_t bytes) {
  bytes = std::min(bytes, text.size());
  int64_t units = 0;
  for (size_t at = 0; at < bytes;) {
    size_t length = Utf8SequenceLength(text, at);
    units += length == 4 ? 2 : 1;
    at += std::max<size_t>(length, 1);
  }
  return units;
}

}  // namespace passcope
