// Mistakes of users, as data.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/message.h"
#include "ir/expr.h"
#include "ir/span.h"

namespace passcope {

enum class DiagKind : uint8_t {
#define DIAG(enumerator, name, doc) enumerator,
#include "diagnostics/kinds.def"
#undef DIAG
};

struct DiagKindInfo {
  DiagKind kind;
  const char* name;  // "shape-mismatch"
  const char* doc;
};
// All kinds, in the order of the table.
std::span<const DiagKindInfo> DiagKinds();
const char* DiagKindName(DiagKind kind);

enum class Severity : uint8_t { kError, kWarning, kNote };

struct Diagnostic {
  DiagKind kind;
  Severity severity = Severity::kError;
  Message message;             // One sentence, lower case, no full stop.
  std::vector<Message> notes;  // What was expected, what was found, what to do.
  Span span;                   // Null if the program was not read from a text.
  Expr node;                   // The expression with the mistake; may be null.
  // If at least 0, the mistake is in this argument of the call `node`, which is only a mention.
  // `span` is the span of the whole call. With the text, SourceTexts::PlaceOf finds the argument's
  // place.
  int argument = -1;
};

// One line for messages, of at most 300 bytes: a call with its operator, its arguments' types, and
// attributes, "nn.dense(%x: Tensor[(1, 3), float32], Tensor[(4, 5), float32], units=4)". The layer
// of the printer implements it (text/summary.cc).
std::string PrintSummary(const Expr& expr);

// Text for a terminal: "error[shape-mismatch]: message", "  --> source:line:column" unless the
// program was built in memory, "  in: <the printed call with its arguments' types>", then notes.
std::string RenderDiagnostic(const Diagnostic& diagnostic);
// The same with the source line of the span and a caret under it:
//
//   error[unbound-variable]: the variable `%y` is not bound here
//     --> main.relay:3:11
//      |
//    3 |   add(%x, %y)
//      |           ^~
//
// `source_text` is the text of the span. Long lines are cut.
std::string RenderDiagnostic(const Diagnostic& diagnostic, std::string_view source_text);

// One or more diagnostics as an exception. what() is their rendered text.
class DiagnosticError : public std::exception {
 public:
  DiagnosticError(DiagKind kind, Message message, std::vector<Message> notes = {},
                  Expr node = nullptr);
  explicit DiagnosticError(std::vector<Diagnostic> diagnostics);
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::vector<Diagnostic> diagnostics_;
  std::string text_;
};

// The candidates that are most similar to `word` (edit distance at most a third of its length),
// best first; for "did you mean".
std::vector<std::string> DidYouMean(std::string_view word,
                                    const std::vector<std::string>& candidates);
// A note "did you mean …?" for each name.
std::vector<Message> Suggestions(const std::vector<std::string>& names);
// A note for each of the candidates that are most similar to `word`.
std::vector<Message> Suggestions(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace passcope
