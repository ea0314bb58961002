// What a converter of an ONNX operator is given and what it gives.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/proto.h"
#include "frontend/relay.h"

namespace passcope::frontend::onnx {

class Graph;

// What a node computes: an expression, or several results as an expression of a tuple type.
struct Results {
  Results(Expr one) : expr(std::move(one)) {}  // NOLINT(google-explicit-constructor)
  Results(Expr tuple, int64_t count) : expr(std::move(tuple)), count(count) {}
  static Results Of(std::initializer_list<Expr> several) {
    return {MakeTuple(several), static_cast<int64_t>(several.size())};
  }

  Expr expr;
  int64_t count = 1;
};

// The attributes of a node.
class NodeAttributes {
 public:
  NodeAttributes() = default;
  explicit NodeAttributes(std::vector<AttributeProto> items) : items_(std::move(items)) {}

  bool Has(std::string_view name) const { return Find(name) != nullptr; }
  const AttributeProto* Find(std::string_view name) const;
  std::span<const AttributeProto> items() const { return items_; }
  // One that a converter gives to another one. `name` has to outlive the attributes.
  void SetReal(std::string_view name, float value);
  void Remove(std::string_view name);

 private:
  std::vector<AttributeProto> items_;
};

// A node that is being converted.
class Node {
 public:
  Node(Graph& graph, std::string_view op, std::vector<Expr> inputs, NodeAttributes attributes)
      : graph(graph), op(op), inputs(std::move(inputs)), attributes(std::move(attributes)) {}
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  Graph& graph;
  std::string_view op;
  std::string_view domain;
  std::string_view name;
  std::vector<Expr> inputs;  // Null where one is left out.
  std::vector<std::string_view> outputs;
  NodeAttributes attributes;
  int64_t opset = 1;

  // How many inputs are written, those that are left out in between included.
  size_t num_inputs() const { return inputs.size(); }
  size_t num_outputs() const { return outputs.size(); }
  // Null when it is left out.
  Expr Maybe(size_t i) const { return i < inputs.size() ? inputs[i] : nullptr; }
  // Throws DiagnosticError (kArity) when it is left out.
  const Expr& In(size_t i) const;
  // All must be there. Throws DiagnosticError (kArity) when they are not between `least` and
  // `most`.
  void TakesInputs(size_t least, size_t most) const;

  // Attributes. Those without default throw DiagnosticError (kMissingAttribute); all throw
  // kBadAttribute when the attribute is of another type.
  bool Has(std::string_view attribute) const { return attributes.Has(attribute); }
  int64_t Int(std::string_view attribute, int64_t default_value) const;
  int64_t Int(std::string_view attribute) const;
  double Real(std::string_view attribute, double default_value) const;
  double Real(std::string_view attribute) const;
  std::string_view Text(std::string_view attribute, std::string_view default_value) const;
  std::string_view Text(std::string_view attribute) const;
  std::optional<Ints> MaybeInts(std::string_view attribute) const;
  Ints GetInts(std::string_view attribute, Ints default_value) const;
  Ints GetInts(std::string_view attribute) const;
  std::vector<double> Reals(std::string_view attribute) const;  // Empty when it is not there.
  std::vector<std::string_view> Texts(std::string_view attribute) const;
  // A tensor's elements; null when it is not there.
  NDArray Tensor(std::string_view attribute) const;
  // A subgraph.
  Bytes Subgraph(std::string_view attribute) const;

  // The value of an input that is a constant; null otherwise, also for a parameter, which TVM's
  // converters take for any other variable. So what it says of shapes is computed by the program.
  NDArray ConstantOf(size_t i) const;
  // The value of an input that is a constant or a parameter; null otherwise. For what Relay's
  // operators have as attributes alone, and for what would be wrong without it.
  NDArray ValueOf(size_t i) const;
  // The same; throws DiagnosticError (kUnsupported) when it is only known at run time.
  NDArray NeedValueOf(size_t i) const;

  // Throws DiagnosticError (kBadRank) unless input `i` has `rank` dimensions.
  void CheckRank(size_t i, int64_t rank) const;
  // How many dimensions input `i` tells of, which is a shape or a list of axes. Throws
  // DiagnosticError when that is not known, or beyond all measure.
  int64_t CountDims(size_t i) const;

  // For what this converter does not do.
  [[noreturn]] void Fail(DiagKind kind, Message message) const;
  // An attribute has a value that does not exist.
  [[noreturn]] void FailAttribute(std::string_view attribute, std::string_view value) const;

 private:
  const AttributeProto& Need(std::string_view attribute) const;
};

using Converter = Results (*)(Node& node);

// A version of an operator and what converts it from there on.
struct ConverterVersion {
  int64_t since;
  Converter convert;
};

// All operators. Each has one row, which its family's file adds.
class ConverterTable {
 public:
  // The table with all families, made when it is first needed.
  static const ConverterTable& All();

  void Add(std::string_view op, std::initializer_list<ConverterVersion> versions) {
    Add("", op, versions);
  }
  void Add(std::string_view domain, std::string_view op,
           std::initializer_list<ConverterVersion> versions);
  // As TVM chooses: the operator by its name, whatever its domain; the latest version that is not
  // above `opset`, and the very latest when all are above. Null when there is none.
  Converter Find(std::string_view domain, std::string_view op, int64_t opset) const;
  // Of all operators, without their domains, in the order of the alphabet.
  std::vector<std::string_view> Names() const;

 private:
  struct Row {
    std::string_view domain;
    std::vector<ConverterVersion> versions;
  };
  std::unordered_map<std::string_view, Row> rows_;
};

// The families, each in its file; by whom they are added to the table.
void AddActivationConverters(ConverterTable& table);
void AddContribConverters(ConverterTable& table);
void AddControlFlowConverters(ConverterTable& table);
void AddConvConverters(ConverterTable& table);
void AddIndexConverters(ConverterTable& table);
void AddLogicConverters(ConverterTable& table);
void AddLossConverters(ConverterTable& table);
void AddMathConverters(ConverterTable& table);
void AddMatmulConverters(ConverterTable& table);
void AddMiscConverters(ConverterTable& table);
void AddNormConverters(ConverterTable& table);
void AddOptimizerConverters(ConverterTable& table);
void AddPoolConverters(ConverterTable& table);
void AddQuantizedConverters(ConverterTable& table);
void AddRandomConverters(ConverterTable& table);
void AddRecurrentConverters(ConverterTable& table);
void AddReduceConverters(ConverterTable& table);
void AddResizeConverters(ConverterTable& table);
void AddSequenceConverters(ConverterTable& table);
void AddSetConverters(ConverterTable& table);
void AddShapeConverters(ConverterTable& table);
void AddSignalConverters(ConverterTable& table);
void AddTextConverters(ConverterTable& table);
void AddVisionConverters(ConverterTable& table);

}  // namespace passcope::frontend::onnx
