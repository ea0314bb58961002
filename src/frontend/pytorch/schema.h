// The signatures of PyTorch's operators (schemas.def): which overload a call means, the order of
// its arguments, and the defaults of those that are left out.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/pytorch/graph.h"

namespace passcope::frontend {

// The value of an argument that a call leaves out. Lists hold numbers.
struct TorchDefault {
  TorchConstant value;
  std::optional<std::vector<TorchConstant>> list;
};

struct TorchParam {
  std::string_view name;
  TorchType type;
  // "int[2]" takes one number for all; 0 for a list of any length.
  int64_t list_size = 0;
  bool keyword_only = false;
  std::optional<TorchDefault> default_value;
};

struct TorchSchema {
  std::string_view name;      // "aten::flatten"
  std::string_view overload;  // "using_ints", or empty.
  std::vector<TorchParam> params;
  bool variadic = false;  // Takes any arguments behind params.
  std::vector<TorchType> results;
};

// The overloads of an operator in their order; of one in place ("aten::relu_") those of the other
// when it has none of its own. Empty when it is not known.
std::span<const TorchSchema> FindTorchSchemas(std::string_view name);

// Which argument of a call each parameter of `schema` gets, -1 where its default stands; nullopt
// when the call does not fit. With `convert`, tensors stand for numbers and integers for reals.
struct TorchArgument {
  std::string_view keyword;  // Empty for a positional one.
  TorchType type;
};
std::optional<std::vector<int>> MatchTorchSchema(const TorchSchema& schema,
                                                 std::span<const TorchArgument> arguments,
                                                 bool convert);

}  // namespace passcope::frontend
