// Which expressions somebody asks about, where that is not said by a place in a printed text: by a
// place in the text that the program was read from, or by the name of an operator.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "instrument/lineage.h"
#include "instrument/lineage_questions.h"

namespace passcope {

// The innermost expression that is written at an offset (in bytes) of a line (from 1) of the text
// that the program was read from; else what the line is about; null when there is none.
const ExprNode* SourceAt(const LineageGraph::Program& program, int64_t line, int64_t offset);
// Where an expression stands in that text.
TextRange SourceRange(const ExprNode* node);

// The calls of an operator in a program of the trace that its pass has something to do with: of the
// program before the pass those that it did not keep as calls of the operator, of the program after
// it those that were none before. All calls of the operator when there are none such.
std::vector<const ExprNode*> ConcernedCalls(LineageGraph& graph, ProgramOfTrace program,
                                            std::string_view op);

}  // namespace passcope
