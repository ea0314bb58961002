// Changes that make a program smaller, for reduction. They need typed modules. Their results can be
// ill-typed; null means that nothing can be changed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ir/module.h"

namespace passcope {

// Removes the functions that @main does not reach, and @main's unused parameters.
IRModule WithoutUnused(const IRModule& module);

namespace edits {

// The indices of the fields of @main's result, if it is a tuple.
std::vector<int> Outputs(const IRModule& module);
IRModule WithoutOutputs(const IRModule& module, std::span<const int> outputs);

// The expressions that @main computes for its result, in the order of evaluation. The insides of
// functions, branches and lets are left out.
std::vector<Expr> Parts(const IRModule& module);
// The expressions that the result is directly computed from.
std::vector<Expr> PartsOfResult(const IRModule& module);
IRModule WithResult(const IRModule& module, const Expr& result);

// The replacement of an expression.
enum class By : uint8_t {
  kArgument,  // An input of the same type; the body of a let; a branch of an if.
  kInput,     // A new parameter of @main.
  kConstant,  // A constant with random elements.
};
// The expressions that can be replaced this way, in the order of evaluation.
std::vector<const ExprNode*> Replaceable(const IRModule& module, By by);
IRModule Replace(const IRModule& module, std::span<const ExprNode* const> nodes, By by);

// Two parameters of @main with the same type, by index.
struct Pair {
  size_t kept, removed;
};
std::vector<Pair> LikeInputs(const IRModule& module);
IRModule Unite(const IRModule& module, std::span<const Pair> pairs);

// The sizes above 1 of dimensions of @main's parameters and of constants, largest first.
std::vector<int64_t> Sizes(const IRModule& module);
// Makes every dimension of this size smaller, and every integer attribute with this value.
IRModule Resize(const IRModule& module, int64_t size, int64_t smaller);

// An attribute that does not have its default.
struct Attribute {
  const ExprNode* call;
  std::string name;
};
std::vector<Attribute> Attributes(const IRModule& module);
IRModule WithDefaults(const IRModule& module, std::span<const Attribute> attributes);

}  // namespace edits
}  // namespace passcope
