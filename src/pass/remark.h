// Remarks: what a pass says it did, what it did not do and why, and what it looked at. As LLVM's
// optimisation remarks (llvm/Analysis/OptimizationRemarkEmitter.h), from which the three types and
// the form of the file are taken.
//
//   if (RemarksWanted()) {
//     EmitRemark(RemarkKind::kOpaque, call, Say("{operator} is opaque", OperatorName(call)));
//   }
//
// Nothing is made while nobody listens.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "diagnostics/diagnostic.h"
#include "diagnostics/message.h"
#include "ir/expr.h"

namespace passcope {

enum class RemarkType : uint8_t {
  kPassed,    // What was done.
  kMissed,    // What was not done, and why.
  kAnalysis,  // What was found out on the way.
};
std::span<const char* const> LiteralsOf(RemarkType);
// The type of this name. Throws DiagnosticError of the given kind for a name that no type has.
RemarkType RemarkTypeNamed(std::string_view name, DiagKind kind);

enum class RemarkKind : uint8_t {
#define REMARK(enumerator, type, pass, name, doc) enumerator,
#include "pass/remarks.def"
#undef REMARK
};

// What a kind of remark is.
struct RemarkKindInfo {
  RemarkType type;
  const char* pass;  // The pass that says it; empty for what users' passes say.
  const char* name;  // Unique in its pass: "OpaqueOperator".
  const char* doc;
};
// By kind.
std::span<const RemarkKindInfo> RemarkKinds();

struct Remark {
  RemarkKind kind;
  RemarkType type;
  std::string name;      // Of the kind, or what a user's pass calls it.
  std::string function;  // The global function that it is about; empty when it is about none.
  Message message;       // One sentence, lower case, no full stop.
  Expr node;             // Of the program that the pass was given; may be null.
};

// Who listens. Each hears what every listener does.
class RemarkListener {
 public:
  virtual ~RemarkListener() = default;
  virtual void Heard(const Remark& remark) = 0;

  // What passes say between these two is heard. Calls nest; what is still open when the listener
  // goes is closed.
  void Listen();
  void StopListening();

 protected:
  RemarkListener() = default;
  RemarkListener(const RemarkListener&) = delete;
  RemarkListener& operator=(const RemarkListener&) = delete;
  void StopAll();
};

namespace remark_internal {
// How many listen on this thread.
extern thread_local int listeners;
}  // namespace remark_internal

// Keeps what makes remarks out of the functions that are run at first, so that it is no part of
// what the page fetches at first: the attribute of functions that do.
#define PASSCOPE_REMARKS __attribute__((noinline, cold))

// Whether anybody listens.
inline bool RemarksWanted() { return remark_internal::listeners > 0; }

void EmitRemark(RemarkKind kind, const ExprNode* node, Message message);
inline void EmitRemark(RemarkKind kind, const Expr& node, Message message) {
  EmitRemark(kind, node.get(), std::move(message));
}
// What an expression is called in a remark: the name of the operator or global function that a call
// is of, "%x" for a variable, else what kind of expression it is, as in the text: "fn", "let".
std::string NameInRemark(const ExprNode* expr);
inline std::string NameInRemark(const Expr& expr) { return NameInRemark(expr.get()); }
// Of a user's pass, under a name of its own.
void EmitRemark(RemarkType type, std::string_view name, const ExprNode* node, Message message);

// While it lives, nobody hears anything.
class RemarkSilence {
 public:
  RemarkSilence() : listeners_(remark_internal::listeners) { remark_internal::listeners = 0; }
  ~RemarkSilence() { remark_internal::listeners = listeners_; }
  RemarkSilence(const RemarkSilence&) = delete;
  RemarkSilence& operator=(const RemarkSilence&) = delete;

 private:
  int listeners_;
};

// While it lives, remarks are about this global function.
class RemarkFunction {
 public:
  // `name` must outlive it.
  explicit RemarkFunction(std::string_view name);
  ~RemarkFunction();
  RemarkFunction(const RemarkFunction&) = delete;
  RemarkFunction& operator=(const RemarkFunction&) = delete;

 private:
  std::string_view outer_;
};

}  // namespace passcope
