// Let-binding of intermediate results, for ToANormalForm and ToBasicBlockNormalForm, and the
// reverse.
#pragma once

#include <cstdint>

#include "analysis/effects.h"
#include "ir/module.h"

namespace passcope {

enum class NormalForm : uint8_t {
  kA,           // Every intermediate result is bound.
  kBasicBlock,  // Expressions that several blocks use are bound, where the blocks meet.
};

// Returns the module with all functions in the given form; changed expressions lose their types. A
// value is bound in the innermost block (function, branch, clause or let) that contains all its
// uses. Fresh variables are called x_0, x_1 and so on. Lets in values are flattened. Functions for
// external compilers stay. Throws DiagnosticError (kUnsupported) if an expression with effects
// would move out of the block in which it is evaluated first. With `typed`, the module must be
// typed, and each expression keeps its type.
IRModule ToNormalForm(const IRModule& module, NormalForm form, bool typed = false);

// Returns one function in A-normal form. It can have free variables. `counter` is the number of the
// next fresh variable.
Expr ToANormalForm(const Expr& function, uint32_t* counter);

// The first expression that several blocks use and no let binds, so that no block is known to
// compute it. Null if the expression is in basic block normal form, as in TVM's
// relay.analysis.check_basic_block_normal_form.
Expr FindUnboundSharing(const Expr& expr);

// `function` with let-bound variables replaced by their values, which stay shared. Values with
// effects keep their lets.
Expr ToGraphNormalForm(const Expr& function, LazyEffects* effects);

}  // namespace passcope
