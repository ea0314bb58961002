// The text of a pattern.
#pragma once

#include <span>
#include <vector>

#include "ir/expr.h"
#include "support/text_buffer.h"

namespace passcope {

// Appends a pattern as TVM's printer writes it, "Cons((_, %x), Nil)"; `write_var` appends the next
// variable, and `write_constructor` appends its name.
template <class WriteVar, class WriteConstructor>
void AppendPattern(TextBuffer* out, std::span<const PatternStep> steps, WriteVar&& write_var,
                   WriteConstructor&& write_constructor) {
  std::vector<uint32_t> open;  // The number of fields that are still to come.
  for (const PatternStep& step : steps) {
    switch (step.kind) {
      case PatternStep::Kind::kWildcard:
        *out += '_';
        break;
      case PatternStep::Kind::kVar:
        write_var();
        break;
      case PatternStep::Kind::kConstructor:
        write_constructor(step.data, step.index);
        break;
      case PatternStep::Kind::kTuple:
        if (step.fields == 0) *out += "()";
        break;
    }
    if (step.fields > 0) {
      *out += '(';
      open.push_back(step.fields);
      continue;
    }
    while (!open.empty() && --open.back() == 0) {
      *out += ')';
      open.pop_back();
    }
    if (!open.empty()) *out += ", ";
  }
}

}  // namespace passcope
