// Changes that make a program smaller, for reduction. What they make need not be well-typed; null
// says that there is nothing to change. All of them work on typed modules.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ir/module.h"

namespace passcope {

// Without the functions that @main does not reach and without @main's unused parameters.
IRModule WithoutUnused(const IRModule& module);

namespace edits {

// The fields of @main's result, by index, when it is a tuple.
std::vector<int> Outputs(const IRModule& module);
IRModule WithoutOutputs(const IRModule& module, std::span<const int> outputs);

// What @main computes on the way to its result, in the order of evaluation, without what stands
// inside of functions, branches and lets.
std::vector<Expr> Parts(const IRModule& module);
// What the result is computed from directly.
std::vector<Expr> PartsOfResult(const IRModule& module);
IRModule WithResult(const IRModule& module, const Expr& result);

// What takes the place of an expression.
enum class By : uint8_t {
  kArgument,  // One of what it is computed from, of the same type; of a let its body, of an if a
              // branch.
  kInput,     // A new parameter of @main.
  kConstant,  // A constant with random elements.
};
// Expressions that can be replaced so, in the order of evaluation.
std::vector<const ExprNode*> Replaceable(const IRModule& module, By by);
IRModule Replace(const IRModule& module, std::span<const ExprNode* const> nodes, By by);

// Two parameters of @main of one type, by index.
struct Pair {
  size_t kept, removed;
};
std::vector<Pair> LikeInputs(const IRModule& module);
IRModule Unite(const IRModule& module, std::span<const Pair> pairs);

// The sizes above 1 of dimensions of @main's parameters and of constants, the largest first.
std::vector<int64_t> Sizes(const IRModule& module);
// Makes every dimension of this size smaller, and integers of attributes that are equal to it.
IRModule Resize(const IRModule& module, int64_t size, int64_t smaller);

// An attribute that has not its default.
struct Attribute {
  const ExprNode* call;
  std::string name;
};
std::vector<Attribute> Attributes(const IRModule& module);
IRModule WithDefaults(const IRModule& module, std::span<const Attribute> attributes);

}  // namespace edits
}  // namespace passcope
