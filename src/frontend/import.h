// The interface of the readers of other frameworks' files.
//
// A file is one Buffer that the reader may write to. Weights are arrays that view it, so importing
// a model of 200 MB needs little more memory than its file. If a weight is not aligned for its
// type, the reader moves it within the file. After an import the buffer is therefore not a valid
// file any more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/data_type.h"
#include "ir/module.h"
#include "ir/ndarray.h"

namespace passcope::frontend {

// One dimension of an input in the file: a number, or the file's name for it ("batch"), which may
// be empty.
struct ModelDim {
  std::optional<int64_t> value;
  std::string symbol;
};

// An input or output. Facts that the file does not contain are missing: a TorchScript archive has
// neither types nor shapes of a model's inputs.
struct ModelValue {
  std::string name;
  std::optional<DataType> dtype;
  std::optional<std::vector<ModelDim>> shape;
};

// How often an operator of the other framework occurs and whether it can be converted.
struct ForeignOperator {
  // TVM's name in its message: "Conv", "com.microsoft.Gelu", "aten::linear".
  std::string name;
  int64_t count = 0;
  bool supported = false;
};

enum class ModelFormat { kOnnx, kTorchScript };

// The contents of a file, found without converting it.
struct ModelDescription {
  ModelFormat format;
  // The program that wrote the file, with its version ("pytorch 1.13.1"); empty if unknown.
  std::string producer;
  // ONNX: the version of the default operator set; 0 for TorchScript.
  int64_t opset = 0;
  std::vector<ModelValue> inputs;          // without weights
  std::vector<ModelValue> outputs;         // empty if the file does not list them
  std::vector<ForeignOperator> operators;  // by name
  int64_t weights = 0;
  int64_t weight_bytes = 0;
  // The paths of the external data files that an ONNX model names, without duplicates.
  std::vector<std::string> external_data;
};

struct Param {
  std::string name;
  NDArray value;
};

struct ImportedModel {
  IRModule module;
  // In the order of the program's parameters.
  std::vector<Param> params;
};

// The shape and type that the caller gives for an input.
struct InputShape {
  std::string name;
  std::vector<ModelDim> shape;
  std::optional<DataType> dtype;
  // TorchScript: the items of an input that is a tuple or a list, instead of a shape; without
  // names. An item without a type has the type of the whole.
  std::vector<InputShape> items = {};
};

// Called from time to time with the finished part of the work, from 0 to 1. An exception ends the
// import.
using ImportProgress = std::function<void(double done)>;

// Inflates deflated bytes (RFC 1951) to exactly `size` bytes. Returns null if they are damaged.
using Inflate = std::function<Buffer(std::string_view deflated, size_t size)>;

struct OnnxOptions {
  // Inputs that are not named keep the file's shapes.
  std::vector<InputShape> shapes;
  // Types of inputs that are not tensors. A sequence or an optional value is a tuple of known
  // length.
  std::vector<std::pair<std::string, Type>> types;
  // Inputs with known values. They become constants of the program.
  std::vector<Param> values;
  // The type of inputs without any other type.
  DataType dtype = DataType::Float(32);
  // The version of the default operator set. Without it, the file's version applies.
  std::optional<int64_t> opset;
  // Weights become constants of the program; `params` is then empty.
  bool freeze_params = true;
  // Writes batched products as nn.batch_matmul with the second operand transposed, TVM's default.
  // Otherwise no operand is transposed (TVM's `convert_config`).
  bool use_nt_batch_matmul = true;
  // Reads an external data file that the model names. The path is relative to the model's folder
  // and does not leave it. Null if there are no such files.
  std::function<Buffer(std::string_view path)> external_data;
  ImportProgress progress;
};

// A converter of the caller's for calls of one operator. It gets the arguments and returns the
// result, or the results as a tuple. `arguments` describes them and their types as JSON:
//
//   {"inputs": [["expr", 0], ["int", 2], ["list", [["real", 0.5]]], ["none"]], "types":
//   ["float32"]}
//
// Further kinds are "bool" and "text". The numbers of "expr" are indices into `exprs`.
using TorchCustomConvert =
    std::function<Expr(const std::string& arguments, const std::vector<Expr>& exprs)>;

struct PytorchOptions {
  // The inputs in the order of the model's parameters. Their names become the names in the program.
  std::vector<InputShape> inputs;
  DataType default_dtype = DataType::Float(32);
  bool use_parser_friendly_name = false;
  bool keep_quantized_weight = false;
  // Converters by the names of their operators ("aten::relu"). They come before the reader's own.
  std::map<std::string, TorchCustomConvert, std::less<>> custom_converters;
  // Inflates deflated entries of the archive; torch deflates the code. If it is null, the reader
  // refuses an archive with such entries.
  Inflate inflate;
  ImportProgress progress;
};

// Recognises the format by the first bytes. Empty for any other format.
std::optional<ModelFormat> DetectFormat(std::string_view first_bytes);

// All of these throw DiagnosticError if a file is damaged or cannot be converted.
ModelDescription DescribeOnnx(const Buffer& file);
ModelDescription DescribeTorchScript(const Buffer& file, const Inflate& inflate = nullptr);
ImportedModel FromOnnx(const Buffer& file, const OnnxOptions& options = {});
ImportedModel FromPytorch(const Buffer& file, const PytorchOptions& options);
// Reads a file that is one TensorProto of ONNX. The name may be empty.
Param ReadTensorProto(const Buffer& file);

}  // namespace passcope::frontend
