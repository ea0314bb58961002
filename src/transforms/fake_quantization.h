// FakeQuantizationToInteger: its options, and the types of its rules.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/expr.h"
#include "pass/pass.h"

namespace passcope {

// The real value of integers: scale · (integer - zero point). Vectors lie along `axis`. Like TVM's
// TensorAffineType.
struct TensorAffineType {
  Expr scale;
  Expr zero_point;
  DataType dtype;
  int64_t axis;
};
// The same for a tensor (one field) or a tuple of tensors; TVM's AffineType.
struct AffineType {
  std::vector<TensorAffineType> fields;
  bool is_tuple = false;
};

// A call on reals whose arguments are quantized.
struct FakeQuantizationSite {
  const CallNode* before;  // The original call, with types.
  const CallNode* call;    // The call on integers.
  // The affine types of the arguments; null for one that was not quantized.
  std::vector<const AffineType*> types;
  // The required affine type of the region's result; null for a call that is rewritten alone.
  const TensorAffineType* result;
};
struct QuantizedExpr {
  Expr expr;
  AffineType type;
};
// Returns the call on integers and the affine type of its result. Throws DiagnosticError if there
// is none.
using FakeQuantizationRule = QuantizedExpr (*)(const FakeQuantizationSite& site);

// The number of calls of each operator in the regions between qnn.dequantize and qnn.quantize, as
// TVM 0.11's relay.analysis.list_fake_quantized_op_freqs. A call in several regions counts once for
// each.
std::map<std::string, int64_t> CountFakeQuantizedOps(const Expr& expr);

namespace transform {
struct FakeQuantizationToIntegerOptions {
  bool hard_fail;
  bool use_qat;
};
Pass FakeQuantizationToInteger(FakeQuantizationToIntegerOptions options);
}  // namespace transform

}  // namespace passcope
