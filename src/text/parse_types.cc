// Parses types and their definitions.
#include <algorithm>

#include "support/check.h"
#include "text/char_set.h"
#include "text/parse_context.h"

namespace passcope {
namespace {

// The limit of the recursion that parses types.
constexpr int kMaxTypeDepth = 200;

// The names that suggestions for types come from.
const std::vector<std::string>& DataTypeNames() {
  static const std::vector<std::string> names = {
      "float16", "float32", "float64", "bfloat16", "int8",   "int16", "int32",
      "int64",   "uint8",   "uint16",  "uint32",   "uint64", "bool",  "int4"};
  return names;
}

std::optional<DataType> NamedDataType(std::string_view name) {
  std::optional<DataType> dtype = DataType::Parse(name);
  return dtype && !dtype->is_void() ? dtype : std::nullopt;
}

// The characters of a tensor type, except in metadata references, comments and line breaks.
constexpr CharSet kPlainInType(" ,()?[");

}  // namespace

std::vector<Type> ParseContext::ParseTypeParams() {
  std::vector<Type> params;
  if (!Accept(Tok::kLeftSquare)) return params;
  while (Kind() != Tok::kRightSquare) {
    Token name = Cur();
    Expect(Tok::kWord, PHRASE(kAsTypeParameter, "as a type parameter"));
    params.push_back(TypeVar(name.text));
    type_vars_.emplace_back(name.text, params.back());
    if (!Accept(Tok::kComma)) break;
  }
  Expect(Tok::kRightSquare, PHRASE(kAfterTypeParameters, "after the type parameters"));
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
  Expect(close, PHRASE(kInType, "in a type"));
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
    Fail(DiagKind::kInvalidNumber, MSG(kDimensionNegative, "a dimension cannot be negative"), Cur(),
         {MSG(kDynamicDimensionHint, "write `?` for a dimension that is known only at run time")});
  }
  if (Kind() != Tok::kInt)
    Unexpected(PHRASE(kDimensionToken, "an integer or `?`"),
               PHRASE(kAsDimension, "as a dimension"));
  Dim dim = Cur().bits == 64 ? Dim::Int64(Cur().integer) : Dim(Cur().integer);
  Advance();
  return dim;
}

DataType ParseContext::ParseDataType() {
  if (Kind() != Tok::kWord) Unexpected(PHRASE(kDataTypeToken, "a data type such as `float32`"));
  std::optional<DataType> dtype = NamedDataType(Cur().text);
  if (!dtype) {
    Fail(DiagKind::kUnknownType, MSG(kDataTypeUnknown, "unknown data type `{dtype}`", Cur().text),
         Cur(), Suggest(Cur().text, DataTypeNames()));
  }
  Advance();
  return *dtype;
}

// A program repeats the same few types, so their texts are cached.
Type ParseContext::ParseTensorType() {
  const TextPos begin = Cur().begin;
  const size_t close = kPlainInType.Skip(text_, begin.offset);
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
  // The rest of the line belongs to the next token.
  if (previous_begin_.offset == close) {
    shift = previous_begin_.shown_column - previous_begin_.column - shift;
    type_texts_.Insert(spelling);
    spelled_types_.push_back({type, shift});
  }
  return type;
}

Type ParseContext::ParseNewTensorType() {
  Advance();
  Expect(Tok::kLeftSquare, PHRASE(kAfterTensorKeyword, "after `Tensor`"));
  Expect(Tok::kLeftParen, PHRASE(kBeforeTensorShape, "before the shape of a tensor type"));
  Shape shape;
  while (Kind() != Tok::kRightParen) {
    shape.push_back(ParseDim());
    if (!Accept(Tok::kComma)) break;
  }
  Expect(Tok::kRightParen, PHRASE(kAfterTensorShape, "after the shape of a tensor type"));
  Expect(Tok::kComma, PHRASE(kBeforeTensorDataType, "before the data type of a tensor type"));
  DataType dtype = ParseDataType();
  Expect(Tok::kRightSquare, PHRASE(kAfterTensorDataType, "after the data type of a tensor type"));
  return TensorType(std::move(shape), dtype);
}

Type ParseContext::ParseType(int depth) {
  if (depth > kMaxTypeDepth) {
    Fail(DiagKind::kNestingTooDeep,
         MSG(kTypesNestedTooDeeply, "types are nested more than {limit} deep", kMaxTypeDepth),
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
      Expect(Tok::kLeftParen,
             PHRASE(kBeforeFunctionArgumentTypes, "before the argument types of a function type"));
      std::vector<Type> args = ParseTypeList(Tok::kRightParen, depth + 1);
      Expect(Tok::kArrow,
             PHRASE(kBeforeFunctionResultType, "before the result of a function type"));
      Type result = ParseType(depth + 1);
      PopTypes(mark);
      return FuncType(std::move(args), std::move(result), std::move(params));
    }
    case Tok::kRef: {
      Advance();
      Expect(Tok::kLeftParen, PHRASE(kAfterRefKeyword, "after `ref`"));
      Type value = ParseType(depth + 1);
      Expect(Tok::kRightParen, PHRASE(kAfterReferenceType, "after the type of a reference"));
      return RefType(std::move(value));
    }
    case Tok::kUnderscore:
    case Tok::kQuestion:
      Advance();
      return IncompleteType();
    case Tok::kMeta: {
      // The printer writes unknown types like this. TVM's parser does not read it.
      if (Cur().text != "IncompleteType") Unexpected(PHRASE(kSingleTypeNoun, "a type"));
      Type& hole = incomplete_types_[Cur().integer];
      if (!hole) hole = IncompleteType();
      Advance();
      return hole;
    }
    case Tok::kWord:
      break;
    default:
      Unexpected(PHRASE(kSingleTypeNoun, "a type"));
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
    if (names_) names_->UseKeyed(TextNames::Sort::kType, Intern(word), token);
    std::vector<Type> args;
    if (Accept(Tok::kLeftSquare)) args = ParseTypeList(Tok::kRightSquare, depth + 1);
    type_uses_.emplace(std::pair(word, args.size()), std::pair(token.begin, token.end));
    return TypeCall(GlobalTypeVar(word), std::move(args));
  }
  std::vector<std::string> known = DataTypeNames();
  known.emplace_back("Tensor");
  known.insert(known.end(), type_names_.begin(), type_names_.end());
  for (const auto& [name, type] : type_vars_) known.emplace_back(name);
  Report(DiagKind::kUnknownType, MSG(kTypeUnknown, "unknown type `{type}`", word), token,
         Suggest(word, known));
  SkipBrackets();
  return IncompleteType();
}

// Skips the arguments of an unknown type, which need no diagnostics of their own.
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
    bool named = false;  // True if a defined name follows.
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
  Expect(Tok::kType, PHRASE(kAfterExternKeyword, "after `extern`"));
  Token name = Cur();
  Expect(Tok::kWord, PHRASE(kAfterTypeKeyword, "after `type`"));
  if (names_) {
    names_->UseKeyed(TextNames::Sort::kType, Intern(name.text), name);
    names_->MakeDefinition(EndOffset());
  }
  for (const TypeData& other : *types) {
    if (other->name.view() == name.text) {
      Report(DiagKind::kDuplicateName,
             MSG(kTypeRedefined, "the type `{type}` is defined twice", name.text), name);
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
        Expect(Tok::kWord, PHRASE(kAsConstructor, "as a constructor"));
        symbols.push_back(Intern(constructor.text));
        if (names_) {
          names_->UseKeyed(TextNames::Sort::kConstructor, symbols.back(), constructor);
          names_->MakeDefinition(EndOffset());
        }
        if (symbol(symbols.back()).constructor ||
            std::find(symbols.begin(), symbols.end() - 1, symbols.back()) != symbols.end() - 1) {
          Report(DiagKind::kDuplicateName,
                 MSG(kConstructorRedefined, "the constructor `{constructor}` is defined twice",
                     constructor.text),
                 constructor);
        }
        std::vector<Type> inputs;
        if (Accept(Tok::kLeftParen)) inputs = ParseTypeList(Tok::kRightParen, 0);
        constructors.push_back({NameOf(symbols.back()), std::move(inputs)});
        if (!Accept(Tok::kComma)) break;
      }
      Expect(Tok::kRightCurly, PHRASE(kAfterTypeConstructors, "after the constructors of a type"));
    }
    type = TypeData(new TypeDataNode(Name(name.text), std::move(params), std::move(constructors)));
  } catch (const Recover&) {
    PopTypes(mark);
    throw;
  }
  PopTypes(mark);
  if (external && !symbols.empty()) {
    Report(DiagKind::kSyntax,
           MSG(kExternTypeHasConstructors, "an `extern` type cannot have constructors"), start);
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
    // A definition that could not be read does not tell how many arguments it has.
    if (type != types.end() && (*type)->type_vars.size() != use.second) {
      const size_t count = (*type)->type_vars.size();
      Report(DiagKind::kArity,
             count == 1 ? MSG(kTypeArgumentCountOne,
                              "the type `{type}` takes {expected} type, not {actual}", use.first,
                              count, use.second)
                        : MSG(kTypeArgumentCountMany,
                              "the type `{type}` takes {expected} types, not {actual}", use.first,
                              count, use.second),
             place.first, place.second);
    }
  }
}

}  // namespace passcope
