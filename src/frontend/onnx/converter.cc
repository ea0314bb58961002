// The functions of nodes and of the table of converters.
#include "frontend/onnx/converter.h"

#include <algorithm>
#include <iterator>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/graph.h"
#include "ir/int_attrs.h"
#include "support/sorting.h"

namespace passcope::frontend::onnx {

const AttributeProto* NodeAttributes::Find(std::string_view name) const {
  for (const AttributeProto& item : items_) {
    if (item.name == name) return &item;
  }
  return nullptr;
}

void NodeAttributes::Remove(std::string_view name) {
  std::erase_if(items_, [&](const AttributeProto& item) { return item.name == name; });
}

void NodeAttributes::SetReal(std::string_view name, float value) {
  Remove(name);
  AttributeProto item;
  item.name = name;
  item.f = value;
  items_.push_back(std::move(item));
}

void Node::Fail(DiagKind kind, Message message) const {
  throw DiagnosticError(kind, std::move(message));
}

void Node::FailAttribute(std::string_view attribute, std::string_view value) const {
  Fail(DiagKind::kBadAttribute, MSG(kOnnxAttributeValueInvalid,
                                    "Value {value} in attribute \"{attribute}\" of operator "
                                    "{operator} is not valid.",
                                    value, attribute, op));
}

const Expr& Node::In(size_t i) const {
  Ask(i + 1);
  if (i >= inputs_.size() || !inputs_[i]) {
    Fail(DiagKind::kArity, MSG(kOnnxInputLeftOut, "input {index} of {operator} is missing", i, op));
  }
  return inputs_[i];
}

const std::vector<Expr>& Node::AllIn() const {
  for (size_t i = 0; i < inputs_.size(); ++i) In(i);
  return inputs_;
}

void Node::CheckAllAsked() const {
  if (inputs_.size() <= asked_) return;
  Fail(DiagKind::kArity,
       MSG(kOnnxInputUnexpected, "{operator} does not take input {index}", op, asked_));
}

void Node::TakesInputs(size_t least, size_t most) const {
  Ask(most);
  if (inputs_.size() < least || inputs_.size() > most) {
    Fail(DiagKind::kArity,
         least == most
             ? MSG(kOnnxInputCountMismatch, "{operator} takes {expected} inputs, not {actual}", op,
                   least, inputs_.size())
             : MSG(kOnnxInputCountOutsideRange,
                   "{operator} takes {least} to {most} inputs, not {actual}", op, least, most,
                   inputs_.size()));
  }
  for (size_t i = 0; i < least; ++i) In(i);
}

const AttributeProto& Node::Need(std::string_view attribute) const {
  const AttributeProto* found = attributes.Find(attribute);
  if (!found) {
    Fail(DiagKind::kMissingAttribute,
         MSG(kOnnxAttributeMissing, "{operator} needs the attribute `{attribute}`", op, attribute));
  }
  return *found;
}

namespace {
[[noreturn]] void FailType(const Node& node, std::string_view attribute,
                           std::string_view expected) {
  node.Fail(DiagKind::kBadAttribute,
            MSG(kOnnxAttributeTypeMismatch,
                "the attribute `{attribute}` of {operator} must be of type {expected}", attribute,
                node.op, expected));
}
}  // namespace

// An integer of an attribute. Axes, sizes, flags and the like fit 32 bits, so computing with them
// does not overflow. Bounds of slices and data can be any integers.
static int64_t InBounds(const Node& node, std::string_view attribute, int64_t value) {
  static constexpr std::string_view kAny[] = {"start", "end",       "starts",    "ends",
                                              "seed",  "value_int", "value_ints"};
  const bool any = std::find(std::begin(kAny), std::end(kAny), attribute) != std::end(kAny);
  if (!any && IsBeyondInt32(value)) node.FailAttribute(attribute, std::to_string(value));
  return value;
}

int64_t Node::Int(std::string_view attribute, int64_t default_value) const {
  return Has(attribute) ? Int(attribute) : default_value;
}
int64_t Node::Int(std::string_view attribute) const {
  const AttributeProto& found = Need(attribute);
  if (!found.i) FailType(*this, attribute, "int");
  return InBounds(*this, attribute, *found.i);
}
double Node::Real(std::string_view attribute, double default_value) const {
  return Has(attribute) ? Real(attribute) : default_value;
}
double Node::Real(std::string_view attribute) const {
  const AttributeProto& found = Need(attribute);
  if (!found.f) FailType(*this, attribute, "float");
  return *found.f;
}
std::string_view Node::Text(std::string_view attribute, std::string_view default_value) const {
  return Has(attribute) ? Text(attribute) : default_value;
}
std::string_view Node::Text(std::string_view attribute) const {
  const AttributeProto& found = Need(attribute);
  if (!found.s) FailType(*this, attribute, "string");
  return *found.s;
}
std::optional<Ints> Node::MaybeInts(std::string_view attribute) const {
  const AttributeProto* found = attributes.Find(attribute);
  if (!found) return std::nullopt;
  if (found->ints.empty() && found->i) return Ints{InBounds(*this, attribute, *found->i)};
  for (int64_t value : found->ints) InBounds(*this, attribute, value);
  return found->ints;
}
Ints Node::GetInts(std::string_view attribute, Ints default_value) const {
  return MaybeInts(attribute).value_or(std::move(default_value));
}
Ints Node::GetInts(std::string_view attribute) const {
  Need(attribute);
  return *MaybeInts(attribute);
}
std::vector<double> Node::Reals(std::string_view attribute) const {
  const AttributeProto* found = attributes.Find(attribute);
  if (!found) return {};
  return {found->floats.begin(), found->floats.end()};
}
std::vector<std::string_view> Node::Texts(std::string_view attribute) const {
  const AttributeProto* found = attributes.Find(attribute);
  return found ? found->strings : std::vector<std::string_view>();
}
NDArray Node::Tensor(std::string_view attribute) const {
  const AttributeProto* found = attributes.Find(attribute);
  if (!found) return nullptr;
  if (!found->t) FailType(*this, attribute, "tensor");
  return graph.import().tensors.Read(ReadTensor(*found->t), false);
}
Bytes Node::Subgraph(std::string_view attribute) const {
  const AttributeProto& found = Need(attribute);
  if (!found.g) FailType(*this, attribute, "graph");
  return *found.g;
}

NDArray Node::ConstantOf(size_t i) const {
  Expr input = Maybe(i);
  return input ? DataOf(input) : nullptr;
}

NDArray Node::ValueOf(size_t i) const {
  Expr input = Maybe(i);
  return input ? graph.InferValue(input) : nullptr;
}

NDArray Node::NeedValueOf(size_t i) const {
  In(i);
  NDArray value = ValueOf(i);
  if (!value) {
    Fail(
        DiagKind::kUnsupported,
        MSG(kOnnxInputNotConstant,
            "input {index} of {operator} must be a constant, but the model computes it at run time",
            i, op));
  }
  return value;
}

void Node::CheckRank(size_t i, int64_t rank) const {
  int64_t actual = RankOf(In(i));
  if (actual == rank) return;
  Fail(DiagKind::kBadRank,
       MSG(kOnnxInputRankMismatch,
           "input {index} of {operator} must have {expected} dimensions, not {actual}", i, op, rank,
           actual));
}

int64_t Node::CountDims(size_t i) const {
  constexpr int64_t kMaxDims = 256;
  CheckRank(i, 1);
  int64_t count = StaticShapeOf(In(i))[0];
  if (count > kMaxDims) {
    Fail(DiagKind::kBadRank,
         MSG(kOnnxRankOverLimit,
             "{operator} needs {count} dimensions, more than the limit of {limit}", op, count,
             kMaxDims));
  }
  return count;
}

const ConverterTable& ConverterTable::All() {
  static const ConverterTable table = [] {
    ConverterTable all;
    AddActivationConverters(all);
    AddContribConverters(all);
    AddControlFlowConverters(all);
    AddConvConverters(all);
    AddIndexConverters(all);
    AddLogicConverters(all);
    AddLossConverters(all);
    AddMathConverters(all);
    AddMatmulConverters(all);
    AddMiscConverters(all);
    AddNormConverters(all);
    AddOptimizerConverters(all);
    AddPoolConverters(all);
    AddQuantizedConverters(all);
    AddRandomConverters(all);
    AddRecurrentConverters(all);
    AddReduceConverters(all);
    AddResizeConverters(all);
    AddSequenceConverters(all);
    AddSetConverters(all);
    AddShapeConverters(all);
    AddSignalConverters(all);
    AddTextConverters(all);
    AddVisionConverters(all);
    return all;
  }();
  return table;
}

void ConverterTable::Add(std::string_view domain, std::string_view op,
                         std::initializer_list<ConverterVersion> versions) {
  bool fresh = rows_.emplace(op, Row{domain, versions}).second;
  PASSCOPE_CHECK(fresh);
}

Converter ConverterTable::Find(std::string_view, std::string_view op, int64_t opset) const {
  auto found = rows_.find(op);
  if (found == rows_.end()) return nullptr;
  const ConverterVersion* best = nullptr;
  const ConverterVersion* latest = nullptr;
  for (const ConverterVersion& version : found->second.versions) {
    if (!latest || version.since > latest->since) latest = &version;
    if (version.since <= opset && (!best || version.since > best->since)) best = &version;
  }
  return (best ? best : latest)->convert;
}

std::vector<std::string_view> ConverterTable::Names() const {
  std::vector<std::string_view> names;
  for (const auto& [name, row] : rows_) names.push_back(name);
  SortItems(&names);
  return names;
}

}  // namespace passcope::frontend::onnx
