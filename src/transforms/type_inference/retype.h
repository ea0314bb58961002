// Copies of a function over parameters of other types.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/expr.h"

namespace passcope {

// Makes any number of copies of one function, for which its expressions are listed once. Where the
// types of what a call is given are those that they were, so is its own; else the operator's
// relation tells it. So the copies have their types at once, and InferType would find the same.
class Retyper {
 public:
  // `function` is typed and outlives this.
  explicit Retyper(const FunctionNode* function);

  // Whether the function consists of calls, tuples, fields of these and constants, without
  // variables but its parameters.
  bool is_dataflow() const { return is_dataflow_; }
  // The function over fresh variables of these types, declared to return `ret_type`. Null where
  // that takes an inference: the function is no dataflow, a call of a function gets other types, a
  // relation refuses its arguments or wants others, or the body is of another type.
  Expr Copy(std::span<const Type> params, const Type& ret_type) const;

 private:
  struct Step {
    const ExprNode* node;
    uint32_t children;  // Where those of its children that are steps begin.
  };

  const FunctionNode* const function_;
  // What the body consists of, children first; the parameters stand before it.
  std::vector<Step> steps_;
  std::vector<uint32_t> children_;  // Numbers of steps.
  bool is_dataflow_ = true;
};

}  // namespace passcope
