// What a trace that keeps the lineage can be asked about it, in terms of the programs' texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "instrument/lineage.h"
#include "instrument/trace.h"

namespace passcope {

// Places in texts are those in the text of a program as `astext(show_meta_data=False)` prints it,
// in bytes of UTF-8, the end exclusive; -1 where an expression has none.

// Two expressions of two programs that one became of the other; one side is -1 where there is none.
struct AlignedExpression {
  LineageKind kind;
  int64_t before_begin, before_end;
  int64_t after_begin, after_end;
};
template <>
const RecordSchema& SchemaOf<AlignedExpression>();

struct TextRange {
  int64_t begin, end;
  int line;  // Its first one, from 1; 0 when it has no place.
};
template <>
const RecordSchema& SchemaOf<TextRange>();

// What a pass did with an expression and its relatives.
struct LineageStep {
  int entry;                       // Of the pass, in the trace.
  std::vector<LineageKind> kinds;  // All but kUnchanged, each once.
  int before;                      // How many of its relatives are in the program before the pass.
  int after;
};
template <>
const RecordSchema& SchemaOf<LineageStep>();

// An expression with which its ancestry begins.
struct LineageOrigin {
  std::string text;    // In a line.
  std::string source;  // The name of the file, or of the node in it; empty when it is not known.
  int line;            // From 1; 0 when it is not known.
};
template <>
const RecordSchema& SchemaOf<LineageOrigin>();

struct ExpressionLineage {
  std::string text;  // The expression in a line.
  TextRange place;
  int count;                           // How many expressions it is of, of which the first is told.
  std::vector<LineageOrigin> origins;  // In the first program of the trace.
  std::vector<LineageStep> steps;      // In the order of the trace.
};
template <>
const RecordSchema& SchemaOf<ExpressionLineage>();

// Arguments of the questions.
struct AlignmentQuestion {
  int64_t index = 0;
  bool from_after = false;
  int64_t to = -1;  // That of `index` if below 0.
  bool to_after = true;
};
// See lineage_asked.h for what they mean.
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
// Answers in JSON, or in text where that is what is asked for. Throws DiagnosticError (kUsage):
// lineage is not kept, there is no such entry.
std::string AskLineage(const TraceInstrument& trace, std::string_view question,
                       const AttrDict& arguments);

// An ancestor or descendant of an expression, in the program nearest to the expression's own that
// has it.
struct Relative {
  Expr node;
  ProgramOfTrace program;
  std::vector<int> passes;  // What did something with it in between: entries, in their order.
  std::string source;       // As of LineageOrigin.
};
// Those of an expression of any program of the trace, the nearest first; without itself.
std::vector<Relative> RelativesOf(const TraceInstrument& trace, const Expr& node, bool ancestors);

// What the passes of a trace did with the relatives of an expression.
std::vector<LineageStep> LineageSteps(const TraceInstrument& trace,
                                      const LineageGraph::Relatives& ancestors,
                                      const LineageGraph::Relatives& descendants);

}  // namespace passcope
