// UTF-8 checks and positions of source texts.
#pragma once

#include <cstddef>
#include <string_view>

#include "text/lexer.h"

namespace passcope {

// The offset of the first byte that is not part of well-formed UTF-8, or npos.
// Overlong forms, surrogates and code points above U+10FFFF are not well-formed.
size_t FindInvalidUtf8(std::string_view text);

// Line and column of a byte offset, by counting; for messages.
TextPos PosAt(std::string_view text, size_t offset);

// The bytes of argument `number` in the text of a call, "op(a, b, c=1)". Empty if the call has no
// such argument in parentheses, such as the call `a + b`.
struct TextRange {
  size_t begin = 0;
  size_t end = 0;
};
TextRange FindArgument(std::string_view call, int number);

}  // namespace passcope
