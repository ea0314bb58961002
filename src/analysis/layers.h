// Layers of a network: chains of operators, and the weights that they take.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/expr.h"

namespace passcope {

// The largest number of calls of these operators that lie on one path through the dataflow, as TVM
// 0.11's relay.analysis.count_layers: two convolutions side by side are one layer. A variable that
// a let binds has its value's layers; a function those of its body, wherever it is used. Throws
// DiagnosticError (kUnknownOperator).
int64_t CountLayers(const Expr& expr, std::span<const std::string> operators);

// The names of the variables that calls of an operator take as their second argument, each once, as
// search_dense_op_weight and search_conv2d_op_weight of TVM.
std::vector<std::string> WeightNames(const Expr& expr, std::string_view op);
// Of those that nn.dense takes transposed, as search_fc_transpose.
std::vector<std::string> TransposedWeightNames(const Expr& expr);

// Whether an expression is a constant, or a tuple of such, as relay.analysis.check_constant.
bool IsConstantExpr(const Expr& expr);

}  // namespace passcope
