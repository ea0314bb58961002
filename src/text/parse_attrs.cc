// Parses attributes and references to the metadata section.
#include <cstring>
#include <unordered_set>

#include "ir/int_attrs.h"
#include "op/attrs_typed.h"
#include "support/check.h"
#include "text/char_set.h"
#include "text/parse_context.h"
#include "text/source.h"

namespace passcope {
namespace {

// The limit of the recursion that parses values.
constexpr int kMaxValueDepth = 100;

Phrase AttrTypePhrase(AttrType type) {
  switch (type) {
    case AttrType::kBool:
      return PHRASE(kTrueOrFalseValue, "True or False");
    case AttrType::kInt:
      return PHRASE(kIntegerOption, "an integer");
    case AttrType::kDouble:
      return PHRASE(kNumberToken, "a number");
    case AttrType::kString:
      return PHRASE(kStringOption, "a string");
    case AttrType::kDType:
      return PHRASE(kQuotedDataTypeToken, "a data type in quotes, such as \"float32\"");
    case AttrType::kInts:
      return PHRASE(kIntegerListOption, "a list of integers");
    case AttrType::kOptInt:
      return PHRASE(kIntegerOrNone, "an integer or None");
    case AttrType::kOptInts:
      return PHRASE(kIntegerListOrNone, "a list of integers or None");
    case AttrType::kStrings:
      return PHRASE(kStringListOption, "a list of strings");
    case AttrType::kStringLists:  // Only options of passes are such lists.
    case AttrType::kAny:
      return PHRASE(kValueOption, "a value");
  }
  return PHRASE(kValueOption, "a value");
}

// The characters of attributes whose text is cached: all on one line up to a parenthesis.
constexpr CharSet kPlainInAttrs(" ,=[]\".-");

}  // namespace

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
    Report(DiagKind::kInvalidUtf8,
           MSG(kStringEscapesNotUtf8, "the escapes of this string do not form valid UTF-8"), token);
  }
  return out;
}

AttrValue ParseContext::ParseAttrValue(int depth) {
  if (depth > kMaxValueDepth) {
    Fail(DiagKind::kNestingTooDeep,
         MSG(kAttributeValuesNestedTooDeeply, "attribute values are nested more than {limit} deep",
             kMaxValueDepth),
         Cur());
  }
  AttrValue value;
  switch (Kind()) {
    case Tok::kInt:
      value = Cur().integer;
      value_has_raw_ = value_has_raw_ || Dim(Cur().integer).is_any();
      value_has_int64_ = value_has_int64_ || (Cur().bits == 64 && !IsBeyondInt32(Cur().integer));
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
        Unexpected(PHRASE(kValueOption, "a value"), PHRASE(kForAttribute, "for an attribute"));
      }
      break;
    case Tok::kMeta: {
      // The node that a mention of the constant in the program also returns.
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
      Expect(close, PHRASE(kAfterAttributeValues, "after the values of an attribute"));
      // `(x)` is `x`.
      if (!square && items.size() == 1 && !comma) return std::move(items[0]);
      return items;
    }
    default:
      Unexpected(PHRASE(kValueOption, "a value"), PHRASE(kForAttribute, "for an attribute"));
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
    const std::string key =
        name.kind == Tok::kString
            ? Unescape(name)
            : std::string(text_.substr(name.begin.offset, name.end.offset - name.begin.offset));
    AttrValue value = ParseAttrValue();
    Name interned(key);
    if (!seen.insert(interned.id()).second) {
      Report(DiagKind::kDuplicateName,
             MSG(kAttributeRepeated, "the attribute `{attribute}` is given twice", key), name);
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
           MSG(kOnnxAttributeMissing, "{operator} needs the attribute `{attribute}`", op,
               schema.fields[i].name),
           begin, end, {Say("{attribute}: {doc}", schema.fields[i].name, schema.fields[i].doc)});
  }
}

namespace {
// True if the text contains an integer that is the raw value of a symbol. No dimension has such a
// size.
bool StandsForSymbol(const AttrField& field, bool has_raw) { return has_raw && IsSymbolic(field); }
}  // namespace

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

// A program repeats the same few attributes, so calls share them.
Attrs ParseContext::ParseCallAttrs(const Expr& callee, std::string_view callee_text) {
  const size_t begin = Cur().begin.offset;
  const size_t close = kPlainInAttrs.Skip(text_, begin);
  if (!has_ahead_ || close >= text_.size() || text_[close] != ')') {
    return ParseNewCallAttrs(callee, callee_text);
  }
  std::string_view spelling = text_.substr(begin, close - begin);
  uint32_t known = attrs_texts_.Find(spelling);
  if (known != TextTable::kNone) {
    const SpelledAttrs& spelled = spelled_attrs_[known];
    if (spelled.op != callee.get()) return ParseNewCallAttrs(callee, callee_text);
    lexer_.SkipTo(close, spelled.shift);
    has_ahead_ = false;
    lexer_.Next(&tokens_[current_]);
    return spelled.attrs;
  }
  uint32_t shift = lexer_.shift();
  size_t mistakes = diagnostics_.size();
  Attrs attrs = ParseNewCallAttrs(callee, callee_text);
  const auto* op = As<OpNode>(callee);
  // The metadata section distinguishes attributes by identity.
  bool shared =
      op && !op->decl->Has(OpTrait::kAttrsInMetadata) && spelling.find("meta[") == spelling.npos;
  if (shared && attrs && mistakes == diagnostics_.size() && Cur().begin.offset == close) {
    shift = Cur().begin.shown_column - Cur().begin.column - shift;
    attrs_texts_.Insert(spelling);
    spelled_attrs_.push_back({callee.get(), attrs, shift});
  }
  return attrs;
}

// `a=1, attrs_type_key="relay.attrs.…"`: the attributes of a call whose callee is not an operator.
Attrs ParseContext::ParseTypedAttrs(std::string_view callee_text) {
  struct Given {
    Token name;
    std::string key;
    AttrValue value;
    bool int64, raw;
  };
  std::vector<Given> given;
  const AttrSchema* schema = nullptr;
  bool typed = false;
  while (AtAttribute()) {
    Token name = Cur();
    std::string key(text_.substr(name.begin.offset, name.end.offset - name.begin.offset));
    Advance();
    Advance();
    value_has_int64_ = value_has_raw_ = false;
    AttrValue value = ParseAttrValue();
    const std::string* type_key = key == "attrs_type_key" ? value.get<std::string>() : nullptr;
    if (type_key) {
      typed = true;
      schema = FindAttrSchema(*type_key);
      if (!schema) {
        Report(DiagKind::kUnsupported,
               MSG(kAttributesTypeKeyUnused, "no operator has attributes of the type `{type_key}`",
                   *type_key),
               name);
      }
    } else {
      given.push_back({name, std::move(key), std::move(value), value_has_int64_, value_has_raw_});
    }
    if (!Accept(Tok::kComma)) break;
  }
  AttrsNode* attrs = schema ? schema->create() : nullptr;
  Attrs holder(attrs);
  for (const Given& each : given) {
    const AttrField* field = schema ? schema->Find(each.key) : nullptr;
    if (!typed) {
      Report(DiagKind::kUnknownAttribute,
             MSG(kCallAttributesWithoutOperator,
                 "a call of `{name}` takes no attributes: it is not an operator", callee_text),
             each.name);
    } else if (schema && !field) {
      Report(DiagKind::kUnknownAttribute,
             MSG(kParsedAttributeUnknown, "{operator} has no attribute `{attribute}`",
                 schema->type_key, each.key),
             each.name);
    } else if (field && (StandsForSymbol(*field, each.raw) || !attrs->Set(*field, each.value))) {
      Report(DiagKind::kBadAttribute,
             MSG(kParsedAttributeTypeMismatch,
                 "the attribute `{attribute}` of {operator} takes {type}", each.key,
                 schema->type_key, AttrTypePhrase(field->type).message()),
             each.name);
    } else if (const AttrField* flag =
                   field && each.int64 ? Int64FlagOf(*schema, *field) : nullptr) {
      attrs->Set(*flag, true);
    }
  }
  return holder;
}

Attrs ParseContext::ParseNewCallAttrs(const Expr& callee, std::string_view callee_text) {
  const auto* op = As<OpNode>(callee);
  if (!op && !IsPlaceholder(callee)) return ParseTypedAttrs(callee_text);
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
    value_has_int64_ = value_has_raw_ = false;
    AttrValue value = ParseAttrValue();
    const AttrField* field = schema ? schema->Find(key) : nullptr;
    if (field) {
      uint64_t bit = uint64_t{1} << (field - schema->fields.data());
      if ((given & bit) != 0) {
        Report(DiagKind::kDuplicateName,
               MSG(kAttributeRepeated, "the attribute `{attribute}` is given twice", key), name);
      }
      given |= bit;
      if (StandsForSymbol(*field, value_has_raw_) || !attrs->Set(*field, value)) {
        Report(DiagKind::kBadAttribute,
               MSG(kParsedAttributeTypeMismatch,
                   "the attribute `{attribute}` of {operator} takes {type}", key, op->decl->name,
                   AttrTypePhrase(field->type).message()),
               value_begin, previous_end_, {Say("{attribute}: {doc}", field->name, field->doc)});
      }
      const AttrField* flag = value_has_int64_ ? Int64FlagOf(*schema, *field) : nullptr;
      if (flag) attrs->Set(*flag, true);
    } else if (schema) {
      std::vector<std::string> names;
      MessageList all;
      for (const AttrField& other : schema->fields) {
        if (other.is_int64_flag()) continue;
        names.emplace_back(other.name);
        all.items.push_back("`" + names.back() + "`");
      }
      std::vector<Message> notes = Suggest(key, names);
      if (notes.empty())
        notes.push_back(MSG(kOperatorAttributeNames, "its attributes are {attributes}", all));
      Report(DiagKind::kUnknownAttribute,
             MSG(kParsedAttributeUnknown, "{operator} has no attribute `{attribute}`",
                 op->decl->name, key),
             name, std::move(notes));
    } else if (!IsPlaceholder(callee)) {
      Report(DiagKind::kUnknownAttribute,
             op ? MSG(kOperatorWithoutAttributes, "{operator} has no attributes", op->decl->name)
                : MSG(kCallAttributesWithoutOperator,
                      "a call of `{name}` takes no attributes: it is not an operator", callee_text),
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
  // The section is at the end of the text, after all references to it.
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
  if (token.kind != Tok::kMetadata) return &metadata_;  // Empty; each reference reports this.
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

const NDArray* ParseContext::GivenConstant(const Metadata& metadata, const Token& token) const {
  if (!metadata.empty() || token.text != "relay.Constant") return nullptr;
  auto index = static_cast<uint64_t>(token.integer);
  return index < given_constants_.size() ? &given_constants_[index] : nullptr;
}

Expr ParseContext::ParseMetaConstant() {
  Token token = Cur();
  Advance();
  const Metadata* metadata = LoadMetadata(nullptr);
  if (!metadata) return Placeholder();
  auto note = [&](int64_t key, const Expr& constant) {
    if (names_) {
      names_->UseKeyed(TextNames::Sort::kMeta, key, token);
      names_->SetMeaning(TextNames::Sort::kMeta, key, constant->span());
    }
    return constant;
  };
  if (const NDArray* given = GivenConstant(*metadata, token)) {
    Expr& constant = constants_[static_cast<size_t>(token.integer)];
    if (!constant) constant = Constant(*given, MakeSpan(token.begin, token.end));
    return note(token.integer, constant);
  }
  try {
    size_t node = metadata->Find(token.text, token.integer);
    Expr& constant = constants_[node];
    if (!constant) {
      if (metadata->type_key(node) != "relay.Constant") {
        throw MetadataProblem{
            MSG(kNodeNotReadableExpression,
                "'{type_key}' in the metadata section is not supported as an expression",
                metadata->type_key(node)),
            0, true};
      }
      constant = Constant(metadata->ConstantData(node), MakeSpan(token.begin, token.end));
    }
    return note(static_cast<int64_t>(node), constant);
  } catch (const MetadataProblem& problem) {
    ReportMetadata(problem, token);
  } catch (const DiagnosticError& error) {
    // A tensor above the engine's limit.
    const Diagnostic& first = error.diagnostics().front();
    Report(first.kind, first.message, token, first.notes);
  }
  return Placeholder();
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
    throw MetadataProblem{
        MSG(kAttributesTypeKeyUnused, "no operator has attributes of the type `{type_key}`", key),
        0, true};
  } catch (const MetadataProblem& problem) {
    ReportMetadata(problem, token);
  }
  return nullptr;
}

}  // namespace passcope
