// TVM's prelude: the data types that its frontend puts in front of every program it makes of a
// TorchScript model, and functions of lists.
#pragma once

#include <vector>

#include "ir/expr.h"
#include "ir/module.h"

namespace passcope::frontend {

// List, Option, Tree, and for each data type tensors of up to six axes of unknown lengths, by name.
// The same nodes at each call.
const std::vector<TypeData>& TorchPreludeTypes();

// Functions of lists, typed: @hd, @tl, @nth, @length, @foldr, @concat.
const IRModule& TorchListFunctions();
// Those that `expr` calls, and those that these call, in the order of the module.
std::vector<IRModuleNode::Item> TorchListFunctionsOf(const Expr& expr);

}  // namespace passcope::frontend
