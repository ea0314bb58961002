// Values in separate files: the inputs and outputs of ONNX's tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/onnx/proto.h"
#include "runtime/value.h"

namespace passcope::frontend::onnx {

// An input or output of a model with its type.
struct Port {
  std::string name;
  TypeProto type;
};

// The facts about a model that a test needs.
struct Ports {
  std::vector<Port> inputs;  // Without weights.
  std::vector<Port> outputs;
  bool random = false;  // True if an operator makes random numbers.
};
// Throws DiagnosticError (kBadModelFile). `file` must outlive the result.
Ports ReadPorts(const Buffer& file);

// The value in a file that is one TensorProto, SequenceProto or OptionalProto, as `type` says. A
// sequence is a tuple. An optional value is the value, or an empty tuple. Throws DiagnosticError:
// kBadModelFile, kUnsupported for texts.
Value ReadValue(const Buffer& file, const TypeProto& type);

}  // namespace passcope::frontend::onnx
