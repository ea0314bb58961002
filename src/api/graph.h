// The dataflow of a function as JSON, for drawing it and for comparing it with another one's.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "ir/expr.h"
#include "ir/module.h"
#include "schema/record.h"

namespace passcope {

// Those of expressions, by ExprKind; lets are no nodes, and parameters have their place.
enum class GraphNodeKind : uint8_t { kParam = static_cast<uint8_t>(ExprKind::kLet) };
std::span<const char* const> LiteralsOf(GraphNodeKind);

struct GraphOptions {
  // At most so many nodes are described, those first that are computed first.
  size_t limit = 20000;
};

// The dataflow of a global function as a `Graph` of the schema. When there are more nodes than the
// limit, it is truncated: inputs that are missing are -1 and nothing has a place. Throws
// DiagnosticError (kUnknownGlobal) when there is no such function.
std::string DescribeGraph(const IRModule& module, std::string_view function,
                          const GraphOptions& options = {});
// The same of an expression, whose text is that of PrintExpr; without `functions` and `function`.
std::string DescribeGraph(const Expr& expr, const GraphOptions& options = {});

// Adds the records that a graph consists of.
void AddGraphRecords(RecordList* records);

}  // namespace passcope
