// The tables of rules.
#include "transforms/rules/rules.h"

#include "support/per_engine.h"

namespace passcope {
namespace {

// The shared rules that operator declarations name.
InferLayoutRule SharedRule(LayoutInference inference) {
  switch (inference) {
    case LayoutInference::kElemwise:
      return ElemwiseLayout;
    case LayoutInference::kBroadcast:
      return BroadcastLayout;
    case LayoutInference::kReduce:
      return ReduceLayout;
    case LayoutInference::kNone:
      break;
  }
  return nullptr;
}

}  // namespace

const RuleTables& Rules() {
  PASSCOPE_PER_ENGINE const RuleTables* tables = [] {
    auto* fresh = new RuleTables;
    RuleTables& rules = *fresh;
    RegisterUnaryRules(rules);
    RegisterBinaryRules(rules);
    RegisterNNConvRules(rules);
    RegisterNNPoolRules(rules);
    RegisterNNRules(rules);
    RegisterReduceRules(rules);
    RegisterTransformRules(rules);
    RegisterFillRules(rules);
    RegisterSliceRules(rules);
    RegisterIndexingRules(rules);
    RegisterQnnRules(rules);
    RegisterVisionRules(rules);
    AddFakeQuantizationRules(rules);
    AddCpuAlterations(rules);
    for (const Expr& op : AllOps()) {
      const OpDecl& decl = *As<OpNode>(op)->decl;
      InferLayoutRule rule = SharedRule(decl.traits.layout_inference);
      if (rule) rules.infer_layout.Add(decl.name, rule);
    }
    return fresh;
  }();
  return *tables;
}

}  // namespace passcope
