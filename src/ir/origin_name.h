// Names of nodes of other frameworks' models that imported expressions come from. They are spans
// with a name and without a place. TVM gives imported expressions no span, so no text shows them.
#pragma once

#include <string_view>

#include "ir/span.h"

namespace passcope {

inline Span OriginName(std::string_view name) {
  auto* span = new SpanNode(Name(name), 0, 0, 0, 0);
  span->shown_line = SpanNode::kNotShown;
  return Span(span);
}

// The span if it is a place in a text; null if it is only a name.
inline Span PlaceIn(const Span& span) {
  const bool is_name = span && span->line < 1 && span->shown_line == SpanNode::kNotShown;
  return is_name ? nullptr : span;
}

}  // namespace passcope
