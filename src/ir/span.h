// Where an expression came from.
#pragma once

#include <string>
#include <utility>

#include "support/name.h"
#include "support/ref.h"

namespace passcope {

// A range of a named source: lines and columns count from 1, columns in UTF-8 bytes, the end is
// exclusive. `begin` and `end` are byte offsets into the source, -1 when unknown.
//
// Two places are kept. `line` to `end` say where the expression is written, for diagnostics.
// `shown_line` and `shown_column` are what TVM prints in `/* span=source:line:column */`: the place
// where its parser met the expression last, in its own count of columns. A `shown_line` of
// kNotShown stands for an expression that TVM gives no span; nothing is printed then.
class SpanNode : public Object {
 public:
  SpanNode(Name source, int line, int end_line, int column, int end_column, int64_t begin = -1,
           int64_t end = -1)
      : Object(&DestroySelf),
        source(source),
        line(line),
        end_line(end_line),
        column(column),
        end_column(end_column),
        begin(begin),
        end(end),
        shown_line(line),
        shown_column(column) {}
  static constexpr int kNotShown = -1;
  const Name source;
  const int line, end_line, column, end_column;
  const int64_t begin, end;
  // Moved by the parser, and by nobody else, until it hands its program over.
  mutable int shown_line, shown_column;

 private:
  static void DestroySelf(Object* self) { delete static_cast<SpanNode*>(self); }
};
// May be null: built by a program, not from a text.
using Span = Ref<SpanNode>;

}  // namespace passcope
