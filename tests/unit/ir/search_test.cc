// Looking for a node.
#include "ir/search.h"

#include <catch2/catch.hpp>

#include "text/parser.h"

namespace passcope {
namespace {

bool Any(const ExprNode*) { return true; }

TEST_CASE("a search finds the root, leaves and what is shared", "[ir]") {
  Expr expr = ParseExpr(
      "free_var %x: Tensor[(2), float32]; %0 = nn.relu(%x); %1 = add(%0, 1f); (%0, %1)", "text");
  CHECK(ContainsNode(expr, {ExprKind::kTuple}, Any));
  CHECK(ContainsNode(expr, {ExprKind::kVar}, Any));
  CHECK(ContainsNode(expr, {ExprKind::kConstant, ExprKind::kIf}, Any));
  CHECK_FALSE(ContainsNode(expr, {ExprKind::kIf}, Any));
  CHECK_FALSE(ContainsNode(expr, {}, Any));
  CHECK(ContainsNode(expr, {ExprKind::kCall},
                     [](const ExprNode* node) { return IsCallTo(node, "nn.relu"); }));
  CHECK_FALSE(ContainsNode(expr, {ExprKind::kCall},
                           [](const ExprNode* node) { return IsCallTo(node, "nn.dense"); }));
}

}  // namespace
}  // namespace passcope
