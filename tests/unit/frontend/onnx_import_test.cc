// Importing ONNX files: names, parameters, shapes, subgraphs and functions, and files that are
// refused.
#include <catch2/catch.hpp>
#include <functional>

#include "diagnostics/diagnostic.h"
#include "onnx_values.h"

namespace passcope::frontend::testing {
namespace {

const DataType kF32 = DataType::Float(32);
const DataType kI64 = DataType::Int(64);

NDArray Reals(std::vector<int64_t> shape, const std::vector<double>& values) {
  NDArray array = MakeNDArray(std::move(shape), kF32);
  for (size_t i = 0; i < values.size(); ++i) StoreDouble(array, i, values[i]);
  return array;
}
NDArray Integers(const std::vector<int64_t>& values) {
  NDArray array = MakeNDArray({static_cast<int64_t>(values.size())}, kI64);
  for (size_t i = 0; i < values.size(); ++i) StoreInt(array, i, values[i]);
  return array;
}

Buffer ToBuffer(const std::string& bytes) {
  KeepSeed("onnx", bytes);
  Buffer file(new BufferNode(bytes.size()));
  std::memcpy(file->data(), bytes.data(), bytes.size());
  return file;
}
std::string ToBytes(const Buffer& file) {
  return {reinterpret_cast<const char*>(file->data()), file->size()};
}

// The reported message with its kind and notes.
std::string Refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const DiagnosticError& error) {
    const Diagnostic& first = error.diagnostics()[0];
    std::string text = std::string(DiagKindName(first.kind)) + ": " + first.message.text();
    for (const Message& note : first.notes) text += "; " + note.text();
    return text;
  }
  return "nothing";
}
std::string Refusal(const OnnxModel& model, const OnnxOptions& options = {}) {
  return Refusal([&] { FromOnnx(model.File(), options); });
}

OnnxOptions Unfrozen() {
  OnnxOptions options;
  options.freeze_params = false;
  return options;
}

TEST_CASE("weights are parameters in the file's order, or constants", "[frontend][onnx]") {
  OnnxModel model;
  model.Initializer("unused", Reals({1}, {0}))
      .Initializer("b", Reals({2}, {1, 2}))
      .Initializer("a", Reals({2}, {3, 4}))
      .Input("x", kF32, {2})
      .Input("y", kF32, {2})
      .Node("Add", {"x", "a"}, {"s"})
      .Node("Mul", {"s", "b"}, {"t"})
      .Output("t");
  ImportedModel imported = FromOnnx(model.File(), Unfrozen());
  // All inputs, and the used weights.
  CHECK(ImportText(model, Unfrozen()) ==
        "def @main(%x: Tensor[(2), float32] /* ty=Tensor[(2), float32] */, "
        "%y: Tensor[(2), float32] /* ty=Tensor[(2), float32] */, "
        "%b: Tensor[(2), float32] /* ty=Tensor[(2), float32] */, "
        "%a: Tensor[(2), float32] /* ty=Tensor[(2), float32] */) -> Tensor[(2), float32] {\n"
        "  %0 = add(%x, %a) /* ty=Tensor[(2), float32] */;\n"
        "  multiply(%0, %b) /* ty=Tensor[(2), float32] */\n"
        "}\n");
  REQUIRE(imported.params.size() == 2);
  CHECK(imported.params[0].name == "b");
  CHECK(imported.params[1].value->ToDouble(1) == 4);

  imported = FromOnnx(model.File());
  CHECK(imported.params.empty());
  CHECK(imported.module->Find("main")->params().size() == 2);
  CheckReals(RunOnnx(model, {Value(Reals({2}, {1, 1})), Value(Reals({2}, {0, 0}))}).tensor(),
             {4, 10});
}

TEST_CASE("weights that are inputs, too, stand where the inputs do", "[frontend][onnx]") {
  OnnxModel model;
  model.Initializer("w", Reals({2}, {1, 2}))
      .Input("w", kF32, {2})
      .Input("x", kF32, {2})
      .Node("Add", {"x", "w"}, {"y"})
      .Output("y");
  IRModule module = ImportOnnx(model, Unfrozen());
  const FunctionNode* main = module->Find("main");
  REQUIRE(main->params().size() == 2);
  CHECK(As<VarNode>(main->params()[0])->name().view() == "w");
  CHECK(ImportOnnx(model)->Find("main")->params().size() == 1);
}

TEST_CASE("large weights are views of the file, moved where they are not aligned",
          "[frontend][onnx]") {
  for (size_t padding = 0; padding < 8; ++padding) {
    OnnxModel model;
    std::vector<double> values(256);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
    // Names with different lengths move the weight in the file.
    std::string name = "w" + std::string(padding, 'w');
    model.Initializer(name, Reals({256}, values))
        .Input("x", kF32, {256})
        .Node("Add", {"x", name}, {"y"})
        .Output("y");
    Buffer file = model.File();
    ImportedModel imported = FromOnnx(file, Unfrozen());
    REQUIRE(imported.params.size() == 1);
    CHECK(imported.params[0].name == name);
    const NDArray& weight = imported.params[0].value;
    CHECK(weight->buffer() == file);
    CHECK(weight->byte_offset() % 4 == 0);
    for (size_t i = 0; i < values.size(); ++i) REQUIRE(weight->ToDouble(i) == values[i]);
  }
}

TEST_CASE("elements of tensors come in ONNX's typed fields, too", "[frontend][onnx]") {
  struct Typed {
    int type;
    uint32_t field;
    DataType dtype;
  };
  for (const Typed& each :
       {Typed{1, 4, kF32}, Typed{6, 5, DataType::Int(32)}, Typed{3, 5, DataType::Int(8)},
        Typed{2, 5, DataType::UInt(8)}, Typed{5, 5, DataType::Int(16)},
        Typed{9, 5, DataType::Bool()}, Typed{7, 7, kI64}, Typed{11, 10, DataType::Float(64)},
        Typed{12, 11, DataType::UInt(32)}, Typed{13, 11, DataType::UInt(64)}}) {
    for (bool packed : {true, false}) {
      INFO(each.dtype.str() << (packed ? " packed" : ""));
      std::string bytes;
      protozero::pbf_writer tensor(bytes);
      tensor.add_int64(1, 2);
      tensor.add_int32(2, each.type);
      std::vector<float> floats = {1, 0};
      std::vector<double> doubles = {1, 0};
      std::vector<int64_t> ints = {1, 0};
      if (each.field == 4) {
        if (packed) tensor.add_packed_float(4, floats.begin(), floats.end());
        if (!packed)
          for (float value : floats) tensor.add_float(4, value);
      } else if (each.field == 10) {
        if (packed) tensor.add_packed_double(10, doubles.begin(), doubles.end());
        if (!packed)
          for (double value : doubles) tensor.add_double(10, value);
      } else {
        if (packed) tensor.add_packed_int64(each.field, ints.begin(), ints.end());
        if (!packed)
          for (int64_t value : ints) tensor.add_int64(each.field, value);
      }
      Param read = ReadTensorProto(ToBuffer(bytes));
      CHECK(read.value->dtype == each.dtype);
      CHECK(read.value->ToDouble(0) == 1);
      CHECK(read.value->ToDouble(1) == 0);
    }
  }
  // The bits of float16, each as an int32.
  std::string bytes;
  protozero::pbf_writer tensor(bytes);
  tensor.add_int32(2, 10);
  tensor.add_int32(5, 0x3e00);
  CHECK(ReadTensorProto(ToBuffer(bytes)).value->ToDouble(0) == 1.5);
}

std::string External(std::string_view location, int64_t offset) {
  std::string bytes;
  protozero::pbf_writer tensor(bytes);
  tensor.add_int64(1, 2);
  tensor.add_int32(2, 1);
  tensor.add_string(8, "w");
  auto entry = [&](const std::string& key, const std::string& value) {
    std::string pair;
    protozero::pbf_writer writer(pair);
    writer.add_string(1, key);
    writer.add_string(2, value);
    tensor.add_message(13, pair);
  };
  entry("location", std::string(location));
  entry("offset", std::to_string(offset));
  tensor.add_int32(14, 1);
  return bytes;
}

Buffer WithTensor(const std::string& tensor) {
  OnnxGraph graph;
  graph.Input("x", kF32, {2}).Node("Add", {"x", "w"}, {"y"}).Output("y");
  std::string bytes = graph.bytes(), opset, model;
  protozero::pbf_writer(bytes).add_message(5, tensor);
  protozero::pbf_writer(opset).add_int64(2, 13);
  protozero::pbf_writer writer(model);
  writer.add_message(8, opset);
  writer.add_message(7, bytes);
  return ToBuffer(model);
}

TEST_CASE("weights may lie in files of their own beside the model", "[frontend][onnx]") {
  NDArray data = Reals({4}, {1, 2, 3, 4});
  OnnxOptions options = Unfrozen();
  std::vector<std::string> asked;
  options.external_data = [&](std::string_view path) {
    asked.emplace_back(path);
    return data->buffer();
  };
  ImportedModel imported = FromOnnx(WithTensor(External("weights.bin", 4)), options);
  CHECK(imported.params[0].value->ToDouble(0) == 2);
  CHECK(asked == std::vector<std::string>{"weights.bin"});
  CHECK(DescribeOnnx(WithTensor(External("weights.bin", 4))).external_data == asked);
  auto refusal = [&](std::string_view path, int64_t offset) {
    return Refusal([&] { FromOnnx(WithTensor(External(path, offset)), options); });
  };
  for (const char* path : {"../w", "/w", "a/../../w", "c:w", "..", ""}) {
    CHECK(refusal(path, 0).find("which is not in its folder") != std::string::npos);
  }
  CHECK(refusal("w", 1 << 20).find("needs 8 bytes") != std::string::npos);
  options.external_data = nullptr;
  CHECK(refusal("w", 0).find("which was not found") != std::string::npos);
}

TEST_CASE("shapes of inputs can be given", "[frontend][onnx]") {
  OnnxModel model;
  model.Input("x", kF32, {-1, 2}).Node("Relu", {"x"}, {"y"}).Output("y");
  CHECK(ImportText(model).find("%x: Tensor[(?, 2), float32]") != std::string::npos);
  OnnxOptions options;
  options.shapes = {{"x", {{3, ""}, {2, ""}}, DataType::Float(16)}};
  CHECK(ImportText(model, options).find("%x: Tensor[(3, 2), float16]") != std::string::npos);
  options.shapes[0].name = "xx";
  CHECK(Refusal(model, options) ==
        "unknown-parameter: the model has no input `xx`; did you mean x?");
}

TEST_CASE("inputs with known values become constants", "[frontend][onnx]") {
  OnnxModel model(13);
  model.Input("x", kF32, {2, 2}).Input("axes", kI64, {1});
  model.Node("ReduceSum", {"x", "axes"}, {"y"}).Output("y");
  CHECK(Refusal(model).find("unsupported: input 1 of ReduceSum must be a constant") == 0);
  OnnxOptions options;
  options.values = {{"axes", Integers({1})}};
  CHECK(ImportText(model, options).find("sum(%x, axis=[1], keepdims=True)") != std::string::npos);
}

TEST_CASE("results that a model does not use are dropped", "[frontend][onnx]") {
  OnnxModel model;
  model.Input("x", kF32, {4, 2}).Node("Split", {"x"}, {"a", "", "c"}).Output("c");
  CHECK(Refusal(model) != "nothing");
  OnnxModel fits;
  fits.Input("x", kF32, {6, 2}).Node("Split", {"x"}, {"a", "b", "c"}).Output("c");
  CHECK(Operators(fits) == "split");
  OnnxModel top;
  top.Input("x", kF32, {3}).Initializer("k", Integers({1}));
  top.Node("TopK", {"x", "k"}, {"", "i"}).Output("i");
  CheckInts(RunOnnx(top, {Value(Reals({3}, {1, 3, 2}))}).tensor(), kI64, {1});
}

TEST_CASE("inputs that are left out at the end are not there", "[frontend][onnx]") {
  OnnxModel model;
  model.Input("x", kF32, {2}).Node("Add", {"x", "x", "", ""}, {"y"}).Output("y");
  CHECK(Operators(model) == "add");
}

TEST_CASE("all operators that are missing are told at once", "[frontend][onnx]") {
  OnnxModel model;
  model.Input("x", kF32, {2})
      .Node("Nonsense", {"x"}, {"a"}, {}, "ai.example")
      .Node("Abs", {"a"}, {"b"})
      .Node("Fantasy", {"b"}, {"c"})
      .Node("Fantasy", {"c"}, {"d"})
      .Output("d");
  CHECK(Refusal(model) ==
        "unsupported: The following operators are not supported for frontend ONNX: Fantasy, "
        "ai.example.Nonsense; the first of them is the node `Nonsense_node`; the model's operators "
        "are of version 17");
  ModelDescription description = DescribeOnnx(model.File());
  REQUIRE(description.operators.size() == 3);
  CHECK(description.operators[1].name == "Fantasy");
  CHECK(description.operators[1].count == 2);
  CHECK_FALSE(description.operators[1].supported);
  CHECK(description.operators[0].supported);
}

TEST_CASE("what cannot be converted names its node, operator and version", "[frontend][onnx]") {
  OnnxModel model(11);
  model.Input("x", kF32, {2}).Node("Softmax", {"x"}, {"y"}, {{"axis", 4}}).Output("y");
  CHECK(Refusal(model) ==
        "bad-attribute: Softmax is given axis 4, but its input has 1 dimensions; this is about the "
        "node `Softmax_node`, Softmax of version 11");
  OnnxModel mode(13);
  mode.Input("x", kF32, {2}).Initializer("p", Integers({0, 1}));
  mode.Node("Pad", {"x", "p"}, {"y"}, {{"mode", "fold"}}).Output("y");
  CHECK(Refusal(mode).find("Value fold in attribute \"mode\" of operator Pad is not valid.") !=
        std::string::npos);
  OnnxModel missing;
  missing.Input("x", kF32, {1, 1, 2, 2}).Node("MaxPool", {"x"}, {"y"}).Output("y");
  CHECK(Refusal(missing).find("missing-attribute: MaxPool needs the attribute `kernel_shape`") ==
        0);
  OnnxModel arity;
  arity.Input("x", kF32, {2}).Node("Add", {"x"}, {"y"}).Output("y");
  CHECK(Refusal(arity).find("wrong-arity: Add takes 2 inputs, not 1") == 0);
  OnnxModel wrong;
  wrong.Input("x", kF32, {2, 2}).Node("Softmax", {"x"}, {"y"}, {{"axis", "one"}}).Output("y");
  CHECK(Refusal(wrong).find("the attribute `axis` of Softmax must be of type int") !=
        std::string::npos);
  OnnxModel types;
  types.Input("x", kF32, {2}).Input("i", kI64, {2}).Node("Add", {"x", "i"}, {"y"}).Output("y");
  CHECK(Refusal(types).find("this is about the node `Add_node`") != std::string::npos);
}

TEST_CASE("numbers out of all measure are refused", "[frontend][onnx]") {
  const int64_t huge = int64_t{1} << 62;
  auto refuses = [&](const char* op, const std::vector<OnnxAttr>& attrs) {
    OnnxModel model(12);
    model.Input("x", kF32, {1, 1, 4, 4}).Input("w", kF32, {1, 1, 2, 2});
    bool pool = std::string(op).find("Pool") != std::string::npos;
    model.Node(op, pool ? std::vector<std::string>{"x"} : std::vector<std::string>{"x", "w"}, {"y"},
               attrs);
    model.Output("y");
    INFO(op);
    CHECK(Refusal(model).find("is not valid") != std::string::npos);
  };
  for (const char* attr : {"strides", "dilations"}) {
    refuses("Conv", {{attr, std::vector<int64_t>{huge, huge}}});
    refuses("ConvTranspose",
            {{attr, std::vector<int64_t>{huge, huge}}, {"auto_pad", "SAME_UPPER"}});
    refuses("MaxPool", {{"kernel_shape", std::vector<int64_t>{2, 2}},
                        {attr, std::vector<int64_t>{huge, huge}}});
  }
  refuses("AveragePool", {{"kernel_shape", std::vector<int64_t>{huge, 2}}});
  refuses("AveragePool",
          {{"kernel_shape", std::vector<int64_t>{2, 2}}, {"strides", std::vector<int64_t>{0, 1}}});
}

TEST_CASE("names that a graph must not have are refused", "[frontend][onnx]") {
  OnnxModel twice;
  twice.Input("x", kF32, {2}).Node("Abs", {"x"}, {"y"}).Node("Neg", {"x"}, {"y"}).Output("y");
  CHECK(Refusal(twice).find("duplicate-name: two values of the model have the name `y`") == 0);
  OnnxModel hides;
  hides.Input("x", kF32, {2}).Node("Abs", {"x"}, {"x"}).Output("x");
  CHECK(Refusal(hides).find("duplicate-name") == 0);
  OnnxModel cycle;
  cycle.Input("x", kF32, {2}).Node("Add", {"x", "b"}, {"a"}).Node("Abs", {"a"}, {"b"}).Output("b");
  CHECK(Refusal(cycle) ==
        "bad-model-file: the node `Add_node` (Add) takes `b`, which no earlier node computes");
  OnnxModel output;
  output.Input("x", kF32, {2}).Node("Abs", {"x"}, {"y"}).Output("z");
  CHECK(Refusal(output) == "bad-model-file: no node computes the model's output `z`");
  OnnxModel none;
  none.Input("x", kF32, {2}).Node("Abs", {"x"}, {"y"});
  CHECK(Refusal(none) == "bad-model-file: the model has no outputs");
}

TEST_CASE("a damaged file is refused, wherever it is cut", "[frontend][onnx]") {
  OnnxModel model;
  model.Input("x", kF32, {2, 3})
      .Initializer("w", Reals({3}, {1, 2, 3}))
      .Node("Add", {"x", "w"}, {"y"})
      .Output("y");
  std::string bytes = ToBytes(model.File());
  for (size_t size = 0; size < bytes.size(); ++size) {
    std::string what = Refusal([&] { FromOnnx(ToBuffer(bytes.substr(0, size))); });
    INFO(size << " " << what);
    // If the remaining fields are complete, it is a smaller model.
    CHECK((what == "nothing" || what.find("bad-model-file") == 0));
    Refusal([&] { DescribeOnnx(ToBuffer(bytes.substr(0, size))); });
  }
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (int bit : {1, 8, 128}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ bit);
      Refusal([&] { FromOnnx(ToBuffer(changed)); });
      Refusal([&] { DescribeOnnx(ToBuffer(changed)); });
    }
  }
}

TEST_CASE("shapes that lie allocate nothing", "[frontend][onnx]") {
  for (std::vector<int64_t> dims : {std::vector<int64_t>{int64_t{1} << 40},
                                    {1 << 20, 1 << 20, 1 << 20},
                                    {-1},
                                    {int64_t{1} << 62, 4}}) {
    for (bool raw : {true, false}) {
      std::string bytes;
      protozero::pbf_writer tensor(bytes);
      for (int64_t dim : dims) tensor.add_int64(1, dim);
      tensor.add_int32(2, 1);
      tensor.add_string(8, "w");
      if (raw) {
        tensor.add_bytes(9, "abcd", 4);
      } else {
        tensor.add_float(4, 1);
      }
      std::string what = Refusal([&] { FromOnnx(WithTensor(bytes)); });
      INFO(what);
      CHECK((what.find("bad-model-file") == 0 || what.find("tensor-too-large") == 0));
      DescribeOnnx(WithTensor(bytes));
    }
  }
}

TEST_CASE("graphs inside of graphs end somewhere", "[frontend][onnx]") {
  // Each is an If in a branch of the previous one.
  auto nested = [](int depth) {
    std::vector<std::unique_ptr<OnnxGraph>> graphs;
    auto leaf = std::make_unique<OnnxGraph>();
    leaf->Node("Abs", {"x"}, {"z0"}).Output("z0");
    graphs.push_back(std::move(leaf));
    for (int i = 1; i <= depth; ++i) {
      auto next = std::make_unique<OnnxGraph>();
      std::string name = "z" + std::to_string(i);
      next->Node("If", {"c"}, {name},
                 {{"then_branch", *graphs.back()}, {"else_branch", *graphs.front()}})
          .Output(name);
      graphs.push_back(std::move(next));
    }
    OnnxModel model;
    model.Input("x", kF32, {2}).Input("c", DataType::Bool(), {});
    model
        .Node("If", {"c"}, {"y"},
              {{"then_branch", *graphs.back()}, {"else_branch", *graphs.front()}})
        .Output("y");
    return model.File();
  };
  CHECK(Refusal([&] { FromOnnx(nested(10)); }) == "nothing");
  CHECK(Refusal([&] {
          FromOnnx(nested(200));
        }).find("nesting-too-deep: graphs are nested deeper") == 0);
  CHECK(DescribeOnnx(nested(200)).operators.size() == 2);
  // Very deep messages in a field that is not read.
  std::string bytes;
  for (int i = 0; i < 2000; ++i) {
    std::string outer;
    protozero::pbf_writer(outer).add_message(7, bytes);
    bytes = std::move(outer);
  }
  Refusal([&] { FromOnnx(ToBuffer(bytes)); });
  Refusal([&] { DescribeOnnx(ToBuffer(bytes)); });
}

// A function that the model defines: f(a, b) = leaky_relu(a + b) with the slope of its call.
std::string OwnFunction() {
  std::string bytes, add, relu, alpha;
  protozero::pbf_writer function(bytes);
  function.add_string(1, "Biased");
  function.add_string(4, "a");
  function.add_string(4, "b");
  function.add_string(5, "r");
  function.add_string(6, "slope");
  {
    protozero::pbf_writer node(add);
    node.add_string(1, "a");
    node.add_string(1, "b");
    node.add_string(2, "s");
    node.add_string(4, "Add");
  }
  {
    protozero::pbf_writer attribute(alpha);
    attribute.add_string(1, "alpha");
    attribute.add_string(21, "slope");
  }
  {
    protozero::pbf_writer node(relu);
    node.add_string(1, "s");
    node.add_string(2, "r");
    node.add_string(4, "LeakyRelu");
    node.add_message(5, alpha);
  }
  function.add_message(7, add);
  function.add_message(7, relu);
  function.add_string(10, "own");
  return bytes;
}

TEST_CASE("functions of the model's own are put in their calls' places", "[frontend][onnx]") {
  OnnxModel model;
  model.Input("x", kF32, {2})
      .Input("s", kF32, {2})
      .Node("Biased", {"x", "s"}, {"y"}, {{"slope", 0.25}}, "own")
      .Node("Biased", {"y", "s"}, {"z"}, {}, "own")
      .Output("z");
  std::string bytes = ToBytes(model.File());
  protozero::pbf_writer(bytes).add_message(25, OwnFunction());
  IRModule module = FromOnnx(ToBuffer(bytes)).module;
  NDArray result =
      Evaluate(module, "main", std::vector<Value>{Reals({2}, {1, -9}), Reals({2}, {1, 1})})
          .tensor();
  // The second call gives no slope, so the operator's default is used.
  CheckReals(result, {3, -0.01});
  ModelDescription description = DescribeOnnx(ToBuffer(bytes));
  REQUIRE(description.operators.size() == 2);
  CHECK(description.operators[1].name == "LeakyRelu");
}

TEST_CASE("a function that calls itself ends", "[frontend][onnx]") {
  std::string node, bytes;
  {
    protozero::pbf_writer writer(node);
    writer.add_string(1, "a");
    writer.add_string(2, "r");
    writer.add_string(4, "Again");
    writer.add_string(7, "own");
  }
  protozero::pbf_writer function(bytes);
  function.add_string(1, "Again");
  function.add_string(4, "a");
  function.add_string(5, "r");
  function.add_message(7, node);
  function.add_string(10, "own");
  OnnxModel model;
  model.Input("x", kF32, {2}).Node("Again", {"x"}, {"y"}, {}, "own").Output("y");
  std::string file = ToBytes(model.File());
  protozero::pbf_writer(file).add_message(25, bytes);
  CHECK(Refusal([&] { FromOnnx(ToBuffer(file)); }).find("nesting-too-deep") == 0);
}

TEST_CASE("a model is described without converting it", "[frontend][onnx]") {
  OnnxModel model(13);
  model.Input("x", kF32, {-1, 3})
      .Input("w", kF32, {3})
      .Initializer("w", Reals({3}, {1, 2, 3}))
      .Node("Add", {"x", "w"}, {"y"})
      .Output("y");
  std::string bytes = ToBytes(model.File());
  protozero::pbf_writer writer(bytes);
  writer.add_string(2, "somebody");
  writer.add_string(3, "1.2");
  ModelDescription description = DescribeOnnx(ToBuffer(bytes));
  CHECK(description.format == ModelFormat::kOnnx);
  CHECK(description.producer == "somebody 1.2");
  CHECK(description.opset == 13);
  REQUIRE(description.inputs.size() == 1);
  CHECK(description.inputs[0].name == "x");
  CHECK(description.inputs[0].dtype == kF32);
  REQUIRE(description.inputs[0].shape->size() == 2);
  CHECK_FALSE((*description.inputs[0].shape)[0].value);
  CHECK((*description.inputs[0].shape)[0].symbol == "n");
  CHECK((*description.inputs[0].shape)[1].value == 3);
  CHECK(description.outputs.size() == 1);
  CHECK(description.weights == 1);
  CHECK(description.weight_bytes == 12);
  CHECK(description.external_data.empty());
}

TEST_CASE("what is folded in several places is typed again", "[frontend][onnx]") {
  // The weight's transpose is folded below a call that is below another one.
  OnnxModel model;
  model.Input("x", kF32, {1, 2, 2})
      .Initializer("w", Reals({2, 2}, {1, 2, 3, 4}))
      .Node("MatMul", {"x", "w"}, {"a"})
      .Node("MatMul", {"a", "w"}, {"y"})
      .Output("y");
  CheckReals(RunOnnx(model, {Value(Reals({1, 2, 2}, {1, 0, 0, 1}))}).tensor(), {7, 10, 15, 22});
}

TEST_CASE("batches are multiplied as they stand, when that is wanted", "[frontend][onnx]") {
  OnnxModel model(13);
  model.Input("x", kF32, {3, 1, 2}).Input("w", kF32, {3, 2, 2});
  model.Node("MatMul", {"x", "w"}, {"y"}).Output("y");
  CHECK(Operators(model) == "transpose nn.batch_matmul reshape");
  OnnxOptions options;
  options.use_nt_batch_matmul = false;
  CHECK(Operators(model, options) == "nn.batch_matmul reshape");
}

TEST_CASE("the version of the operators can be given", "[frontend][onnx]") {
  OnnxModel model(13);
  model.Input("x", kF32, {2, 3, 4}).Node("Softmax", {"x"}, {"y"}, {{"axis", 1}}).Output("y");
  CHECK(Operators(model) == "nn.softmax");
  OnnxOptions options;
  options.opset = 11;
  CHECK(Operators(model, options) == "reshape nn.softmax reshape");
}

TEST_CASE("an import tells how far it is, and ends when it is told to", "[frontend][onnx]") {
  OnnxModel model;
  model.Input("x", kF32, {2});
  for (int i = 0; i < 200; ++i) {
    model.Node("Abs", {i ? "y" + std::to_string(i - 1) : "x"}, {"y" + std::to_string(i)});
  }
  model.Output("y199");
  OnnxOptions options;
  double last = 0;
  int calls = 0;
  options.progress = [&](double done) {
    CHECK(done >= last);
    last = done;
    ++calls;
  };
  FromOnnx(model.File(), options);
  CHECK(last == 1);
  CHECK(calls > 2);
  struct Stop {};
  options.progress = [](double) { throw Stop(); };
  CHECK_THROWS_AS(FromOnnx(model.File(), options), Stop);
}

}  // namespace
}  // namespace passcope::frontend::testing
