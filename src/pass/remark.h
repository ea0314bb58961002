// Remarks: messages of a pass about what it did, what it did not do and why, and what it found. The
// three types and the file format are those of LLVM's optimization remarks
// (llvm/Analysis/OptimizationRemarkEmitter.h).
//
//   if (RemarksWanted()) {
//     EmitRemark(RemarkKind::kOpaque, call, Say("{operator} is opaque", OperatorName(call)));
//   }
//
// Without a listener, no remark is made.
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
  kPassed,    // The pass did something.
  kMissed,    // The pass did not do something; the message says why.
  kAnalysis,  // The pass found something out.
};
std::span<const char* const> LiteralsOf(RemarkType);
// Returns the type of this name. Throws DiagnosticError of the given kind if there is none.
RemarkType RemarkTypeNamed(std::string_view name, DiagKind kind);

enum class RemarkKind : uint8_t {
#define REMARK(enumerator, type, pass, name, doc) enumerator,
#include "pass/remarks.def"
#undef REMARK
};

// The description of a kind of remark.
struct RemarkKindInfo {
  RemarkType type;
  const char* pass;  // The pass that emits it; empty for remarks of users' passes.
  const char* name;  // Unique in its pass: "OpaqueOperator".
  const char* doc;
};
// Indexed by kind.
std::span<const RemarkKindInfo> RemarkKinds();

struct Remark {
  RemarkKind kind;
  RemarkType type;
  std::string name;      // The name of the kind, or the name that a user's pass chose.
  std::string function;  // The global function that the remark is about; empty if there is none.
  Message message;       // One sentence, lower case, no full stop.
  Expr node;             // An expression of the program that the pass was given; may be null.
};

// A listener. Each open listener hears every remark.
class RemarkListener {
 public:
  virtual ~RemarkListener() = default;
  virtual void Heard(const Remark& remark) = 0;

  // The listener hears remarks between these two calls. Calls nest. The destructor closes those
  // that are still open.
  void Listen();
  void StopListening();

 protected:
  RemarkListener() = default;
  RemarkListener(const RemarkListener&) = delete;
  RemarkListener& operator=(const RemarkListener&) = delete;
  void StopAll();
};

namespace remark_internal {
// The number of open listeners on this thread.
extern thread_local int listeners;
}  // namespace remark_internal

// The attribute of functions that make remarks. It keeps them out of line, so that they are not
// part of the first module of the engine.
#define PASSCOPE_REMARKS __attribute__((noinline, cold))

// True if there is a listener. Check it before you make a remark.
inline bool RemarksWanted() { return remark_internal::listeners > 0; }

void EmitRemark(RemarkKind kind, const ExprNode* node, Message message);
inline void EmitRemark(RemarkKind kind, const Expr& node, Message message) {
  EmitRemark(kind, node.get(), std::move(message));
}
// The name of an expression in a remark. A call has the name of its operator or global function,
// and a variable is "%x". Others have the kind of expression as in the text: "fn", "let".
std::string NameInRemark(const ExprNode* expr);
inline std::string NameInRemark(const Expr& expr) { return NameInRemark(expr.get()); }
// Emits a remark of a user's pass, under a name of its own.
void EmitRemark(RemarkType type, std::string_view name, const ExprNode* node, Message message);

// During the lifetime of this object, listeners hear nothing.
class RemarkSilence {
 public:
  RemarkSilence() : listeners_(remark_internal::listeners) { remark_internal::listeners = 0; }
  ~RemarkSilence() { remark_internal::listeners = listeners_; }
  RemarkSilence(const RemarkSilence&) = delete;
  RemarkSilence& operator=(const RemarkSilence&) = delete;

 private:
  int listeners_;
};

// During the lifetime of this object, remarks are about this global function.
class RemarkFunction {
 public:
  // `name` must outlive this object.
  explicit RemarkFunction(std::string_view name);
  ~RemarkFunction();
  RemarkFunction(const RemarkFunction&) = delete;
  RemarkFunction& operator=(const RemarkFunction&) = delete;

 private:
  std::string_view outer_;
};

}  // namespace passcope
