// Converts the graphs of a model node by node. Counterpart of TVM's GraphProto.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "frontend/import.h"
#include "frontend/onnx/converter.h"
#include "frontend/onnx/proto.h"
#include "frontend/relay.h"

namespace passcope::frontend::onnx {

// The state that all graphs of one import share.
struct Import {
  Import(const Buffer& file, const OnnxOptions& options);

  const OnnxOptions& options;
  ModelProto model;
  int64_t opset;
  TensorReader tensors;
  IncrementalFolder folder;
  // The model's own functions, by "domain.name".
  std::unordered_map<std::string, FunctionProto> functions;
  int64_t total_nodes = 0;  // Of the main graph, for the progress.
  int64_t done_nodes = 0;
  int64_t called_nodes = 0;  // Nodes of functions, counted once per call.

  // The model's own function that a node calls; null if it calls an operator.
  const FunctionProto* FindFunction(std::string_view domain, std::string_view op) const;
  void CountNode(bool of_function);
};

// TVM's name of an operator: domain and name, or the name alone in the default domain.
std::string OperatorName(std::string_view domain, std::string_view op);

// One graph with its names. It also sees the names of enclosing graphs.
class Graph {
 public:
  // `outer` may be null. Throws DiagnosticError (kNestingTooDeep) beyond kMaxDepth.
  Graph(Import& import, const Graph* outer);
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  Import& import() const { return *import_; }
  int64_t opset() const { return import_->opset; }

  // The expression of a name; null for an unknown name.
  Expr Find(std::string_view name) const;
  // Binds a name here, but not in outer graphs.
  void Define(std::string_view name, Expr value);

  // Converts a GraphProto and returns the expressions of its outputs. Inputs that are already bound
  // keep their expressions.
  std::vector<Expr> Convert(Bytes graph);
  // The module and its parameters, for the outermost graph.
  ImportedModel ConvertMain(Bytes graph);
  // Calls one of the model's own functions in a new scope.
  Results CallFunction(const FunctionProto& function, Node& node);

  // Takes over the parameters of a subgraph that has been converted.
  void Absorb(const Graph& inner);

  // The value of a variable that is one of this graph's parameters; null for other expressions. As
  // in TVM, parameters of enclosing graphs are ordinary variables here.
  NDArray ParamOf(const Expr& expr) const;
  // An expression in which the values of parameters, also of enclosing graphs, replace them.
  Expr WithParams(const Expr& expr) const;
  // The value of an expression over constants and parameters, also those of enclosing graphs. Null
  // if it has no such value.
  NDArray InferValue(const Expr& expr) const;
  // One of this graph's parameters as a constant; `expr` otherwise.
  Expr ResolveVar(const Expr& expr) const;

  // Converts one operator, for nodes and for converters that delegate to another operator.
  Results ConvertOperator(Node& node);

 private:
  void ReadInitializer(Bytes message);
  void ReadInput(Bytes message);
  void CheckOperators(Bytes graph);
  void ConvertNode(Bytes message);
  void ConvertNode(const NodeProto& proto, Node& node);
  NodeAttributes ReadAttributes(const NodeProto& proto) const;
  void DefineOutput(std::string_view name, Expr value);
  NDArray VisibleParam(const Expr& expr) const;
  // True if an input depends on a parameter of integers, such as axes or sizes.
  bool TakesIntegerParams(const Node& node) const;

  static constexpr int kMaxDepth = 32;

  Import* import_;
  const Graph* outer_;
  int depth_;
  std::unordered_map<std::string, Expr> nodes_;
  std::unordered_map<std::string, NDArray> params_;
  std::vector<std::string> param_names_;  // In the order of the file.
  std::vector<std::string> input_names_;
  std::unordered_set<std::string> defined_;                 // In the current conversion.
  const std::vector<AttributeProto>* arguments_ = nullptr;  // Of a function's call.
};

}  // namespace passcope::frontend::onnx
