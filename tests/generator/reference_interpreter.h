// A second interpreter, to check passes and the evaluator. It shares no code with src/runtime.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "ir/expr.h"
#include "ir/module.h"

namespace passcope {

// The value of a program without functions and references: a tensor, or the fields of a tuple or
// of a value of a data type.
struct PlainValue {
  std::vector<int64_t> shape;
  std::vector<double> numbers;
  std::string constructor;
  std::vector<PlainValue> fields;
  bool is_tensor = false;
};

// The program uses something that the interpreter does not know, or takes too many steps.
struct ReferenceLimit : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Calls @main with tensors of reals. It interprets the definition of the language: an environment,
// a heap of references, and closures. Arguments, fields and operands are evaluated from left to
// right, and the callee after its arguments. A node is evaluated once in each call of the function
// around it. Throws ReferenceLimit.
PlainValue RunReference(const IRModule& module, const std::vector<PlainValue>& args);

}  // namespace passcope
