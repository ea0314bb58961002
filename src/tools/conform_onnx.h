// Runs ONNX's own tests of operators: folders with a model and recorded inputs and outputs.
#pragma once

#include <string>
#include <vector>

namespace passcope::tools {

// All folders at any depth in `folder`, and `folder` itself, that contain a file model.onnx,
// sorted. Throws DiagnosticError (kUsage) if the folder cannot be read.
std::vector<std::string> FindOnnxTests(const std::string& folder);
bool IsFolder(const std::string& path);

struct OnnxTestOutcome {
  std::string test;  // The folder's name.
  std::vector<std::string> operators;
  bool passed = false;
  // True if the model could be converted only with some inputs as constants, because Relay's
  // operator does not take them as tensors.
  bool fixed_inputs = false;
  std::string reason;  // The reason why it did not pass.
};

// Imports the model, runs it on each of its data sets and compares the results. Reals may differ by
// 1e-3 relative and 1e-7 absolute; all else, with shapes and types, must be equal. Random numbers
// compare by shape, type and range. If the executor can plan the program, its results must agree,
// too. Never throws: an error is an outcome.
OnnxTestOutcome RunOnnxTest(const std::string& folder);

}  // namespace passcope::tools
