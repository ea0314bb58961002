// TorchScript models that the reader refuses: the kind of each diagnostic, and the names and
// numbers in its text.
#include <catch2/catch.hpp>
#include <initializer_list>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "unit/frontend/torch_model.h"
#include "unit/refused.h"

namespace passcope::frontend {
namespace {

struct TorchMessageRow {
  DiagKind kind;
  const char* says;
  const char* body;     // Of forward(x: Tensor, y: Tensor).
  Ints shape = {2, 3};  // Of x; y has the shape (2).
  DataType dtype = DataType::Float(32);
};

TEST_CASE("messages about code of TorchScript", "[frontend][diagnostics]") {
  for (const TorchMessageRow& row : std::initializer_list<TorchMessageRow>{
           {DiagKind::kUnsupported, "0 of them", "return torch.relu()"},
           // Calls without the arguments that the reader looks at first.
           {DiagKind::kUnsupported, "quantized::cat",
            "q = torch.quantize_per_tensor(x, 0.25, 128, 13)\n"
            "r = ops.quantized.cat()\n"
            "return torch.add(torch.dequantize(q), torch.dequantize(r))"},
           {DiagKind::kUnsupported, "quantized::conv2d",
            "q = torch.quantize_per_tensor(x, 0.25, 128, 13)\n"
            "return torch.dequantize(ops.quantized.conv2d(q))"},
           {DiagKind::kUnsupported, "quantized::add_scalar",
            "q = torch.quantize_per_tensor(x, 0.25, 128, 13)\n"
            "return torch.dequantize(ops.quantized.add_scalar(q))"},
           {DiagKind::kUnsupported, "aten::abs", "return torch.abs()"},
           {DiagKind::kUnsupported, "aten::max", "return torch.max()"},
           {DiagKind::kUnsupported, "aten::add", "return torch.add(x)"},
           {DiagKind::kUnsupported, "aten::addcmul", "return torch.addcmul(x, y)"},
           {DiagKind::kUnsupported, "aten::where", "return torch.where(x, y)"},
           {DiagKind::kUnsupported, "aten::narrow", "return torch.narrow(x, 0)"},
           {DiagKind::kUnsupported, "aten::div", "return torch.div(x)"},
           {DiagKind::kUnsupported, "aten::logsumexp", "return torch.logsumexp()"},
           {DiagKind::kUnsupported, "aten::lstm", "return torch.lstm(x)"},
           {DiagKind::kUnsupported, "aten::arange", "return torch.arange()"},
           {DiagKind::kUnsupported, "argument 1", "return torch.gelu((x, y))"},
           {DiagKind::kUnsupported, "'__torch__.Model'", "return __torch__.Model(x)"},
           {DiagKind::kUnsupported, "not 2",
            "if bool(torch.gt(y, 1)):\n  a = x\n  b = y\nelse:\n  a = y\n  b = x\n"
            "return torch.add(a, b)"},
           {DiagKind::kBadDtype, "uint16", "return torch.add(x, y)", {2}, DataType::UInt(16)},
           {DiagKind::kUnsupported, "(2, 3)", "return [x, y][int(torch.sum(y))]"},
           {DiagKind::kUnsupported, "list",
            "return torch.cat([torch.relu(a) for a in torch.split(x, 1)])"},
           {DiagKind::kUnsupported, "'a'",
            "a = (x, x)\nfor i in range(2):\n  a = (x, x, x)\nreturn a[0]"},
           {DiagKind::kUnsupported, "tuple",
            "a = (x, x) if bool(torch.sum(y)) else (x, x, x)\nreturn a[0]"},
           {DiagKind::kBadModelFile, "string", "return getattr(x, 1)"},
           {DiagKind::kUnsupported, "None", "return torch.reshape(x, None)"},
           {DiagKind::kUnsupported,
            "not 1",
            "return torch.upsample_nearest2d(x, None, [2.])",
            {1, 1, 2, 2}},
           {DiagKind::kUnsupported, "quantized::add_scalar",
            "q = torch.quantize_per_tensor(x, 0.25, 128, 13)\n"
            "r = ops.quantized.add_scalar(y, 1.)\n"
            "return torch.add(torch.dequantize(q), torch.dequantize(r))"},
           {DiagKind::kUnsupported, "quantized::leaky_relu",
            "q = torch.quantize_per_tensor(x, 0.25, 128, 13)\n"
            "return torch.dequantize(ops.quantized.leaky_relu(q))"},
           {DiagKind::kUnsupported, "quantized::cat",
            "q = torch.quantize_per_tensor(x, 0.25, 128, 13)\n"
            "r = ops.quantized.cat(y, 0, 0.5, 3)\n"
            "return torch.add(torch.dequantize(q), torch.dequantize(r))"},
           {DiagKind::kUnsupported, "no axis 9223372036854775807",
            "return torch.flatten(x, 0, 9223372036854775807)"},
           {DiagKind::kUnsupported, "no axis -3", "return torch.flatten(x, -3)"},
           {DiagKind::kUnsupported,
            "must be 1 to 4194304, not 4611686018427387904",
            "return torch.convolution(x, x, None, [1], [0], [1], True, [0], 4611686018427387904)",
            {2, 3, 3}},
           {DiagKind::kUnsupported, "'scale'",
            "scale = torch.sum(y)\n"
            "q = torch.quantize_per_tensor(x, scale, 128, 13)\n"
            "return torch.dequantize(ops.quantized.add_scalar(q, 1.))"},
       }) {
    CAPTURE(row.body);
    TorchModel model;
    model.inputs = {TorchInputShape("x", row.shape, row.dtype), TorchInputShape("y", {2})};
    model.body = row.body;
    CheckRefused([&] { model.Import(); }, row.kind, row.says);
  }
}

TEST_CASE("messages about the objects of a TorchScript archive", "[frontend][diagnostics]") {
  TorchBuilder empty;
  CheckRefused([&] { FromPytorch(empty.File(), {}); }, DiagKind::kBadModelFile, "module");
  TorchBuilder without_code;
  without_code.Module(pickled::Object("__torch__.Absent", pickled::Dict({})));
  CheckRefused([&] { FromPytorch(without_code.File(), {}); }, DiagKind::kBadModelFile,
               "'__torch__.Absent'");

  TorchModel dictionary;
  dictionary.inputs = {TorchInputShape("x", {2})};
  dictionary.members = {{"sizes", "Dict[str, int]", pickled::Dict({{"a", pickled::Int(1)}})}};
  dictionary.body = "return torch.add(x, self.sizes)";
  CheckRefused([&] { dictionary.Import(); }, DiagKind::kUnsupported, "'sizes'");
}

// A linear layer with this weight on the quantized input.
void CheckTorchWeight(const std::string& type, bool per_channel, const std::string& says) {
  TorchModel model;
  std::string scheme = pickled::PerTensor(0.5, 0);
  if (per_channel) {
    std::string scales = model.builder.Tensor("DoubleStorage", {4}, std::vector<double>(4, 0.5));
    std::string zeros = model.builder.Longs({4}, std::vector<int64_t>(4, 0));
    scheme = pickled::PerChannel(scales, zeros, 1);
  }
  std::string weight = pickled::QuantizedTensor(
      model.builder.Memory(type, std::vector<int8_t>(12, 1)), {3, 4}, scheme);
  constexpr const char* kPacked = "__torch__.torch.classes.quantized.LinearPackedParamsBase";
  model.members = {{"_packed_params", kPacked,
                    pickled::Object(kPacked, pickled::Tuple({weight, pickled::None()}))}};
  model.inputs = {TorchInputShape("x", {2, 4})};
  model.body =
      "q = torch.quantize_per_tensor(x, 0.25, 128, 13)\n"
      "return torch.dequantize(ops.quantized.linear(q, self._packed_params, 0.5, 10))";
  CheckRefused([&] { model.Import(); }, DiagKind::kUnsupported, says);
}

TEST_CASE("messages about quantized weights of TorchScript", "[frontend][diagnostics]") {
  CheckTorchWeight("QUInt8Storage", false, "uint8");
  CheckTorchWeight("QInt8Storage", true, "not 1");
}

struct RefusedCode {
  DiagKind kind;
  const char* body;  // Of forward(x: Tensor), where x has the shape (2, 3).
  const char* says;
  const char* classes = "";
};

TEST_CASE("TorchScript: refused code says what is not supported", "[frontend][diagnostics]") {
  for (const RefusedCode& row : std::initializer_list<RefusedCode>{
           {DiagKind::kUnsupported, "for i in range(2):\n  return x\nreturn x", "return"},
           {DiagKind::kUnsupported, "x[0] = x\nreturn x", "assigned"},
           {DiagKind::kUnsupported, "return nothing(x)", "nothing"},
           {DiagKind::kBadModelFile, "return __torch__.Other(x)", "Other"},
           {DiagKind::kUnsupported, "return x.nothing", "nothing"},
           {DiagKind::kBadModelFile, "return self.nothing", "nothing"},
           {DiagKind::kBadModelFile, "return (x, x)[5]", "tuple"},
           {DiagKind::kBadModelFile, "return (x, x)[int(x)]", "tuple"},
           {DiagKind::kNotATuple, "y, z = x\nreturn y", "x"},
           {DiagKind::kBadModelFile, "return x[1:2:3:4]", "code"},
           {DiagKind::kBadRank, "return torch.upsample_nearest2d(x, [4, 4], None)",
            "upsample_nearest2d"},
           {DiagKind::kUnsupported, "return torch.zeros([2], dtype=8)", "8"},
           {DiagKind::kBadModelFile, "return self.other(x, x)", "other",
            "  def other(self: __torch__.Model, x: Tensor) -> Tensor:\n    return x\n"},
           {DiagKind::kBadModelFile, "return self.other()", "other",
            "  def other(self: __torch__.Model, x: Tensor) -> Tensor:\n    return x\n"},
           {DiagKind::kBadModelFile, "if torch.gt(x, 1):\n  y = x\nelse:\n  y = (x, x)\nreturn y",
            "y"},
           {DiagKind::kTypeMismatch, "return torch.quantize_per_tensor(x, torch.relu(x), 0, 13)",
            "quantize_per_tensor"},
       }) {
    INFO(row.body);
    TorchModel model;
    model.inputs = {TorchInputShape("x", {2, 3})};
    model.body = row.body;
    model.classes = row.classes;
    CheckRefused([&] { model.Import(); }, row.kind, row.says);
  }
}

}  // namespace
}  // namespace passcope::frontend
