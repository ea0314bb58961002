// Tokens, diagnostics and names for the parser.
#include "text/parse_context.h"

#include <algorithm>

#include "support/format.h"

namespace passcope {

ParseContext::ParseContext(std::string_view text, std::string_view source_name, TextNames* names)
    : names_(names), text_(text), source_name_(source_name), lexer_(text) {
  // Texts have few names per KiB. Reserving memory for some is cheaper than moving them often.
  constexpr size_t kMaxRoom = 4096;
  symbols_.reserve(std::min(text.size() / 128, kMaxRoom));
  lexer_.Next(&tokens_[0]);
}

// --- tokens ---

const Token& ParseContext::Ahead() {
  if (!has_ahead_) {
    lexer_.Next(&tokens_[1 - current_]);
    has_ahead_ = true;
  }
  return tokens_[1 - current_];
}

void ParseContext::Advance() {
  const Token& token = Cur();
  previous_begin_ = token.begin;
  previous_end_ = token.end;
  if (has_ahead_) {
    current_ = 1 - current_;
    has_ahead_ = false;
  } else {
    lexer_.Next(&tokens_[current_]);
  }
}

void ParseContext::Unexpected(Phrase expected, Phrase context) {
  const Token& token = Cur();
  if (token.kind == Tok::kInvalid) Fail(token.problem, token.message, token);
  Message found = TokenMessage(token, text_);
  Fail(DiagKind::kSyntax,
       context
           ? MSG(kTokenExpectedInPlace, "expected {expected} {place}, found {found}",
                 expected.message(), context.message(), found)
           : MSG(kTokenExpected, "expected {expected}, found {found}", expected.message(), found),
       token);
}

bool ParseContext::AtAttribute() {
  return (IsAttributeKey(Kind()) || Kind() == Tok::kString) && Ahead().kind == Tok::kAssign;
}

// --- diagnostics ---

void ParseContext::Report(DiagKind kind, Message message, const TextPos& begin, const TextPos& end,
                          std::vector<Message> notes) {
  diagnostics_.push_back({kind, Severity::kError, std::move(message), std::move(notes),
                          MakeSpan(begin, end), nullptr});
  if (diagnostics_.size() >= kMaxDiagnostics) throw TooManyErrors{};
}

std::vector<Message> ParseContext::Suggest(std::string_view word,
                                           const std::vector<std::string>& candidates,
                                           std::string_view sigil) {
  MessageList close{DidYouMean(word, candidates), ListForm::kOr};
  if (close.items.empty()) return {};
  for (std::string& name : close.items) name = Format("`{}{}`", sigil, name);
  return {MSG(kNamesSuggestion, "did you mean {names}?", close)};
}

Span ParseContext::MakeSpan(const TextPos& begin, const TextPos& end) const {
  Span span(new SpanNode(source_name_, static_cast<int>(begin.line), static_cast<int>(end.line),
                         static_cast<int>(begin.column), static_cast<int>(end.column), begin.offset,
                         end.offset));
  span->shown_line = SpanNode::kNotShown;
  return span;
}

// --- names ---

const Name& ParseContext::NameOf(uint32_t index) {
  Symbol& entry = symbols_[index];
  if (entry.name.empty()) entry.name = Name(SymbolText(index));
  return entry.name;
}

void ParseContext::PopScope(size_t mark) {
  while (locals_.size() > mark) {
    if (names_) names_->marks[locals_.back().mark].scope_end = Cur().begin.offset;
    symbols_[locals_.back().symbol].local = locals_.back().outer;
    locals_.pop_back();
  }
}

Expr ParseContext::BindLocal(const Token& token, Type annotation) {
  uint32_t index = Intern(token.text);
  Expr var = VarWith(VarId(new VarIdNode(NameOf(index))), std::move(annotation), nullptr,
                     MakeSpan(token.begin, token.end));
  uint32_t mark = names_ ? names_->Define(token.begin, token.end, var->span(), EndOffset()) : 0;
  locals_.push_back({index, symbols_[index].local, var, mark, next_serial_++});
  symbols_[index].local = static_cast<int32_t>(locals_.size() - 1);
  return var;
}

void ParseContext::BindFreeVar(const Token& token, Type annotation) {
  uint32_t index = Intern(token.text);
  Expr& var = symbols_[index].free_var;
  var = VarWith(VarId(new VarIdNode(NameOf(index))), std::move(annotation), nullptr,
                MakeSpan(token.begin, token.end));
  if (names_) {
    names_->DefineKeyed(TextNames::Sort::kFreeVar, index, token.begin, token.end, var->span(),
                        EndOffset());
  }
}

Expr ParseContext::LookupLocal(const Token& token) {
  uint32_t index = Intern(token.text);
  Symbol& entry = symbols_[index];
  if (entry.local >= 0) {
    const Local& local = locals_[static_cast<size_t>(entry.local)];
    if (names_) names_->Use(token, local.mark);
    Need({entry.local, local.serial});
    return local.var;
  }
  if (names_) names_->UseKeyed(TextNames::Sort::kFreeVar, index, token);
  if (entry.free_var) return IsPlaceholder(entry.free_var) ? Placeholder() : entry.free_var;
  std::vector<std::string> names;
  // The nearest names are the likeliest. A long function has more names than a message needs.
  constexpr size_t kMaxCandidates = 1000;
  for (auto it = locals_.rbegin(); it != locals_.rend() && names.size() < kMaxCandidates; ++it) {
    names.emplace_back(SymbolText(it->symbol));
  }
  for (uint32_t i = 0; i < symbols_.size(); ++i) {
    if (!symbols_[i].free_var || IsPlaceholder(symbols_[i].free_var)) continue;
    if (names.size() < kMaxCandidates) names.emplace_back(SymbolText(i));
  }
  // Each name is reported once; later uses have the same cause.
  symbols_[index].free_var = Placeholder();
  Report(DiagKind::kUnboundVar,
         MSG(kVariableUnbound, "the variable `%{name}` is not bound here", token.text), token,
         Suggest(token.text, names, "%"));
  return Placeholder();
}

Expr ParseContext::LookupGlobal(const Token& token) {
  uint32_t index = Intern(token.text);
  if (names_) names_->UseKeyed(TextNames::Sort::kGlobal, index, token);
  Symbol& entry = symbols_[index];
  if (!entry.global) {
    entry.global = GlobalVar(token.text, nullptr, MakeSpan(token.begin, token.end));
    global_uses_.push_back({index, token.begin, token.end});
  }
  return symbols_[index].global;
}

void ParseContext::AppendConstructors(std::vector<std::string>* names) const {
  for (uint32_t i = 0; i < symbols_.size(); ++i) {
    if (symbols_[i].constructor) names->emplace_back(SymbolText(i));
  }
}

Expr ParseContext::LookupOp(const Token& token) {
  uint32_t index = Intern(token.text);
  Symbol& entry = symbols_[index];
  if (entry.constructor) {
    if (names_) names_->UseKeyed(TextNames::Sort::kConstructor, index, token);
    return entry.constructor;
  }
  if (!entry.op_known) {
    entry.op_known = true;
    if (const OpNode* op = FindOp(token.text)) {
      entry.op = Expr(op);
    } else {
      entry.op = Placeholder();
      std::vector<std::string> names;
      for (const Expr& op : AllOps()) names.emplace_back(As<OpNode>(op)->name());
      AppendConstructors(&names);
      std::vector<Message> notes = Suggest(token.text, names);
      if (entry.local >= 0)
        notes.push_back(MSG(kVariableMeant, "did you mean the variable `%{name}`?", token.text));
      Report(DiagKind::kUnknownOperator,
             MSG(kOperatorUnknown, "unknown operator `{operator}`", token.text), token,
             std::move(notes));
    }
  }
  const Expr& op = symbols_[index].op;
  return IsPlaceholder(op) ? Placeholder() : op;
}

Expr ParseContext::LookupConstructor(const Token& token) {
  uint32_t index = Intern(token.text);
  if (names_) names_->UseKeyed(TextNames::Sort::kConstructor, index, token);
  Expr constructor = symbols_[index].constructor;
  if (!constructor) {
    std::vector<std::string> names;
    AppendConstructors(&names);
    Report(DiagKind::kUnknownConstructor,
           MSG(kConstructorUnknown, "unknown constructor `{constructor}`", token.text), token,
           Suggest(token.text, names));
  }
  return constructor;
}

void ParseContext::BindGraph(int64_t number, Expr value, const TextPos& at) {
  if (names_) {
    TextPos end = at;
    do {
      ++end.offset;
    } while (end.offset < text_.size() && text_[end.offset] >= '0' && text_[end.offset] <= '9');
    names_->DefineKeyed(TextNames::Sort::kGraph, number, at, end, value->span(), EndOffset());
  }
  SetGraph(number, {std::move(value), graph_values_.back().needed});
}

// Records a use of a local in all graph values that use it and do not bind it.
void ParseContext::Need(Needed needed) {
  for (size_t i = graph_values_.size(); i-- > 0;) {
    GraphValue& value = graph_values_[i];
    if (value.scope <= static_cast<size_t>(needed.local)) break;
    if (value.needed.local < needed.local) value.needed = needed;
  }
}

void ParseContext::SetGraph(int64_t number, GraphEntry entry) {
  auto index = static_cast<size_t>(number);
  if (index < graph_count_ * 2 + 1024) {
    if (index >= graph_.size()) graph_.resize(std::max(index + 1, graph_.size() * 2));
    graph_[index] = std::move(entry);
  } else {
    sparse_graph_[number] = std::move(entry);
  }
  ++graph_count_;
}

Expr ParseContext::LookupGraph(const Token& token) {
  auto index = static_cast<size_t>(token.integer);
  if (names_) names_->UseKeyed(TextNames::Sort::kGraph, token.integer, token);
  const GraphEntry* entry = index < graph_.size() && graph_[index].value ? &graph_[index] : nullptr;
  if (!entry && !sparse_graph_.empty()) {
    auto it = sparse_graph_.find(token.integer);
    if (it != sparse_graph_.end()) entry = &it->second;
  }
  if (entry) {
    const Needed needed = entry->needed;
    if (needed.local < 0) return entry->value;
    auto local = static_cast<size_t>(needed.local);
    if (local < locals_.size() && locals_[local].serial == needed.serial) {
      Need(needed);
      return entry->value;
    }
    // TVM accepts this and makes a program that uses a variable before it has a value.
    Report(DiagKind::kUnboundVar,
           MSG(kGraphVariableUsesUnbound,
               "the graph variable `%{name}` uses a variable that is not bound here", token.text),
           token,
           {MSG(kBlockScopeNote,
                "parameters and variables of `let` and `match` have values only in their block")});
    return Placeholder();
  }
  Report(DiagKind::kUnboundVar,
         MSG(kGraphVariableUnbound, "the graph variable `%{name}` is not bound here", token.text),
         token, {MSG(kGraphVariableBindHint, "bind it above with `%{name} = …;`", token.text)});
  SetGraph(token.integer, {Placeholder(), {}});
  return Placeholder();
}

void ParseContext::ClearGraph() {
  graph_.clear();
  sparse_graph_.clear();
  graph_count_ = 0;
}

}  // namespace passcope
