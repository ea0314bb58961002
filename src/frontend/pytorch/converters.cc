// The table of converters, and the walk over a graph.
#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "frontend/model_node.h"
#include "frontend/pytorch/converter.h"
#include "frontend/pytorch/schema.h"
#include "support/check.h"

namespace passcope::frontend {
namespace {

// TVM's names of the type of a list and of an unknown type.
constexpr const char* kListType = "ListType";
constexpr const char* kUnsupportedType = "UnsupportedType";

std::string TypeNameOf(const Type& type) {
  if (const auto* tensor = As<TensorTypeNode>(type)) return tensor->dtype.str();
  // A list that is known only at run time.
  return As<TypeCallNode>(type) ? kListType : kUnsupportedType;
}

std::string TypeName(const PyValue& value, const TorchType& type, DataType default_dtype) {
  switch (value.kind()) {
    case PyValue::Kind::kBool:
      return "bool";
    case PyValue::Kind::kInt:
      // TVM treats Python's int as torch's type `int`.
      return "int32";
    case PyValue::Kind::kReal:
      return "float32";
    case PyValue::Kind::kText:
      return "str";
    case PyValue::Kind::kList:
      return kListType;
    case PyValue::Kind::kExpr:
      return TypeNameOf(value.tensor()->checked_type());
    default:
      if (type.is_list()) return kListType;
      return type.is_tensor() ? default_dtype.str() : kUnsupportedType;
  }
}

TorchConverterTable MakeTable() {
  TorchConverterTable table;
  AddElementwiseConverters(&table);
  AddActivationConverters(&table);
  AddReduceConverters(&table);
  AddShapeConverters(&table);
  AddSliceConverters(&table);
  AddCreationConverters(&table);
  AddConvConverters(&table);
  AddNormConverters(&table);
  AddMatmulConverters(&table);
  AddIndexConverters(&table);
  AddResizeConverters(&table);
  AddLossConverters(&table);
  AddArrangeConverters(&table);
  AddListConverters(&table);
  AddQuantizedConverters(&table);
  AddRecurrentConverters(&table);
  AddScatterConverters(&table);
  AddSignalConverters(&table);
  AddSortingConverters(&table);
  AddVisionConverters(&table);
  return table;
}

}  // namespace

namespace {

[[noreturn]] void FailSignature(const TorchCall& call) {
  FailTorchCall(call,
                MSG(kTorchSignatureMissing,
                    "none of its signatures takes these arguments ({count} of them)", call.size()));
}

}  // namespace

const PyValue& TorchCall::operator[](size_t i) const {
  if (i >= inputs.size()) FailSignature(*this);
  read_.resize(inputs.size());
  read_[i] = true;
  return inputs[i];
}

PyValue TorchCall::get(std::string_view name) const {
  if (!node->schema) return {};
  size_t at = ParamOf(*node->schema, name);
  return at < node->schema->params.size() ? get(at) : PyValue();
}

bool TorchCall::has_scale() const {
  return node->schema && inputs.size() == node->schema->params.size() + 2;
}

std::span<const PyValue> TorchCall::some(size_t first, size_t count) const {
  for (size_t i = 0; i < count; ++i) (*this)[first + i];
  return std::span<const PyValue>(inputs).subspan(first, count);
}

namespace {

// Parameters that only tell how and where to compute, or that change nothing but gradients.
constexpr std::string_view kWithoutEffect[] = {
    "allow_tf32",    "benchmark",     "copy",          "cudnn_enable",       "cudnn_enabled",
    "deterministic", "device",        "generator",     "implicit",           "inplace",
    "layout",        "memory_format", "momentum",      "non_blocking",       "padding_idx",
    "path",          "pin_memory",    "requires_grad", "scale_grad_by_freq", "sparse",
    "sparse_grad"};

bool IsDefault(const TorchParam& param, const PyValue& value) {
  if (value.is_none()) return true;
  if (!param.default_value) return false;
  auto same = [](const TorchConstant& constant, const PyValue& other) {
    if (const auto* flag = std::get_if<bool>(&constant))
      return other.is_int() && *flag == other.truth();
    if (const auto* text = std::get_if<std::string>(&constant)) {
      return other.is_text() && *text == other.text();
    }
    if (!other.is_scalar()) return false;
    if (const auto* number = std::get_if<int64_t>(&constant)) {
      return static_cast<double>(*number) == other.real();
    }
    const auto* real = std::get_if<double>(&constant);
    return real && *real == other.real();
  };
  if (!param.default_value->list) return same(param.default_value->value, value);
  const std::vector<TorchConstant>& list = *param.default_value->list;
  return value.is_list() &&
         std::equal(list.begin(), list.end(), value.list().begin(), value.list().end(), same);
}

}  // namespace

void TorchCall::CheckAllRead() const {
  if (!node->schema) return;
  for (size_t i = 0; i < node->schema->params.size() && i < inputs.size(); ++i) {
    const TorchParam& param = node->schema->params[i];
    bool read = i < read_.size() && read_[i];
    bool without_effect = std::find(std::begin(kWithoutEffect), std::end(kWithoutEffect),
                                    param.name) != std::end(kWithoutEffect);
    if (!read && !without_effect && !IsDefault(param, inputs[i])) {
      FailTorchArgument(*this, param.name);
    }
  }
}

DataType TorchCall::dtype(size_t i) const {
  std::optional<DataType> dtype;
  if (i < inputs.size()) (*this)[i];
  if (i < types.size()) dtype = DataType::Parse(types[i]);
  if (!dtype)
    FailTorchCall(*this,
                  MSG(kTorchArgumentWithoutDtype, "its argument {number} has no data type", i + 1));
  return *dtype;
}

void FailTorchCall(const TorchCall& call, const Message& problem) {
  throw DiagnosticError(DiagKind::kUnsupported,
                        MSG(kTorchOperatorNotConvertible,
                            "{operator} cannot be converted: {problem}", call.node->kind, problem));
}

void FailTorchArgument(const TorchCall& call, std::string_view name) {
  FailTorchCall(call, MSG(kTorchArgumentNotConverted,
                          "its argument '{name}' has a value that is not supported", name));
}

void TorchConverterTable::Add(std::string_view name, TorchConvert convert) {
  if (!rows_.emplace(std::string(name), convert).second) FailSetTwice(name);
}

TorchConvert TorchConverterTable::Find(std::string_view name) const {
  auto it = rows_.find(name);
  if (it == rows_.end() && name.ends_with("_")) it = rows_.find(name.substr(0, name.size() - 1));
  return it == rows_.end() ? nullptr : it->second;
}

const TorchConverterTable& TorchConverters() {
  static const TorchConverterTable table = MakeTable();
  return table;
}

std::vector<std::string> TorchConverter::TypesOf(const TorchNode* node) {
  std::vector<std::string> types;
  for (const TorchValue* input : node->inputs()) {
    types.push_back(TypeName(values_[input], input->type, default_dtype()));
  }
  return types;
}

std::vector<PyValue> TorchConverter::ConvertKnownBranch(const TorchBlock* block) {
  for (const TorchNode* node : block->nodes) {
    ConvertNode(node);
    if (after_node) after_node();
  }
  std::vector<PyValue> results;
  for (const TorchValue* result : block->results()) results.push_back(values_[result]);
  return results;
}

std::vector<PyValue> TorchConverter::ConvertBlock(const TorchBlock* block) {
  std::vector<PyValue> results = ConvertKnownBranch(block);
  for (PyValue& value : results) {
    if (value.is_scalar()) value = value.expr();
  }
  return results;
}

namespace {

PyValue ConstantValue(TorchConverter* converter, const TorchNode& node) {
  const TorchConstant& constant = node.constant;
  if (const auto* flag = std::get_if<bool>(&constant)) return *flag;
  if (const auto* number = std::get_if<int64_t>(&constant)) return *number;
  if (const auto* real = std::get_if<double>(&constant)) return *real;
  if (const auto* text = std::get_if<std::string>(&constant)) return *text;
  if (const auto* tensor = std::get_if<const PickleTensor*>(&constant)) {
    NDArray array = converter->ReadTensor(**tensor);
    if (array->rank() > 0) return ConstArray(std::move(array));
    // A tensor without axes becomes a number.
    if (array->dtype.is_float() || array->dtype.is_bfloat()) return FirstReal(array);
    if (array->dtype.is_bool()) return FirstInt(array) != 0;
    return FirstInt(array);
  }
  return {};
}

// Calls `convert`, and adds the name of the call to its diagnostics.
PyValue Named(TorchCall& call, TorchConvert convert) {
  try {
    return convert(call);
  } catch (const DiagnosticError& error) {
    std::vector<Diagnostic> diagnostics = error.diagnostics();
    diagnostics[0].notes.push_back(MSG(kTorchOperatorContext,
                                       "in {operator}, whose result is {name} in the model's code",
                                       call.node->kind, call.node->output()->name()));
    throw DiagnosticError(std::move(diagnostics));
  }
}

// No signature of the operator fits the call.
[[noreturn]] void FailMisfit(const TorchCall& call) {
  if (!call.node->unknown_keyword.empty()) {
    FailTorchCall(call, MSG(kTorchArgumentUnknown, "it has no argument '{name}'",
                            call.node->unknown_keyword));
  }
  FailSignature(call);
}

// A list or tuple as a tuple expression; inner lists become tuples, too.
Expr TupleOf(const PyList& items, const TorchCall& call) {
  // Expressions of the source bound the nesting.
  std::vector<Expr> fields;
  for (const PyValue& item : items) {
    if (item.is_list()) {
      fields.push_back(TupleOf(item.list(), call));
    } else {
      Require(call, item.is_expr(),
              MSG(kTorchTupleFieldNotTensor, "a field of the tuple is not a tensor"));
      fields.push_back(item.tensor());
    }
  }
  return MakeTuple(fields);
}

// The elements that prim::ListUnpack or prim::TupleUnpack returns.
std::vector<PyValue> Unpack(const PyValue& value) {
  if (value.is_list()) return value.list();
  const Expr& tuple = value.kind() == PyValue::Kind::kFields ? value.fields_of() : value.tensor();
  std::vector<PyValue> fields;
  for (const Expr& field : FieldsOfTuple(tuple)) fields.emplace_back(field);
  return fields;
}

}  // namespace

void TorchConverter::ConvertNode(const TorchNode* node) {
  // Weights are already bound. Nodes without results only have effects, which a program lacks.
  if (node->kind == "prim::GetAttr" || node->outputs.empty()) return;
  // Nodes in the root's code have the names of their values there.
  const ModelNode of_node(node->module.empty() ? node->output()->name() : node->module);
  TorchCall call;
  call.node = node;
  call.converter = this;
  for (const TorchValue* input : node->inputs()) call.inputs.push_back(values_[input]);
  auto bind = [&](const std::vector<PyValue>& results) {
    for (size_t i = 0; i < node->outputs.size() && i < results.size(); ++i) {
      values_[node->outputs[i]] = results[i];
    }
  };
  if (node->kind == "prim::Constant") {
    values_[node->output()] = ConstantValue(this, *node);
  } else if (node->kind == "prim::ListConstruct") {
    values_[node->output()] = NeedsTorchListType(node) ? PyValue(MakeTorchList(this, call.inputs))
                                                       : PyValue::List(std::move(call.inputs));
  } else if (node->kind == "prim::TupleConstruct") {
    values_[node->output()] = TupleOf(call.inputs, call);
  } else if (node->kind == "prim::ListUnpack" || node->kind == "prim::TupleUnpack") {
    std::vector<PyValue> fields = Unpack(call[0]);
    Require(call, fields.size() >= node->outputs.size(),
            MSG(kTorchUnpackValueCount, "{actual} values cannot be unpacked into {expected} names",
                fields.size(), node->outputs.size()));
    bind(fields);
  } else if (node->kind == "prim::If") {
    bind(ConvertTorchIf(this, node));
  } else if (node->kind == "prim::Loop") {
    bind(ConvertTorchLoop(this, node));
  } else {
    call.types = TypesOf(node);
    PyValue result;
    if (const TorchCustomConvert* custom = FindTorchCustom(options_, node->kind)) {
      result = ConvertTorchCustom(call, *custom);
    } else {
      TorchConvert convert = table_->Find(node->kind);
      PASSCOPE_CHECK(convert);  // Missing converters were reported before.
      if (node->misfit) FailMisfit(call);
      result = Named(call, convert);
      call.CheckAllRead();
    }
    if (result.kind() == PyValue::Kind::kTuple) {
      bind(result.tuple());
    } else {
      values_[node->output()] = std::move(result);
    }
  }
}

}  // namespace passcope::frontend
