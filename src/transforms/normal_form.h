// Let-binding of intermediate results: what ToANormalForm and ToBasicBlockNormalForm share, and the
// reverse.
#pragma once

#include <cstdint>

#include "analysis/effects.h"
#include "ir/module.h"

namespace passcope {

enum class NormalForm : uint8_t {
  kA,           // Every intermediate result is bound.
  kBasicBlock,  // What is used in several blocks is bound, where the blocks meet.
};

// All functions in the given form, without types where something changed. A value is bound in the
// innermost block (function, branch, clause or let) that all its uses are in. Fresh variables are
// called x_0, x_1 and so on. Lets in values are flattened. Functions for external compilers stay.
// Throws DiagnosticError (kUnsupported) where something with effects would move out of the block in
// which it is evaluated first. With `typed`, of a typed module: each expression keeps its type.
IRModule ToNormalForm(const IRModule& module, NormalForm form, bool typed = false);

// One function in A-normal form, which may have free variables. `counter` is the number of the next
// fresh variable.
Expr ToANormalForm(const Expr& function, uint32_t* counter);

// The first expression that several blocks use and no let binds, so that it is not clear which
// block computes it; null when there is none: the expression is in basic block normal form, as
// TVM's relay.analysis.check_basic_block_normal_form asks.
Expr FindUnboundSharing(const Expr& expr);

// `function` with the variables that lets bind replaced by their values, which stay shared; what
// has effects keeps its let.
Expr ToGraphNormalForm(const Expr& function, LazyEffects* effects);

}  // namespace passcope
