// The signatures of PyTorch's operators (schemas.def). They tell which overload a call means, the
// order of its arguments, and the defaults of omitted ones.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/pytorch/graph.h"

namespace passcope::frontend {

// The value of an omitted argument. Lists hold numbers.
struct TorchDefault {
  TorchConstant value;
  std::optional<std::vector<TorchConstant>> list;
};

struct TorchParam {
  std::string_view name;
  TorchType type;
  // For "int[2]", which also takes one number for all, 2; for a list of any length, 0.
  int64_t list_size = 0;
  bool keyword_only = false;
  std::optional<TorchDefault> default_value;
};

struct TorchSchema {
  std::string_view name;      // "aten::flatten"
  std::string_view overload;  // "using_ints", or empty.
  std::vector<TorchParam> params;
  bool variadic = false;  // Takes any arguments after params.
  std::vector<TorchType> results;
};

// The overloads of an operator in their order. An operator in place ("aten::relu_") without its own
// overloads has those of the operator without `_`. Empty for an unknown operator.
std::span<const TorchSchema> FindTorchSchemas(std::string_view name);

// The index of the parameter `name`; the number of parameters if there is none.
size_t ParamOf(const TorchSchema& schema, std::string_view name);

// An argument of a call.
struct TorchArgument {
  std::string_view keyword;  // Empty for a positional one.
  TorchType type;
};
// How closely the types of arguments must fit those of parameters.
enum class TorchFit : uint8_t {
  kExact,
  kConvert,  // Tensors and numbers fit each other, and integers fit reals.
  kLists,    // Only lists and single values differ.
};
// The index of the argument for each parameter of `schema`, or -1 for its default. Nullopt if the
// call does not fit.
std::optional<std::vector<int>> MatchTorchSchema(const TorchSchema& schema,
                                                 std::span<const TorchArgument> arguments,
                                                 TorchFit fit);

}  // namespace passcope::frontend
