// Values in files of their own, as ONNX's tests keep inputs and outputs.
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

// What a test has to know of a model.
struct Ports {
  std::vector<Port> inputs;  // Without weights.
  std::vector<Port> outputs;
  bool random = false;  // Whether an operator makes random numbers.
};
// Throws DiagnosticError (kBadModelFile). `file` has to outlive what is returned.
Ports ReadPorts(const Buffer& file);

// The value in a file that is one TensorProto, SequenceProto or OptionalProto, by its type. A
// sequence is a tuple; an optional value is the value itself, and without one an empty tuple.
// Throws DiagnosticError: kBadModelFile, kUnsupported for texts.
Value ReadValue(const Buffer& file, const TypeProto& type);

}  // namespace passcope::frontend::onnx
