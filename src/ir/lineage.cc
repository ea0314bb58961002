// Records the source of each expression.
#include "ir/lineage.h"

#include "ir/identity.h"

namespace passcope {

constinit thread_local LineageJournal* lineage_internal::journals = nullptr;
constinit thread_local const ExprNode* lineage_internal::source = nullptr;

struct LineageAccess {
  static void Note(const ExprNode* result, const ExprNode* source, Origin origin) {
    // Operators are in all programs and have no source.
    if (result->kind() == ExprKind::kOp) return;
    if (source && source->kind() == ExprKind::kOp) source = nullptr;
    const LineageNote note(IdentityOf(result), source ? IdentityOf(source) : nullptr, origin);
    for (LineageJournal* journal = lineage_internal::journals; journal; journal = journal->next_) {
      journal->notes_.push_back(note);
    }
  }

  // True if the last note already gives `source` as the source of `result`.
  static bool IsLast(const ExprNode* result, const ExprNode* source) {
    const std::vector<LineageNote>& notes = lineage_internal::journals->notes_;
    return !notes.empty() && notes.back().result() == IdentityOf(result) &&
           notes.back().source() == IdentityOf(source);
  }
};

void LineageJournal::Listen() {
  if (listens_) return;
  listens_ = true;
  next_ = lineage_internal::journals;
  lineage_internal::journals = this;
}

void LineageJournal::StopListening() {
  if (!listens_) return;
  listens_ = false;
  LineageJournal** at = &lineage_internal::journals;
  while (*at && *at != this) at = &(*at)->next_;
  if (*at) *at = next_;
  next_ = nullptr;
}

void lineage_internal::NoteMade(const ExprNode* result) {
  // Another node of an existing variable is not a new expression.
  const auto* var = As<VarNode>(result);
  if ((var && var->vid->ref_count() > 1) || result->kind() == ExprKind::kGlobalVar) return;
  LineageAccess::Note(result, source, Origin::kMade);
}

void lineage_internal::NoteCopied(const ExprNode* result, const ExprNode* source) {
  if (IdentityOf(result) == IdentityOf(source)) return;
  LineageAccess::Note(result, source, Origin::kCopied);
}

void lineage_internal::NoteResult(const ExprNode* result, const ExprNode* source) {
  if (IdentityOf(result) == IdentityOf(source) || LineageAccess::IsLast(result, source)) return;
  if (source->kind() == ExprKind::kOp) return;
  LineageAccess::Note(result, source, Origin::kAlso);
}

}  // namespace passcope
