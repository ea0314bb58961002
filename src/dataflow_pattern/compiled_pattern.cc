// Numbers the nodes of a pattern and finds what can be at its root.
#include "dataflow_pattern/compiled_pattern.h"

#include "op/op.h"

namespace passcope {
namespace {

constexpr uint32_t Bit(ExprKind kind) { return 1u << static_cast<unsigned>(kind); }
constexpr uint32_t kAllKinds = (1u << kNumExprKinds) - 1;

}  // namespace

CompiledPattern::CompiledPattern(DFPattern root) : pattern_(std::move(root)) {
  struct Frame {
    const DFPatternNode* node;
    size_t next;
  };
  std::vector<Frame> stack = {{pattern_.get(), 0}};
  PtrSet visited;
  visited.Insert(pattern_.get());
  while (!stack.empty()) {
    const DFPatternNode* node = stack.back().node;
    if (stack.back().next < node->children().size()) {
      const DFPatternNode* child = node->children()[stack.back().next++].get();
      if (visited.Insert(child)) stack.push_back({child, 0});
      continue;
    }
    stack.pop_back();
    Node made{node, {}};
    for (const DFPattern& child : node->children()) {
      made.children.push_back(*index_.Find(child.get()));
    }
    if (node->kind() == DFPatternKind::kExpr) made.op = As<OpNode>(node->fields.expr);
    has_functions_ = has_functions_ || node->kind() == DFPatternKind::kFunction;
    has_dominators_ = has_dominators_ || node->kind() == DFPatternKind::kDominator;
    index_[node] = static_cast<uint32_t>(nodes_.size());
    nodes_.push_back(std::move(made));
  }
  FindRoots();
}

uint32_t CompiledPattern::IndexOf(const DFPatternNode* pattern) const {
  const uint32_t* index = index_.Find(pattern);
  return index ? *index : kNone;
}

void CompiledPattern::AddCallees(uint32_t index) {
  callees_.resize(AllOps().size());
  std::vector<uint32_t> work = {index};
  PtrSet seen;
  while (!work.empty()) {
    const Node& node = nodes_[work.back()];
    work.pop_back();
    if (!seen.Insert(node.pattern)) continue;
    switch (node.pattern->kind()) {
      case DFPatternKind::kExpr:
        if (!node.op) {
          other_callees_ = true;
          break;
        }
        callees_[node.op->index] = true;
        // A product of a quotient is matched by a quotient of a product, too.
        for (const char* name : {"multiply", "divide"}) {
          if (node.op->name() == std::string_view(name)) {
            callees_[FindOp("multiply")->index] = true;
            callees_[FindOp("divide")->index] = true;
          }
        }
        break;
      case DFPatternKind::kAttr:
        if (node.pattern->children()[0]->kind() == DFPatternKind::kWildcard) {
          other_callees_ = true;
          for (const Expr& op : AllOps()) {
            if (HasAttrs(node.pattern->fields.attrs, op.get())) {
              callees_[As<OpNode>(op)->index] = true;
            }
          }
          break;
        }
        work.push_back(node.children[0]);
        break;
      case DFPatternKind::kType:
      case DFPatternKind::kDataType:
      case DFPatternKind::kShape:
      case DFPatternKind::kAlt:
        work.insert(work.end(), node.children.begin(), node.children.end());
        break;
      default:
        any_callee_ = true;
    }
  }
}

void CompiledPattern::FindRoots() {
  std::vector<uint32_t> work = {root()};
  PtrSet seen;
  while (!work.empty()) {
    const Node& node = nodes_[work.back()];
    work.pop_back();
    if (!seen.Insert(node.pattern)) continue;
    switch (node.pattern->kind()) {
      case DFPatternKind::kExpr:
        kinds_ |= Bit(node.pattern->fields.expr->kind());
        if (As<CallNode>(node.pattern->fields.expr)) any_callee_ = true;
        break;
      case DFPatternKind::kVar:
        kinds_ |= Bit(ExprKind::kVar);
        break;
      case DFPatternKind::kConstant:
        kinds_ |= Bit(ExprKind::kConstant);
        break;
      case DFPatternKind::kWildcard:
        kinds_ = kAllKinds;
        any_callee_ = true;
        break;
      case DFPatternKind::kCall:
        kinds_ |= Bit(ExprKind::kCall);
        AddCallees(node.children[0]);
        break;
      case DFPatternKind::kFunction:
        kinds_ |= Bit(ExprKind::kFunction);
        break;
      case DFPatternKind::kTuple:
        kinds_ |= Bit(ExprKind::kTuple);
        break;
      case DFPatternKind::kTupleGetItem:
        kinds_ |= Bit(ExprKind::kTupleGetItem);
        break;
      case DFPatternKind::kIf:
        kinds_ |= Bit(ExprKind::kIf);
        break;
      case DFPatternKind::kLet:
        kinds_ |= Bit(ExprKind::kLet);
        break;
      case DFPatternKind::kDominator:
        work.push_back(node.children[2]);
        break;
      case DFPatternKind::kAlt:
      case DFPatternKind::kAttr:
      case DFPatternKind::kType:
      case DFPatternKind::kDataType:
      case DFPatternKind::kShape:
        work.insert(work.end(), node.children.begin(), node.children.end());
        break;
    }
  }
}

}  // namespace passcope
