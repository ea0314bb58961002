// The conversion of graphs.
#include "frontend/onnx/graph.h"

#include <algorithm>
#include <set>

#include "diagnostics/diagnostic.h"
#include "frontend/model_node.h"
#include "ir/free_vars.h"
#include "ir/visitor.h"
#include "support/format.h"

namespace passcope::frontend::onnx {
namespace {

// More than any network has, yet few enough to convert.
constexpr int64_t kMaxNodes = int64_t{1} << 20;
constexpr int64_t kMaxCalledNodes = int64_t{1} << 15;

int64_t DefaultOpset(const ModelProto& model) {
  for (const OpsetId& opset : model.opsets) {
    if (opset.domain.empty() || opset.domain == "ai.onnx") return opset.version;
  }
  return 1;
}

Type InputType(const TypeProto& type, const OnnxOptions& options, std::string_view name) {
  for (const auto& [input, given] : options.types) {
    if (input == name) return given;
  }
  const InputShape* given = nullptr;
  for (const InputShape& each : options.shapes) {
    if (each.name == name) given = &each;
  }
  if (type.kind != TypeProto::Kind::kTensor && type.kind != TypeProto::Kind::kNone) {
    throw DiagnosticError(
        DiagKind::kUnsupported,
        MSG(kOnnxInputSequenceOrOptional,
            "the input `{name}` is a sequence or an optional value, whose length must be known",
            name));
  }
  std::optional<DataType> dtype;
  if (given && given->dtype) {
    dtype = given->dtype;
  } else if (type.elem_type == 0) {
    dtype = options.dtype;
  } else {
    dtype = ToDataType(type.elem_type);
  }
  if (!dtype) {
    throw DiagnosticError(
        DiagKind::kUnsupported,
        MSG(kOnnxInputElementType,
            "the input `{name}` has elements of type {dtype}, which is not supported", name,
            TensorTypeName(type.elem_type)));
  }
  Shape shape;
  if (given) {
    for (const ModelDim& dim : given->shape)
      shape.push_back(dim.value ? Dim(*dim.value) : Dim::Any());
  } else if (type.dims) {
    for (const TypeProto::Dim& dim : *type.dims) {
      shape.push_back(dim.value && *dim.value > 0 ? Dim(*dim.value) : Dim::Any());
    }
  }
  for (const Dim& dim : shape) {
    if (dim.is_const() && dim.value() < 0) {
      throw DiagnosticError(
          DiagKind::kBadModelFile,
          MSG(kOnnxInputNegativeSize,
              "the shape of the input `{name}` has the negative size {size}", name, dim.value()));
    }
  }
  return TensorType(std::move(shape), *dtype);
}

}  // namespace

std::string OperatorName(std::string_view domain, std::string_view op) {
  if (domain.empty() || domain == "ai.onnx") return std::string(op);
  return Format("{}.{}", domain, op);
}

Import::Import(const Buffer& file, const OnnxOptions& options)
    : options(options),
      model(ReadModel({reinterpret_cast<const char*>(file->data()), file->size()})),
      opset(options.opset.value_or(DefaultOpset(model))),
      tensors(file, options.external_data) {
  for (Bytes message : model.functions) {
    FunctionProto function = ReadFunction(message);
    std::string name = OperatorName(function.domain, function.name);
    functions.emplace(std::move(name), std::move(function));
  }
}

const FunctionProto* Import::FindFunction(std::string_view domain, std::string_view op) const {
  if (functions.empty()) return nullptr;
  auto found = functions.find(OperatorName(domain, op));
  return found == functions.end() ? nullptr : &found->second;
}

void Import::CountNode(bool of_function) {
  // Functions that call each other can turn a few nodes into any number.
  if (of_function && ++called_nodes > kMaxCalledNodes) {
    throw DiagnosticError(
        DiagKind::kBadModelFile,
        MSG(kOnnxFunctionCallsOverLimit,
            "calls of the model's functions expand to more than {limit} nodes", kMaxCalledNodes));
  }
  if (++done_nodes > kMaxNodes) {
    throw DiagnosticError(
        DiagKind::kBadModelFile,
        MSG(kOnnxModelOverNodeLimit, "the model has more than {limit} nodes", kMaxNodes));
  }
  if (options.progress && done_nodes % 64 == 0) {
    double all = static_cast<double>(std::max<int64_t>(total_nodes, 1));
    options.progress(std::min(1.0, static_cast<double>(done_nodes) / all));
  }
}

Graph::Graph(Import& import, const Graph* outer)
    : import_(&import), outer_(outer), depth_(outer ? outer->depth_ + 1 : 0) {
  if (depth_ > kMaxDepth) {
    throw DiagnosticError(
        DiagKind::kNestingTooDeep,
        MSG(kOnnxGraphsNestedTooDeeply, "graphs are nested deeper than {limit} levels", kMaxDepth));
  }
}

Expr Graph::Find(std::string_view name) const {
  std::string key(name);
  for (const Graph* graph = this; graph; graph = graph->outer_) {
    auto found = graph->nodes_.find(key);
    if (found != graph->nodes_.end()) return found->second;
  }
  return nullptr;
}

void Graph::Define(std::string_view name, Expr value) {
  nodes_.insert_or_assign(std::string(name), std::move(value));
}

void Graph::DefineOutput(std::string_view name, Expr value) {
  if (!defined_.insert(std::string(name)).second) {
    throw DiagnosticError(
        DiagKind::kDuplicateName,
        MSG(kOnnxValueNameRepeated, "two values of the model have the name `{name}`", name));
  }
  Define(name, std::move(value));
}

void Graph::ReadInitializer(Bytes message) {
  TensorProto tensor = ReadTensor(message);
  // Moving the elements may overwrite the name in the file, so copy it.
  std::string name(tensor.name);
  if (name.find_first_not_of(" \t\r\n") == std::string::npos) {
    throw DiagnosticError(DiagKind::kBadModelFile,
                          MSG(kOnnxTensorUnnamed, "a tensor of the model has no name"));
  }
  NDArray array = import_->tensors.Read(tensor, depth_ == 0 && !arguments_);
  if (import_->options.freeze_params) {
    DefineOutput(name, ConstArray(std::move(array)));
    return;
  }
  DefineOutput(name, TypedVar(name, array->type()));
  if (params_.insert_or_assign(name, std::move(array)).second) param_names_.push_back(name);
}

void Graph::ReadInput(Bytes message) {
  ValueInfoProto info = ReadValueInfo(message);
  std::string name(info.name);
  if (!params_.count(name)) {
    if (Find(name)) return;
    for (const Param& known : import_->options.values) {
      if (known.name != name || depth_ > 0) continue;
      DefineOutput(name, ConstArray(known.value));
      return;
    }
    DefineOutput(name, TypedVar(name, InputType(ReadType(info.type), import_->options, name)));
  }
  input_names_.push_back(std::move(name));
}

void Graph::CheckOperators(Bytes graph) {
  std::set<std::string> missing;
  std::string where;
  VisitGraph(graph, {.node = [&](Bytes message) {
               if (depth_ == 0) ++import_->total_nodes;
               NodeKind kind = ReadNodeKind(message);
               if (import_->FindFunction(kind.domain, kind.op_type) ||
                   ConverterTable::All().Find(kind.domain, kind.op_type, opset())) {
                 return;
               }
               if (missing.empty()) where = std::string(ReadNode(message).name);
               missing.insert(OperatorName(kind.domain, kind.op_type));
             }});
  if (missing.empty()) return;
  MessageList names;
  names.items.assign(missing.begin(), missing.end());
  throw DiagnosticError(
      DiagKind::kUnsupported,
      MSG(kOnnxOperatorsUnsupported,
          "The following operators are not supported for frontend ONNX: {operators}", names),
      {MSG(kOnnxFirstUnsupportedNode,
           "the first of them is the node `{node}`; the model's operators are of version {opset}",
           where, opset())});
}

std::vector<Expr> Graph::Convert(Bytes graph) {
  defined_.clear();
  VisitGraph(graph, {.initializer = [&](Bytes message) { ReadInitializer(message); },
                     .sparse_initializer =
                         [](Bytes) {
                           throw DiagnosticError(
                               DiagKind::kUnsupported,
                               MSG(kOnnxSparseTensors,
                                   "the model has sparse tensors, which are not supported"));
                         }});
  // Initializers may be anywhere in the file, so read inputs only after all of them.
  VisitGraph(graph, {.input = [&](Bytes message) { ReadInput(message); }});
  CheckOperators(graph);
  VisitGraph(graph, {.node = [&](Bytes message) { ConvertNode(message); }});
  std::vector<Expr> outputs;
  VisitGraph(graph, {.output = [&](Bytes message) {
               std::string_view name = ReadValueInfo(message).name;
               Expr output = Find(name);
               if (!output) {
                 throw DiagnosticError(DiagKind::kBadModelFile,
                                       MSG(kOnnxOutputNotComputed,
                                           "no node computes the model's output `{name}`", name));
               }
               outputs.push_back(std::move(output));
             }});
  if (outputs.empty()) {
    throw DiagnosticError(DiagKind::kBadModelFile,
                          MSG(kOnnxModelWithoutOutputs, "the model has no outputs"));
  }
  return outputs;
}

ImportedModel Graph::ConvertMain(Bytes graph) {
  std::vector<Expr> outputs = Convert(graph);
  // A weight that is also an input has the shape of its value.
  std::vector<std::string> inputs;
  for (const std::string& name : input_names_) {
    if (!params_.count(name)) inputs.push_back(name);
  }
  for (const InputShape& shape : import_->options.shapes) {
    if (std::find(inputs.begin(), inputs.end(), shape.name) == inputs.end()) {
      throw DiagnosticError(
          DiagKind::kUnknownParam,
          MSG(kOnnxModelInputUnknown, "the model has no input `{name}`", shape.name),
          Suggestions(shape.name, inputs));
    }
  }
  Expr body = outputs.size() == 1 ? outputs[0] : MakeTuple(outputs);
  PtrSet free;
  for (const Expr& var : FreeVars(body)) free.Insert(As<VarNode>(var)->vid.get());
  std::vector<Expr> params;
  std::set<std::string_view> used;
  for (const std::string& name : input_names_) {
    if (used.insert(name).second) params.push_back(nodes_.at(name));
  }
  for (const std::string& name : param_names_) {
    const auto* var = As<VarNode>(nodes_.at(name));
    if (!var || !free.Contains(var->vid.get()) || !used.insert(name).second) continue;
    params.emplace_back(var);
  }
  ImportedModel result;
  result.module = ModuleFromExpr(Function(params, body));
  for (const Expr& param : params) {
    auto found = params_.find(std::string(As<VarNode>(param)->name().view()));
    if (found != params_.end()) result.params.push_back({found->first, found->second});
  }
  return result;
}

NodeAttributes Graph::ReadAttributes(const NodeProto& proto) const {
  std::vector<AttributeProto> attributes;
  for (Bytes message : proto.attributes) {
    AttributeProto attribute = ReadAttribute(message);
    if (!attribute.ref_attr_name.empty()) {
      // Inside a function, the attribute refers to one of the call.
      const AttributeProto* given = nullptr;
      if (arguments_) {
        for (const AttributeProto& argument : *arguments_) {
          if (argument.name == attribute.ref_attr_name) given = &argument;
        }
      }
      if (!given) continue;
      std::string_view name = attribute.name;
      attribute = *given;
      attribute.name = name;
    }
    attributes.push_back(std::move(attribute));
  }
  return NodeAttributes(std::move(attributes));
}

bool Graph::TakesIntegerParams(const Node& node) const {
  for (const Expr& input : node.AllInputs()) {
    if (!input) continue;
    for (const Expr& var : FreeVars(input)) {
      NDArray value = VisibleParam(var);
      if (value && value->dtype.is_int()) return true;
    }
  }
  return false;
}

void Graph::ConvertNode(Bytes message) {
  import_->CountNode(arguments_ != nullptr);
  NodeProto proto = ReadNode(message);
  std::vector<Expr> inputs;
  for (std::string_view name : proto.inputs) {
    Expr input = name.empty() ? nullptr : Find(name);
    if (!input && !name.empty()) {
      throw DiagnosticError(
          DiagKind::kBadModelFile,
          MSG(kOnnxNodeInputUndefined,
              "the node `{node}` ({operator}) takes `{name}`, which no earlier node computes",
              proto.name, proto.op_type, name));
    }
    inputs.push_back(std::move(input));
  }
  // Omitted inputs at the end do not count.
  while (!inputs.empty() && !inputs.back()) inputs.pop_back();
  Node node(*this, proto.op_type, std::move(inputs), ReadAttributes(proto));
  node.domain = proto.domain;
  node.name = proto.name;
  node.outputs = proto.outputs;
  node.opset = opset();
  // A node without a name has the name of its first output.
  const ModelNode of_node(proto.name.empty() && !proto.outputs.empty() ? proto.outputs[0]
                                                                       : proto.name);
  try {
    ConvertNode(proto, node);
  } catch (const DiagnosticError& error) {
    std::vector<Diagnostic> diagnostics = error.diagnostics();
    std::string shown(proto.name.empty() && !proto.outputs.empty() ? proto.outputs[0] : proto.name);
    for (Diagnostic& diagnostic : diagnostics) {
      diagnostic.notes.push_back(
          MSG(kOnnxNodeContext, "this is about the node `{node}`, {operator} of version {opset}",
              shown, OperatorName(proto.domain, proto.op_type), opset()));
      if (TakesIntegerParams(node)) {
        diagnostic.notes.push_back(MSG(kOnnxFreezeParamsHint,
                                       "shapes depend on weights, which are parameters here: "
                                       "import with freeze_params to make them constants"));
      }
    }
    throw DiagnosticError(std::move(diagnostics));
  }
}

void Graph::ConvertNode(const NodeProto& proto, Node& node) {
  Results results = ConvertOperator(node);
  Expr expr = import_->folder.Fold(results.expr);
  if (results.count == 1) {
    size_t written = 0;
    for (std::string_view output : proto.outputs) {
      if (output.empty()) continue;
      if (written++ > 0) {
        node.Fail(DiagKind::kUnsupported,
                  MSG(kOnnxResultCountTooFew,
                      "{operator} returns {actual} results here, but the model also uses `{name}`",
                      node.op, 1, output));
      }
      DefineOutput(output, expr);
    }
    return;
  }
  // Drop results that the model does not name.
  std::vector<std::string_view> names;
  std::vector<Expr> used;
  const auto* tuple = As<TupleNode>(expr);
  auto count = static_cast<size_t>(results.count);
  bool all = proto.outputs.size() >= count;
  for (size_t i = 0; i < proto.outputs.size(); ++i) {
    if (proto.outputs[i].empty()) {
      all = false;
      continue;
    }
    if (i >= count) {
      node.Fail(DiagKind::kUnsupported,
                MSG(kOnnxResultCountTooFew,
                    "{operator} returns {actual} results here, but the model also uses `{name}`",
                    node.op, count, proto.outputs[i]));
    }
    names.push_back(proto.outputs[i]);
    used.push_back(tuple ? tuple->child(i) : nullptr);
  }
  if (all) {
    for (size_t i = 0; i < names.size(); ++i) {
      DefineOutput(names[i], Field(expr, static_cast<int>(i)));
    }
    return;
  }
  for (size_t i = 0, next = 0; i < proto.outputs.size(); ++i) {
    if (proto.outputs[i].empty()) continue;
    if (!used[next]) used[next] = Field(expr, static_cast<int>(i));
    ++next;
  }
  if (names.size() == 1) {
    DefineOutput(names[0], used[0]);
    return;
  }
  Expr kept = names.empty() ? expr : MakeTuple(used);
  for (size_t i = 0; i < names.size(); ++i) {
    DefineOutput(names[i], Field(kept, static_cast<int>(i)));
  }
}

Results Graph::ConvertOperator(Node& node) {
  if (const FunctionProto* function = import_->FindFunction(node.domain, node.op)) {
    return CallFunction(*function, node);
  }
  Converter convert = ConverterTable::All().Find(node.domain, node.op, node.opset);
  if (!convert) {
    node.Fail(DiagKind::kUnsupported,
              MSG(kOnnxOperatorsUnsupported,
                  "The following operators are not supported for frontend ONNX: {operators}",
                  OperatorName(node.domain, node.op)));
  }
  Results results = convert(node);
  node.CheckAllAsked();
  return results;
}

Results Graph::CallFunction(const FunctionProto& function, Node& node) {
  Graph body(*import_, nullptr);
  body.depth_ = depth_ + 1;
  if (body.depth_ > kMaxDepth) {
    node.Fail(DiagKind::kNestingTooDeep,
              MSG(kOnnxFunctionCallsTooDeep,
                  "the model's functions call each other deeper than {limit} levels", kMaxDepth));
  }
  std::vector<AttributeProto> arguments(node.attributes.items().begin(),
                                        node.attributes.items().end());
  for (Bytes message : function.attribute_protos) {
    AttributeProto fallback = ReadAttribute(message);
    if (!node.Has(fallback.name)) arguments.push_back(std::move(fallback));
  }
  body.arguments_ = &arguments;
  for (size_t i = 0; i < function.inputs.size(); ++i) {
    if (Expr input = node.Maybe(i)) body.Define(function.inputs[i], std::move(input));
  }
  for (Bytes message : function.nodes) body.ConvertNode(message);
  std::vector<Expr> outputs;
  for (std::string_view name : function.outputs) {
    Expr output = body.Find(name);
    if (!output) {
      node.Fail(DiagKind::kBadModelFile,
                MSG(kOnnxOutputNotComputed, "no node computes the model's output `{name}`", name));
    }
    outputs.push_back(std::move(output));
  }
  if (outputs.empty())
    node.Fail(DiagKind::kBadModelFile, MSG(kOnnxModelWithoutOutputs, "the model has no outputs"));
  if (outputs.size() == 1) return outputs[0];
  return {MakeTuple(outputs), static_cast<int64_t>(outputs.size())};
}

void Graph::Absorb(const Graph& inner) {
  for (const std::string& name : inner.param_names_) {
    if (params_.insert_or_assign(name, inner.params_.at(name)).second) param_names_.push_back(name);
    nodes_.insert_or_assign(name, inner.nodes_.at(name));
  }
}

NDArray Graph::ParamOf(const Expr& expr) const {
  const auto* var = As<VarNode>(expr);
  if (!var) return nullptr;
  auto found = params_.find(std::string(var->name().view()));
  return found == params_.end() ? nullptr : found->second;
}

NDArray Graph::VisibleParam(const Expr& expr) const {
  for (const Graph* graph = this; graph; graph = graph->outer_) {
    if (NDArray value = graph->ParamOf(expr)) return value;
  }
  return nullptr;
}

Expr Graph::WithParams(const Expr& expr) const {
  VarMap values;
  for (const Expr& var : FreeVars(expr)) {
    NDArray value = VisibleParam(var);
    if (value) values.Set(As<VarNode>(var)->vid, ConstArray(std::move(value)));
  }
  return Typed(SubstituteVars(expr, values));
}

NDArray Graph::InferValue(const Expr& expr) const {
  if (NDArray data = DataOf(expr)) return data;
  for (const Expr& var : FreeVars(expr)) {
    if (!VisibleParam(var)) return nullptr;
  }
  return TryEvaluate(WithParams(expr));
}

Expr Graph::ResolveVar(const Expr& expr) const {
  NDArray value = ParamOf(expr);
  return value ? ConstArray(std::move(value)) : expr;
}

}  // namespace passcope::frontend::onnx
