// Rules that users register for operators at run time, in addition to the engine's tables
// (rules.h). Like TVM's operator attributes, they apply wherever a pass looks for a rule. They
// override rules of the tables.
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

// The treatment of a call by ToMixedPrecision: its category, its accumulation type, and its result
// type.
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
  // FTVMMixedPrecisionConversionType. It gets a typed call and the small data type.
  OpTable<UserRule<MixedPrecisionChoice(const CallNode*, DataType)>> mixed_precision;
};

// The rules of this engine.
UserRuleTables& UserRules();

}  // namespace passcope
