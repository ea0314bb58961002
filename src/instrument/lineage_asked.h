// Finds the expressions that a question names, by a place in the source text of the program or by
// the name of an operator.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "instrument/lineage.h"
#include "instrument/lineage_questions.h"

namespace passcope {

// The innermost expression at an offset (in bytes) of a line (from 1) of the program's source text.
// If there is none, it is the main expression of the line; null if there is none either.
const ExprNode* SourceAt(const LineageGraph::Program& program, int64_t line, int64_t offset);
// The range of an expression in the source text.
TextRange SourceRange(const ExprNode* node);

// The calls of an operator that the pass of `program` changed. In the program before the pass,
// these are the calls that it did not keep as calls of the operator. In the program after it, they
// are calls that were not calls of it before. If there are none, it returns all calls of the
// operator.
std::vector<const ExprNode*> ConcernedCalls(LineageGraph& graph, ProgramOfTrace program,
                                            std::string_view op);

}  // namespace passcope
