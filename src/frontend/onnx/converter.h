// The inputs and results of the converters of ONNX's operators.
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

// The results of a node: one expression, or several as an expression of a tuple type.
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
  // An attribute that one converter passes to another. `name` must outlive the attributes.
  void SetReal(std::string_view name, float value);
  void Remove(std::string_view name);

 private:
  std::vector<AttributeProto> items_;
};

// A node that is being converted.
class Node {
 public:
  Node(Graph& graph, std::string_view op, std::vector<Expr> inputs, NodeAttributes attributes)
      : graph(graph), op(op), attributes(std::move(attributes)), inputs_(std::move(inputs)) {}
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  Graph& graph;
  std::string_view op;
  std::string_view domain;
  std::string_view name;
  std::vector<std::string_view> outputs;
  NodeAttributes attributes;
  int64_t opset = 1;

  // The number of inputs, including omitted ones in between.
  size_t num_inputs() const { return inputs_.size(); }
  size_t num_outputs() const { return outputs.size(); }
  // Null if the input is omitted.
  Expr Maybe(size_t i) const {
    Ask(i + 1);
    return i < inputs_.size() ? inputs_[i] : nullptr;
  }
  // Throws DiagnosticError (kArity) if the input is omitted.
  const Expr& In(size_t i) const;
  // All inputs, null for omitted ones.
  const std::vector<Expr>& AllInputs() const {
    Ask(inputs_.size());
    return inputs_;
  }
  // All inputs. Throws DiagnosticError (kArity) if one is omitted.
  const std::vector<Expr>& AllIn() const;
  // Throws DiagnosticError (kArity) if the node has inputs that its converter never asked for.
  void CheckAllAsked() const;
  // All inputs must be present. Throws DiagnosticError (kArity) if their number is not between
  // `least` and `most`.
  void TakesInputs(size_t least, size_t most) const;

  // Attributes. Those without a default throw DiagnosticError (kMissingAttribute). All throw
  // kBadAttribute if the attribute has another type.
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
  std::vector<double> Reals(std::string_view attribute) const;  // Empty if missing.
  std::vector<std::string_view> Texts(std::string_view attribute) const;
  // A tensor's elements; null if the attribute is missing.
  NDArray Tensor(std::string_view attribute) const;
  // A subgraph.
  Bytes Subgraph(std::string_view attribute) const;

  // The value of an input that is a constant; null otherwise. It is null for a parameter, too,
  // which TVM's converters treat like other variables. The program computes shapes that depend on
  // it.
  NDArray ConstantOf(size_t i) const;
  // The value of an input that is a constant or a parameter; null otherwise. For operands that
  // Relay has only as attributes, and where the result is wrong without the value.
  NDArray ValueOf(size_t i) const;
  // The same. Throws DiagnosticError (kUnsupported) if the value is known only at run time.
  NDArray NeedValueOf(size_t i) const;

  // Throws DiagnosticError (kBadRank) unless input `i` has `rank` dimensions.
  void CheckRank(size_t i, int64_t rank) const;
  // The length of input `i`, which is a shape or a list of axes. Throws DiagnosticError if the
  // length is unknown or too large.
  int64_t CountDims(size_t i) const;

  // Throws a diagnostic about something that this converter does not support.
  [[noreturn]] void Fail(DiagKind kind, Message message) const;
  // Throws if an attribute has a value that ONNX does not define.
  [[noreturn]] void FailAttribute(std::string_view attribute, std::string_view value) const;

 private:
  const AttributeProto& Need(std::string_view attribute) const;
  void Ask(size_t count) const { asked_ = count > asked_ ? count : asked_; }

  std::vector<Expr> inputs_;
  mutable size_t asked_ = 0;  // The number of inputs up to the last one that was asked for.
};

using Converter = Results (*)(Node& node);

// A converter and the first version of the operator that it converts.
struct ConverterVersion {
  int64_t since;
  Converter convert;
};

// All operators. Each has one row, which its family's file adds.
class ConverterTable {
 public:
  // The table with all families, made on first use.
  static const ConverterTable& All();

  void Add(std::string_view op, std::initializer_list<ConverterVersion> versions) {
    Add("", op, versions);
  }
  void Add(std::string_view domain, std::string_view op,
           std::initializer_list<ConverterVersion> versions);
  // Finds a converter as TVM does: by the operator's name, in any domain. Takes the latest version
  // that is not above `opset`, or the latest of all if all are above. Null if there is none.
  Converter Find(std::string_view domain, std::string_view op, int64_t opset) const;
  // The names of all operators without their domains, sorted.
  std::vector<std::string_view> Names() const;

 private:
  struct Row {
    std::string_view domain;
    std::vector<ConverterVersion> versions;
  };
  std::unordered_map<std::string_view, Row> rows_;
};

// Each family is a file that adds its rows to the table.
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
