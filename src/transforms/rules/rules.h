// What passes know of operators that is code: how layouts go through an operator, its gradients,
// and what takes its place. Facts that are data are traits of the declaration (op/traits.h).
//
// Each family of operators (op/families.h) that has rules has a file here with its functions and
// one function that enters them into the tables.
#pragma once

#include <span>

#include "op/op.h"
#include "transforms/fake_quantization.h"
#include "transforms/gradients.h"
#include "transforms/infer_layout.h"
#include "transforms/layout_conversion.h"

namespace passcope {

// Given a call with types and its rewritten arguments, returns what takes its place, or null to
// leave it.
using LegalizeRule = Expr (*)(const CallNode* call, std::span<const Expr> new_args);
// Given a call with types and the rewritten call, returns what the operator does in inference, or
// null to leave it.
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
  OpTable<InferenceRule> simplify_inference;        // The result …
  OpTable<InferenceRule> simplify_first_result;     // … or the first of several.
};

// The rules of all operators.
const RuleTables& Rules();

// The gradients of a family, as a table.
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
// FakeQuantizationToInteger's, of operators of all families.
void AddFakeQuantizationRules(RuleTables& rules);
// AlterOpLayout's for target llvm.
void AddCpuAlterations(RuleTables& rules);

}  // namespace passcope
