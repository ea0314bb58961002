// Graphs of a model, converted node by node: TVM's GraphProto.
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

// What all graphs of one import share.
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
  int64_t called_nodes = 0;  // Of functions, as often as they are called.

  // The function that a node calls; null when it calls none of the model's own.
  const FunctionProto* FindFunction(std::string_view domain, std::string_view op) const;
  void CountNode(bool of_function);
};

// An operator as TVM names it: its name, behind that of its domain unless it is the default one.
std::string OperatorName(std::string_view domain, std::string_view op);

// One graph with its names. Those of graphs around it are visible in it.
class Graph {
 public:
  // `outer` may be null. Throws DiagnosticError (kNestingTooDeep) for graphs in graphs without end.
  Graph(Import& import, const Graph* outer);
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  Import& import() const { return *import_; }
  int64_t opset() const { return import_->opset; }

  // What a name stands for here; null when nothing of that name was seen.
  Expr Find(std::string_view name) const;
  // Gives a name another meaning, here and not in outer graphs.
  void Define(std::string_view name, Expr value);

  // Converts a GraphProto and gives the expressions of its outputs. Inputs that have a meaning
  // already keep it.
  std::vector<Expr> Convert(Bytes graph);
  // The module and its parameters, for the outermost graph.
  ImportedModel ConvertMain(Bytes graph);
  // Calls a function of the model's own, in a scope of its own.
  Results CallFunction(const FunctionProto& function, Node& node);

  // Takes over the parameters of a subgraph after its conversion.
  void Absorb(const Graph& inner);

  // The value of a variable that is one of this graph's parameters; null for any other expression.
  // Parameters of graphs around it are variables like any other here, as in TVM.
  NDArray ParamOf(const Expr& expr) const;
  // The value of an expression over constants and parameters, those of graphs around it included;
  // null when there is none.
  NDArray InferValue(const Expr& expr) const;
  // One of this graph's parameters as a constant, else `expr`.
  Expr ResolveVar(const Expr& expr) const;

  // Converts one operator. Nodes and converters call it.
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
  // Whether a node is given what a parameter of integers tells, such as axes or sizes.
  bool TakesIntegerParams(const Node& node) const;

  static constexpr int kMaxDepth = 32;

  Import* import_;
  const Graph* outer_;
  int depth_;
  std::unordered_map<std::string, Expr> nodes_;
  std::unordered_map<std::string, NDArray> params_;
  std::vector<std::string> param_names_;  // In the order of the file.
  std::vector<std::string> input_names_;
  std::unordered_set<std::string> defined_;                 // By the conversion in progress.
  const std::vector<AttributeProto>* arguments_ = nullptr;  // Of a function's call.
};

}  // namespace passcope::frontend::onnx
