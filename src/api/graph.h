// The dataflow of a function as JSON, to draw it and to compare it with another.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "ir/expr.h"
#include "ir/module.h"
#include "schema/record.h"

namespace passcope {

// The kinds of expressions, by ExprKind. A let is not a node; parameters have its number.
enum class GraphNodeKind : uint8_t { kParam = static_cast<uint8_t>(ExprKind::kLet) };
std::span<const char* const> LiteralsOf(GraphNodeKind);

struct GraphOptions {
  // The maximum number of nodes, in the order of evaluation.
  size_t limit = 20000;
};

// The dataflow of a global function as a `Graph` of the schema. If it has more nodes than the
// limit, the graph is truncated: missing inputs are -1, and no node has a place. Throws
// DiagnosticError (kUnknownGlobal) if the function does not exist.
std::string DescribeGraph(const IRModule& module, std::string_view function,
                          const GraphOptions& options = {});
// The same for an expression, whose text is that of PrintExpr. The record has neither `functions`
// nor `function`.
std::string DescribeGraph(const Expr& expr, const GraphOptions& options = {});

// Adds the records of a graph.
void AddGraphRecords(RecordList* records);

}  // namespace passcope
