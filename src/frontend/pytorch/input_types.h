// The data types of a model's inputs, from what the code does with them. An archive does not have
// them, but TVM knows them from the trace.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "frontend/pytorch/graph.h"
#include "ir/data_type.h"

namespace passcope::frontend {

// Values of the graph that are the same input, or the same part of it.
using TorchAliases = std::vector<const TorchValue*>;

// int64 if an operator takes the elements as indices, bool if it takes them as a mask; nullopt if
// neither.
std::optional<DataType> DtypeOfUses(const TorchAliases& values);

// The values that are part `i` of a tuple or a list.
TorchAliases PartsOf(const TorchAliases& values, size_t i);

}  // namespace passcope::frontend
