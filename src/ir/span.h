// Where an expression came from.
#pragma once

#include <string>
#include <utility>

#include "support/name.h"
#include "support/ref.h"

namespace passcope {

// A range of a named source, as TVM's Span: lines and columns count from 1, columns in UTF-8 bytes,
// the end is exclusive. `begin` and `end` are byte offsets into the source, -1 when unknown.
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
        end(end) {}
  const Name source;
  const int line, end_line, column, end_column;
  const int64_t begin, end;

 private:
  static void DestroySelf(Object* self) { delete static_cast<SpanNode*>(self); }
};
// May be null: built by a program, not from a text.
using Span = Ref<SpanNode>;

}  // namespace passcope
