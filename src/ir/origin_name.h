// Names of the nodes of other frameworks' models, from which imported expressions come: spans that
// have a name and no place in any text. TVM gives what it imports no span, so no text shows them.
#pragma once

#include <string_view>

#include "ir/span.h"

namespace passcope {

inline Span OriginName(std::string_view name) {
  auto* span = new SpanNode(Name(name), 0, 0, 0, 0);
  span->shown_line = SpanNode::kNotShown;
  return Span(span);
}

// The span, if it is a place in a text; null for one that is a name alone.
inline Span PlaceIn(const Span& span) {
  const bool is_name = span && span->line < 1 && span->shown_line == SpanNode::kNotShown;
  return is_name ? nullptr : span;
}

}  // namespace passcope
