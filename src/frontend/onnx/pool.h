// Poolings, shared with their quantised forms.
#pragma once

#include <string>

#include "frontend/onnx/converter.h"
#include "frontend/relay.h"

namespace passcope::frontend::onnx {

// The data and the windows of a pooling.
struct Window {
  Expr data;  // With a batch axis, and padded if `auto_pad` says so.
  Ints kernel;
  Ints strides;
  Ints dilations;
  Ints pads;
  std::string layout;
  bool ceil_mode = false;
  bool count_include_pad = false;
  bool without_batch = false;  // The batch axis of `data` was added.
};
// Reads a node's attributes. Throws DiagnosticError for bad values.
Window ReadWindow(const Node& node, const Expr& data, bool average);
// The average or maximum over windows of `data`, which must have the shape of window.data.
Expr PoolOf(const Window& window, const Expr& data, bool average);
Expr GlobalAverage(const Node& node, const Expr& data);

}  // namespace passcope::frontend::onnx
