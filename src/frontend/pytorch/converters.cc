// The table of converters, and the walk over a graph.
#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "frontend/model_node.h"
#include "frontend/pytorch/converter.h"
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

const PyValue& TorchCall::operator[](size_t i) const {
  if (i >= inputs.size()) {
    FailTorchCall(*this,
                  MSG(kTorchArgumentsTooFew, "it needs at least {least} arguments, not {actual}",
                      i + 1, inputs.size()));
  }
  return inputs[i];
}

DataType TorchCall::dtype(size_t i) const {
  std::optional<DataType> dtype;
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

std::vector<PyValue> TorchConverter::ConvertBlock(const TorchBlock* block) {
  for (const TorchNode* node : block->nodes) {
    ConvertNode(node);
    if (after_node) after_node();
  }
  std::vector<PyValue> results;
  for (const TorchValue* result : block->results()) {
    const PyValue& value = values_[result];
    results.push_back(value.is_scalar() ? PyValue(value.expr()) : value);
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
    TorchConvert convert = table_->Find(node->kind);
    PASSCOPE_CHECK(convert);  // Missing converters were reported before.
    call.types = TypesOf(node);
    PyValue result = Named(call, convert);
    if (result.kind() == PyValue::Kind::kTuple) {
      bind(result.tuple());
    } else {
      values_[node->output()] = std::move(result);
    }
  }
}

}  // namespace passcope::frontend
