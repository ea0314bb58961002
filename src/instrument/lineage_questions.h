// The questions that a trace with lineage answers, in terms of the programs' texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "instrument/lineage.h"
#include "instrument/trace.h"

namespace passcope {

// Places are in the text of a program that `astext(show_meta_data=False)` prints, in bytes of
// UTF-8. Ends are exclusive. An expression without a place has -1.

// An expression of one program and its version in another; one side can be missing (-1).
struct AlignedExpression {
  LineageKind kind;
  int64_t before_begin, before_end;
  int64_t after_begin, after_end;
};
template <>
const RecordSchema& SchemaOf<AlignedExpression>();

struct TextRange {
  int64_t begin, end;
  int line;  // Its first line, from 1; 0 if it has no place.
};
template <>
const RecordSchema& SchemaOf<TextRange>();

// The changes that a pass made to an expression and its relatives.
struct LineageStep {
  int entry;                       // The pass, as an index of the trace.
  std::vector<LineageKind> kinds;  // All except kUnchanged, each once.
  int before;                      // The number of its relatives in the program before the pass.
  int after;
};
template <>
const RecordSchema& SchemaOf<LineageStep>();

// An expression where its ancestry begins.
struct LineageOrigin {
  std::string text;    // In one line.
  std::string source;  // The name of the file, or of the node in it; empty if unknown.
  int line;            // From 1; 0 if unknown.
};
template <>
const RecordSchema& SchemaOf<LineageOrigin>();

struct ExpressionLineage {
  std::string text;  // The expression in one line.
  TextRange place;
  int count;                           // The number of expressions asked about. Only the first is
                                       // described.
  std::vector<LineageOrigin> origins;  // In the first program of the trace.
  std::vector<LineageStep> steps;      // In the order of the trace.
};
template <>
const RecordSchema& SchemaOf<ExpressionLineage>();

// Arguments of the questions.
struct AlignmentQuestion {
  int64_t index = 0;
  bool from_after = false;
  int64_t to = -1;  // `index` if negative.
  bool to_after = true;
};
// lineage_asked.h explains these fields.
struct LineageQuestion {
  int64_t index = 0;
  bool after = false;
  int64_t offset = 0;
  int64_t source_line = 0;
  std::string op;
};
struct RelativesQuestion {
  int64_t index = 0;
  bool after = false;
  int64_t offset = 0;
  int64_t other = 0;
  bool other_after = false;
  int64_t source_line = 0;
  std::string op;
  bool other_source = false;
};
struct RelatedLinesQuestion {
  int64_t index = 0;
  bool after = false;
  int64_t other = 0;
  bool other_after = false;
};

struct RenderLineageQuestion {
  std::string of;
};

bool IsLineageQuestion(std::string_view question);
// Answers in JSON, or in text for questions with a text answer. Throws DiagnosticError (kUsage) if
// lineage is not kept or if there is no such entry.
std::string AskLineage(const TraceInstrument& trace, std::string_view question,
                       const AttrDict& arguments);

// An ancestor or descendant of an expression, in the program with it that is nearest to the
// expression's own.
struct Relative {
  Expr node;
  ProgramOfTrace program;
  std::vector<int> passes;  // The passes in between that changed it: entries, in order.
  std::string source;       // As of LineageOrigin.
};
// The relatives of an expression of any program of the trace, the nearest first, without the
// expression.
std::vector<Relative> RelativesOf(const TraceInstrument& trace, const Expr& node, bool ancestors);

// The changes that the passes of a trace made to the relatives of an expression.
std::vector<LineageStep> LineageSteps(const TraceInstrument& trace,
                                      const LineageGraph::Relatives& ancestors,
                                      const LineageGraph::Relatives& descendants);

}  // namespace passcope
