// Facts about the result of a pipeline.
#pragma once

#include "compare/comparison.h"
#include "text/printer.h"
#include "transforms/bind_params.h"

namespace passcope {

// `params` has values of parameters of @main. Those that the result no longer has do not count.
// `text` says which text has the size.
CompareSize SizeOfResult(const IRModule& module, const ParamMap& params,
                         const PrintOptions& text = PrintOptions::WithoutMetaData());
// The typed program, with constants for the parameters that have values.
IRModule ReadyToRun(const IRModule& module, const ParamMap& params);

}  // namespace passcope
