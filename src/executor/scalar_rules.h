// Operators as expressions per element.
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
  // The tensors of all arguments, tuples flattened; none is empty.
  std::span<const ScalarValue> args;
  std::vector<const TensorTypeNode*> outs;

  std::vector<int64_t> out_shape(size_t i = 0) const;
};

// The fields of the result, or nullopt when this call's data types or attributes are none of those
// that scalar programs do, or when the factors of the arguments do not fit together.
using ScalarRule = std::optional<std::vector<ScalarValue>> (*)(ScalarRuleContext& context);

// Operators without an entry have null. Those that only give a tensor another shape
// (OpTrait::kReshape) need none.
const OpTable<ScalarRule>& ScalarRules();

}  // namespace passcope
