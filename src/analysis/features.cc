// The language features that a program uses.
#include "analysis/features.h"

#include <algorithm>
#include <vector>

#include "ir/free_vars.h"
#include "ir/visitor.h"

namespace passcope {
namespace {

Feature FeatureOf(ExprKind kind) {
  switch (kind) {
    case ExprKind::kVar:
      return Feature::kVar;
    case ExprKind::kGlobalVar:
      return Feature::kGlobalVar;
    case ExprKind::kConstant:
      return Feature::kConstant;
    case ExprKind::kOp:
      return Feature::kOp;
    case ExprKind::kCall:
      return Feature::kCall;
    case ExprKind::kTuple:
      return Feature::kTuple;
    case ExprKind::kTupleGetItem:
      return Feature::kTupleGetItem;
    case ExprKind::kFunction:
      return Feature::kFunction;
    case ExprKind::kLet:
      return Feature::kLet;
    case ExprKind::kIf:
      return Feature::kIf;
    case ExprKind::kRefCreate:
      return Feature::kRefCreate;
    case ExprKind::kRefRead:
      return Feature::kRefRead;
    case ExprKind::kRefWrite:
      return Feature::kRefWrite;
    case ExprKind::kConstructor:
      return Feature::kConstructor;
    case ExprKind::kMatch:
      break;
  }
  return Feature::kMatch;
}

bool IsAtomic(const ExprNode* expr) {
  switch (expr->kind()) {
    case ExprKind::kVar:
    case ExprKind::kGlobalVar:
    case ExprKind::kConstant:
    case ExprKind::kOp:
    case ExprKind::kConstructor:
      return true;
    default:
      return false;
  }
}

class Detector : public PostOrderVisitor {
 public:
  FeatureSet found;

 protected:
  bool Enter(const ExprNode* node) override {
    Add(FeatureOf(node->kind()));
    const auto* function = As<FunctionNode>(node);
    if (function && function->is_primitive()) return false;
    for (const Expr& child : node->children()) {
      if (!IsAtomic(child.get()) && !used_.Insert(child.get())) Add(Feature::kGraph);
    }
    const auto* let = As<LetNode>(node);
    // Only a value with a function in it can mention the variable in a well-formed program.
    if (let && !found[static_cast<size_t>(Feature::kLetRec)]) {
      std::vector<Expr> free = FreeVars(let->value());
      const VarIdNode* vid = As<VarNode>(let->var())->vid.get();
      if (std::any_of(free.begin(), free.end(),
                      [vid](const Expr& var) { return As<VarNode>(var)->vid.get() == vid; })) {
        Add(Feature::kLetRec);
      }
    }
    return true;
  }
  void Leave(const ExprNode*) override {}

 private:
  void Add(Feature feature) { found.set(static_cast<size_t>(feature)); }

  PtrSet used_;  // Visited expressions that are not only names.
};

}  // namespace

const char* FeatureName(Feature feature) {
  static constexpr const char* kNames[kNumFeatures] = {
      "fVar",      "fGlobalVar",   "fConstant", "fTuple", "fTupleGetItem", "fFunction",
      "fOp",       "fCall",        "fLet",      "fIf",    "fRefCreate",    "fRefRead",
      "fRefWrite", "fConstructor", "fMatch",    "fGraph", "fLetRec"};
  return kNames[static_cast<size_t>(feature)];
}

FeatureSet DetectFeatures(const Expr& expr) {
  Detector detector;
  detector.Run(expr.get());
  return detector.found;
}

FeatureSet DetectFeatures(const IRModule& module) {
  FeatureSet found;
  for (const IRModuleNode::Item& item : module->functions) found |= DetectFeatures(item.function);
  return found;
}

}  // namespace passcope
