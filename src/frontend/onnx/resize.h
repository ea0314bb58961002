// How images are resized, along each axis.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/relay.h"

namespace passcope::frontend::onnx {

struct How {
  std::string method;
  std::string coordinates = "asymmetric";
  std::string rounding;
  double cubic_alpha = -0.5;
  int64_t cubic_exclude = 0;
  double extrapolation_value = 0;
  bool antialias = false;
};

// One axis of a resizing, as ONNX's operator defines it.
struct Axis {
  int64_t in = 1;
  int64_t out = 1;
  double scale = 1;
  double begin = 0;  // Begin of the region, as a fraction of the axis.
  double end = 1;
};

// Resizes by multiplying with a matrix along each axis that changes. Relay's operators compute
// scales from the rounded sizes, so some results differ from ONNX's.
Expr ResizeByMatrices(const Expr& data, const std::vector<Axis>& axes, const How& how);

}  // namespace passcope::frontend::onnx
