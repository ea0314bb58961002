// CapturePostDfsIndexInSpans: sets the span of every expression to its number in the function's
// dataflow.
//
// Why: a later pass, such as a partitioning, can name an expression of the original program. In the
// span "index:5:9", the line is the number of the expression; inputs come before users. The column
// is the number of its immediate post-dominator: the first expression that all dataflow from it
// passes through. The column is -1 if there is none. Operators and constructors are shared, so they
// have no span.
//
//   before  fn (%x) { nn.relu(%x) }
//   after   fn (%x /* span=index:0:2 */) { nn.relu(%x) /* span=index:2:3 */ }
#include "dataflow_pattern/expr_graph.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

Expr WithIndices(const Expr& function) {
  ExprGraph graph(function);
  std::vector<int> dominators(graph.order().size(), -1);
  for (uint32_t i = 0; i < dominators.size(); ++i) {
    for (uint32_t child : graph.DominatorChildren(i)) dominators[child] = static_cast<int>(i);
  }
  Name source("index");
  return RewritePostOrder(function, [&](const ExprNode* node, std::span<const Expr> children) {
    uint32_t index = graph.IndexOf(node);
    bool has_place = node->kind() != ExprKind::kOp && node->kind() != ExprKind::kConstructor &&
                     index != ExprGraph::kNone;
    Expr result = WithChildrenKeepingType(node, children);
    if (!has_place) return result;
    int line = static_cast<int>(index), column = dominators[index];
    return WithSpan(result.get(), Span(new SpanNode(source, line, line, column, column)));
  });
}

}  // namespace

namespace transform {

Pass CapturePostDfsIndexInSpans() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule&, PassContext&) { return WithIndices(function); },
      TableInfo("CapturePostDfsIndexInSpans"));
}

}  // namespace transform
}  // namespace passcope
