// FakeQuantizationToInteger: its options, and what its rules are given and give.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/expr.h"
#include "pass/pass.h"

namespace passcope {

// What integers stand for: the reals scale · (integer - zero point). Vectors lie along `axis`. As
// TVM's TensorAffineType.
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
  const CallNode* before;  // As it was, with types.
  const CallNode* call;    // Over the integers.
  // What the arguments stand for; null for one that was not quantized.
  std::vector<const AffineType*> types;
  // What the region's result is to stand for; null where a call is rewritten by itself.
  const TensorAffineType* result;
};
struct QuantizedExpr {
  Expr expr;
  AffineType type;
};
// The call on integers, and what its result stands for. Throws DiagnosticError when there is none.
using FakeQuantizationRule = QuantizedExpr (*)(const FakeQuantizationSite& site);

// How often each operator is called in the regions between qnn.dequantize and qnn.quantize, as TVM
// 0.11's relay.analysis.list_fake_quantized_op_freqs: a call that several regions have counts in
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
