// Searches for nodes.
#include "ir/search.h"

#include <catch2/catch.hpp>

#include "op/op_marks.h"
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

TEST_CASE("a search finds operators by their marks", "[ir]") {
  Expr expr = ParseExpr(
      "fn (%x: Tensor[(2), float32]) { let %y = nn.relu(%x); (add(%y, %x), fn (%z) { %z }) }",
      "text");
  auto named = [](std::string_view name) {
    std::vector<uint8_t> marks(AllOps().size());
    marks[FindOp(name)->index] = 1;
    return marks;
  };
  CHECK(ContainsOp(expr, named("nn.relu")));
  CHECK(ContainsOp(expr, named("add")));
  CHECK_FALSE(ContainsOp(expr, named("multiply")));
  CHECK_FALSE(ContainsOp(expr, {}));
  CHECK(ContainsOp(GetOp("add"), named("add")));
  CHECK(ContainsNode(expr, {ExprKind::kIf}, Any, named("add")));
  CHECK_FALSE(ContainsNode(expr, {ExprKind::kIf}, Any, named("nn.dense")));
  // Parameters are visited if variables are wanted.
  Expr unused = ParseExpr("fn (%x: int32) { 1 }", "text");
  CHECK(ContainsNode(unused, {ExprKind::kVar}, Any));
  CHECK_FALSE(ContainsNode(unused, {ExprKind::kCall}, Any));
  std::vector<uint8_t> additions =
      MarkOps([](const OpDecl& decl) { return decl.name == std::string_view("add"); });
  CHECK(additions == named("add"));
}

}  // namespace
}  // namespace passcope
