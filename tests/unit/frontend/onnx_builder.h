// Small ONNX models written by tests, and the results of importing and running them.
//
//   OnnxModel model;
//   model.Input("x", kF32, {2, 3}).Node("Relu", {"x"}, {"y"}).Output("y");
//   CHECK(ImportText(model) == "…");
//   NDArray y = RunOnnx(model, {x}).tensor();
#pragma once

#include <catch2/catch.hpp>
#include <cstring>
#include <optional>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "frontend/import.h"
#include "ir/module.h"
#include "runtime/evaluator.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/frontend/seeds.h"

namespace passcope::frontend::testing {

// TensorProto's number of a data type.
inline int OnnxType(DataType dtype) {
  const std::pair<const char*, int> kTypes[] = {
      {"float32", 1}, {"uint8", 2},   {"int8", 3},     {"uint16", 4},   {"int16", 5},
      {"int32", 6},   {"int64", 7},   {"bool", 9},     {"float16", 10}, {"float64", 11},
      {"uint32", 12}, {"uint64", 13}, {"bfloat16", 16}};
  for (auto [name, number] : kTypes) {
    if (dtype.str() == name) return number;
  }
  FAIL("no type of ONNX");
  return 0;
}

inline std::string TensorMessage(const NDArray& array, const std::string& name = "") {
  std::string bytes;
  protozero::pbf_writer tensor(bytes);
  for (int64_t size : array->shape) tensor.add_int64(1, size);
  tensor.add_int32(2, OnnxType(array->dtype));
  if (!name.empty()) tensor.add_string(8, name);
  tensor.add_bytes(9, reinterpret_cast<const char*>(array->data()), array->nbytes());
  return bytes;
}

class OnnxGraph;

// The value of an attribute.
struct OnnxAttr {
  using Value = std::variant<int64_t, float, std::string, std::vector<int64_t>, std::vector<float>,
                             std::vector<std::string>, NDArray, const OnnxGraph*>;
  OnnxAttr(const char* name, int value) : name(name), value(int64_t{value}) {}
  OnnxAttr(const char* name, int64_t value) : name(name), value(value) {}
  OnnxAttr(const char* name, double value) : name(name), value(static_cast<float>(value)) {}
  OnnxAttr(const char* name, const char* value) : name(name), value(std::string(value)) {}
  OnnxAttr(const char* name, std::vector<int64_t> value) : name(name), value(std::move(value)) {}
  OnnxAttr(const char* name, std::vector<float> value) : name(name), value(std::move(value)) {}
  OnnxAttr(const char* name, std::vector<std::string> value)
      : name(name), value(std::move(value)) {}
  OnnxAttr(const char* name, NDArray value) : name(name), value(std::move(value)) {}
  OnnxAttr(const char* name, const OnnxGraph& value) : name(name), value(&value) {}

  std::string Message() const;

  std::string name;
  Value value;
};

// A graph of the model or of a node's body. A size of -1 is unknown.
class OnnxGraph {
 public:
  OnnxGraph& Input(const std::string& name, DataType dtype, const std::vector<int64_t>& shape) {
    return Value(11, name, dtype, shape);
  }
  // A sequence of tensors.
  OnnxGraph& SequenceInput(const std::string& name, DataType dtype) {
    std::string type = TensorTypeMessage(dtype, std::nullopt), outer, value;
    protozero::pbf_writer sequence(outer);
    sequence.add_message(1, type);
    std::string proto;
    protozero::pbf_writer(proto).add_message(4, outer);
    protozero::pbf_writer writer(value);
    writer.add_string(1, name);
    writer.add_message(2, proto);
    protozero::pbf_writer(bytes_).add_message(11, value);
    return *this;
  }
  OnnxGraph& Output(const std::string& name) {
    return Value(12, name, DataType::Float(32), std::nullopt);
  }
  OnnxGraph& Initializer(const std::string& name, const NDArray& array) {
    protozero::pbf_writer(bytes_).add_message(5, TensorMessage(array, name));
    return *this;
  }
  OnnxGraph& Node(const std::string& op, const std::vector<std::string>& inputs,
                  const std::vector<std::string>& outputs, const std::vector<OnnxAttr>& attrs = {},
                  const std::string& domain = "") {
    std::string node;
    protozero::pbf_writer writer(node);
    for (const std::string& input : inputs) writer.add_string(1, input);
    for (const std::string& output : outputs) writer.add_string(2, output);
    writer.add_string(3, op + "_node");
    writer.add_string(4, op);
    for (const OnnxAttr& attr : attrs) writer.add_message(5, attr.Message());
    if (!domain.empty()) writer.add_string(7, domain);
    protozero::pbf_writer(bytes_).add_message(1, node);
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  static std::string TensorTypeMessage(DataType dtype,
                                       const std::optional<std::vector<int64_t>>& shape) {
    std::string tensor;
    protozero::pbf_writer writer(tensor);
    writer.add_int32(1, OnnxType(dtype));
    if (shape) {
      std::string dims;
      for (int64_t size : *shape) {
        std::string dim;
        if (size >= 0) {
          protozero::pbf_writer(dim).add_int64(1, size);
        } else {
          protozero::pbf_writer(dim).add_string(2, "n");
        }
        protozero::pbf_writer(dims).add_message(1, dim);
      }
      writer.add_message(2, dims);
    }
    std::string type;
    protozero::pbf_writer(type).add_message(1, tensor);
    return type;
  }
  OnnxGraph& Value(int field, const std::string& name, DataType dtype,
                   const std::optional<std::vector<int64_t>>& shape) {
    std::string value;
    protozero::pbf_writer writer(value);
    writer.add_string(1, name);
    writer.add_message(2, TensorTypeMessage(dtype, shape));
    protozero::pbf_writer(bytes_).add_message(static_cast<protozero::pbf_tag_type>(field), value);
    return *this;
  }

  std::string bytes_;
};

inline std::string OnnxAttr::Message() const {
  std::string bytes;
  protozero::pbf_writer writer(bytes);
  writer.add_string(1, name);
  int type = 0;
  if (const auto* i = std::get_if<int64_t>(&value)) {
    writer.add_int64(3, *i);
    type = 2;
  } else if (const auto* f = std::get_if<float>(&value)) {
    writer.add_float(2, *f);
    type = 1;
  } else if (const auto* s = std::get_if<std::string>(&value)) {
    writer.add_string(4, *s);
    type = 3;
  } else if (const auto* ints = std::get_if<std::vector<int64_t>>(&value)) {
    for (int64_t each : *ints) writer.add_int64(8, each);
    type = 7;
  } else if (const auto* floats = std::get_if<std::vector<float>>(&value)) {
    for (float each : *floats) writer.add_float(7, each);
    type = 6;
  } else if (const auto* strings = std::get_if<std::vector<std::string>>(&value)) {
    for (const std::string& each : *strings) writer.add_string(9, each);
    type = 8;
  } else if (const auto* tensor = std::get_if<NDArray>(&value)) {
    writer.add_message(5, TensorMessage(*tensor));
    type = 4;
  } else {
    writer.add_message(6, std::get<const OnnxGraph*>(value)->bytes());
    type = 5;
  }
  writer.add_int32(20, type);
  return bytes;
}

// A model with one graph.
class OnnxModel : public OnnxGraph {
 public:
  explicit OnnxModel(int64_t opset = 17) : opset_(opset) {}

  Buffer File() const {
    std::string opset, bytes;
    protozero::pbf_writer(opset).add_int64(2, opset_);
    protozero::pbf_writer writer(bytes);
    writer.add_int64(1, 8);
    writer.add_message(8, opset);
    writer.add_message(7, this->bytes());
    KeepSeed("onnx", bytes);
    Buffer file(new BufferNode(bytes.size()));
    std::memcpy(file->data(), bytes.data(), bytes.size());
    return file;
  }

 private:
  int64_t opset_;
};

inline IRModule ImportOnnx(const OnnxModel& model, const OnnxOptions& options = {}) {
  return InferTypes(FromOnnx(model.File(), options).module);
}
// The program as Relay text, without its version.
inline std::string ImportText(const OnnxModel& model, const OnnxOptions& options = {}) {
  std::string text = PrintModule(ImportOnnx(model, options));
  return text.substr(text.find('\n') + 1);
}
// The result of the model.
inline Value RunOnnx(const OnnxModel& model, const std::vector<Value>& inputs,
                     const OnnxOptions& options = {}) {
  return Evaluate(ImportOnnx(model, options), "main", inputs);
}

}  // namespace passcope::frontend::testing
