// Reading values from separate files.
#include "frontend/onnx/values.h"

#include <set>

#include "diagnostics/diagnostic.h"

namespace passcope::frontend::onnx {
namespace {

constexpr int kMaxDepth = 16;

Bytes BytesOf(const Buffer& file) {
  return {reinterpret_cast<const char*>(file->data()), file->size()};
}

class ValueReader {
 public:
  explicit ValueReader(const Buffer& file) : tensors_(file, nullptr) {}

  Value Tensor(Bytes message) { return tensors_.Read(ReadTensor(message), false); }

  Value Sequence(Bytes message, int depth) {
    Check(depth);
    SequenceProto sequence = ReadSequence(message);
    std::vector<Value> items;
    for (Bytes item : sequence.tensors) items.push_back(Tensor(item));
    for (Bytes item : sequence.sequences) items.push_back(Sequence(item, depth + 1));
    for (Bytes item : sequence.optionals) items.push_back(Optional(item, depth + 1));
    return Value::Tuple(std::move(items));
  }

  Value Optional(Bytes message, int depth) {
    Check(depth);
    OptionalProto optional = ReadOptional(message);
    if (optional.tensor) return Tensor(*optional.tensor);
    if (optional.sequence) return Sequence(*optional.sequence, depth + 1);
    if (optional.optional) return Optional(*optional.optional, depth + 1);
    return Value::Tuple({});
  }

 private:
  static void Check(int depth) {
    if (depth > kMaxDepth) {
      throw DiagnosticError(DiagKind::kNestingTooDeep,
                            MSG(kFrontendValuesNestedTooDeeply,
                                "values are nested deeper than {limit} levels", kMaxDepth));
    }
  }

  TensorReader tensors_;
};

}  // namespace

Ports ReadPorts(const Buffer& file) {
  ModelProto model = ReadModel(BytesOf(file));
  Ports ports;
  std::set<std::string_view> weights;
  VisitGraph(model.graph,
             {.node =
                  [&](Bytes message) {
                    NodeProto node = ReadNode(message);
                    static const std::set<std::string_view> kRandom = {
                        "RandomUniform",    "RandomNormal", "RandomUniformLike",
                        "RandomNormalLike", "Multinomial",  "Bernoulli"};
                    if (kRandom.count(node.op_type)) ports.random = true;
                    // With the third input, dropout may be in training mode and is random.
                    if (node.op_type == "Dropout" && node.inputs.size() == 3) ports.random = true;
                  },
              .initializer = [&](Bytes message) { weights.insert(ReadTensor(message).name); }});
  auto add = [](std::vector<Port>& list, Bytes message) {
    ValueInfoProto info = ReadValueInfo(message);
    list.push_back({std::string(info.name), ReadType(info.type)});
  };
  VisitGraph(model.graph, {.input =
                               [&](Bytes message) {
                                 if (weights.count(ReadValueInfo(message).name)) return;
                                 add(ports.inputs, message);
                               },
                           .output = [&](Bytes message) { add(ports.outputs, message); }});
  return ports;
}

Value ReadValue(const Buffer& file, const TypeProto& type) {
  ValueReader reader(file);
  switch (type.kind) {
    case TypeProto::Kind::kSequence:
      return reader.Sequence(BytesOf(file), 0);
    case TypeProto::Kind::kOptional:
      return reader.Optional(BytesOf(file), 0);
    default:
      return reader.Tensor(BytesOf(file));
  }
}

}  // namespace passcope::frontend::onnx
