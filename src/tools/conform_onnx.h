// Running ONNX's own tests of operators: folders with a model and recorded inputs and outputs.
#pragma once

#include <string>
#include <vector>

namespace passcope::tools {

// The folders with a file model.onnx in `folder`, however deep, sorted; `folder` itself, too.
// Throws DiagnosticError (kUsage) when it cannot be read.
std::vector<std::string> FindOnnxTests(const std::string& folder);
bool IsFolder(const std::string& path);

struct OnnxTestOutcome {
  std::string test;  // The folder's name.
  std::vector<std::string> operators;
  bool passed = false;
  // Whether the model could only be converted with some inputs as constants: Relay has no operator
  // that is told by a tensor what they tell.
  bool fixed_inputs = false;
  std::string reason;  // Why it did not pass.
};

// Imports the model, runs it on each of its data sets and compares: reals within 1e-3 relative and
// 1e-7 absolute, everything else exactly, shapes and types too; random numbers by shape, type and
// range. Where the executor can plan the program, it has to agree as well. Never throws: what goes
// wrong is the outcome.
OnnxTestOutcome RunOnnxTest(const std::string& folder);

}  // namespace passcope::tools
