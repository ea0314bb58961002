// Remarks of passes.
#include "pass/remark.h"

#include <algorithm>
#include <string>
#include <vector>

namespace passcope {
namespace {

thread_local std::vector<RemarkListener*> open;
thread_local std::string_view current_function;

void Tell(const Remark& remark) {
  // A listener that is open twice hears the remark once.
  std::vector<RemarkListener*> told;
  for (RemarkListener* listener : open) {
    if (std::find(told.begin(), told.end(), listener) == told.end()) told.push_back(listener);
  }
  for (RemarkListener* listener : told) listener->Heard(remark);
}

}  // namespace

thread_local int remark_internal::listeners = 0;

std::span<const char* const> LiteralsOf(RemarkType) {
  static constexpr const char* kNames[] = {"passed", "missed", "analysis"};
  return kNames;
}

RemarkType RemarkTypeNamed(std::string_view name, DiagKind kind) {
  std::span<const char* const> known = LiteralsOf(RemarkType());
  auto found = std::find(known.begin(), known.end(), name);
  if (found == known.end()) {
    MessageList names{{known.begin(), known.end()}, ListForm::kOr};
    throw DiagnosticError(
        kind,
        MSG(kRemarkTypeUnknown, "unknown type of remark '{type}': expected {types}", name, names));
  }
  return static_cast<RemarkType>(found - known.begin());
}

std::span<const RemarkKindInfo> RemarkKinds() {
  static constexpr RemarkKindInfo kKinds[] = {
#define REMARK(enumerator, type, pass, name, doc) {RemarkType::type, pass, name, doc},
#include "pass/remarks.def"
#undef REMARK
  };
  return kKinds;
}

void RemarkListener::Listen() {
  open.push_back(this);
  ++remark_internal::listeners;
}

void RemarkListener::StopListening() {
  auto last = std::find(open.rbegin(), open.rend(), this);
  if (last == open.rend()) return;
  open.erase(std::next(last).base());
  --remark_internal::listeners;
}

void RemarkListener::StopAll() {
  while (std::find(open.begin(), open.end(), this) != open.end()) StopListening();
}

void EmitRemark(RemarkKind kind, const ExprNode* node, Message message) {
  if (!RemarksWanted()) return;
  const RemarkKindInfo& info = RemarkKinds()[static_cast<size_t>(kind)];
  Tell({kind, info.type, info.name, std::string(current_function), std::move(message), Expr(node)});
}

void EmitRemark(RemarkType type, std::string_view name, const ExprNode* node, Message message) {
  if (!RemarksWanted()) return;
  Tell({RemarkKind::kUser, type, std::string(name), std::string(current_function),
        std::move(message), Expr(node)});
}

std::string NameInRemark(const ExprNode* expr) {
  if (!expr) return "";
  if (const auto* call = As<CallNode>(expr)) expr = call->op().get();
  if (const auto* op = As<OpNode>(expr)) return op->name();
  if (const auto* global = As<GlobalVarNode>(expr)) return "@" + std::string(global->name.view());
  if (const auto* var = As<VarNode>(expr)) return "%" + std::string(var->name().view());
  switch (expr->kind()) {
    case ExprKind::kConstant:
      return "constant";
    case ExprKind::kCall:
      return "call";
    case ExprKind::kTuple:
      return "tuple";
    case ExprKind::kTupleGetItem:
      return "." + std::to_string(As<TupleGetItemNode>(expr)->index);
    case ExprKind::kFunction:
      return "fn";
    case ExprKind::kLet:
      return "let";
    case ExprKind::kIf:
      return "if";
    case ExprKind::kRefCreate:
      return "ref";
    case ExprKind::kRefRead:
      return "ref_read";
    case ExprKind::kRefWrite:
      return "ref_write";
    case ExprKind::kMatch:
      return "match";
    default:
      return "constructor";
  }
}

RemarkFunction::RemarkFunction(std::string_view name) : outer_(current_function) {
  current_function = name;
}
RemarkFunction::~RemarkFunction() { current_function = outer_; }

}  // namespace passcope
