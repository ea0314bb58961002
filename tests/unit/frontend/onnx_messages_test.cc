// ONNX models that the reader refuses: the kind of each diagnostic, and the names and numbers in
// its text.
#include <initializer_list>
#include <string>
#include <vector>

#include "frontend/onnx/values.h"
#include "onnx_values.h"
#include "unit/refused.h"

namespace passcope::frontend::testing {
namespace {

const DataType kReal32 = DataType::Float(32);
const DataType kWhole64 = DataType::Int(64);
using OnnxInts = std::vector<int64_t>;

NDArray WholeNumbers(const OnnxInts& shape, OnnxInts values) {
  return passcope::Ints(shape, std::move(values), kWhole64);
}

struct OnnxMessageRow {
  DiagKind kind;
  const char* says;
  int64_t version;  // Of the operator set.
  void (*build)(OnnxModel&);
};

void CheckOnnxMessages(std::initializer_list<OnnxMessageRow> rows) {
  for (const OnnxMessageRow& row : rows) {
    OnnxModel model(row.version);
    row.build(model);
    CheckRefused([&] { FromOnnx(model.File(), {}); }, row.kind, row.says);
  }
}

TEST_CASE("messages about values of ONNX models", "[frontend][onnx][diagnostics]") {
  CheckOnnxMessages({
      {DiagKind::kUnsupported, "(?", 13,
       [](OnnxModel& m) { m.Input("x", kReal32, {-1}).Node("SplitToSequence", {"x"}, {"y"}); }},
      {DiagKind::kTypeMismatch, "(Tensor[(2), float32],)", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {2}).Node("SequenceConstruct", {"x"}, {"s"});
         m.Node("SplitToSequence", {"s"}, {"y"});
       }},
      {DiagKind::kTypeMismatch, "Tensor[(2), float32]", 13,
       [](OnnxModel& m) { m.Input("x", kReal32, {2}).Node("SequenceLength", {"x"}, {"y"}); }},
      {DiagKind::kArity, "Softmax does not take input 1", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {2}).Node("Softmax", {"x", "x"}, {"y"});
       }},
      {DiagKind::kArity, "Clip takes 1 to 3 inputs, not 4", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {}).Node("Clip", {"x", "x", "x", "x"}, {"y"});
       }},
      {DiagKind::kBadDtype, "BitShift takes unsigned integers, not float32", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {2}).Node("BitShift", {"x", "x"}, {"y"}, {{"direction", "LEFT"}});
       }},
      {DiagKind::kArity, "Add", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {2}).Node("Add", {"", "x"}, {"y"});
       }},
      {DiagKind::kArity, "Gemm", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {2, 2}).Node("Gemm", {"x"}, {"y"});
       }},
      {DiagKind::kUnsupported, "constant", 13,
       [](OnnxModel& m) {
         m.Node("Constant", {}, {"y"}, {{"value_string", "text"}});
       }},
      {DiagKind::kUnsupported, "STRING", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {2}).Node("Cast", {"x"}, {"y"}, {{"to", 8}});
       }},
      {DiagKind::kBadAttribute, "`value` of ConstantOfShape", 13,
       [](OnnxModel& m) {
         m.Initializer("shape", WholeNumbers({1}, {2}));
         m.Node("ConstantOfShape", {"shape"}, {"y"}, {{"value", WholeNumbers({2}, {1, 2})}});
       }},
  });
}

TEST_CASE("messages about operators of ONNX models", "[frontend][onnx][diagnostics]") {
  CheckOnnxMessages({
      {DiagKind::kBadAttribute, "2 or 4", 13,
       [](OnnxModel& m) {
         m.Input("x", DataType::UInt(8), {1, 1, 4, 4}).Input("w", DataType::UInt(8), {1, 1, 3, 3});
         m.Node("ConvInteger", {"x", "w"}, {"y"}, {{"pads", OnnxInts{1, 1, 1}}});
       }},
      {DiagKind::kBadAttribute, "not 3", 13,
       [](OnnxModel& m) {
         m.Input("x", DataType::UInt(8), {1, 1, 4, 4}).Input("s", kReal32, {});
         m.Input("z", DataType::UInt(8), {}).Input("w", DataType::UInt(8), {2, 1, 3, 3});
         m.Input("ws", kReal32, {3});
         m.Node("QLinearConv", {"x", "s", "z", "w", "ws", "z", "s", "z"}, {"y"});
       }},
      {DiagKind::kBadRank, "input 4 of QLinearConv", 13,
       [](OnnxModel& m) {
         m.Input("x", DataType::UInt(8), {1, 1, 4, 4}).Input("s", kReal32, {});
         m.Input("z", DataType::UInt(8), {}).Input("w", DataType::UInt(8), {2, 1, 3, 3});
         m.Input("ws", kReal32, {2, 1});
         m.Node("QLinearConv", {"x", "s", "z", "w", "ws", "z", "s", "z"}, {"y"});
       }},
      {DiagKind::kBadRank, "input 1 of BiasGelu", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {2, 2});
         m.Node("BiasGelu", {"x", "x"}, {"y"}, {}, "com.microsoft");
       }},
      {DiagKind::kUnsupported, "(1, 2)", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {1, 2, 3}).Input("w", kReal32, {3, 12}).Input("b", kReal32, {12});
         m.Input("mask", kReal32, {1, 3});
         m.Node("Attention", {"x", "w", "b", "mask"}, {"y"}, {{"num_heads", 2}}, "com.microsoft");
       }},
      {DiagKind::kUnsupported, "unidirectional", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {1, 2, 3}).Input("w", kReal32, {3, 12}).Input("b", kReal32, {12});
         m.Node("Attention", {"x", "w", "b"}, {"y"}, {{"num_heads", 2}, {"unidirectional", 1}},
                "com.microsoft");
       }},
      {DiagKind::kUnsupported, "einsum", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {2});
         m.Node("ATen", {"x"}, {"y"}, {{"operator", "einsum"}}, "org.pytorch.aten");
       }},
      {DiagKind::kBadRank, "input 2 of NonMaxSuppression", 13,
       [](OnnxModel& m) {
         m.Input("boxes", kReal32, {1, 6, 4}).Input("scores", kReal32, {1, 1, 6});
         m.Input("most", kWhole64, {1, 1});
         m.Node("NonMaxSuppression", {"boxes", "scores", "most"}, {"y"});
       }},
      {DiagKind::kBadDtype, "int8 and int16", 13,
       [](OnnxModel& m) {
         m.Input("a", DataType::Int(8), {2, 2}).Input("b", DataType::Int(16), {2, 2});
         m.Node("MatMulInteger16", {"a", "b"}, {"y"}, {}, "com.microsoft");
       }},
      {DiagKind::kShapeMismatch, "MaxUnpool", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {1, 1, 2, 2}).Input("at", kWhole64, {1, 1, 2, 2});
         m.Initializer("shape", WholeNumbers({3}, {1, 4, 4}));
         m.Node("MaxUnpool", {"x", "at", "shape"}, {"y"}, {{"kernel_shape", OnnxInts{2, 2}}});
       }},
      {DiagKind::kBadAttribute, "DFT", 17,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {1, 4, 1}).Initializer("length", WholeNumbers({}, {0}));
         m.Node("DFT", {"x", "length"}, {"y"});
       }},
      {DiagKind::kArity, "STFT", 17,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {1, 4, 1}).Input("step", kWhole64, {});
         m.Node("STFT", {"x", "step"}, {"y"});
       }},
      {DiagKind::kBadAttribute, "`weights` of TfIdfVectorizer", 13,
       [](OnnxModel& m) {
         m.Input("x", kWhole64, {2});
         m.Node("TfIdfVectorizer", {"x"}, {"y"},
                {{"min_gram_length", 1},
                 {"max_gram_length", 1},
                 {"max_skip_count", 0},
                 {"mode", "IDF"},
                 {"ngram_counts", OnnxInts{0}},
                 {"ngram_indexes", OnnxInts{0}},
                 {"pool_int64s", OnnxInts{1}},
                 {"weights", std::vector<float>{1, 2}}});
       }},
  });
}

TEST_CASE("messages about sizes of images in ONNX models", "[frontend][onnx][diagnostics]") {
  CheckOnnxMessages({
      {DiagKind::kBadAttribute, "not 3", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {1, 1, 2, 2}).Initializer("scales", Reals({3}, {1, 1, 2}));
         m.Node("Resize", {"x", "", "scales"}, {"y"});
       }},
      {DiagKind::kBadAttribute, "`roi` of Resize", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {1, 1, 2, 2}).Initializer("scales", Reals({4}, {1, 1, 2, 2}));
         m.Initializer("roi", Reals({3}, {0, 0, 1}));
         m.Node("Resize", {"x", "roi", "scales"}, {"y"},
                {{"coordinate_transformation_mode", "tf_crop_and_resize"}});
       }},
      {DiagKind::kBadAttribute, "2 by 0", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {1, 1, 2, 2}).Initializer("scales", Reals({4}, {1, 1, 0, 2}));
         m.Node("Resize", {"x", "", "scales"}, {"y"});
       }},
      {DiagKind::kUnsupported, "Resize", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {1, 1, 2}).Input("sizes", kWhole64, {3});
         m.Node("Resize", {"x", "", "", "sizes"}, {"y"});
       }},
      {DiagKind::kBadAttribute, "`sizes`", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {1, 1, 2, 2}).Initializer("scales", Reals({4}, {1, 1, 2, 2}));
         m.Initializer("sizes", WholeNumbers({4}, {1, 1, 4, 4}));
         m.Node("Resize", {"x", "", "scales", "sizes"}, {"y"});
       }},
      {DiagKind::kUnsupported, "Upsample", 9,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {1, 1, 2, 2});
         m.Node("Upsample", {"x"}, {"y"}, {{"scales", std::vector<float>{2, 1, 2, 2}}});
       }},
  });
}

TEST_CASE("messages about sequences of ONNX models", "[frontend][onnx][diagnostics]") {
  CheckOnnxMessages({
      {DiagKind::kBadAttribute, "SequenceErase", 13,
       [](OnnxModel& m) {
         m.Node("SequenceEmpty", {}, {"s"}).Node("SequenceErase", {"s"}, {"y"});
       }},
      {DiagKind::kBadAttribute, "position 5 of SequenceAt", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {2}).Initializer("at", WholeNumbers({}, {5}));
         m.Node("SequenceConstruct", {"x", "x"}, {"s"}).Node("SequenceAt", {"s", "at"}, {"y"});
       }},
      {DiagKind::kUnsupported, "SequenceAt", 13,
       [](OnnxModel& m) {
         m.Input("a", kReal32, {2}).Input("b", kReal32, {3}).Input("at", kWhole64, {});
         m.Node("SequenceConstruct", {"a", "b"}, {"s"}).Node("SequenceAt", {"s", "at"}, {"y"});
       }},
      {DiagKind::kBadAttribute, "SplitToSequence", 13,
       [](OnnxModel& m) {
         m.Input("x", kReal32, {2}).Initializer("split", WholeNumbers({}, {0}));
         m.Node("SplitToSequence", {"x", "split"}, {"y"});
       }},
      {DiagKind::kShapeMismatch, "2 and 1", 17,
       [](OnnxModel& m) {
         OnnxGraph body;
         body.Input("p", kReal32, {2}).Input("q", kReal32, {2});
         body.Node("Add", {"p", "q"}, {"r"}).Output("r");
         m.Input("x", kReal32, {2});
         m.Node("SequenceConstruct", {"x", "x"}, {"s"}).Node("SequenceConstruct", {"x"}, {"t"});
         m.Node("SequenceMap", {"s", "t"}, {"y"}, {{"body", body}});
       }},
      {DiagKind::kBadModelFile, "not 3", 17,
       [](OnnxModel& m) {
         OnnxGraph body;
         body.Input("p", kReal32, {2}).Input("q", kReal32, {2}).Input("r", kReal32, {2});
         body.Output("p");
         m.Input("x", kReal32, {2}).Node("SequenceConstruct", {"x"}, {"s"});
         m.Node("SequenceMap", {"s"}, {"y"}, {{"body", body}});
       }},
      {DiagKind::kBadModelFile, "not 2", 17,
       [](OnnxModel& m) {
         OnnxGraph body;
         body.Input("p", kReal32, {2}).Output("p").Output("p");
         m.Input("x", kReal32, {2}).Node("SequenceConstruct", {"x"}, {"s"});
         m.Node("SequenceMap", {"s"}, {"y"}, {{"body", body}});
       }},
  });
}

TEST_CASE("messages about graphs in nodes of ONNX models", "[frontend][onnx][diagnostics]") {
  CheckOnnxMessages({
      {DiagKind::kBadModelFile, "1 and 2", 13,
       [](OnnxModel& m) {
         OnnxGraph one, two;
         one.Output("x");
         two.Output("x").Output("x");
         m.Input("c", DataType::Bool(), {}).Input("x", kReal32, {2});
         m.Node("If", {"c"}, {"y"}, {{"then_branch", one}, {"else_branch", two}});
       }},
      {DiagKind::kBadModelFile, "not 0", 13,
       [](OnnxModel& m) {
         OnnxGraph body;
         body.Input("i", kWhole64, {}).Input("c", DataType::Bool(), {});
         m.Initializer("n", WholeNumbers({}, {2}));
         m.Node("Loop", {"n"}, {"y"}, {{"body", body}});
       }},
      {DiagKind::kUnsupported, "Loop", 13,
       [](OnnxModel& m) {
         OnnxGraph body;
         body.Input("i", kWhole64, {}).Input("c", DataType::Bool(), {}).Output("c");
         m.Initializer("n", WholeNumbers({}, {2}));
         m.Node("Loop", {"n"}, {"y"}, {{"body", body}});
       }},
      {DiagKind::kUnsupported, "0 steps", 13,
       [](OnnxModel& m) {
         OnnxGraph body;
         body.Input("i", kWhole64, {}).Input("c", DataType::Bool(), {}).SequenceInput("t", kReal32);
         body.Output("c").Output("t").Output("i");
         m.Input("x", kReal32, {2}).Node("SequenceConstruct", {"x"}, {"s"});
         m.Initializer("n", WholeNumbers({}, {0}));
         m.Node("Loop", {"n", "", "s"}, {"y", "z"}, {{"body", body}});
       }},
      {DiagKind::kUnsupported, "Loop", 13,
       [](OnnxModel& m) {
         OnnxGraph body;
         body.Input("i", kWhole64, {}).Input("c", DataType::Bool(), {}).SequenceInput("t", kReal32);
         body.Output("c").Output("t");
         m.Input("x", kReal32, {2})
             .Node("SequenceConstruct", {"x"}, {"s"})
             .Input("n", kWhole64, {});
         m.Node("Loop", {"n", "", "s"}, {"y"}, {{"body", body}});
       }},
      {DiagKind::kBadModelFile, "`num_scan_inputs` of Scan", 13,
       [](OnnxModel& m) {
         OnnxGraph body;
         body.Input("p", kReal32, {2}).Output("p");
         m.Input("x", kReal32, {3, 2});
         m.Node("Scan", {"x"}, {"y"}, {{"body", body}, {"num_scan_inputs", 5}});
       }},
  });
}

// A file with a graph that consists of these bytes.
Buffer FileOfGraph(const std::string& graph) {
  std::string opset, model;
  protozero::pbf_writer(opset).add_int64(2, 13);
  protozero::pbf_writer writer(model);
  writer.add_message(8, opset);
  writer.add_message(7, graph);
  Buffer file(new BufferNode(model.size()));
  std::memcpy(file->data(), model.data(), model.size());
  return file;
}

TEST_CASE("messages about inputs and weights of ONNX models", "[frontend][onnx][diagnostics]") {
  // An input of strings, whose number is 8.
  std::string tensor, type, input, graph;
  protozero::pbf_writer(tensor).add_int32(1, 8);
  protozero::pbf_writer(type).add_message(1, tensor);
  protozero::pbf_writer input_writer(input);
  input_writer.add_string(1, "words");
  input_writer.add_message(2, type);
  protozero::pbf_writer(graph).add_message(11, input);
  CheckRefused([&] { FromOnnx(FileOfGraph(graph), {}); }, DiagKind::kUnsupported, "`words`");

  OnnxModel model;
  model.Input("x", kReal32, {2}).Output("x");
  OnnxOptions options;
  options.shapes.push_back({.name = "x", .shape = {{-3, ""}}});
  CheckRefused([&] { FromOnnx(model.File(), options); }, DiagKind::kBadModelFile, "-3");

  std::string sparse = model.bytes();
  protozero::pbf_writer(sparse).add_message(15, std::string());
  CheckRefused([&] { FromOnnx(FileOfGraph(sparse), {}); }, DiagKind::kUnsupported, "sparse");

  // A weight in a file, whose offset is not a number.
  std::string entry, weight, outside = model.bytes();
  protozero::pbf_writer entry_writer(entry);
  entry_writer.add_string(1, "offset");
  entry_writer.add_string(2, "4k");
  protozero::pbf_writer(weight).add_message(13, entry);
  protozero::pbf_writer(outside).add_message(5, weight);
  CheckRefused([&] { FromOnnx(FileOfGraph(outside), {}); }, DiagKind::kBadModelFile, "`4k`");
}

TEST_CASE("a message about models with too many nodes", "[frontend][onnx][diagnostics]") {
  // The cheapest node is one that returns its input.
  std::string node, graph;
  protozero::pbf_writer node_writer(node);
  node_writer.add_string(1, "x");
  node_writer.add_string(4, "Optional");
  OnnxGraph around;
  graph = around.Input("x", kReal32, {1}).Output("x").bytes();
  for (int i = 0; i <= 1 << 20; ++i) protozero::pbf_writer(graph).add_message(1, node);
  CheckRefused([&] { FromOnnx(FileOfGraph(graph), {}); }, DiagKind::kBadModelFile, "1048576");
}

TEST_CASE("a message about optional values deep inside of each other",
          "[frontend][onnx][diagnostics]") {
  std::string value;
  for (int i = 0; i < 20; ++i) {
    std::string outer;
    protozero::pbf_writer(outer).add_message(7, value);
    value = outer;
  }
  Buffer file(new BufferNode(value.size()));
  std::memcpy(file->data(), value.data(), value.size());
  onnx::TypeProto type;
  type.kind = onnx::TypeProto::Kind::kOptional;
  CheckRefused([&] { onnx::ReadValue(file, type); }, DiagKind::kNestingTooDeep, "16");
}

struct RefusedNode {
  DiagKind kind;
  const char* op;
  int version;  // Of the operator set.
  // Of the inputs, which are float32.
  std::vector<std::vector<int64_t>> shapes;
  std::vector<OnnxAttr> attrs;
  const char* says;
  const char* domain = "";
};

TEST_CASE("refused nodes of ONNX say what is expected", "[frontend][onnx][diagnostics]") {
  using Integers = std::vector<int64_t>;
  const char* contrib = "com.microsoft";
  for (const RefusedNode& row : std::initializer_list<RefusedNode>{
           {DiagKind::kUnsupported, "Conv", 13, {{1, 1}, {1, 1}}, {}, "Conv"},
           {DiagKind::kBadRank, "Conv", 13, {{1, 1, 4, 4}, {1, 1, 3}}, {}, "3"},
           {DiagKind::kBadAttribute,
            "MaxPool",
            13,
            {{1, 1, 4, 4}},
            {{"kernel_shape", Integers{2, 2}}, {"storage_order", 5}},
            "storage_order"},
           {DiagKind::kUnsupported,
            "MaxPool",
            13,
            {{1, 1, 4, 4}},
            {{"kernel_shape", Integers{1, 1, 1, 1}}},
            "4"},
           {DiagKind::kBadAttribute,
            "MaxPool",
            13,
            {{1, 1, 4, 4}},
            {{"kernel_shape", Integers{2, 2}}, {"strides", Integers{1}}},
            "strides"},
           {DiagKind::kArity, "Relu", 13, {}, {}, "Relu"},
           {DiagKind::kShapeMismatch, "Det", 13, {{2, 3}}, {}, "square"},
           {DiagKind::kArity, "Upsample", 9, {{1, 1, 2, 2}}, {}, "Upsample"},
           {DiagKind::kBadAttribute, "Resize", 13, {{1, 1, 2, 2}}, {}, "scales"},
           {DiagKind::kShapeMismatch, "DFT", 17, {{1, 4, 3}}, {}, "DFT"},
           {DiagKind::kBadRank, "STFT", 17, {{1, 4}, {1}}, {}, "STFT"},
           {DiagKind::kBadRank,
            "TfIdfVectorizer",
            13,
            {{2, 2, 2}},
            {{"min_gram_length", 1},
             {"max_gram_length", 1},
             {"max_skip_count", 0},
             {"mode", "TF"},
             {"ngram_counts", Integers{0}},
             {"ngram_indexes", Integers{0}},
             {"pool_int64s", Integers{1}}},
            "dimensions"},
           {DiagKind::kUnsupported,
            "TfIdfVectorizer",
            13,
            {{2}},
            {{"min_gram_length", 1},
             {"max_gram_length", 1},
             {"max_skip_count", 0},
             {"mode", "TF"},
             {"ngram_counts", Integers{0}},
             {"ngram_indexes", Integers{0}}},
            "pool_int64s"},
           {DiagKind::kBadRank, "NegativeLogLikelihoodLoss", 13, {{2}, {2}}, {}, "scores"},
           {DiagKind::kBadRank,
            "QLinearConv",
            13,
            {{1, 1, 4, 4}, {}, {}, {1, 1, 3}, {}, {}, {}, {}},
            {},
            "Conv"},
           {DiagKind::kUnsupported,
            "LinearRegressor",
            1,
            {{1, 2}},
            {{"post_transform", "SOFTMAX"}},
            "post_transform"},
           {DiagKind::kUnsupported,
            "Resize",
            18,
            {{1, 1, 2, 2}, {0}, {4}},
            {{"antialias", 1}, {"mode", "linear"}},
            "antialias"},
           {DiagKind::kUnsupported,
            "Attention",
            1,
            {{1, 2, 3}, {3, 9}, {8}},
            {{"num_heads", 2}},
            "Attention",
            contrib},
           {DiagKind::kArity,
            "QLinearConcat",
            1,
            {{}, {}, {2}, {}},
            {{"axis", 0}},
            "scale",
            contrib},
           {DiagKind::kArity,
            "Adagrad",
            1,
            {{}, {}, {2}},
            {},
            "Adagrad",
            "ai.onnx.preview.training"},
           {DiagKind::kBadAttribute,
            "RNN",
            13,
            {{1, 1, 2}, {1, 3, 2}, {1, 3, 3}},
            {{"hidden_size", 3}, {"direction", "bidirectional"}},
            "bidirectional"},
           {DiagKind::kBadAttribute,
            "RNN",
            13,
            {{1, 1, 2}, {1, 3, 2}, {1, 3, 3}},
            {{"hidden_size", 3}, {"activations", std::vector<std::string>{"Tanh", "Tanh"}}},
            "2"},
           {DiagKind::kUnsupported, "SplitToSequence", 13, {{4}, {1}}, {}, "SplitToSequence"},
       }) {
    INFO(row.op);
    OnnxModel model(row.version);
    std::vector<std::string> inputs;
    for (const std::vector<int64_t>& shape : row.shapes) {
      inputs.push_back("x" + std::to_string(inputs.size()));
      model.Input(inputs.back(), DataType::Float(32), shape);
    }
    model.Node(row.op, inputs, {"y"}, row.attrs, row.domain).Output("y");
    CheckRefused([&] { FromOnnx(model.File(), {}); }, row.kind, row.says);
  }
}

}  // namespace
}  // namespace passcope::frontend::testing
