// The dataflow of a function as JSON, for drawing it and for comparing it with another one's.
#pragma once

#include <string>

#include "ir/expr.h"
#include "ir/module.h"

namespace passcope {

struct GraphOptions {
  // At most so many nodes are described, those first that are computed first.
  size_t limit = 20000;
};

// The dataflow of a global function: who computes what from whose results. Lets are no nodes; their
// variables stand for the values.
//
//   {functions: [name, …], function: name, root, truncated, types: [text, …], nodes: [node, …]}
//
// `functions` are the module's, in the order of its text; `root` is the index of the function's own
// node. A node stands behind its inputs, except for a function, which stands before what is in it.
//
//   kind       "call", "param", "var" (free, or of a pattern), "constant", "tuple", "get-item",
//              "function", "if", "match", "ref", "ref-read", "ref-write", "global", "operator" or
//              "constructor"
//   label      of a call its callee: an operator, "@global", a constructor, or "fn"; else a name
//   inputs     indices of nodes: a call's arguments, a function's result, the condition and both
//              branches of an if, a match's data and the results of its clauses, of a pattern's
//              variable the data
//   callee?    index of a callee that is a node itself
//   params?    of a function: indices of its parameters
//   parent?    index of the function inside whose text it stands; none for the root
//   type?      index into `types`; it is also that of the edges that begin here
//   attrs?     as the text shows them: "strides=[2, 2], padding=[1, 1, 1, 1]"
//   pattern?   of an operator's call, how it can be fused, as in DescribeOps
//   key        equal in the graphs of two living modules when it is the very same node, the same
//              variable or the same data
//   signature  equal when everything that the node computes is written the same: kind, label,
//              attributes, inputs, of parameters the name. Large constants count by identity.
//   name?      what the text calls it: "%5", "%x", "meta[relay.Constant][0]"
//   line?, column?   where it stands in the text without metadata, from 0, in UTF-16 code units
//
// When there are more nodes than the limit, `truncated` is true, inputs that are missing are -1 and
// nothing has a place. Throws DiagnosticError (kUnknownGlobal) when there is no such function.
std::string DescribeGraph(const IRModule& module, std::string_view function,
                          const GraphOptions& options = {});
// The same of an expression, whose text is that of PrintExpr; without `functions` and `function`.
std::string DescribeGraph(const Expr& expr, const GraphOptions& options = {});

}  // namespace passcope
