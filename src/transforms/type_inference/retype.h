// Copies of a function over parameters of other types.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/expr.h"

namespace passcope {

// Makes any number of copies of one function, whose expressions are listed once. A call keeps its
// type if the types of its arguments are unchanged; otherwise the operator's relation finds its
// type. So copies are typed at once, with the types that InferType would find.
class Retyper {
 public:
  // `function` must be typed and outlive this object.
  explicit Retyper(const FunctionNode* function);

  // True if the function has only calls, tuples, projections, constants, and its parameters.
  bool is_dataflow() const { return is_dataflow_; }
  // Returns the function over fresh variables of these types, declared to return `ret_type`.
  // Returns null if that needs type inference: the function is not dataflow, or a call of a
  // function gets other types. It is also needed if a relation rejects or changes its argument
  // types, or if the body has another type.
  Expr Copy(std::span<const Type> params, const Type& ret_type) const;

 private:
  struct Step {
    const ExprNode* node;
    uint32_t children;  // Index of its first child in children_.
  };

  const FunctionNode* const function_;
  // The steps of the body, children first, after the parameters.
  std::vector<Step> steps_;
  std::vector<uint32_t> children_;  // Numbers of steps.
  bool is_dataflow_ = true;
};

}  // namespace passcope
