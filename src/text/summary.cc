// One-line summaries of expressions, for messages.
#include "diagnostics/diagnostic.h"
#include "support/text_buffer.h"
#include "text/literals.h"

namespace passcope {
namespace {

constexpr size_t kMaxSummary = 300;

void AppendTyped(TextBuffer* out, const ExprNode* expr) {
  if (const auto* var = As<VarNode>(expr)) {
    *out += '%';
    *out += var->name().view();
    const Type& type = var->checked_type() ? var->checked_type() : var->type_annotation;
    if (type) *out += ": " + TypeText(type);
    return;
  }
  if (const auto* constant = As<ConstantNode>(expr)) {
    if (!AppendScalarLiteral(out, constant->data)) *out += TypeText(constant->data->type());
    return;
  }
  if (const auto* global = As<GlobalVarNode>(expr)) {
    *out += '@';
    *out += global->name.view();
    return;
  }
  *out += TypeText(expr->checked_type());
}

void AppendList(TextBuffer* out, std::span<const Expr> exprs) {
  for (size_t i = 0; i < exprs.size() && out->size() <= kMaxSummary; ++i) {
    if (i) *out += ", ";
    AppendTyped(out, exprs[i].get());
  }
}

void AppendSummary(TextBuffer* out, const ExprNode* expr) {
  switch (expr->kind()) {
    case ExprKind::kVar:
    case ExprKind::kConstant:
    case ExprKind::kGlobalVar:
      AppendTyped(out, expr);
      break;
    case ExprKind::kOp:
      *out += As<OpNode>(expr)->name();
      break;
    case ExprKind::kConstructor:
      *out += As<ConstructorNode>(expr)->decl().name.view();
      break;
    case ExprKind::kMatch:
      *out += "match (";
      AppendTyped(out, expr->child(0).get());
      *out += ") { … }";
      break;
    case ExprKind::kCall: {
      const auto* call = As<CallNode>(expr);
      if (const auto* op = As<OpNode>(call->op())) {
        *out += op->name();
      } else if (const auto* callee = As<VarNode>(call->op())) {
        *out += '%';
        *out += callee->name().view();
      } else if (As<GlobalVarNode>(call->op()) || As<ConstructorNode>(call->op())) {
        AppendTyped(out, call->op().get());
      } else {
        *out += "(fn …)";
      }
      *out += '(';
      AppendList(out, call->args());
      if (call->attrs) AppendAttrs(out, *call->attrs, {}, !call->args().empty());
      *out += ')';
      break;
    }
    case ExprKind::kTuple:
      *out += '(';
      AppendList(out, expr->children());
      *out += expr->children().size() == 1 ? ",)" : ")";
      break;
    case ExprKind::kTupleGetItem:
      AppendTyped(out, expr->child(0).get());
      *out += '.';
      out->AppendInt(As<TupleGetItemNode>(expr)->index);
      break;
    case ExprKind::kFunction: {
      const auto* function = As<FunctionNode>(expr);
      *out += "fn (";
      AppendList(out, function->params());
      *out += ") ";
      if (function->ret_type) *out += "-> " + TypeText(function->ret_type) + " ";
      *out += "{ … }";
      break;
    }
    case ExprKind::kLet:
      *out += "let ";
      AppendTyped(out, expr->child(0).get());
      *out += " = …";
      break;
    case ExprKind::kIf:
      *out += "if (";
      AppendTyped(out, expr->child(0).get());
      *out += ") { … } else { … }";
      break;
    case ExprKind::kRefCreate:
    case ExprKind::kRefRead:
    case ExprKind::kRefWrite:
      *out += expr->kind() == ExprKind::kRefCreate ? "ref("
              : expr->kind() == ExprKind::kRefRead ? "ref_read("
                                                   : "ref_write(";
      AppendList(out, expr->children());
      *out += ')';
      break;
  }
}

}  // namespace

std::string PrintSummary(const Expr& expr) {
  std::string out;
  TextBuffer buffer(&out);
  AppendSummary(&buffer, expr.get());
  buffer.Flush();
  if (out.size() > kMaxSummary) {
    size_t size = kMaxSummary - 3;
    // Do not cut a character in two.
    while (size > 0 && (static_cast<uint8_t>(out[size]) & 0xC0) == 0x80) --size;
    out.resize(size);
    out += "…";
  }
  return out;
}

}  // namespace passcope
