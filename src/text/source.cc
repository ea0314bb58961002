// UTF-8 validation and line counting.
#include "text/source.h"

#include <algorithm>
#include <cstring>

namespace passcope {

size_t FindInvalidUtf8(std::string_view text) {
  const auto* data = reinterpret_cast<const unsigned char*>(text.data());
  const size_t size = text.size();
  size_t i = 0;
  while (i < size) {
    // Programs are ASCII except for some comments: check eight bytes at a time.
    uint64_t chunk;
    while (i + sizeof(chunk) <= size) {
      std::memcpy(&chunk, data + i, sizeof(chunk));
      if ((chunk & 0x8080808080808080ull) != 0) break;
      i += sizeof(chunk);
    }
    if (i >= size) break;
    unsigned char c = data[i];
    if (c < 0x80) {
      ++i;
      continue;
    }
    size_t length = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
    if (c < 0xC2 || c > 0xF4 || i + length > size) return i;
    // The range of the first continuation byte excludes overlong forms, surrogates and code points
    // that are too large.
    unsigned char low = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80;
    unsigned char high = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;
    if (data[i + 1] < low || data[i + 1] > high) return i;
    for (size_t k = 2; k < length; ++k) {
      if ((data[i + k] & 0xC0) != 0x80) return i;
    }
    i += length;
  }
  return std::string_view::npos;
}

TextPos PosAt(std::string_view text, size_t offset) {
  offset = std::min(offset, text.size());
  TextPos pos;
  pos.offset = static_cast<uint32_t>(offset);
  std::string_view before = text.substr(0, offset);
  pos.line = static_cast<uint32_t>(1 + std::count(before.begin(), before.end(), '\n'));
  size_t line_start = before.rfind('\n');
  line_start = line_start == before.npos ? 0 : line_start + 1;
  pos.column = pos.shown_column = static_cast<uint32_t>(offset - line_start + 1);
  return pos;
}

TextRange FindArgument(std::string_view call, int number) {
  Lexer lexer(call);
  int depth = 0, current = 0;
  TextRange range;
  for (Token token = lexer.Next(); token.kind != Tok::kEnd; token = lexer.Next()) {
    bool outside = depth == 0;
    switch (token.kind) {
      case Tok::kLeftParen:
      case Tok::kLeftSquare:
      case Tok::kLeftCurly:
        ++depth;
        break;
      case Tok::kRightParen:
      case Tok::kRightSquare:
      case Tok::kRightCurly:
        --depth;
        break;
      default:
        break;
    }
    if (outside) continue;
    bool ends = depth == 0 || (depth == 1 && token.kind == Tok::kComma);
    if (ends && current == number) return range;
    if (ends) ++current;
    if (current != number || ends) continue;
    if (range.end == 0) range.begin = token.begin.offset;
    range.end = token.end.offset;
  }
  return {};
}

}  // namespace passcope
