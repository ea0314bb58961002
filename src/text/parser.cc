// The parser of modules: the version, definitions, types, the metadata section.
#include "text/parser.h"

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
  Expr Expression();

 private:
  void ParseDefinition(std::vector<IRModuleNode::Item>* functions);
  // To the next definition or the end.
  void SkipDefinition();
  void CheckVersion(bool required);
  void CheckGlobals(const std::vector<IRModuleNode::Item>& functions);
  void CheckEnd(const char* expected);
  void ThrowDiagnostics() {
    if (!diagnostics().empty()) throw DiagnosticError(diagnostics());
  }

  std::vector<bool> defined_;  // By symbol: the functions of the module.
};

void ModuleParser::CheckVersion(bool required) {
  if (Kind() == Tok::kVersion) {
    if (Cur().text != "\"0.0.5\"") {
      Report(DiagKind::kBadVersion, Format("the version {} is not supported", Cur().text), Cur(),
             {"the text format has version \"0.0.5\""});
    }
    Advance();
  } else if (required) {
    Report(DiagKind::kBadVersion, "a module begins with the version of the text format", Cur(),
           {"write `#[version = \"0.0.5\"]` above the first function"});
  }
}

void ModuleParser::SkipDefinition() {
  while (Kind() != Tok::kEnd && Kind() != Tok::kMetadata && Kind() != Tok::kDef &&
         Kind() != Tok::kType && Kind() != Tok::kExtern) {
    Advance();
  }
}

void ModuleParser::ParseDefinition(std::vector<IRModuleNode::Item>* functions) {
  Advance();
  ClearGraph();
  Token name = Cur();
  try {
    Expect(Tok::kGlobal, "after `def`");
    // Declared also when its body is wrong, so that calls of it are not.
    functions->push_back({Name(name.text), nullptr});
    LookupGlobal(name);
    uint32_t index = Intern(name.text);
    if (index >= defined_.size()) defined_.resize(index + 1);
    if (defined_[index]) {
      Report(DiagKind::kDuplicateName, Format("`@{}` is defined twice", name.text), name);
    }
    defined_[index] = true;
    TextPos start = Cur().begin;  // A copy: the token changes.
    ParseFunctionHeader(FrameKind::kFunction, start);
  } catch (const Recover&) {
    SkipDefinition();
    return;
  }
  functions->back().function = Run(0);
}

void ModuleParser::CheckGlobals(const std::vector<IRModuleNode::Item>& functions) {
  std::vector<std::string> names;
  for (const GlobalUse& use : global_uses_) {
    if (use.symbol < defined_.size() && defined_[use.symbol]) continue;
    if (names.empty()) {
      for (const IRModuleNode::Item& item : functions) names.push_back(item.name.str());
    }
    std::string_view name = SymbolText(use.symbol);
    Report(DiagKind::kUnknownGlobal, Format("there is no function `@{}` in the module", name),
           use.begin, use.end, Suggest(name, names, "@"));
  }
}

void ModuleParser::CheckEnd(const char* expected) {
  if (Kind() == Tok::kMetadata) {
    CheckMetadata(Cur());
    Advance();
  }
  if (Kind() != Tok::kEnd) Unexpected(expected, "");
}

IRModule ModuleParser::Module() {
  std::vector<IRModuleNode::Item> functions;
  std::vector<TypeData> types;
  try {
    CheckVersion(true);
    for (bool more = true; more;) {
      switch (Kind()) {
        case Tok::kDef:
          ParseDefinition(&functions);
          break;
        case Tok::kType:
        case Tok::kExtern:
          try {
            ParseTypeDefinition(&types);
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
            Unexpected("`def`", "");
          } catch (const Recover&) {
            SkipDefinition();
          }
      }
    }
    CheckEnd("the end of the text");
    CheckGlobals(functions);
    CheckTypeUses(types);
  } catch (const Recover&) {
  } catch (const TooManyErrors&) {
  }
  ThrowDiagnostics();
  return IRModule(new IRModuleNode(std::move(functions), nullptr, std::move(types)));
}

Expr ModuleParser::Expression() {
  Expr expr;
  try {
    CheckVersion(false);
    PushSequence();
    expr = Run(0);
    CheckEnd("the end of the expression");
  } catch (const Recover&) {
  } catch (const TooManyErrors&) {
  }
  ThrowDiagnostics();
  return expr;
}

// What can be said about a text before its tokens are looked at.
void CheckText(std::string_view text, std::string_view source_name) {
  if (text.size() > kMaxTextBytes) {
    throw DiagnosticError(DiagKind::kTextTooLarge,
                          Format("the text `{}` has {} MiB; the limit is {} MiB", source_name,
                                 text.size() >> 20, kMaxTextBytes >> 20));
  }
  size_t invalid = FindInvalidUtf8(text);
  if (invalid == text.npos) return;
  TextPos pos = PosAt(text, invalid);
  Span span(new SpanNode(Name(source_name), static_cast<int>(pos.line), static_cast<int>(pos.line),
                         static_cast<int>(pos.column), static_cast<int>(pos.column) + 1, pos.offset,
                         pos.offset + 1));
  throw DiagnosticError(
      {Diagnostic{DiagKind::kInvalidUtf8,
                  Severity::kError,
                  Format("the byte 0x{} at offset {} is not part of well-formed UTF-8",
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

Expr ParseExpr(std::string_view text, std::string_view source_name) {
  CheckText(text, source_name);
  return ModuleParser(text, source_name).Expression();
}

}  // namespace passcope
