// Rules that users register for operators while the engine runs, beside those of its tables
// (rules.h). As TVM's attributes of operators they count wherever a pass looks for a rule; an
// operator's own rule comes before that of the table.
#pragma once

#include <functional>
#include <memory>

#include "ir/data_type.h"
#include "op/op.h"
#include "transforms/fake_quantization.h"
#include "transforms/gradients.h"
#include "transforms/infer_layout.h"
#include "transforms/layout_conversion.h"

namespace passcope {

// What ToMixedPrecision does with a call: its category, the type in which it sums up, and that of
// its result.
struct MixedPrecisionChoice {
  MixedPrecision category;
  DataType accumulation;
  DataType result;
};

template <class F>
using UserRule = std::shared_ptr<const std::function<F>>;

struct UserRuleTables {
  // FPrimalGradient: one gradient for each argument.
  OpTable<UserRule<Gradients(const GradientSite&)>> gradient;
  // FInferCorrectLayout. The call has the attributes of the query.
  OpTable<UserRule<InferredLayouts(const CallNode*, const LayoutQuery&)>> infer_layout;
  // FTVMConvertOpLayout.
  OpTable<UserRule<Expr(const LayoutConversion&)>> convert_layout;
  // FTVMFakeQuantizationToInteger.
  OpTable<UserRule<QuantizedExpr(const FakeQuantizationSite&)>> fake_quantization;
  // FTVMMixedPrecisionConversionType, given a call with types and the small data type.
  OpTable<UserRule<MixedPrecisionChoice(const CallNode*, DataType)>> mixed_precision;
};

// The rules of this thread.
UserRuleTables& UserRules();

}  // namespace passcope
