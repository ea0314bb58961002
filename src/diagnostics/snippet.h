// Shows a place in a text, as in messages.
#pragma once

#include <string>
#include <string_view>

#include "ir/span.h"

namespace passcope {

// The first line of the span with its number, and a caret and tildes below it. Each line follows a
// line break. A character of several bytes counts as one column. Long lines are cut. Empty if the
// span is not a place of the text.
std::string Snippet(std::string_view text, const SpanNode& span);

}  // namespace passcope
