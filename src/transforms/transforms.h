// Constructors of the passes that need no header of their own. The table of passes (passes.cc) has
// their opt levels and summaries; each pass is described where it is defined.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/attrs.h"
#include "pass/pass.h"

namespace passcope::transform {

// Prints the module and reads it back, so that every expression has a place in "GeneratedSource".
Pass AnnotateSpans();
// Keeps one of several calls, or projections, that compute the same. `skip` names expressions to
// leave alone; it may be empty.
Pass EliminateCommonSubexpr(std::function<bool(const Expr&)> skip = {});
// Puts operators that can be computed together into functions marked "Primitive". Level -1 is the
// context's opt level.
Pass FuseOps(int fuse_opt_level = -1);
// Undoes FuseOps.
Pass DefuseOps();
// Binds every intermediate result by a let.
Pass ToANormalForm();
// Binds by a let what several blocks (branches, functions) share.
Pass ToBasicBlockNormalForm();
// Replaces variables bound by let by their values.
Pass ToGraphNormalForm();
// Removes functions that the entry functions do not reach.
Pass RemoveUnusedFunctions(std::vector<std::string> entry_functions = {"main"});
// Hands `header` and the module's text to `write`; without one, to standard error.
Pass PrintIR(std::string header = "", bool show_meta_data = false,
             std::function<void(const std::string&)> write = {});
Pass DeadCodeElimination(bool inline_once = false, bool ignore_impurity = false);
Pass Inline();
Pass LambdaLift();
Pass EtaExpand(bool expand_constructor = false, bool expand_global_var = false);
Pass CanonicalizeCast();
Pass FoldExplicitPadding();
Pass FastMath();
Pass CombineParallelConv2D(int64_t min_num_branches = 3);
Pass CombineParallelDense(int64_t min_num_branches = 3, bool to_batch = true);
Pass CombineParallelBatchMatmul(int64_t min_num_branches = 3);
// The limit on arguments comes from the target in TVM; 0 is none.
Pass SplitArgs(int64_t max_function_args);
Pass DivToMul();
Pass SimplifyExpr();
Pass FlattenAtrousConv();
Pass DynamicToStatic();
Pass SimplifyFCTranspose(std::vector<std::string> target_weight_names);
Pass FirstOrderGradient();
Pass PartialEvaluate();
Pass ToMixedPrecision(DataType mixed_precision_type, int missing_op_mode = 1);

}  // namespace passcope::transform
