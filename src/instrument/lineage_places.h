// Where the expressions of a program stand in its text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "instrument/lineage.h"
#include "instrument/lineage_questions.h"
#include "instrument/trace.h"
#include "text/printer.h"

namespace passcope {

// Throws DiagnosticError (kUsage) when the trace has no such program.
const LineageGraph::Program& ProgramOf(const TraceInstrument& trace, ProgramOfTrace program);

// In the text that `astext(show_meta_data=False)` prints. Expressions are told by their places in
// LineageGraph::Program.
class LineagePlaces {
 public:
  explicit LineagePlaces(const LineageGraph::Program& program);

  const std::string& text() const { return printed_.text; }
  TextRange Of(uint32_t place) const;
  // Those that begin in a line, counted from 1.
  std::vector<uint32_t> InLine(int64_t line) const;
  // The innermost expression that is spelled out or mentioned at an offset, if it stands in one
  // line; else what the line is about; null when there is none.
  const ExprNode* At(int64_t offset) const;
  // By line, from 0: the expression that it is about, LineageLink::kNone where there is none. That
  // is the largest that is spelled out in it, else the innermost one that begins in it.
  std::vector<uint32_t> Subjects() const;
  // By `n` of `meta[relay.Constant][n]`: the constant, LineageLink::kNone where there is none.
  std::vector<uint32_t> Constants() const;

 private:
  // From 1.
  size_t LineOf(size_t offset) const;

  const LineageGraph::Program& program_;
  const PrintedText printed_;
  std::vector<size_t> lines_ = {0};          // Where they begin.
  std::vector<const PrintedRange*> ranges_;  // By place.
};

}  // namespace passcope
