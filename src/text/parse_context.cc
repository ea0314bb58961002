// Tokens, names, types, attributes and metadata for the parser.
#include "text/parse_context.h"

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "support/check.h"
#include "support/format.h"
#include "text/source.h"

namespace passcope {
namespace {

// Types and attribute values are parsed by recursion, within these limits.
constexpr int kMaxTypeDepth = 200;
constexpr int kMaxValueDepth = 100;

// The names that types are suggested from.
const std::vector<std::string>& DataTypeNames() {
  static const std::vector<std::string> names = {
      "float16", "float32", "float64", "bfloat16", "int8",   "int16", "int32",
      "int64",   "uint8",   "uint16",  "uint32",   "uint64", "bool",  "int4"};
  return names;
}

// A data type by name; none for widths that no tensor has, such as float23.
std::optional<DataType> NamedDataType(std::string_view name) {
  std::optional<DataType> dtype = DataType::Parse(name);
  if (!dtype || dtype->is_void()) return std::nullopt;
  bool power = dtype->bits <= 64 && (dtype->bits & (dtype->bits - 1)) == 0;
  bool real = dtype->is_float() && dtype->bits >= 16;
  bool brain = dtype->is_bfloat() && dtype->bits == 16;
  bool whole = (dtype->is_int() || dtype->is_uint()) && dtype->bits != 2;
  return power && (real || brain || whole) ? dtype : std::nullopt;
}

// What a tensor type consists of, but for references into the metadata, comments and line breaks.
bool IsPlainInType(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == ' ' || c == ',' || c == '(' || c == ')' || c == '?' || c == '[';
}

const char* AttrTypeText(AttrType type) {
  switch (type) {
    case AttrType::kBool:
      return "True or False";
    case AttrType::kInt:
      return "an integer";
    case AttrType::kDouble:
      return "a number";
    case AttrType::kString:
      return "a string";
    case AttrType::kDType:
      return "a data type in quotes, such as \"float32\"";
    case AttrType::kInts:
      return "a list of integers";
    case AttrType::kOptInt:
      return "an integer or None";
    case AttrType::kOptInts:
      return "a list of integers or None";
    case AttrType::kAny:
      return "a value";
  }
  return "a value";
}

}  // namespace

ParseContext::ParseContext(std::string_view text, std::string_view source_name)
    : text_(text), source_name_(source_name), lexer_(text), placeholder_(Tuple({})) {
  tokens_[0] = lexer_.Next();
}

// --- tokens ---

const Token& ParseContext::Ahead() {
  if (!has_ahead_) {
    tokens_[1 - current_] = lexer_.Next();
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
    tokens_[current_] = lexer_.Next();
  }
}

void ParseContext::Unexpected(const char* expected, const char* context) {
  const Token& token = Cur();
  if (token.kind == Tok::kInvalid) Fail(token.problem, token.message, token);
  std::string place = *context ? Format(" {}", context) : "";
  Fail(DiagKind::kSyntax,
       Format("expected {}{}, found {}", expected, place, TokenText(token, text_)), token);
}

bool ParseContext::AtAttribute() {
  return (Kind() == Tok::kWord || Kind() >= Tok::kLet) && Ahead().kind == Tok::kAssign;
}

// --- diagnostics ---

void ParseContext::Report(DiagKind kind, std::string message, const TextPos& begin,
                          const TextPos& end, std::vector<std::string> notes) {
  diagnostics_.push_back({kind, Severity::kError, std::move(message), std::move(notes),
                          MakeSpan(begin, end), nullptr});
  if (diagnostics_.size() >= kMaxDiagnostics) throw TooManyErrors{};
}

std::vector<std::string> ParseContext::Suggest(std::string_view word,
                                               const std::vector<std::string>& candidates,
                                               std::string_view sigil) {
  std::vector<std::string> close = DidYouMean(word, candidates);
  if (close.empty()) return {};
  std::string text = "did you mean ";
  for (size_t i = 0; i < close.size(); ++i) {
    if (i > 0) text += i + 1 == close.size() ? " or " : ", ";
    text += Format("`{}{}`", sigil, close[i]);
  }
  return {text + "?"};
}

Span ParseContext::MakeSpan(const TextPos& begin, const TextPos& end) const {
  Span span(new SpanNode(source_name_, static_cast<int>(begin.line), static_cast<int>(end.line),
                         static_cast<int>(begin.column), static_cast<int>(end.column), begin.offset,
                         end.offset));
  span->shown_line = 0;
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
    symbols_[locals_.back().symbol].local = locals_.back().outer;
    locals_.pop_back();
  }
}

Expr ParseContext::BindLocal(const Token& token, Type annotation) {
  uint32_t index = Intern(token.text);
  Expr var = VarWith(VarId(new VarIdNode(NameOf(index))), std::move(annotation), nullptr,
                     MakeSpan(token.begin, token.end));
  locals_.push_back({index, symbols_[index].local, var});
  symbols_[index].local = static_cast<int32_t>(locals_.size() - 1);
  return var;
}

void ParseContext::BindFreeVar(const Token& token, Type annotation) {
  uint32_t index = Intern(token.text);
  symbols_[index].free_var = VarWith(VarId(new VarIdNode(NameOf(index))), std::move(annotation),
                                     nullptr, MakeSpan(token.begin, token.end));
}

Expr ParseContext::LookupLocal(const Token& token) {
  uint32_t index = Intern(token.text);
  Symbol& entry = symbols_[index];
  if (entry.local >= 0) return locals_[static_cast<size_t>(entry.local)].var;
  if (entry.free_var) return entry.free_var;
  std::vector<std::string> names;
  // The names nearest by are the likeliest; a long function has more than a message needs.
  constexpr size_t kMaxCandidates = 1000;
  for (auto it = locals_.rbegin(); it != locals_.rend() && names.size() < kMaxCandidates; ++it) {
    names.emplace_back(SymbolText(it->symbol));
  }
  for (uint32_t i = 0; i < symbols_.size(); ++i) {
    if (!symbols_[i].free_var || IsPlaceholder(symbols_[i].free_var)) continue;
    if (names.size() < kMaxCandidates) names.emplace_back(SymbolText(i));
  }
  // Said once per name; later uses mean the same mistake.
  symbols_[index].free_var = placeholder_;
  Report(DiagKind::kUnboundVar, Format("the variable `%{}` is not bound here", token.text), token,
         Suggest(token.text, names, "%"));
  return placeholder_;
}

Expr ParseContext::LookupGlobal(const Token& token) {
  uint32_t index = Intern(token.text);
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
  if (entry.constructor) return entry.constructor;
  if (!entry.op_known) {
    entry.op_known = true;
    if (const OpNode* op = FindOp(token.text)) {
      entry.op = Expr(op);
    } else {
      entry.op = placeholder_;
      std::vector<std::string> names;
      for (const Expr& op : AllOps()) names.emplace_back(As<OpNode>(op)->name());
      AppendConstructors(&names);
      std::vector<std::string> notes = Suggest(token.text, names);
      if (entry.local >= 0) notes.push_back(Format("the variable is `%{}`", token.text));
      Report(DiagKind::kUnknownOperator, Format("there is no operator `{}`", token.text), token,
             std::move(notes));
    }
  }
  return symbols_[index].op;
}

Expr ParseContext::LookupConstructor(const Token& token) {
  Expr constructor = symbols_[Intern(token.text)].constructor;
  if (!constructor) {
    std::vector<std::string> names;
    AppendConstructors(&names);
    Report(DiagKind::kUnknownConstructor, Format("there is no constructor `{}`", token.text), token,
           Suggest(token.text, names));
  }
  return constructor;
}

void ParseContext::BindGraph(int64_t number, Expr value) {
  auto index = static_cast<size_t>(number);
  if (index < graph_count_ * 2 + 1024) {
    if (index >= graph_.size()) graph_.resize(std::max(index + 1, graph_.size() * 2));
    graph_[index] = std::move(value);
  } else {
    sparse_graph_[number] = std::move(value);
  }
  ++graph_count_;
}

Expr ParseContext::LookupGraph(const Token& token) {
  auto index = static_cast<size_t>(token.integer);
  if (index < graph_.size() && graph_[index]) return graph_[index];
  if (!sparse_graph_.empty()) {
    auto it = sparse_graph_.find(token.integer);
    if (it != sparse_graph_.end()) return it->second;
  }
  Report(DiagKind::kUnboundVar, Format("the graph variable `%{}` is not bound here", token.text),
         token, {Format("bind it above with `%{} = …;`", token.text)});
  BindGraph(token.integer, placeholder_);
  return placeholder_;
}

void ParseContext::ClearGraph() {
  graph_.clear();
  sparse_graph_.clear();
  graph_count_ = 0;
}

// --- types ---

std::vector<Type> ParseContext::ParseTypeParams() {
  std::vector<Type> params;
  if (!Accept(Tok::kLeftSquare)) return params;
  while (Kind() != Tok::kRightSquare) {
    Token name = Cur();
    Expect(Tok::kWord, "as a type parameter");
    params.push_back(TypeVar(name.text));
    type_vars_.emplace_back(name.text, params.back());
    if (!Accept(Tok::kComma)) break;
  }
  Expect(Tok::kRightSquare, "after the type parameters");
  return params;
}

Type ParseContext::ParseAnnotation() {
  if (Accept(Tok::kUnderscore) || Accept(Tok::kQuestion)) return nullptr;
  return ParseType();
}

std::vector<Type> ParseContext::ParseTypeList(Tok close, int depth) {
  std::vector<Type> types;
  while (Kind() != close) {
    types.push_back(ParseType(depth));
    if (!Accept(Tok::kComma)) break;
  }
  Expect(close, "in a type");
  return types;
}

Dim ParseContext::ParseDim() {
  if (Accept(Tok::kQuestion)) return Dim::Any();
  if (Kind() == Tok::kMeta) {
    Token token = Cur();
    Advance();
    const Metadata* metadata = LoadMetadata(nullptr);
    if (!metadata) return Dim::Any();
    try {
      return metadata->Dimension(metadata->Find(token.text, token.integer));
    } catch (const MetadataProblem& problem) {
      ReportMetadata(problem, token);
      return Dim::Any();
    }
  }
  if (Kind() == Tok::kInt && Cur().integer < 0) {
    Fail(DiagKind::kInvalidNumber, "a dimension cannot be negative", Cur(),
         {"write `?` for one that is known only at run time"});
  }
  if (Kind() != Tok::kInt) Unexpected("an integer or `?`", "as a dimension");
  Dim dim = Cur().bits == 64 ? Dim::Int64(Cur().integer) : Dim(Cur().integer);
  Advance();
  return dim;
}

DataType ParseContext::ParseDataType() {
  if (Kind() != Tok::kWord) Unexpected("a data type such as `float32`", "");
  std::optional<DataType> dtype = NamedDataType(Cur().text);
  if (!dtype) {
    Fail(DiagKind::kUnknownType, Format("there is no data type `{}`", Cur().text), Cur(),
         Suggest(Cur().text, DataTypeNames()));
  }
  Advance();
  return *dtype;
}

// A program spells the same few types over and over.
Type ParseContext::ParseTensorType() {
  const TextPos begin = Cur().begin;
  size_t close = begin.offset;
  while (close < text_.size() && text_[close] != ']' && IsPlainInType(text_[close])) ++close;
  if (has_ahead_ || close >= text_.size() || text_[close] != ']') return ParseNewTensorType();
  std::string_view spelling = text_.substr(begin.offset, close - begin.offset);
  uint32_t known = type_texts_.Find(spelling);
  if (known != TextTable::kNone) {
    const SpelledType& spelled = spelled_types_[known];
    lexer_.SkipTo(close, spelled.shift);
    Advance();
    Advance();
    return spelled.type;
  }
  uint32_t shift = lexer_.shift();
  Type type = ParseNewTensorType();
  // Whatever follows on the line is the next token's.
  if (previous_begin_.offset == close) {
    shift = previous_begin_.shown_column - previous_begin_.column - shift;
    type_texts_.Insert(spelling);
    spelled_types_.push_back({type, shift});
  }
  return type;
}

Type ParseContext::ParseNewTensorType() {
  Advance();
  Expect(Tok::kLeftSquare, "after `Tensor`");
  Expect(Tok::kLeftParen, "before the shape of a tensor type");
  Shape shape;
  while (Kind() != Tok::kRightParen) {
    shape.push_back(ParseDim());
    if (!Accept(Tok::kComma)) break;
  }
  Expect(Tok::kRightParen, "after the shape of a tensor type");
  Expect(Tok::kComma, "before the data type of a tensor type");
  DataType dtype = ParseDataType();
  Expect(Tok::kRightSquare, "after the data type of a tensor type");
  return TensorType(std::move(shape), dtype);
}

Type ParseContext::ParseType(int depth) {
  if (depth > kMaxTypeDepth) {
    Fail(DiagKind::kNestingTooDeep, Format("types are nested more than {} deep", kMaxTypeDepth),
         Cur());
  }
  switch (Kind()) {
    case Tok::kLeftParen:
      Advance();
      return TupleType(ParseTypeList(Tok::kRightParen, depth + 1));
    case Tok::kFn: {
      Advance();
      size_t mark = TypeMark();
      std::vector<Type> params = ParseTypeParams();
      Expect(Tok::kLeftParen, "before the argument types of a function type");
      std::vector<Type> args = ParseTypeList(Tok::kRightParen, depth + 1);
      Expect(Tok::kArrow, "before the result of a function type");
      Type result = ParseType(depth + 1);
      PopTypes(mark);
      return FuncType(std::move(args), std::move(result), std::move(params));
    }
    case Tok::kRef: {
      Advance();
      Expect(Tok::kLeftParen, "after `ref`");
      Type value = ParseType(depth + 1);
      Expect(Tok::kRightParen, "after the type of a reference");
      return RefType(std::move(value));
    }
    case Tok::kUnderscore:
    case Tok::kQuestion:
      Advance();
      return IncompleteType();
    case Tok::kWord:
      break;
    default:
      Unexpected("a type", "");
  }
  std::string_view word = Cur().text;
  if (word == "Tensor") return ParseTensorType();
  if (std::optional<DataType> dtype = NamedDataType(word)) {
    Advance();
    return ScalarType(*dtype);
  }
  for (auto it = type_vars_.rbegin(); it != type_vars_.rend(); ++it) {
    if (it->first == word) {
      Type type = it->second;
      Advance();
      return type;
    }
  }
  Token token = Cur();
  Advance();
  if (IsTypeName(word)) {
    std::vector<Type> args;
    if (Accept(Tok::kLeftSquare)) args = ParseTypeList(Tok::kRightSquare, depth + 1);
    type_uses_.emplace(std::pair(word, args.size()), std::pair(token.begin, token.end));
    return TypeCall(GlobalTypeVar(word), std::move(args));
  }
  std::vector<std::string> known = DataTypeNames();
  known.emplace_back("Tensor");
  known.insert(known.end(), type_names_.begin(), type_names_.end());
  for (const auto& [name, type] : type_vars_) known.emplace_back(name);
  Report(DiagKind::kUnknownType, Format("there is no type `{}`", word), token,
         Suggest(word, known));
  SkipBrackets();
  return IncompleteType();
}

// What stands behind the name of a type that does not exist says nothing more.
void ParseContext::SkipBrackets() {
  int depth = 0;
  do {
    switch (Kind()) {
      case Tok::kLeftSquare:
        ++depth;
        break;
      case Tok::kRightSquare:
        --depth;
        break;
      case Tok::kLeftParen:
      case Tok::kRightParen:
      case Tok::kComma:
      case Tok::kWord:
      case Tok::kInt:
      case Tok::kQuestion:
      case Tok::kMeta:
        break;
      default:
        return;
    }
    if (depth == 0 && Kind() != Tok::kRightSquare) return;
    Advance();
  } while (depth > 0);
}

bool ParseContext::IsTypeName(std::string_view name) {
  if (!type_names_known_) {
    type_names_known_ = true;
    Lexer scout(text_);
    bool named = false;  // Whether a name follows that is defined.
    for (Token token = scout.Next(); token.kind != Tok::kEnd && token.kind != Tok::kMetadata;
         token = scout.Next()) {
      if (named && token.kind == Tok::kWord) type_names_.push_back(token.text);
      named = token.kind == Tok::kType;
    }
  }
  return std::find(type_names_.begin(), type_names_.end(), name) != type_names_.end();
}

void ParseContext::ParseTypeDefinition(std::vector<TypeData>* types) {
  Token start = Cur();
  bool external = Accept(Tok::kExtern);
  Expect(Tok::kType, "after `extern`");
  Token name = Cur();
  Expect(Tok::kWord, "after `type`");
  for (const TypeData& other : *types) {
    if (other->name.view() == name.text) {
      Report(DiagKind::kDuplicateName, Format("the type `{}` is defined twice", name.text), name);
      break;
    }
  }
  size_t mark = TypeMark();
  std::vector<TypeDataNode::Constructor> constructors;
  std::vector<uint32_t> symbols;
  TypeData type;
  try {
    std::vector<Type> params = ParseTypeParams();
    if (Accept(Tok::kLeftCurly)) {
      while (Kind() != Tok::kRightCurly) {
        Token constructor = Cur();
        Expect(Tok::kWord, "as a constructor");
        symbols.push_back(Intern(constructor.text));
        if (symbol(symbols.back()).constructor ||
            std::find(symbols.begin(), symbols.end() - 1, symbols.back()) != symbols.end() - 1) {
          Report(DiagKind::kDuplicateName,
                 Format("the constructor `{}` is defined twice", constructor.text), constructor);
        }
        std::vector<Type> inputs;
        if (Accept(Tok::kLeftParen)) inputs = ParseTypeList(Tok::kRightParen, 0);
        constructors.push_back({NameOf(symbols.back()), std::move(inputs)});
        if (!Accept(Tok::kComma)) break;
      }
      Expect(Tok::kRightCurly, "after the constructors of a type");
    }
    type = TypeData(new TypeDataNode(Name(name.text), std::move(params), std::move(constructors)));
  } catch (const Recover&) {
    PopTypes(mark);
    throw;
  }
  PopTypes(mark);
  if (external && !symbols.empty()) {
    Report(DiagKind::kSyntax, "an extern type has no constructors", start);
  }
  for (uint32_t i = 0; i < symbols.size(); ++i) {
    symbol(symbols[i]).constructor = Constructor(type, i);
  }
  types->push_back(std::move(type));
}

void ParseContext::CheckTypeUses(const std::vector<TypeData>& types) {
  for (const auto& [use, place] : type_uses_) {
    auto type = std::find_if(types.begin(), types.end(), [&use = use](const TypeData& type) {
      return type->name.view() == use.first;
    });
    // A definition that could not be read says nothing about its uses.
    if (type != types.end() && (*type)->type_vars.size() != use.second) {
      const size_t count = (*type)->type_vars.size();
      Report(DiagKind::kArity,
             Format("the type `{}` takes {} type{}, not {}", use.first, count,
                    count == 1 ? "" : "s", use.second),
             place.first, place.second);
    }
  }
}

// --- attributes ---

std::string ParseContext::Unescape(const Token& token) {
  std::string_view text = token.text;
  if (text.find('\\') == text.npos) return std::string(text);
  auto hex = [](char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                  : -1;
  };
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    char next = text[i] == '\\' && i + 1 < text.size() ? text[i + 1] : '\0';
    const char* plain = "\"\\ntr";
    const char* found = next ? std::strchr(plain, next) : nullptr;
    if (found) {
      out += "\"\\\n\t\r"[found - plain];
      ++i;
    } else if (next == 'x' && i + 3 < text.size() && hex(text[i + 2]) >= 0 &&
               hex(text[i + 3]) >= 0) {
      out += static_cast<char>(hex(text[i + 2]) << 4 | hex(text[i + 3]));
      i += 3;
    } else {
      out += text[i];
    }
  }
  if (FindInvalidUtf8(out) != out.npos) {
    Report(DiagKind::kInvalidUtf8, "the escapes of this string give no well-formed UTF-8", token);
  }
  return out;
}

AttrValue ParseContext::ParseAttrValue(int depth) {
  if (depth > kMaxValueDepth) {
    Fail(DiagKind::kNestingTooDeep,
         Format("attribute values are nested more than {} deep", kMaxValueDepth), Cur());
  }
  AttrValue value;
  switch (Kind()) {
    case Tok::kInt:
      value = Cur().integer;
      value_has_int64_ = value_has_int64_ || Cur().bits == 64;
      break;
    case Tok::kFloat:
      value = Cur().real;
      break;
    case Tok::kBool:
      value = Cur().integer != 0;
      break;
    case Tok::kString:
      value = Unescape(Cur());
      break;
    case Tok::kWord:
      if (Cur().text != "None" && Cur().text != "nullptr") {
        Unexpected("a value", "for an attribute");
      }
      break;
    case Tok::kMeta: {
      // The same node as where the constant stands in the program.
      if (Cur().text == "relay.Constant") return AttrValue::Object(ParseMetaConstant());
      Token token = Cur();
      Advance();
      const Metadata* metadata = LoadMetadata(nullptr);
      if (!metadata) return {};
      try {
        return metadata->Value(metadata->Find(token.text, token.integer));
      } catch (const MetadataProblem& problem) {
        ReportMetadata(problem, token);
        return {};
      }
    }
    case Tok::kLeftSquare:
    case Tok::kLeftParen: {
      bool square = Kind() == Tok::kLeftSquare;
      Tok close = square ? Tok::kRightSquare : Tok::kRightParen;
      Advance();
      AttrArray items;
      bool comma = false;
      while (Kind() != close) {
        items.push_back(ParseAttrValue(depth + 1));
        if (!Accept(Tok::kComma)) break;
        comma = true;
      }
      Expect(close, "after the values of an attribute");
      // `(x)` is `x`.
      if (!square && items.size() == 1 && !comma) return std::move(items[0]);
      return items;
    }
    default:
      Unexpected("a value", "for an attribute");
  }
  Advance();
  return value;
}

DictAttrs ParseContext::ParseFunctionAttrs() {
  std::vector<std::pair<Name, AttrValue>> items;
  std::unordered_set<const void*> seen;
  while (AtAttribute()) {
    Token name = Cur();
    Advance();
    Advance();
    std::string_view key = text_.substr(name.begin.offset, name.end.offset - name.begin.offset);
    AttrValue value = ParseAttrValue();
    Name interned(key);
    if (!seen.insert(interned.id()).second) {
      Report(DiagKind::kDuplicateName, Format("the attribute `{}` is given twice", key), name);
    }
    items.emplace_back(interned, std::move(value));
    if (!Accept(Tok::kComma)) break;
  }
  if (items.empty()) return nullptr;
  return DictAttrs(new DictAttrsNode(std::move(items)));
}

void ParseContext::CheckRequired(const AttrSchema& schema, uint64_t given, std::string_view op,
                                 const TextPos& begin, const TextPos& end) {
  for (size_t i = 0; i < schema.fields.size(); ++i) {
    if (!schema.fields[i].required || (given >> i & 1) != 0) continue;
    Report(DiagKind::kMissingAttribute,
           Format("{} needs the attribute `{}`", op, schema.fields[i].name), begin, end,
           {Format("{}: {}", schema.fields[i].name, schema.fields[i].doc)});
  }
}

Attrs ParseContext::DefaultAttrs(const Expr& callee, const TextPos& begin, const TextPos& end) {
  const auto* op = As<OpNode>(callee);
  if (!op || !op->decl->schema) return nullptr;
  Symbol& entry = symbols_[Intern(op->decl->name)];
  if (entry.default_attrs) return entry.default_attrs;
  const AttrSchema& schema = op->decl->schema();
  Attrs attrs(schema.create());
  size_t before = diagnostics_.size();
  CheckRequired(schema, 0, op->decl->name, begin, end);
  if (diagnostics_.size() == before) symbols_[Intern(op->decl->name)].default_attrs = attrs;
  return attrs;
}

Attrs ParseContext::ParseCallAttrs(const Expr& callee, std::string_view callee_text) {
  const auto* op = As<OpNode>(callee);
  const AttrSchema* schema = op && op->decl->schema ? &op->decl->schema() : nullptr;
  AttrsNode* attrs = schema ? schema->create() : nullptr;
  Attrs holder(attrs);
  PASSCOPE_CHECK(!schema || schema->fields.size() <= 64);
  uint64_t given = 0;
  TextPos first = Cur().begin;
  while (AtAttribute()) {
    Token name = Cur();
    std::string_view key = text_.substr(name.begin.offset, name.end.offset - name.begin.offset);
    Advance();
    Advance();
    TextPos value_begin = Cur().begin;
    value_has_int64_ = false;
    AttrValue value = ParseAttrValue();
    const AttrField* field = schema ? schema->Find(key) : nullptr;
    if (field) {
      uint64_t bit = uint64_t{1} << (field - schema->fields.data());
      if ((given & bit) != 0) {
        Report(DiagKind::kDuplicateName, Format("the attribute `{}` is given twice", key), name);
      }
      given |= bit;
      if (!attrs->Set(*field, value)) {
        Report(DiagKind::kBadAttribute,
               Format("the attribute `{}` of {} takes {}", key, op->decl->name,
                      AttrTypeText(field->type)),
               value_begin, previous_end_, {Format("{}: {}", field->name, field->doc)});
      }
      if (value_has_int64_ && field != &schema->fields.back() && field[1].is_int64_flag()) {
        attrs->Set(field[1], true);
      }
    } else if (schema) {
      std::vector<std::string> names;
      std::string all;
      for (const AttrField& other : schema->fields) {
        if (other.is_int64_flag()) continue;
        names.emplace_back(other.name);
        all += (all.empty() ? "`" : ", `") + names.back() + "`";
      }
      std::vector<std::string> notes = Suggest(key, names);
      if (notes.empty()) notes.push_back("it has " + all);
      Report(DiagKind::kUnknownAttribute, Format("{} has no attribute `{}`", op->decl->name, key),
             name, std::move(notes));
    } else if (!IsPlaceholder(callee)) {
      Report(DiagKind::kUnknownAttribute,
             op ? Format("{} has no attributes", op->decl->name)
                : Format("a call of `{}` takes no attributes: it is no operator", callee_text),
             name);
    }
    if (!Accept(Tok::kComma)) break;
  }
  if (schema) CheckRequired(*schema, given, op->decl->name, first, previous_end_);
  return holder;
}

// --- metadata ---

void ParseContext::ReportMetadata(const MetadataProblem& problem, const Token& token) {
  Report(problem.unsupported ? DiagKind::kUnsupported : DiagKind::kBadMetadata, problem.message,
         token);
}

const Metadata* ParseContext::LoadMetadata(const Token* section) {
  if (metadata_state_ != MetadataState::kUnread) {
    return metadata_state_ == MetadataState::kRead ? &metadata_ : nullptr;
  }
  // The section stands at the end of the text, what refers to it before.
  Token token;
  if (section) {
    token = *section;
  } else {
    token = Cur();
    if (has_ahead_ && token.kind != Tok::kMetadata) token = tokens_[1 - current_];
    Lexer scout = lexer_;
    while (token.kind != Tok::kMetadata && token.kind != Tok::kEnd) token = scout.Next();
  }
  metadata_state_ = MetadataState::kRead;
  if (token.kind != Tok::kMetadata) return &metadata_;  // Empty; each reference says so.
  try {
    metadata_ = Metadata(token.text);
    return &metadata_;
  } catch (const MetadataProblem& problem) {
    metadata_state_ = MetadataState::kBad;
    size_t start = static_cast<size_t>(token.text.data() - text_.data());
    size_t offset = std::min(start + problem.offset, text_.size());
    Report(DiagKind::kBadMetadata, problem.message, PosAt(text_, offset),
           PosAt(text_, std::min(offset + 1, text_.size())));
    return nullptr;
  }
}

Expr ParseContext::ParseMetaConstant() {
  Token token = Cur();
  Advance();
  const Metadata* metadata = LoadMetadata(nullptr);
  if (!metadata) return placeholder_;
  try {
    size_t node = metadata->Find(token.text, token.integer);
    Expr& constant = constants_[node];
    if (!constant) {
      if (metadata->type_key(node) != "relay.Constant") {
        throw MetadataProblem{
            Format("a {} is no expression that this engine reads", metadata->type_key(node)), 0,
            true};
      }
      constant = Constant(metadata->ConstantData(node), MakeSpan(token.begin, token.end));
    }
    return constant;
  } catch (const MetadataProblem& problem) {
    ReportMetadata(problem, token);
  } catch (const DiagnosticError& error) {
    // A tensor above the engine's limit.
    const Diagnostic& first = error.diagnostics().front();
    Report(first.kind, first.message, token, first.notes);
  }
  return placeholder_;
}

bool ParseContext::AtMetaAttrs() {
  return Kind() == Tok::kMeta && Cur().text != "relay.Constant" && Ahead().kind == Tok::kRightParen;
}

Attrs ParseContext::ParseMetaAttrs(const Expr& callee) {
  Token token = Cur();
  Advance();
  const Metadata* metadata = LoadMetadata(nullptr);
  if (!metadata) return nullptr;
  try {
    size_t node = metadata->Find(token.text, token.integer);
    std::string_view key = metadata->type_key(node);
    const AttrSchema* schema = nullptr;
    auto try_op = [&](const OpNode* op) {
      if (op && op->decl->schema && op->decl->schema().type_key == key) {
        schema = &op->decl->schema();
      }
    };
    try_op(As<OpNode>(callee));
    for (const Expr& op : AllOps()) {
      if (!schema) try_op(As<OpNode>(op));
    }
    if (schema) return metadata->Attributes(node, *schema);
    throw MetadataProblem{Format("no operator of this engine has the attributes {}", key), 0, true};
  } catch (const MetadataProblem& problem) {
    ReportMetadata(problem, token);
  }
  return nullptr;
}

}  // namespace passcope
