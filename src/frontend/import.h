// Models in other frameworks' files, as programs: what the readers of all formats take and give.
//
// A file is one Buffer that the reader may write to. Weights are arrays that view it, so importing
// a model of 200 MB needs little more memory than its file; where a weight is not aligned for its
// type, the reader moves it within the file. After an import the buffer is therefore no file any
// more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/data_type.h"
#include "ir/module.h"
#include "ir/ndarray.h"

namespace passcope::frontend {

// One dimension of an input as the file says it: a number, or what the file calls it ("batch"),
// which may be empty.
struct ModelDim {
  std::optional<int64_t> value;
  std::string symbol;
};

// An input or output. What the file does not say is missing: a TorchScript archive tells neither
// types nor shapes of a model's inputs.
struct ModelValue {
  std::string name;
  std::optional<DataType> dtype;
  std::optional<std::vector<ModelDim>> shape;
};

// How often an operator of the other framework occurs and whether it can be converted.
struct ForeignOperator {
  // As TVM names it in its message: "Conv", "com.microsoft.Gelu", "aten::linear".
  std::string name;
  int64_t count = 0;
  bool supported = false;
};

enum class ModelFormat { kOnnx, kTorchScript };

// What a file holds, told without converting it.
struct ModelDescription {
  ModelFormat format;
  // Who wrote the file, with its version, where the file says so: "pytorch 1.13.1".
  std::string producer;
  // ONNX: the version of the default operator set; 0 for TorchScript.
  int64_t opset = 0;
  std::vector<ModelValue> inputs;          // without weights
  std::vector<ModelValue> outputs;         // empty where the file does not tell them
  std::vector<ForeignOperator> operators;  // by name
  int64_t weights = 0;
  int64_t weight_bytes = 0;
  // The paths of the files of external data that an ONNX model names, each once.
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

// The shape and type that somebody gives for an input.
struct InputShape {
  std::string name;
  std::vector<ModelDim> shape;
  std::optional<DataType> dtype;
  // TorchScript: instead of a shape what an input holds that is a tuple or a list, without names.
  // What has no type has that of the whole.
  std::vector<InputShape> items = {};
};

// Called now and then with the part of the work that is done, from 0 to 1; what it throws ends the
// import.
using ImportProgress = std::function<void(double done)>;

// Inflates what is deflated (RFC 1951) and has exactly `size` bytes when inflated; null when it is
// damaged.
using Inflate = std::function<Buffer(std::string_view deflated, size_t size)>;

struct OnnxOptions {
  // Inputs that are not named keep what the file says.
  std::vector<InputShape> shapes;
  // Types of inputs that are no tensors: a sequence or an optional value is a tuple of known
  // length.
  std::vector<std::pair<std::string, Type>> types;
  // Inputs whose values are known already: they become constants of the program.
  std::vector<Param> values;
  // The type of inputs whose type nothing else tells.
  DataType dtype = DataType::Float(32);
  // The version of the default operator set; the file's own where it is missing.
  std::optional<int64_t> opset;
  // Weights become constants of the program; `params` is then empty.
  bool freeze_params = true;
  // Batched products as nn.batch_matmul with the second operand transposed, TVM's default, or as
  // they stand (its `convert_config`).
  bool use_nt_batch_matmul = true;
  // Reads a file of external data that the model names (a path relative to the model's, without
  // leaving its folder); null where there are none.
  std::function<Buffer(std::string_view path)> external_data;
  ImportProgress progress;
};

struct PytorchOptions {
  // The inputs in the order in which the model takes them, by the names that they shall have.
  std::vector<InputShape> inputs;
  DataType default_dtype = DataType::Float(32);
  bool use_parser_friendly_name = false;
  bool keep_quantized_weight = false;
  // Inflates entries of the archive that are deflated, as torch writes the code. Null where nobody
  // can: such an archive is then refused.
  Inflate inflate;
  ImportProgress progress;
};

// By the first bytes; empty for what is neither.
std::optional<ModelFormat> DetectFormat(std::string_view first_bytes);

// All throw DiagnosticError for what is wrong with a file or cannot be converted.
ModelDescription DescribeOnnx(const Buffer& file);
ModelDescription DescribeTorchScript(const Buffer& file, const Inflate& inflate = nullptr);
ImportedModel FromOnnx(const Buffer& file, const OnnxOptions& options = {});
ImportedModel FromPytorch(const Buffer& file, const PytorchOptions& options);
// A file that is one TensorProto of ONNX; the name may be empty.
Param ReadTensorProto(const Buffer& file);

}  // namespace passcope::frontend
