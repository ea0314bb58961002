// Single facts as JSON text for JavaScript and the command line.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "api/json.h"
#include "api/source_texts.h"
#include "diagnostics/diagnostic.h"
#include "pass/pass_context.h"
#include "pass/pass_info.h"
#include "schema/record.h"

namespace passcope {

// {name, optLevel, required, traceable}
std::string DescribePassInfo(const PassInfo& info);

// {text, shape?, dtype?}: a type in Relay's notation ("?" for none). A tensor type also has a shape
// and a dtype. Dimensions that are not numbers are texts.
std::string DescribeType(const Type& type);

// {operator: number of calls}
std::string DescribeCounts(const std::map<std::string, int64_t>& counts);

// A place in a text, as JavaScript counts: lines and columns from 1, columns and offsets in UTF-16
// code units. The ends are exclusive.
struct SourceSpan {
  std::string source;
  int line;
  int column;
  int end_line;
  int end_column;
  std::optional<int64_t> start;
  std::optional<int64_t> end;
};
SourceSpan DescribeSpan(const SpanNode& span, const SourceTexts& texts);

// One diagnostic, as the record `Diagnostic`.
struct DiagnosticFacts {
  std::string kind;
  Severity severity;
  Message message;
  std::vector<Message> notes;
  std::optional<SourceSpan> span;
  std::string rendered;

  std::string Text() const { return message.text(); }
  std::string_view Pattern() const { return message.pattern; }
  const std::vector<MessageArgument>& Arguments() const { return message.arguments; }
  std::vector<std::string> NoteTexts() const { return TextsOf(notes); }
};
std::vector<DiagnosticFacts> FactsOf(const std::vector<Diagnostic>& diagnostics,
                                     const SourceTexts& texts);
// A list of diagnostics as JSON.
std::string DescribeDiagnostics(const std::vector<Diagnostic>& diagnostics,
                                const SourceTexts& texts);

template <>
const RecordSchema& SchemaOf<PassInfo>();
// The settings of a context, without its instruments.
template <>
const RecordSchema& SchemaOf<PassContext>();
template <>
const RecordSchema& SchemaOf<SourceSpan>();
template <>
const RecordSchema& SchemaOf<DiagnosticFacts>();

// Adds all these records.
void AddFactRecords(RecordList* records);

}  // namespace passcope
