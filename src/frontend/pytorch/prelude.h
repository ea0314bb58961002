// TVM's prelude: the data types that its frontend puts before every program from a TorchScript
// model, and functions on lists.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ir/expr.h"
#include "ir/module.h"

namespace passcope::frontend {

// List, Option, Tree, and for each data type a type of tensors of up to six axes of unknown length,
// by name. Each call returns the same nodes.
const std::vector<TypeData>& TorchPreludeTypes();

// Functions on lists, typed: @hd, @tl, @nth, @length, @map, @foldl, @foldr, @concat.
const IRModule& TorchListFunctions();

// Names for lists of float32 tensors of one shape: data types that hold a tensor, and functions
// that stack such a list. If the first axis has unknown length, there are also functions that join
// along that axis (python/tvm/relay/prelude.py, StaticTensorArrayOps).
struct TorchTensorList {
  IRModule module;             // With the functions on lists that they call.
  std::string constructor;     // From a tensor to an element of a list.
  std::string stack, stacked;  // From a list; from its result to a tensor.
  std::string concat, joined;  // The same; empty if the length is known.
};
TorchTensorList MakeTorchTensorList(const Shape& shape);

// The functions of `modules` that `expr` calls directly or indirectly, in the order of the modules.
// Each name occurs once.
std::vector<IRModuleNode::Item> TorchFunctionsOf(const Expr& expr,
                                                 std::span<const IRModule> modules);

}  // namespace passcope::frontend
