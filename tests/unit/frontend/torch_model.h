// Small TorchScript models for tests of converters: the code of `forward`, imported and printed.
#pragma once

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "frontend/import.h"
#include "frontend/relay.h"
#include "runtime/evaluator.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/frontend/seeds.h"
#include "unit/frontend/torch_builder.h"
#include "unit/golden.h"

namespace passcope::frontend {

inline InputShape TorchInputShape(const std::string& name, const Ints& shape,
                                  DataType dtype = DataType::Float(32)) {
  InputShape input;
  input.name = name;
  for (int64_t dim : shape) input.shape.push_back({dim, ""});
  input.dtype = dtype;
  return input;
}

// A model whose `forward` has `body` (lines without indentation), takes tensors by the names of
// `inputs`, and returns the type `result`.
struct TorchModel {
  std::vector<InputShape> inputs;
  std::string body;
  std::string result = "Tensor";
  TorchBuilder builder;
  std::vector<TorchBuilder::Member> members;
  std::string classes;  // More code in the model's source.
  PytorchOptions options;

  ImportedModel Import() {
    std::string text = "  def forward(self: __torch__.Model";
    for (const InputShape& input : inputs) text += ",\n    " + input.name + ": Tensor";
    text += ") -> " + result + ":\n";
    size_t begin = 0;
    while (begin < body.size()) {
      size_t end = std::min(body.find('\n', begin), body.size());
      text += "    " + body.substr(begin, end - begin) + "\n";
      begin = end + 1;
    }
    // Importing again needs the same archive.
    TorchBuilder file = builder;
    file.Model(members, text + classes);
    options.inputs = inputs;
    testing::KeepSeed("torchscript", WithInputs(file));
    return FromPytorch(file.File(), options);
  }

  // The archive with an entry from which the fuzzer reads the shapes of its inputs.
  std::string WithInputs(const TorchBuilder& file) const {
    std::string text;
    for (const InputShape& input : inputs) {
      std::string dims;
      for (const ModelDim& dim : input.shape) {
        dims += (dims.empty() ? "" : ",") + std::to_string(dim.value.value_or(1));
      }
      text += dims + (input.dtype ? ":" + input.dtype->str() : "") + "\n";
    }
    std::vector<ZipPart> parts = file.Parts();
    parts.push_back(ZipPart::Stored("archive/fuzz_inputs", text));
    return WriteZip(parts);
  }

  // The typed program without data types before it, then its constants.
  std::string Text() {
    IRModule module = InferTypes(Import().module);
    PrintOptions print = PrintOptions::Str();
    print.show_spans = false;
    std::string text = PrintModule(module, print);
    return text.substr(text.find("def @"));
  }

  // The result for the values of its inputs.
  Value Run(const std::vector<NDArray>& values) {
    ImportedModel model = Import();
    std::vector<Value> args;
    // Inputs are in the order of their first use.
    for (const Expr& param : model.module->Find("main")->params()) {
      std::string_view name = As<VarNode>(param)->name().view();
      for (size_t i = 0; i < inputs.size(); ++i) {
        if (inputs[i].name == name) args.emplace_back(values[i]);
      }
      for (const Param& weight : model.params) {
        if (weight.name == name) args.emplace_back(weight.value);
      }
    }
    return Evaluate(InferTypes(model.module), "main", args);
  }
};

// Compares with tests/golden/frontend/pytorch/NAME.relay, which PASSCOPE_UPDATE_GOLDEN=1 writes.
inline void CheckTorchGolden(const std::string& name, const std::string& text) {
  CAPTURE(name);
  std::string path = "frontend/pytorch/" + name + ".relay";
  if (std::getenv("PASSCOPE_UPDATE_GOLDEN")) {
    std::filesystem::path file =
        std::filesystem::path(PASSCOPE_SOURCE_DIR) / "tests" / "golden" / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }
  CHECK(text == ReadGolden(path));
}

// A model of the inputs "x", "y", "z" and "w" with the shapes and types of `values`.
inline TorchModel TorchModelOf(const std::vector<NDArray>& values, const std::string& body,
                               const std::string& result = "Tensor") {
  TorchModel model;
  const char* names[] = {"x", "y", "z", "w"};
  for (size_t i = 0; i < values.size(); ++i) {
    model.inputs.push_back(TorchInputShape(names[i], values[i]->shape, values[i]->dtype));
  }
  model.body = body;
  model.result = result;
  return model;
}

template <class T>
NDArray ArrayOf(const Ints& shape, DataType dtype, const std::vector<T>& values) {
  NDArray array = MakeNDArray(shape, dtype);
  for (size_t i = 0; i < values.size(); ++i) array->mutable_as<T>()[i] = values[i];
  return array;
}
inline NDArray FloatsOf(const Ints& shape, const std::vector<float>& values) {
  return ArrayOf(shape, DataType::Float(32), values);
}
inline std::vector<double> ValuesOf(const NDArray& array) {
  std::vector<double> values;
  for (size_t i = 0; i < array->size(); ++i) values.push_back(array->ToDouble(i));
  return values;
}

}  // namespace passcope::frontend
