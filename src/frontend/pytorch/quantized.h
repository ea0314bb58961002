// Quantised networks of PyTorch. There a quantised tensor knows its scale and zero point; in Relay
// both are arguments of operators. So the graph is prepared first: the scales and zero points of
// quantised inputs become arguments.
#pragma once

#include <functional>
#include <string>

#include "frontend/import.h"
#include "frontend/pytorch/converter.h"

namespace passcope::frontend {

// Weights of a quantised operator, as expressions.
struct PackedParams {
  Expr weight;  // int8
  Expr scale;   // A scalar, or one for each output channel.
  Expr zero_point;
  Expr bias;  // May be null. It is float32 if the input's scale is known only at run time.
  // Only for convolutions.
  bool convolution = false;
  Ints strides, padding, dilation, output_padding;
  int64_t groups = 1;
};

// True for the graph of a quantised network.
bool IsQuantizedTorchGraph(const TorchGraph& graph);

// Makes a variable for a weight with this name and value.
using BindTorchWeight = std::function<Expr(const std::string& name, NDArray value)>;

// Adds scales and zero points to the arguments of operators, and binds the packed parameters in
// `converter`. Weights and biases get TVM's names. They are real values that the program quantises,
// or quantised ones with options().keep_quantized_weight. Throws DiagnosticError.
void PrepareQuantizedTorch(TorchGraph* graph, TorchConverter* converter,
                           const BindTorchWeight& bind);

// The range of the numbers of quantised tensors.
inline constexpr int64_t kLowestTorchNumber = 0, kHighestTorchNumber = 255;

// A call of qnn.quantize.
Expr QnnQuantize(const Expr& data, const Expr& scale, const Expr& zero_point, DataType dtype,
                 int64_t axis);

}  // namespace passcope::frontend
