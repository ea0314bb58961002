// Checks and places of source texts.
#pragma once

#include <cstddef>
#include <string_view>

#include "text/lexer.h"

namespace passcope {

// The offset of the first byte that is not part of well-formed UTF-8; npos when all of it is.
// Overlong forms, surrogates and code points above U+10FFFF are not well-formed.
size_t FindInvalidUtf8(std::string_view text);

// Line and column of a byte offset, by counting; for messages.
TextPos PosAt(std::string_view text, size_t offset);

}  // namespace passcope
