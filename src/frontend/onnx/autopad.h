// The attribute `auto_pad` of convolutions and poolings.
#pragma once

#include "frontend/onnx/converter.h"
#include "frontend/relay.h"

namespace passcope::frontend::onnx {

enum class AutoPad : uint8_t { kNotSet, kSameUpper, kSameLower, kValid };
// Throws DiagnosticError (kBadAttribute) for any other text.
AutoPad ReadAutoPad(const Node& node);
inline bool IsSame(AutoPad pad) { return pad == AutoPad::kSameUpper || pad == AutoPad::kSameLower; }

// Pads `data`, [n, c, spatial…], so that windows of `kernel` give ceil(size / stride) results per
// axis. An odd element goes to the end, or with `lower` to the beginning.
Expr PadSame(const Expr& data, const Ints& strides, const Ints& kernel, const Ints& dilations,
             bool lower, const Expr& pad_value);

}  // namespace passcope::frontend::onnx
