// Lineage: of which expressions each expression was made. Where nodes are built and rewritten, who
// listens is told; see docs/lineage.md.
//
//   LineageSource scope(call);            // What is built from here on comes from `call`.
//   AlsoFrom(fused, member);              // So does what is one of several's.
//
// Nothing is kept while nobody listens, and then each place asks one pointer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/expr.h"

namespace passcope {

// How an expression came from another.
enum class Origin : uint8_t {
  kMade,    // Built while the other one was rewritten; what it says is its own.
  kCopied,  // The other one over other expressions, or with another type, span or attributes.
  kAlso,    // Stands for the other one as well, beside those that it was made of.
};

// One thing that was noted. Expressions are known by their identity (ir/identity.h), of which
// several nodes of a variable have one. The address may since have become another expression's; the
// order of the notes tells.
class LineageNote {
 public:
  LineageNote(const void* result, const void* source, Origin origin)
      : result_(reinterpret_cast<uintptr_t>(result) | static_cast<uintptr_t>(origin)),
        source_(source) {}
  const void* result() const { return reinterpret_cast<const void*>(result_ & ~uintptr_t{3}); }
  // Null when it is not known.
  const void* source() const { return source_; }
  Origin origin() const { return static_cast<Origin>(result_ & 3); }

 private:
  uintptr_t result_;  // With the origin in the lowest bits, which are zero in an address.
  const void* source_;
};

// Keeps what is noted while it listens. Each hears what every journal does.
class LineageJournal {
 public:
  LineageJournal() = default;
  ~LineageJournal() { StopListening(); }
  LineageJournal(const LineageJournal&) = delete;
  LineageJournal& operator=(const LineageJournal&) = delete;

  void Listen();
  void StopListening();

  // In the order in which they were made.
  const std::vector<LineageNote>& notes() const { return notes_; }
  void Clear() { notes_.clear(); }

 private:
  friend struct LineageAccess;
  std::vector<LineageNote> notes_;
  LineageJournal* next_ = nullptr;
  bool listens_ = false;
};

namespace lineage_internal {
// Those that listen on this thread, as a list.
extern constinit thread_local LineageJournal* journals;
// Of what is being built; may be null.
extern constinit thread_local const ExprNode* source;

void NoteMade(const ExprNode* result);
void NoteCopied(const ExprNode* result, const ExprNode* source);
void NoteResult(const ExprNode* result, const ExprNode* source);
}  // namespace lineage_internal

// Whether anybody listens.
inline bool LineageWanted() { return lineage_internal::journals != nullptr; }

// `result` was built, of what the innermost LineageSource says.
inline Expr Made(Expr result) {
  if (LineageWanted()) lineage_internal::NoteMade(result.get());
  return result;
}
// `result` was built as a copy of `source`.
inline Expr Copied(Expr result, const ExprNode* source) {
  if (LineageWanted()) lineage_internal::NoteCopied(result.get(), source);
  return result;
}
// `result` stands for `source` from now on, beside what it stands for already.
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

// While it lives, what is built comes from `source`, which must outlive it.
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

// While it lives, nobody listens.
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
