// The source of an expression.
#pragma once

#include <string>
#include <utility>

#include "support/name.h"
#include "support/ref.h"

namespace passcope {

// A range of a named source. Lines and columns count from 1, columns in UTF-8 bytes; the end is
// exclusive. `begin` and `end` are byte offsets into the source, or -1 if unknown.
//
// A span has two places. `line` to `end` is where the expression is written, for diagnostics.
// `shown_line` and `shown_column` are the place that TVM prints in `/* span=source:line:column */`.
// TVM's parser met the expression there last, in its own count of columns. kNotShown as
// `shown_line` means that TVM gives the expression no span, so the printer writes none.
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
  // Only the parser changes these, before it returns its program.
  mutable int shown_line, shown_column;

 private:
  static void DestroySelf(Object* self) { delete static_cast<SpanNode*>(self); }
};
// Null for an expression that a program built without a text.
using Span = Ref<SpanNode>;

}  // namespace passcope
