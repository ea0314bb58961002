// Description and import of ONNX files.
#include <algorithm>
#include <map>
#include <set>

#include "analysis/well_formed.h"
#include "diagnostics/diagnostic.h"
#include "frontend/import.h"
#include "frontend/onnx/graph.h"
#include "frontend/onnx/proto.h"
#include "pass/pass.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "support/format.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope::frontend {
namespace {

using onnx::Bytes;

Bytes BytesOf(const Buffer& file) {
  return {reinterpret_cast<const char*>(file->data()), file->size()};
}

// Every model has a graph; other protobuf files have none.
void CheckModel(const onnx::ModelProto& model) {
  if (model.graph.data()) return;
  throw DiagnosticError(
      DiagKind::kBadModelFile,
      MSG(kOnnxFileDamaged, "the file is not a model in ONNX's format, or it is damaged"));
}

ModelValue Describe(Bytes message) {
  onnx::ValueInfoProto info = onnx::ReadValueInfo(message);
  ModelValue value;
  value.name = std::string(info.name);
  onnx::TypeProto type = onnx::ReadType(info.type);
  if (type.kind != onnx::TypeProto::Kind::kTensor) return value;
  value.dtype = onnx::ToDataType(type.elem_type);
  if (!type.dims) return value;
  value.shape.emplace();
  for (const onnx::TypeProto::Dim& dim : *type.dims) {
    ModelDim each;
    if (dim.value && *dim.value > 0) each.value = *dim.value;
    each.symbol = std::string(dim.symbol);
    value.shape->push_back(std::move(each));
  }
  return value;
}

// Counts operators and weights over all graphs of a model.
class Counter {
 public:
  Counter(const onnx::ModelProto& model, int64_t opset, ModelDescription* description)
      : opset_(opset), description_(description) {
    for (Bytes message : model.functions) {
      onnx::FunctionProto function = onnx::ReadFunction(message);
      own_.insert(onnx::OperatorName(function.domain, function.name));
      for (Bytes node : function.nodes) AddNode(node);
    }
    graphs_.push_back(model.graph);
  }

  void Run() {
    // Subgraphs wait in a list, so their depth does not matter.
    while (!graphs_.empty()) {
      Bytes graph = graphs_.back();
      graphs_.pop_back();
      onnx::VisitGraph(graph, {.node = [&](Bytes node) { AddNode(node); },
                               .initializer = [&](Bytes tensor) { AddTensor(tensor); }});
    }
    for (auto& [name, op] : operators_) description_->operators.push_back(op);
    description_->external_data.assign(files_.begin(), files_.end());
  }

 private:
  void AddNode(Bytes message) {
    onnx::NodeProto node = onnx::ReadNode(message);
    std::string name = onnx::OperatorName(node.domain, node.op_type);
    if (!own_.count(name)) {
      ForeignOperator& op = operators_[name];
      op.name = name;
      ++op.count;
      op.supported = onnx::ConverterTable::All().Find(node.domain, node.op_type, opset_) != nullptr;
    }
    for (Bytes bytes : node.attributes) {
      onnx::AttributeProto attribute = onnx::ReadAttribute(bytes);
      if (attribute.g) graphs_.push_back(*attribute.g);
      for (Bytes graph : attribute.graphs) graphs_.push_back(graph);
      if (attribute.t) AddTensor(*attribute.t);
    }
  }

  void AddTensor(Bytes message) {
    onnx::TensorProto tensor = onnx::ReadTensor(message);
    ++description_->weights;
    std::optional<DataType> dtype = onnx::ToDataType(tensor.data_type);
    if (tensor.external) {
      files_.insert(std::string(tensor.location));
      if (tensor.length) description_->weight_bytes += *tensor.length;
    } else if (tensor.raw_data) {
      description_->weight_bytes += static_cast<int64_t>(tensor.raw_data->size());
    } else if (dtype) {
      int64_t elements = 1;
      for (int64_t dim : tensor.dims) {
        // The file cannot have more elements than bytes.
        if (dim < 0 || dim > static_cast<int64_t>(message.size())) return;
        elements *= dim;
        if (elements > static_cast<int64_t>(message.size())) return;
      }
      description_->weight_bytes += elements * dtype->bytes();
    }
  }

  int64_t opset_;
  ModelDescription* description_;
  std::vector<Bytes> graphs_;
  std::set<std::string> own_;
  std::set<std::string> files_;
  std::map<std::string, ForeignOperator> operators_;
};

}  // namespace

ModelDescription DescribeOnnx(const Buffer& file) {
  OnnxOptions options;
  onnx::Import import(file, options);
  CheckModel(import.model);
  ModelDescription description;
  description.format = ModelFormat::kOnnx;
  description.producer = std::string(import.model.producer_name);
  if (!import.model.producer_version.empty()) {
    description.producer += Format(" {}", import.model.producer_version);
  }
  description.opset = import.opset;
  std::set<std::string> weights;
  onnx::VisitGraph(import.model.graph, {.initializer = [&](Bytes message) {
                     weights.insert(std::string(onnx::ReadTensor(message).name));
                   }});
  onnx::VisitGraph(
      import.model.graph,
      {.input =
           [&](Bytes message) {
             ModelValue value = Describe(message);
             if (!weights.count(value.name)) description.inputs.push_back(std::move(value));
           },
       .output = [&](Bytes message) { description.outputs.push_back(Describe(message)); }});
  Counter(import.model, import.opset, &description).Run();
  return description;
}

ImportedModel FromOnnx(const Buffer& file, const OnnxOptions& options) {
  onnx::Import import(file, options);
  CheckModel(import.model);
  WorkScope scope(LimitsOfImport(file->size()));
  onnx::Graph graph(import, nullptr);
  ImportedModel imported = graph.ConvertMain(import.model.graph);
  // As in TVM, unknown sizes are unified with known ones over the whole program.
  const FunctionNode* main = imported.module->Find("main");
  if (std::any_of(main->params().begin(), main->params().end(), IsDynamic)) {
    imported.module = WithoutTypes(imported.module);
  }
  imported.module = InferTypes(imported.module);
  if (options.freeze_params) {
    // A new context, so that no instrument sees this pass.
    imported.module = CreatePass("DynamicToStatic")(imported.module, PassContext::Create());
  }
  if (options.progress) options.progress(1);
  return imported;
}

Param ReadTensorProto(const Buffer& file) {
  onnx::TensorProto tensor = onnx::ReadTensor(BytesOf(file));
  std::string name(tensor.name);
  return {std::move(name), onnx::TensorReader(file, nullptr).Read(tensor, false)};
}

}  // namespace passcope::frontend
