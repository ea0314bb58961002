// A place in a text, shown as messages show it.
#pragma once

#include <string>
#include <string_view>

#include "ir/span.h"

namespace passcope {

// The line of the text that the span begins in, with its number before it and a caret and tildes
// below, each line behind a line break. A character of several bytes counts as one column; long
// lines are cut. Empty when the span is no place of the text.
std::string Snippet(std::string_view text, const SpanNode& span);

}  // namespace passcope
