// Reads a text for an editor, infers types for the parts that could be read, and records places.
#include "api/analyse.h"

#include <algorithm>
#include <vector>

#include "api/describe.h"
#include "api/json.h"
#include "api/source_texts.h"
#include "ir/visitor.h"
#include "support/ptr_map.h"
#include "text/parser.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

constexpr size_t kMaxDiagnostics = 100;

// Converts offsets in well-formed UTF-8 to UTF-16 code units. It counts from the last of many marks
// close to each other.
class Utf16Offsets {
 public:
  explicit Utf16Offsets(std::string_view text) : text_(text) {
    uint32_t units = 0;
    for (size_t at = 0; at < text.size(); at += kStep) {
      marks_.push_back(units);
      units += Count(at, std::min(at + kStep, text.size()));
    }
    marks_.push_back(units);
  }
  int64_t operator[](size_t offset) const {
    size_t mark = offset / kStep;
    return marks_[mark] + Count(mark * kStep, offset);
  }

 private:
  static constexpr size_t kStep = 128;
  // A character counts at its first byte.
  uint32_t Count(size_t begin, size_t end) const {
    uint32_t units = 0;
    for (size_t i = begin; i < end; ++i) {
      auto byte = static_cast<unsigned char>(text_[i]);
      units += (byte & 0xC0) != 0x80;
      units += byte >= 0xF0;
    }
    return units;
  }
  std::string_view text_;
  std::vector<uint32_t> marks_;
};

// The types of a program's expressions. Each text is stored once.
class TypeTable {
 public:
  void Read(const IRModule& module, const Utf16Offsets& offsets, std::vector<int64_t>* spans) {
    for (const IRModuleNode::Item& item : module->functions) {
      PostOrderVisit(item.function, [&](const ExprNode* node) {
        const SpanNode* span = node->span().get();
        const Type& type = node->checked_type();
        if (!span || !type || type->has_incomplete()) return;
        int64_t index = Add(type);
        by_span_[span] = static_cast<int>(index) + 1;
        // The span of a let is its binding, but its type is the type of its body.
        if (node->kind() == ExprKind::kLet) return;
        for (int at : {span->begin, span->end}) {
          spans->push_back(offsets[static_cast<size_t>(at)]);
        }
        spans->push_back(index);
      });
    }
  }
  // Returns -1 if the type is unknown.
  int64_t TypeAt(const SpanNode* span) const {
    const int* index = span ? by_span_.Find(span) : nullptr;
    return index ? *index - 1 : -1;
  }
  std::vector<std::string> TakeTexts() { return std::move(texts_); }

 private:
  int64_t Add(const Type& type) {
    auto [index, fresh] = indices_.Insert(type.get());
    if (fresh) {
      *index = static_cast<int>(texts_.size());
      texts_.push_back(TypeText(type));
    }
    return *index;
  }
  PtrMap<int> indices_;
  PtrMap<int> by_span_;
  std::vector<std::string> texts_;
};

struct TextAnalysis {
  std::vector<DiagnosticFacts> diagnostics;
  std::vector<std::string> types;
  std::vector<int64_t> spans;
  std::vector<int64_t> names;
  std::vector<int64_t> name_types;
};

}  // namespace

template <>
const RecordSchema& SchemaOf<TextAnalysis>() {
  static constexpr RecordField kFields[] = {
      Member<&TextAnalysis::diagnostics>(
          "diagnostics",
          "At most 100 diagnostics: those of the parser, then those of type inference for the "
          "definitions that could be parsed. Errors in unused values are warnings."),
      Member<&TextAnalysis::types>("types", "Types in Relay's notation, each once."),
      Member<&TextAnalysis::spans>(
          "spans",
          "Expressions with a known type, as three numbers each: start, end, index of the type. "
          "Inner expressions come before outer ones."),
      Member<&TextAnalysis::names>(
          "names",
          "Names of variables, functions, types, constructors and constants of the metadata, as "
          "four numbers each: start, end, the number of the named thing, and -1 for a use or the "
          "end of the scope for a definition."),
      Member<&TextAnalysis::name_types>(
          "nameTypes", "The index of the type, or -1, by the number of the named thing."),
  };
  static constexpr RecordSchema schema = {
      "TextAnalysis",
      "What an editor shows about a text, even about one with errors. Offsets count UTF-16 code "
      "units, as in JavaScript strings; ends are exclusive.",
      kFields};
  return schema;
}

std::string Analyse(const std::string& text, std::string_view source,
                    std::span<const NDArray> constants) {
  SourceTexts texts;
  texts.Add(source, text);
  ReadText read = ReadForEditor(text, source, constants);
  IRModule module = read.module;
  TextAnalysis told;
  TypeTable types;
  if (module) {
    std::vector<Diagnostic> problems;
    module = InferTypes(module, &problems);
    if (read.with_unused) {
      std::vector<Diagnostic> more;
      module = InferTypes(read.with_unused, &more);
      for (Diagnostic& problem : more) {
        auto same = [&](const Diagnostic& other) {
          return other.span == problem.span && other.kind == problem.kind;
        };
        // Outside of the function around it, such a value lacks variables.
        if (problem.kind == DiagKind::kUnboundVar) continue;
        if (std::any_of(problems.begin(), problems.end(), same)) continue;
        problem.severity = Severity::kWarning;
        problem.notes.emplace_back(
            MSG(kUnusedValueLeftOut, "nothing uses this value, so it is left out"));
        problems.push_back(std::move(problem));
      }
    }
    for (Diagnostic& problem : problems) {
      // Problems that follow from a reported mistake are dropped.
      bool follows = problem.kind == DiagKind::kUnknownGlobal ||
                     (problem.kind == DiagKind::kUnderconstrained && !read.broken.empty());
      for (const ReadText::Range& range : read.broken) {
        follows = follows || !problem.span ||
                  (problem.span->begin >= range.begin && problem.span->begin < range.end);
      }
      if (!follows) read.diagnostics.push_back(std::move(problem));
    }
    Utf16Offsets offsets(text);
    types.Read(module, offsets, &told.spans);
    for (const TextNames::Mark& mark : read.names.marks) {
      bool use = mark.scope_end == TextNames::kNowhere;
      told.names.insert(told.names.end(), {offsets[mark.begin], offsets[mark.end], mark.name,
                                           use ? -1 : offsets[mark.scope_end]});
    }
    for (const Span& meaning : read.names.meanings) {
      told.name_types.push_back(types.TypeAt(meaning.get()));
    }
  }
  if (read.diagnostics.size() > kMaxDiagnostics) {
    read.diagnostics.erase(read.diagnostics.begin() + kMaxDiagnostics, read.diagnostics.end());
  }
  told.diagnostics = FactsOf(read.diagnostics, texts);
  told.types = types.TakeTexts();
  return JsonText(told);
}

void AddAnalysisRecords(RecordList* records) { JsonTraits<TextAnalysis>::Type(records); }

}  // namespace passcope
