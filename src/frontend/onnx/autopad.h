// The attribute `auto_pad` of convolutions and poolings.
#pragma once

#include "frontend/onnx/converter.h"
#include "frontend/relay.h"

namespace passcope::frontend::onnx {

enum class AutoPad : uint8_t { kNotSet, kSameUpper, kSameLower, kValid };
// Throws DiagnosticError (kBadAttribute) for any other text.
AutoPad ReadAutoPad(const Node& node);
inline bool IsSame(AutoPad pad) { return pad == AutoPad::kSameUpper || pad == AutoPad::kSameLower; }

// `data`, [n, c, spatial…], padded so that windows of `kernel` give ceil(size / stride) results for
// each axis; what is odd goes to the end, or to the beginning when `lower`. With `deconv` as TVM
// pads what a transposed convolution is given.
Expr PadSame(const Expr& data, const Ints& strides, const Ints& kernel, const Ints& dilations,
             bool lower, const Expr& pad_value, bool deconv = false);

}  // namespace passcope::frontend::onnx
