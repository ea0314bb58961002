// Rules that make operators expressions per element.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "executor/scalar_value.h"
#include "op/op.h"

namespace passcope {

struct ScalarRuleContext {
  ScalarPool& pool;
  const CallNode* call;
  // The tensors of all arguments, tuples flattened. None of them is empty.
  std::span<const ScalarValue> args;
  std::vector<const TensorTypeNode*> outs;

  std::vector<int64_t> out_shape(size_t i = 0) const;
};

// The fields of the result. Nullopt if scalar programs do not support the call's data types or
// attributes, or if the factors of the arguments do not divide each other.
using ScalarRule = std::optional<std::vector<ScalarValue>> (*)(ScalarRuleContext& context);

// Null for an operator without a rule. Operators that only change the shape (OpTrait::kReshape)
// need none.
const OpTable<ScalarRule>& ScalarRules();

}  // namespace passcope
