// Poolings as their quantised forms need them, too.
#pragma once

#include <string>

#include "frontend/onnx/converter.h"
#include "frontend/relay.h"

namespace passcope::frontend::onnx {

// What a pooling looks at.
struct Window {
  Expr data;  // Padded when `auto_pad` says so, with a batch axis.
  Ints kernel;
  Ints strides;
  Ints dilations;
  Ints pads;
  std::string layout;
  bool ceil_mode = false;
  bool count_include_pad = false;
  bool without_batch = false;  // `data` was given one.
};
// From a node's attributes. Throws DiagnosticError for what they must not be.
Window ReadWindow(const Node& node, const Expr& data, bool average);
// The average or maximum over windows of `data`, which has the shape of window.data.
Expr PoolOf(const Window& window, const Expr& data, bool average);
Expr GlobalAverage(const Node& node, const Expr& data);

}  // namespace passcope::frontend::onnx
