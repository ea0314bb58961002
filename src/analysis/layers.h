// Layers of a network: chains of operators and their weights.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/expr.h"

namespace passcope {

// The largest number of calls of these operators on one path of the dataflow, as TVM 0.11's
// relay.analysis.count_layers. For example, two parallel convolutions are one layer. A let-bound
// variable has the layers of its value. A function has those of its body, wherever it is used.
// Throws DiagnosticError (kUnknownOperator).
int64_t CountLayers(const Expr& expr, std::span<const std::string> operators);

// The names of variables that are the second argument of calls of an operator, each once. Like
// TVM's search_dense_op_weight and search_conv2d_op_weight.
std::vector<std::string> WeightNames(const Expr& expr, std::string_view op);
// The names of weights that nn.dense takes transposed, like TVM's search_fc_transpose.
std::vector<std::string> TransposedWeightNames(const Expr& expr);

// True for a constant or a tuple of constants, like relay.analysis.check_constant.
bool IsConstantExpr(const Expr& expr);

}  // namespace passcope
