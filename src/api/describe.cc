// JSON of single facts.
#include "api/describe.h"

#include "api/analyse.h"
#include "api/graph.h"
#include "api/pipeline_spec.h"
#include "api/structural_difference.h"
#include "diagnostics/message_record.h"
#include "pass/pass_context.h"
#include "text/aligned_lines.h"

namespace passcope {
namespace {

// A dimension is a number or a text.
struct TypeFacts {
  std::string text;
  std::optional<std::vector<AttrValue>> shape;
  std::optional<std::string> dtype;
};

}  // namespace

std::span<const char* const> LiteralsOf(Severity) {
  static constexpr const char* kNames[] = {"error", "warning", "note"};
  return kNames;
}

template <>
const RecordSchema& SchemaOf<PassInfo>() {
  static constexpr RecordField kFields[] = {
      Member<&PassInfo::name>("name", "The name of the pass."),
      Member<&PassInfo::opt_level>(
          "optLevel", "`Sequential` runs it only in contexts with at least this level."),
      Member<&PassInfo::required>("required", "Passes that `Sequential` runs just before it."),
      Member<&PassInfo::traceable>("traceable", "As in TVM."),
  };
  static constexpr RecordSchema schema = {
      "PassInfo", "Facts about a pass that are known without running it.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<PassContext>() {
  static constexpr RecordField kFields[] = {
      Member<&PassContext::opt_level>("optLevel", "`Sequential` runs passes up to this level."),
      Member<&PassContext::required_pass>("requiredPass",
                                          "Passes that `Sequential` runs at any level."),
      Member<&PassContext::disabled_pass>("disabledPass", "Passes that `Sequential` skips."),
      Member<&PassContext::config>("config", "The given config keys."),
  };
  static constexpr RecordSchema schema = {"ContextInfo", "The settings of a context.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<TypeFacts>() {
  static constexpr RecordField kFields[] = {
      Member<&TypeFacts::text>("text", "The type in Relay's notation; \"?\" if it is not known."),
      Member<&TypeFacts::shape>(
          "shape", "The shape of a tensor; dimensions that are not numbers are strings."),
      Member<&TypeFacts::dtype>("dtype", "The data type of a tensor."),
  };
  static constexpr RecordSchema schema = {"TypeFacts", "A type.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<SourceSpan>() {
  static constexpr RecordField kFields[] = {
      Member<&SourceSpan::source>("source", "The name of the parsed text."),
      Member<&SourceSpan::line>("line", "From 1."),
      Member<&SourceSpan::column>("column", "The column, from 1, in UTF-16 code units."),
      Member<&SourceSpan::end_line>("endLine", "From 1."),
      Member<&SourceSpan::end_column>("endColumn", "Exclusive."),
      Member<&SourceSpan::start>(
          "start",
          "The offset from the start of the text; absent if the engine no longer has the text."),
      Member<&SourceSpan::end>("end", "Exclusive."),
  };
  static constexpr RecordSchema schema = {"SourceSpan", "A position in a parsed text.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<DiagnosticFacts>() {
  static constexpr RecordField kFields[] = {
      Member<&DiagnosticFacts::kind>("kind", "The kind of error, such as \"shape-mismatch\"."),
      Member<&DiagnosticFacts::severity>("severity", "The severity."),
      Member<&DiagnosticFacts::Text>("message", "The message in English."),
      Member<&DiagnosticFacts::Pattern>("pattern", "Of the message; see `Message`."),
      Member<&DiagnosticFacts::Arguments>("arguments", "Of the message."),
      Member<&DiagnosticFacts::NoteTexts>(
          "notes",
          "Further facts in English, such as what was expected, what was found and what to do."),
      Member<&DiagnosticFacts::notes>("noteMessages", "The notes as data, in the same order."),
      Member<&DiagnosticFacts::span>("span", "The position."),
      Member<&DiagnosticFacts::rendered>("rendered",
                                         "The diagnostic as several lines of text for a terminal."),
  };
  static constexpr RecordSchema schema = {
      "Diagnostic", "An error, a warning or a note about a program or a call.", kFields};
  return schema;
}

std::string DescribePassInfo(const PassInfo& info) { return JsonText(info); }

std::string DescribeType(const Type& type) {
  TypeFacts facts{TypeText(type), {}, {}};
  if (const auto* tensor = As<TensorTypeNode>(type)) {
    facts.shape.emplace();
    for (Dim dim : tensor->shape) {
      facts.shape->push_back(dim.is_const() ? AttrValue(dim.value()) : AttrValue(dim.str()));
    }
    facts.dtype = tensor->dtype.str();
  }
  return JsonText(facts);
}

std::string DescribeCounts(const std::map<std::string, int64_t>& counts) {
  return JsonText(counts);
}

SourceSpan DescribeSpan(const SpanNode& span, const SourceTexts& texts) {
  Utf16Range range = texts.Convert(span);
  SourceSpan place{std::string(span.source.view()),
                   range.line,
                   range.column,
                   range.end_line,
                   range.end_column,
                   {},
                   {}};
  if (range.begin >= 0) {
    place.start = range.begin;
    place.end = range.end;
  }
  return place;
}

std::vector<DiagnosticFacts> FactsOf(const std::vector<Diagnostic>& diagnostics,
                                     const SourceTexts& texts) {
  std::vector<DiagnosticFacts> told;
  for (const Diagnostic& diagnostic : diagnostics) {
    told.push_back({DiagKindName(diagnostic.kind),
                    diagnostic.severity,
                    diagnostic.message,
                    diagnostic.notes,
                    {},
                    texts.Render(diagnostic)});
    if (Span place = texts.PlaceOf(diagnostic)) told.back().span = DescribeSpan(*place, texts);
  }
  return told;
}

std::string DescribeDiagnostics(const std::vector<Diagnostic>& diagnostics,
                                const SourceTexts& texts) {
  return JsonText(FactsOf(diagnostics, texts));
}

void AddFactRecords(RecordList* records) {
  for (auto type : {JsonTraits<PassInfo>::Type, JsonTraits<PassContext>::Type,
                    JsonTraits<TypeFacts>::Type, JsonTraits<DiagnosticFacts>::Type,
                    JsonTraits<UnmetName>::Type, JsonTraits<PipelineReading>::Type,
                    JsonTraits<StructuralDifference>::Type, JsonTraits<AlignedLines>::Type}) {
    type(records);
  }
  AddAnalysisRecords(records);
  AddGraphRecords(records);
}

}  // namespace passcope
