// The base of the parser of expressions: a cursor over the tokens, diagnostics, names and their
// scopes, types, attribute values, and the metadata section.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/attrs.h"
#include "ir/expr.h"
#include "ir/span.h"
#include "ir/type.h"
#include "op/op.h"
#include "support/text_table.h"
#include "text/lexer.h"
#include "text/metadata_reader.h"
#include "text/text_names.h"

namespace passcope {

class ParseContext {
 public:
  // `text` must be valid UTF-8 and outlive the context, as must `names`, which may be null.
  ParseContext(std::string_view text, std::string_view source_name, TextNames* names = nullptr);
  // The constants that `meta[relay.Constant][i]` refers to if the text has no metadata section.
  void GiveConstants(std::span<const NDArray> constants) { given_constants_ = constants; }

 protected:
  // Thrown after a mistake was reported, so that the parser resumes at a safe place.
  struct Recover {};
  // Thrown when kMaxDiagnostics mistakes are reported.
  struct TooManyErrors {};
  static constexpr size_t kMaxDiagnostics = 20;

  // --- tokens ---
  const Token& Cur() const { return tokens_[current_]; }
  Tok Kind() const { return tokens_[current_].kind; }
  const Token& Ahead();
  void Advance();
  bool Accept(Tok kind) {
    if (Kind() != kind) return false;
    Advance();
    return true;
  }
  // `context` completes "expected `;` …": "after the value of a binding".
  void Expect(Tok kind, Phrase context) {
    if (Kind() != kind) Unexpected(TokenKindPhrase(kind), context);
    Advance();
  }
  [[noreturn]] void Unexpected(Phrase expected, Phrase context = {});
  // True if `name =` is next, so that attributes begin. Keywords can be names of attributes.
  bool AtAttribute();

  // --- diagnostics ---
  void Report(DiagKind kind, Message message, const TextPos& begin, const TextPos& end,
              std::vector<Message> notes = {});
  void Report(DiagKind kind, Message message, const Token& token, std::vector<Message> notes = {}) {
    Report(kind, std::move(message), token.begin, token.end, std::move(notes));
  }
  [[noreturn]] void Fail(DiagKind kind, Message message, const Token& token,
                         std::vector<Message> notes = {}) {
    Report(kind, std::move(message), token, std::move(notes));
    throw Recover{};
  }
  // "did you mean …?", or nothing.
  static std::vector<Message> Suggest(std::string_view word,
                                      const std::vector<std::string>& candidates,
                                      std::string_view sigil = "");
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

  // --- spans ---
  // A span from `begin` to the end of the last token. TVM shows none until Show is called.
  Span MakeSpan(const TextPos& begin) const { return MakeSpan(begin, previous_end_); }
  Span MakeSpan(const TextPos& begin, const TextPos& end) const;
  // TVM's parser sets its own span on the result of a rule, even if another rule built the node.
  // The span starts where the rule started. Its column is the smaller of its first and last
  // token's.
  void Show(const Expr& expr, const TextPos& start) const {
    if (const SpanNode* span = expr->span().get()) {
      span->shown_line = static_cast<int>(start.line);
      span->shown_column =
          static_cast<int>(std::min(start.shown_column, previous_begin_.shown_column));
    }
  }

  // --- names ---
  struct Symbol {
    int32_t local = -1;  // The innermost binding: index into locals_.
    Name name;           // Interned on the first binding.
    Expr free_var;
    Expr global;
    Expr op;  // Looked up once.
    Expr constructor;
    bool op_known = false;
    Attrs default_attrs;  // The operator's defaults, shared by calls without attributes.
  };
  struct Local {
    uint32_t symbol;
    int32_t outer;  // The binding that this one hides.
    Expr var;
    uint32_t mark;    // An index into *names_.
    uint32_t serial;  // Unique among all locals of the text.
  };
  // The innermost local that an expression uses and does not bind, as an index into locals_. While
  // it is in scope, all others that the expression uses are in scope.
  struct Needed {
    int32_t local = -1;
    uint32_t serial = 0;
  };
  struct GraphValue {
    size_t scope;  // Locals from this index on are bound inside of the value.
    Needed needed;
  };
  uint32_t Intern(std::string_view text) {
    auto [index, is_new] = symbol_texts_.Insert(text);
    if (is_new) symbols_.emplace_back();
    return index;
  }
  std::string_view SymbolText(uint32_t index) const { return symbol_texts_[index]; }
  Symbol& symbol(uint32_t index) { return symbols_[index]; }
  const Name& NameOf(uint32_t index);
  uint32_t EndOffset() const { return static_cast<uint32_t>(text_.size()); }
  size_t ScopeMark() const { return locals_.size(); }
  void PopScope(size_t mark);
  // Binds the local that `token` names from here on, including the value that defines it.
  Expr BindLocal(const Token& token, Type annotation);
  void BindFreeVar(const Token& token, Type annotation);
  // Reports an unknown name and returns a placeholder for it.
  Expr LookupLocal(const Token& token);
  Expr LookupGlobal(const Token& token);
  Expr LookupOp(const Token& token);
  // The constructor that a pattern names. Reports an unknown name and returns null.
  Expr LookupConstructor(const Token& token);
  // `at` is the start of the definition.
  void BindGraph(int64_t number, Expr value, const TextPos& at);
  // These two enclose the value of a graph variable, to find the locals that it needs.
  void BeginGraphValue() { graph_values_.push_back({locals_.size(), {}}); }
  void EndGraphValue() { graph_values_.pop_back(); }
  Expr LookupGraph(const Token& token);
  void ClearGraph();
  // A variable without a name and type that replaces an expression that could not be read. Its
  // program is useful only to editors.
  static Expr Placeholder() { return Var(""); }
  static bool IsPlaceholder(const Expr& expr) {
    const auto* var = As<VarNode>(expr);
    return var && var->name().empty();
  }
  // Receives every name; may be null.
  TextNames* const names_;

  // --- types ---
  size_t TypeMark() const { return type_vars_.size(); }
  void PopTypes(size_t mark) { type_vars_.resize(mark); }
  // `[A, B]`, bound from here on.
  std::vector<Type> ParseTypeParams();
  Type ParseType() { return ParseType(0); }
  // Returns null for `_`, so that inference finds the type.
  Type ParseAnnotation();
  // `type List[A] { Cons(A, List[A]), Nil }` or `extern type T`. Its constructors are bound from
  // here on; its name is bound in the whole text.
  void ParseTypeDefinition(std::vector<TypeData>* types);
  // Reports the uses of data types with the wrong number of arguments.
  void CheckTypeUses(const std::vector<TypeData>& types);

  // --- attributes ---
  AttrValue ParseAttrValue() { return ParseAttrValue(0); }
  // Reads `name=value, …` up to the closing parenthesis, which is not read.
  DictAttrs ParseFunctionAttrs();
  // The same for a call; null if the callee is not an operator with attributes.
  Attrs ParseCallAttrs(const Expr& callee, std::string_view callee_text);
  Attrs ParseNewCallAttrs(const Expr& callee, std::string_view callee_text);
  Attrs ParseTypedAttrs(std::string_view callee_text);
  // The attributes of a call without any in its text.
  Attrs DefaultAttrs(const Expr& callee, const TextPos& begin, const TextPos& end);

  // --- metadata ---
  // The constant that a meta token names; the same node for each mention.
  Expr ParseMetaConstant();
  // `meta[relay.attrs.…][i]` as the last argument; `attrs` is null when it could not be read.
  bool AtMetaAttrs();
  Attrs ParseMetaAttrs(const Expr& callee);
  // Reads the section at the current token to report its mistakes.
  void CheckMetadata(const Token& token) { LoadMetadata(&token); }

  std::string_view text_;
  Name source_name_;
  TextPos previous_begin_;
  TextPos previous_end_;

  struct GlobalUse {
    uint32_t symbol;
    TextPos begin, end;
  };
  std::vector<GlobalUse> global_uses_;  // The first use of each global.

 private:
  Type ParseType(int depth);
  Type ParseTensorType();
  Type ParseNewTensorType();
  Dim ParseDim();
  DataType ParseDataType();
  AttrValue ParseAttrValue(int depth);
  std::vector<Type> ParseTypeList(Tok close, int depth);
  void SkipBrackets();
  // The names of constructors, for suggestions.
  void AppendConstructors(std::vector<std::string>* names) const;
  bool IsTypeName(std::string_view name);
  void CheckRequired(const AttrSchema& schema, uint64_t given, std::string_view op,
                     const TextPos& begin, const TextPos& end);
  // Null if there is no section or it is malformed, which is reported once.
  const Metadata* LoadMetadata(const Token* section);
  void ReportMetadata(const MetadataProblem& problem, const Token& token);
  // A constant of GiveConstants; null if there is none.
  const NDArray* GivenConstant(const Metadata& metadata, const Token& token) const;
  std::string Unescape(const Token& token);

  Lexer lexer_;
  Token tokens_[2];
  int current_ = 0;
  bool has_ahead_ = false;

  std::vector<Diagnostic> diagnostics_;

  TextTable symbol_texts_;
  std::vector<Symbol> symbols_;
  std::vector<Local> locals_;
  std::vector<std::pair<std::string_view, Type>> type_vars_;
  std::map<int64_t, Type> incomplete_types_;  // By the index of meta[IncompleteType].
  // Tensor types by their text. `shift` is the amount that reading one adds to the lexer's shift.
  struct SpelledType {
    Type type;
    uint32_t shift;
  };
  TextTable type_texts_;
  std::vector<SpelledType> spelled_types_;
  // The same for attributes, for the first operator that has this text.
  struct SpelledAttrs {
    const ExprNode* op;
    Attrs attrs;
    uint32_t shift;
  };
  TextTable attrs_texts_;
  std::vector<SpelledAttrs> spelled_attrs_;
  // The names of all type definitions in the text, read when the first one is used.
  std::vector<std::string_view> type_names_;
  bool type_names_known_ = false;
  // The first use of a data type with this number of arguments.
  std::map<std::pair<std::string_view, size_t>, std::pair<TextPos, TextPos>> type_uses_;
  void Need(Needed needed);
  struct GraphEntry {
    Expr value;
    Needed needed;
  };
  void SetGraph(int64_t number, GraphEntry entry);
  std::vector<GraphEntry> graph_;
  // Graph variables whose numbers are far larger than their count.
  std::unordered_map<int64_t, GraphEntry> sparse_graph_;
  size_t graph_count_ = 0;
  std::vector<GraphValue> graph_values_;  // Values that are being read, innermost last.
  uint32_t next_serial_ = 0;

  enum class MetadataState : uint8_t { kUnread, kRead, kBad };
  // True if the attribute value that was read last has integers of type int64.
  bool value_has_int64_ = false;
  // True if it has integers near -2^63, which are the raw values of symbolic dimensions.
  bool value_has_raw_ = false;

  MetadataState metadata_state_ = MetadataState::kUnread;
  Metadata metadata_;
  std::span<const NDArray> given_constants_;
  std::unordered_map<size_t, Expr> constants_;
};

}  // namespace passcope
