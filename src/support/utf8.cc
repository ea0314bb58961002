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

namespace {

// The code point of a sequence of up to three bytes. Others are never control characters.
uint32_t CodePoint(std::string_view text, size_t at, size_t length) {
  auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(text[i])); };
  if (length == 1) return byte(at);
  if (length == 2) return (byte(at) & 31) << 6 | (byte(at + 1) & 63);
  return (byte(at) & 15) << 12 | (byte(at + 1) & 63) << 6 | (byte(at + 2) & 63);
}

}  // namespace

bool IsControl(std::string_view text, size_t at, size_t length) {
  if (length == 0) return true;
  if (length > 3) return false;
  uint32_t point = CodePoint(text, at, length);
  if (point < 0xA0) return (point < 0x20 && point != '\n' && point != '\t') || point >= 0x7F;
  return point == 0x61C || point == 0x200E || point == 0x200F ||
         (point >= 0x2028 && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
}

std::string Printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  auto plain = [](char c) { return (c >= ' ' && c < '\x7f') || c == '\n' || c == '\t'; };
  for (size_t at = 0; at < text.size();) {
    // Nearly all characters, many at a time.
    const size_t begin = at;
    while (at < text.size() && plain(text[at])) ++at;
    out += text.substr(begin, at - begin);
    if (at == text.size()) break;
    size_t length = Utf8SequenceLength(text, at);
    if (!IsControl(text, at, length)) {
      out += text.substr(at, length);
    } else {
      uint32_t value = CodePoint(text, at, std::max<size_t>(length, 1));
      out += length == 0 ? "\\x" : "\\u";
      for (int shift = length == 0 ? 4 : 12; shift >= 0; shift -= 4)
        out += "0123456789abcdef"[value >> shift & 15];
    }
    at += std::max<size_t>(length, 1);
  }
  return out;
}

}  // namespace passcope
