// The places of a program's expressions in its text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "instrument/lineage.h"
#include "instrument/lineage_questions.h"
#include "instrument/trace.h"
#include "text/printer.h"

namespace passcope {

// Throws DiagnosticError (kUsage) if the trace does not have the program.
const LineageGraph::Program& ProgramOf(const TraceInstrument& trace, ProgramOfTrace program);

// Places in the text that `astext(show_meta_data=False)` prints. Expressions are identified by
// their places in LineageGraph::Program.
class LineagePlaces {
 public:
  explicit LineagePlaces(const LineageGraph::Program& program);

  const std::string& text() const { return printed_.text; }
  TextRange Of(uint32_t place) const;
  // The expressions that begin in a line, counted from 1.
  std::vector<uint32_t> InLine(int64_t line) const;
  // The innermost expression that is printed or mentioned at an offset, if it fits in one line.
  // Otherwise the main expression of the line; null if there is none.
  const ExprNode* At(int64_t offset) const;
  // By line, from 0: its main expression, or LineageLink::kNone. That is the largest expression
  // that is printed in it, or else the innermost one that begins in it.
  std::vector<uint32_t> Subjects() const;
  // By `n` of `meta[relay.Constant][n]`: the constant, or LineageLink::kNone.
  std::vector<uint32_t> Constants() const;

 private:
  // From 1.
  size_t LineOf(size_t offset) const;

  const LineageGraph::Program& program_;
  const PrintedText printed_;
  std::vector<size_t> lines_ = {0};          // The offsets where they begin.
  std::vector<const PrintedRange*> ranges_;  // By place.
};

}  // namespace passcope
