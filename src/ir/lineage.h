// Lineage: the expressions that each expression was made from. Code that builds or rewrites nodes
// reports to listening journals; see docs/lineage.md.
//
//   LineageSource scope(call);            // New nodes come from `call` from here on.
//   AlsoFrom(fused, member);              // `fused` also comes from `member`.
//
// With no trace recording lineage, the only cost is one pointer check per node.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/expr.h"

namespace passcope {

// The relation of an expression to its source.
enum class Origin : uint8_t {
  kMade,    // Built while the source was rewritten, with its own contents.
  kCopied,  // The source with other children, or with another type, span or attributes.
  kAlso,    // Also replaces this source, in addition to its other sources.
};

// One recorded relation. Expressions are recorded by their identity (ir/identity.h), which all
// nodes of a variable share. A later expression can have the address of an earlier one; the order
// of the notes tells them apart.
class LineageNote {
 public:
  LineageNote(const void* result, const void* source, Origin origin)
      : result_(reinterpret_cast<uintptr_t>(result) | static_cast<uintptr_t>(origin)),
        source_(source) {}
  const void* result() const { return reinterpret_cast<const void*>(result_ & ~uintptr_t{3}); }
  // Null if the source is unknown.
  const void* source() const { return source_; }
  Origin origin() const { return static_cast<Origin>(result_ & 3); }

 private:
  uintptr_t result_;  // The lowest bits hold the origin; they are zero in an address.
  const void* source_;
};

// Records notes while it listens. All listening journals get all notes.
class LineageJournal {
 public:
  LineageJournal() = default;
  ~LineageJournal() { StopListening(); }
  LineageJournal(const LineageJournal&) = delete;
  LineageJournal& operator=(const LineageJournal&) = delete;

  void Listen();
  void StopListening();

  // In the order of recording.
  const std::vector<LineageNote>& notes() const { return notes_; }
  void Clear() { notes_.clear(); }

 private:
  friend struct LineageAccess;
  std::vector<LineageNote> notes_;
  LineageJournal* next_ = nullptr;
  bool listens_ = false;
};

namespace lineage_internal {
// The listening journals of this thread, as a list.
extern constinit thread_local LineageJournal* journals;
// The source of the nodes that are being built; may be null.
extern constinit thread_local const ExprNode* source;

void NoteMade(const ExprNode* result);
void NoteCopied(const ExprNode* result, const ExprNode* source);
void NoteResult(const ExprNode* result, const ExprNode* source);
}  // namespace lineage_internal

// True if a journal listens.
inline bool LineageWanted() { return lineage_internal::journals != nullptr; }

// Records that `result` was built from the source of the innermost LineageSource.
inline Expr Made(Expr result) {
  if (LineageWanted()) lineage_internal::NoteMade(result.get());
  return result;
}
// Records that `result` was built as a copy of `source`.
inline Expr Copied(Expr result, const ExprNode* source) {
  if (LineageWanted()) lineage_internal::NoteCopied(result.get(), source);
  return result;
}
// Records that `result` also replaces `source`, in addition to its other sources.
inline void AlsoFrom(const Expr& result, const ExprNode* source) {
  if (LineageWanted()) lineage_internal::NoteResult(result.get(), source);
}
inline void AlsoFrom(const Expr& result, const Expr& source) { AlsoFrom(result, source.get()); }
inline void AlsoFrom(const Expr& result, std::span<const Expr> sources) {
  if (!LineageWanted()) return;
  for (const Expr& source : sources) {
    lineage_internal::NoteResult(result.get(), source.get());
  }
}

// While it lives, new nodes come from `source`, which must outlive it.
class LineageSource {
 public:
  explicit LineageSource(const ExprNode* source) : outer_(lineage_internal::source) {
    lineage_internal::source = source;
  }
  explicit LineageSource(const Expr& source) : LineageSource(source.get()) {}
  ~LineageSource() { lineage_internal::source = outer_; }
  LineageSource(const LineageSource&) = delete;
  LineageSource& operator=(const LineageSource&) = delete;

 private:
  const ExprNode* outer_;
};

// While it lives, no journal listens.
class LineageSilence {
 public:
  LineageSilence() : journals_(lineage_internal::journals) { lineage_internal::journals = nullptr; }
  ~LineageSilence() { lineage_internal::journals = journals_; }
  LineageSilence(const LineageSilence&) = delete;
  LineageSilence& operator=(const LineageSilence&) = delete;

 private:
  LineageJournal* journals_;
};

}  // namespace passcope
