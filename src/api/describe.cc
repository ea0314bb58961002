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
      Member<&PassInfo::name>("name", "The pass's name."),
      Member<&PassInfo::opt_level>("optLevel",
                                   "`Sequential` runs it only in contexts of at least this level."),
      Member<&PassInfo::required>("required", "Passes that `Sequential` runs just before."),
      Member<&PassInfo::traceable>("traceable", "As in TVM."),
  };
  static constexpr RecordSchema schema = {
      "PassInfo", "What is known about a pass without running it.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<PassContext>() {
  static constexpr RecordField kFields[] = {
      Member<&PassContext::opt_level>("optLevel", "`Sequential` runs passes up to this level."),
      Member<&PassContext::required_pass>("requiredPass",
                                          "Passes that `Sequential` runs whatever their level."),
      Member<&PassContext::disabled_pass>("disabledPass", "Passes that `Sequential` leaves out."),
      Member<&PassContext::config>("config", "Those keys that were given."),
  };
  static constexpr RecordSchema schema = {"ContextInfo", "The settings of a context.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<TypeFacts>() {
  static constexpr RecordField kFields[] = {
      Member<&TypeFacts::text>("text", "As Relay writes it; \"?\" when there is none."),
      Member<&TypeFacts::shape>("shape", "Of a tensor; dimensions that are no numbers as text."),
      Member<&TypeFacts::dtype>("dtype", "Of a tensor."),
  };
  static constexpr RecordSchema schema = {"TypeFacts", "A type.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<SourceSpan>() {
  static constexpr RecordField kFields[] = {
      Member<&SourceSpan::source>("source", "The name that the text was parsed under."),
      Member<&SourceSpan::line>("line", "From 1."),
      Member<&SourceSpan::column>("column", "From 1, in UTF-16 code units."),
      Member<&SourceSpan::end_line>("endLine", "From 1."),
      Member<&SourceSpan::end_column>("endColumn", "Exclusive."),
      Member<&SourceSpan::start>(
          "start",
          "Offset from the start of the text; absent when the engine does not hold it any more."),
      Member<&SourceSpan::end>("end", "Exclusive."),
  };
  static constexpr RecordSchema schema = {"SourceSpan", "A place in a text that was parsed.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<DiagnosticFacts>() {
  static constexpr RecordField kFields[] = {
      Member<&DiagnosticFacts::kind>("kind", "Which rule was broken, such as \"shape-mismatch\"."),
      Member<&DiagnosticFacts::severity>("severity", "How bad it is."),
      Member<&DiagnosticFacts::Text>("message", "What is wrong, in English."),
      Member<&DiagnosticFacts::Pattern>("pattern", "Of the message; see `Message`."),
      Member<&DiagnosticFacts::Arguments>("arguments", "Of the message."),
      Member<&DiagnosticFacts::NoteTexts>("notes",
                                          "What was expected, what came, what to do, in English."),
      Member<&DiagnosticFacts::notes>("noteMessages", "The notes as data, in the same order."),
      Member<&DiagnosticFacts::span>("span", "Where it is."),
      Member<&DiagnosticFacts::rendered>("rendered", "As text for a terminal, several lines."),
  };
  static constexpr RecordSchema schema = {
      "Diagnostic", "One thing that is wrong with a program or with a call.", kFields};
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
