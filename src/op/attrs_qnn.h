// Attributes of the operators on quantized tensors. Field names, order and defaults are TVM's.
#pragma once

#include <cstdint>
#include <string>

#include "ir/attrs.h"

namespace passcope {

struct QuantizeAttrs : AttrsBase<QuantizeAttrs> {
  DataType out_dtype;
  int64_t axis;
  static const AttrSchema& Schema();
};
struct DequantizeAttrs : AttrsBase<DequantizeAttrs> {
  int64_t axis;
  static const AttrSchema& Schema();
};
struct SimulatedQuantizeAttrs : AttrsBase<SimulatedQuantizeAttrs> {
  int64_t axis;
  static const AttrSchema& Schema();
};
// Attributes of relay.op.annotation.simulated_quantize. TVM has two attribute types of this name.
struct AnnotatedQuantizeAttrs : AttrsBase<AnnotatedQuantizeAttrs> {
  int64_t kind;  // A QAnnotateKind.
  bool sign;
  std::string rounding;
  static const AttrSchema& Schema();
};
// The kinds of marks that relay.quantize puts on tensors.
enum class QAnnotateKind : uint8_t { kIdentity = 0, kInput = 1, kWeight = 2, kActivation = 3 };

struct RequantizeAttrs : AttrsBase<RequantizeAttrs> {
  int64_t axis;
  std::string rounding;       // "UPWARD" or "TONEAREST"; "None" is "UPWARD".
  std::string compute_dtype;  // "int64", "float32" or "float64"; "None" is "int64".
  DataType out_dtype;
  static const AttrSchema& Schema();
};
// qnn.add, subtract, mul.
struct BroadcastAttrs : AttrsBase<BroadcastAttrs> {
  int64_t lhs_axis;
  int64_t rhs_axis;
  static const AttrSchema& Schema();
};

}  // namespace passcope
