// Inputs and outputs of functions for other compilers, recorded while a program runs.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"
#include "transforms/bind_params.h"

namespace passcope {

struct CalibrationData {
  std::string function;
  std::vector<NDArray> inputs;
  std::vector<NDArray> outputs;  // The fields of a tuple, in order.
};

// Runs @main on `data`, by parameter. Returns the values at each call of a global function with the
// attribute "Compiler", in order of the calls, like TVM 0.11's relay.analysis.get_calibration_data.
// The limits are TVM's: no control flow, only tensors as arguments, one call per function, and only
// calls in @main.
//
// Throws DiagnosticError: kUnsupported for a function that is called twice or takes a tuple,
// kUnknownParam for a value without a parameter of @main, and the errors of InferType and
// GraphExecutor.
std::vector<CalibrationData> GetCalibrationData(const IRModule& module, const ParamMap& data);

}  // namespace passcope
