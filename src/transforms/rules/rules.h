// The facts about operators that are code: how layouts pass through an operator, its gradients, and
// its replacements. Facts that are data are traits of the declaration (op/traits.h).
//
// Each family of operators (op/families.h) with rules has a file here. One function of that file
// adds the rules to the tables.
#pragma once

#include <span>

#include "op/op.h"
#include "transforms/fake_quantization.h"
#include "transforms/gradients.h"
#include "transforms/infer_layout.h"
#include "transforms/layout_conversion.h"

namespace passcope {

// Returns the replacement of a typed call with rewritten arguments; null keeps the call.
using LegalizeRule = Expr (*)(const CallNode* call, std::span<const Expr> new_args);
// Returns the inference form of an operator, given the typed call and the rewritten call; null
// keeps the call.
using InferenceRule = Expr (*)(const CallNode* call, const CallNode* now);

struct RuleTables {
  OpTable<InferLayoutRule> infer_layout;            // FInferCorrectLayout.
  OpTable<ConvertLayoutRule> convert_layout;        // FTVMConvertOpLayout.
  OpTable<GradientRule> gradient;                   // FPrimalGradient.
  OpTable<LegalizeRule> legalize;                   // FTVMLegalize.
  OpTable<LegalizeRule> qnn_legalize;               // FTVMQnnLegalize.
  OpTable<LegalizeRule> qnn_canonicalize;           // FTVMQnnCanonicalize.
  OpTable<LegalizeRule> alter_op_layout;            // FTVMAlterOpLayout, for target llvm.
  OpTable<FakeQuantizationRule> fake_quantization;  // FTVMFakeQuantizationToInteger.
  OpTable<InferenceRule> simplify_inference;        // For the result …
  OpTable<InferenceRule> simplify_first_result;     // … or the first of several.
};

// The rules of all operators.
const RuleTables& Rules();

// The gradients of one family.
struct GradientRow {
  const char* op;
  GradientRule rule;
};
inline void AddGradients(RuleTables& rules, std::span<const GradientRow> rows) {
  for (const GradientRow& row : rows) rules.gradient.Add(row.op, row.rule);
}

// The families.
void RegisterUnaryRules(RuleTables& rules);
void RegisterBinaryRules(RuleTables& rules);
void RegisterNNConvRules(RuleTables& rules);
void RegisterNNPoolRules(RuleTables& rules);
void RegisterNNRules(RuleTables& rules);
void RegisterReduceRules(RuleTables& rules);
void RegisterTransformRules(RuleTables& rules);
void RegisterFillRules(RuleTables& rules);
void RegisterSliceRules(RuleTables& rules);
void RegisterIndexingRules(RuleTables& rules);
void RegisterQnnRules(RuleTables& rules);
void RegisterVisionRules(RuleTables& rules);
// The rules of FakeQuantizationToInteger for operators of all families.
void AddFakeQuantizationRules(RuleTables& rules);
// The rules of AlterOpLayout for the target llvm.
void AddCpuAlterations(RuleTables& rules);

}  // namespace passcope
