// The parser of modules: the version, definitions, types, the metadata section.
#include "text/parser.h"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "support/format.h"
#include "text/expr_parser.h"
#include "text/source.h"

namespace passcope {
namespace {

constexpr size_t kMaxTextBytes = size_t{1} << 30;

class ModuleParser : public ExprParser {
 public:
  using ExprParser::ExprParser;

  IRModule Module();
  // The same for ReadForEditor.
  void Module(ReadText* read);
  Expr Expression();

 private:
  void ParseDefinition(std::vector<IRModuleNode::Item>* functions);
  Expr WithBindings(const FunctionHeader& header, const Expr& function, bool sound,
                    const TextPos& start);
  void ReadModule(std::vector<IRModuleNode::Item>* functions, std::vector<TypeData>* types);
  // Skips to the next definition or the end.
  void SkipDefinition();
  void CheckVersion(bool required);
  void CheckGlobals(const std::vector<IRModuleNode::Item>& functions);
  void CheckEnd(Phrase expected);
  void ThrowDiagnostics() {
    if (!diagnostics().empty()) throw DiagnosticError(diagnostics());
  }

  std::vector<bool> defined_;  // By symbol: the functions of the module.
  // For editors:
  std::vector<ReadText::Range> broken_;
  std::vector<Expr> with_unused_;  // By function; null if it has no unused values.
};

void ModuleParser::CheckVersion(bool required) {
  if (Kind() == Tok::kVersion) {
    if (Cur().text != "\"0.0.5\"") {
      Report(DiagKind::kBadVersion,
             MSG(kTextVersionUnsupported, "the version {version} is not supported", Cur().text),
             Cur(), {MSG(kTextVersionNote, "the supported version is \"0.0.5\"")});
    }
    Advance();
  } else if (required) {
    Report(DiagKind::kBadVersion,
           MSG(kTextVersionMissing, "a module must begin with the version of the text format"),
           Cur(),
           {MSG(kTextVersionHint, "write `#[version = \"0.0.5\"]` above the first function")});
  }
}

void ModuleParser::SkipDefinition() {
  while (Kind() != Tok::kEnd && Kind() != Tok::kMetadata && Kind() != Tok::kDef &&
         Kind() != Tok::kType && Kind() != Tok::kExtern) {
    Advance();
  }
}

void ModuleParser::ParseDefinition(std::vector<IRModuleNode::Item>* functions) {
  const TextPos start = Cur().begin;
  // The definition counts as broken until it is read without mistakes, also if reading ends early.
  size_t mistakes = diagnostics().size();
  broken_.push_back({start.offset, static_cast<int64_t>(text_.size())});
  Advance();
  ClearGraph();
  Token name = Cur();
  FunctionHeader header;
  try {
    Expect(Tok::kGlobal, PHRASE(kAfterDefKeyword, "after `def`"));
    // The function is declared even if its body is wrong, so that calls of it are not errors.
    functions->push_back({Name(name.text), nullptr});
    LookupGlobal(name);
    if (names_) names_->MakeDefinition(EndOffset());
    uint32_t index = Intern(name.text);
    if (index >= defined_.size()) defined_.resize(index + 1);
    if (defined_[index]) {
      Report(DiagKind::kDuplicateName,
             MSG(kFunctionRedefined, "`@{name}` is defined twice", name.text), name);
    }
    defined_[index] = true;
    TextPos start = Cur().begin;  // A copy: the token changes.
    ParseFunctionHeader(FrameKind::kFunction, start);
    if (names_) header = headers_.back();
  } catch (const Recover&) {
    SkipDefinition();
    broken_.back().end = previous_end_.offset;
    return;
  }
  Expr function = Run(0);
  bool sound = diagnostics().size() == mistakes;
  broken_.back().end = previous_end_.offset;
  if (sound) broken_.pop_back();
  if (names_) {
    ClearGraph();
    names_->EndGraph(previous_end_.offset);
    Expr with_unused = WithBindings(header, function, sound, name.begin);
    if (!sound && with_unused) function = std::move(with_unused);
    names_->SetMeaning(TextNames::Sort::kGlobal, Intern(name.text), function->span());
    with_unused_.resize(functions->size());
    with_unused_.back() = std::move(with_unused);
  }
  functions->back().function = std::move(function);
}

// The function with its unused bindings in front of its body, or with all bindings if it is not
// `sound`. Null if there are none. `function` may be null.
Expr ModuleParser::WithBindings(const FunctionHeader& header, const Expr& function, bool sound,
                                const TextPos& start) {
  items_.clear();
  for (Item& item : bindings_) {
    if (!sound || item.value->ref_count() == 1) items_.push_back(std::move(item));
  }
  bindings_.clear();
  if (function && items_.empty()) return nullptr;
  const auto* node = As<FunctionNode>(function);
  return Function(header.params, FoldItems(0, node ? node->body() : Placeholder()), header.ret_type,
                  header.type_params, nullptr, node ? node->span() : MakeSpan(start));
}

void ModuleParser::CheckGlobals(const std::vector<IRModuleNode::Item>& functions) {
  std::vector<std::string> names;
  for (const GlobalUse& use : global_uses_) {
    if (use.symbol < defined_.size() && defined_[use.symbol]) continue;
    if (names.empty()) {
      for (const IRModuleNode::Item& item : functions) names.push_back(item.name.str());
    }
    std::string_view name = SymbolText(use.symbol);
    Report(DiagKind::kUnknownGlobal,
           MSG(kParsedFunctionMissing, "the module has no function `@{name}`", name), use.begin,
           use.end, Suggest(name, names, "@"));
  }
}

void ModuleParser::CheckEnd(Phrase expected) {
  if (Kind() == Tok::kMetadata) {
    CheckMetadata(Cur());
    Advance();
  }
  if (Kind() != Tok::kEnd) Unexpected(expected);
}

void ModuleParser::ReadModule(std::vector<IRModuleNode::Item>* functions,
                              std::vector<TypeData>* types) {
  try {
    CheckVersion(true);
    for (bool more = true; more;) {
      switch (Kind()) {
        case Tok::kDef:
          ParseDefinition(functions);
          break;
        case Tok::kType:
        case Tok::kExtern:
          try {
            ParseTypeDefinition(types);
          } catch (const Recover&) {
            SkipDefinition();
          }
          break;
        case Tok::kMetadata:
        case Tok::kEnd:
          more = false;
          break;
        default:
          try {
            Unexpected(Phrase("`def`"));
          } catch (const Recover&) {
            SkipDefinition();
          }
      }
    }
    CheckEnd(PHRASE(kEndOfText, "the end of the text"));
    CheckGlobals(*functions);
    CheckTypeUses(*types);
  } catch (const Recover&) {
  } catch (const TooManyErrors&) {
  }
}

IRModule ModuleParser::Module() {
  std::vector<IRModuleNode::Item> functions;
  std::vector<TypeData> types;
  ReadModule(&functions, &types);
  ThrowDiagnostics();
  return IRModule(new IRModuleNode(std::move(functions), nullptr, std::move(types)));
}

void ModuleParser::Module(ReadText* read) {
  std::vector<IRModuleNode::Item> functions, sound, all;
  std::vector<TypeData> types;
  ReadModule(&functions, &types);
  with_unused_.resize(functions.size());
  std::unordered_set<const void*> known;
  bool unused = false;
  for (size_t i = 0; i < functions.size(); ++i) {
    IRModuleNode::Item& item = functions[i];
    if (!item.function || !known.insert(item.name.id()).second) continue;
    unused = unused || with_unused_[i];
    all.push_back({item.name, with_unused_[i] ? with_unused_[i] : item.function});
    sound.push_back(std::move(item));
  }
  read->diagnostics = diagnostics();
  read->broken = std::move(broken_);
  read->module = IRModule(new IRModuleNode(std::move(sound), nullptr, types));
  if (unused) {
    read->with_unused = IRModule(new IRModuleNode(std::move(all), nullptr, std::move(types)));
  }
}

Expr ModuleParser::Expression() {
  Expr expr;
  try {
    CheckVersion(false);
    PushSequence();
    expr = Run(0);
    CheckEnd(PHRASE(kEndOfExpression, "the end of the expression"));
  } catch (const Recover&) {
  } catch (const TooManyErrors&) {
  }
  ThrowDiagnostics();
  return expr;
}

// The checks of a text that need no tokens.
void CheckText(std::string_view text, std::string_view source_name) {
  if (text.size() > kMaxTextBytes) {
    throw DiagnosticError(
        DiagKind::kTextTooLarge,
        MSG(kSourceTextTooLarge, "the text `{source}` has {size} MiB; the limit is {limit} MiB",
            source_name, text.size() >> 20, kMaxTextBytes >> 20));
  }
  size_t invalid = FindInvalidUtf8(text);
  if (invalid == text.npos) return;
  TextPos pos = PosAt(text, invalid);
  Span span(new SpanNode(Name(source_name), static_cast<int>(pos.line), static_cast<int>(pos.line),
                         static_cast<int>(pos.column), static_cast<int>(pos.column) + 1, pos.offset,
                         pos.offset + 1));
  throw DiagnosticError({Diagnostic{
      DiagKind::kInvalidUtf8,
      Severity::kError,
      MSG(kSourceNotUtf8, "the byte 0x{byte} at offset {offset} is not part of well-formed UTF-8",
          HexText(static_cast<unsigned char>(text[invalid]), 2), invalid),
      {},
      span,
      nullptr}});
}

}  // namespace

IRModule ParseModule(std::string_view text, std::string_view source_name,
                     std::span<const NDArray> constants) {
  CheckText(text, source_name);
  ModuleParser parser(text, source_name);
  parser.GiveConstants(constants);
  return parser.Module();
}

ReadText ReadForEditor(std::string_view text, std::string_view source_name,
                       std::span<const NDArray> constants) {
  ReadText read;
  try {
    CheckText(text, source_name);
    ModuleParser parser(text, source_name, &read.names);
    parser.GiveConstants(constants);
    parser.Module(&read);
  } catch (const DiagnosticError& error) {
    read.diagnostics = error.diagnostics();
  }
  return read;
}

Expr ParseExpr(std::string_view text, std::string_view source_name) {
  CheckText(text, source_name);
  return ModuleParser(text, source_name).Expression();
}

}  // namespace passcope
