// TVM's prelude: the data types that its frontend puts in front of every program it makes of a
// TorchScript model, and functions of lists.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ir/expr.h"
#include "ir/module.h"

namespace passcope::frontend {

// List, Option, Tree, and for each data type tensors of up to six axes of unknown lengths, by name.
// The same nodes at each call.
const std::vector<TypeData>& TorchPreludeTypes();

// Functions of lists, typed: @hd, @tl, @nth, @length, @map, @foldl, @foldr, @concat.
const IRModule& TorchListFunctions();

// The names of what is for lists of float32 tensors of a shape: data types that hold a tensor, and
// functions that stack such a list or, where the first axis has an unknown length, join it along
// that axis (python/tvm/relay/prelude.py, StaticTensorArrayOps).
struct TorchTensorList {
  IRModule module;             // With the functions of lists that they call.
  std::string constructor;     // From a tensor to what a list holds.
  std::string stack, stacked;  // From a list; from that to a tensor.
  std::string concat, joined;  // The same; empty where the first axis has a known length.
};
TorchTensorList MakeTorchTensorList(const Shape& shape);

// The functions of `modules` that `expr` calls, and those that these call, in the order of the
// modules, each once by its name.
std::vector<IRModuleNode::Item> TorchFunctionsOf(const Expr& expr,
                                                 std::span<const IRModule> modules);

}  // namespace passcope::frontend
