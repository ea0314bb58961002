// ONNX files that need much work with few bytes.
#include <iterator>

#include "onnx_values.h"
#include "unit/deep.h"
#include "unit/refused.h"

namespace passcope::frontend::testing {
namespace {

const DataType kF32 = DataType::Float(32);
const DataType kI64 = DataType::Int(64);
using List = std::vector<int64_t>;

NDArray Long(List values) {
  auto size = static_cast<int64_t>(values.size());
  return passcope::Ints({size}, std::move(values), kI64);
}

void CheckModelRefused(const OnnxModel& model, DiagKind kind, const std::string& says) {
  CheckRefused([&] { FromOnnx(model.File()); }, kind, says);
}

Buffer FileOf(const std::string& bytes) {
  Buffer file(new BufferNode(bytes.size()));
  std::memcpy(file->data(), bytes.data(), bytes.size());
  return file;
}

// Messages nested in fields, with the given fields in turn. `beside` is the text before a field.
struct Around {
  uint32_t field;
  std::string beside;
};
std::string Nested(const std::vector<Around>& around, size_t levels) {
  // Written backwards, so that no bytes are moved.
  std::string reversed;
  for (size_t i = 0; i < levels; ++i) {
    const Around& each = around[i % around.size()];
    std::string head = each.beside;
    protozero::pbf_writer(head).add_bytes(each.field, "");
    head.pop_back();  // Its length, 0.
    protozero::write_varint(std::back_inserter(head), reversed.size());
    reversed.append(head.rbegin(), head.rend());
  }
  return {reversed.rbegin(), reversed.rend()};
}

TEST_CASE("messages deep inside of each other", "[frontend][onnx][deep]") {
  const auto levels = static_cast<size_t>(DeepLevels());
  std::string names;
  protozero::pbf_writer attribute(names);
  attribute.add_string(1, "then_branch");
  std::string node, model;
  protozero::pbf_writer node_writer(node);
  node_writer.add_string(1, "c");
  node_writer.add_string(4, "If");
  OnnxGraph outer;
  outer.Input("c", DataType::Bool(), {});
  // A node in a graph in an attribute in a node, and so on.
  std::string graph = outer.bytes() + Nested({{6, names}, {5, node}, {1, ""}}, levels / 3 * 3);
  protozero::pbf_writer(model).add_message(7, graph);
  auto refused = [](const std::string& file, DiagKind kind, const std::string& says) {
    OnSmallStack([&] {
      CHECK_NOTHROW(DescribeOnnx(FileOf(file)));
      CheckRefused([&] { FromOnnx(FileOf(file)); }, kind, says);
    });
  };
  refused(model, DiagKind::kNestingTooDeep, "nested");
  // A type of sequences of sequences.
  std::string value, types = Nested({{1, ""}, {4, ""}}, levels);
  protozero::pbf_writer value_writer(value);
  value_writer.add_string(1, "s");
  value_writer.add_message(2, types);
  std::string inputs = outer.bytes(), sequences;
  protozero::pbf_writer(inputs).add_message(11, value);
  protozero::pbf_writer(sequences).add_message(7, inputs);
  refused(sequences, DiagKind::kUnsupported, "sequence");
}

TEST_CASE("lengths and sizes that do not fit in 32 bits", "[frontend][onnx]") {
  // The length of a graph is 2^32, or 2^31 and more, larger than the rest of the file.
  OnnxGraph graph;
  graph.Input("x", kF32, {1}).Output("x");
  std::string bytes = graph.bytes(), opset;
  protozero::pbf_writer(opset).add_int64(2, 13);
  for (uint64_t length : {(uint64_t{1} << 32) + bytes.size(), uint64_t{0xFFFFFFF0},
                          uint64_t{1} << 31, ~uint64_t{0}}) {
    std::string file;
    protozero::pbf_writer(file).add_message(8, opset);
    file += '\x3a';
    protozero::add_varint_to_buffer(&file, length);
    file += bytes;
    CheckRefused([&] { FromOnnx(FileOf(file)); }, DiagKind::kBadModelFile,
                 "is not a model in ONNX's format");
  }
  // The size of tensors is 2^32 bytes larger than the data. One tensor is empty.
  auto import = [](std::vector<int64_t> dims) {
    std::string tensor, model, whole;
    protozero::pbf_writer writer(tensor);
    for (int64_t dim : dims) writer.add_int64(1, dim);
    writer.add_int32(2, 1);
    writer.add_string(8, "w");
    writer.add_bytes(9, std::string(4, '\0'));
    OnnxGraph with;
    with.Input("x", kF32, {1}).Node("Add", {"x", "w"}, {"y"}).Output("y");
    model = with.bytes();
    protozero::pbf_writer(model).add_message(5, tensor);
    std::string set;
    protozero::pbf_writer(set).add_int64(2, 13);
    protozero::pbf_writer(whole).add_message(8, set);
    protozero::pbf_writer(whole).add_message(7, model);
    return FromOnnx(FileOf(whole));
  };
  CHECK_NOTHROW(import({1}));
  CheckRefused([&] { import({(1 << 30) + 1}); }, DiagKind::kTensorTooLarge,
               "is larger than 2147483648 bytes");
  CheckRefused(
      [&] {
        import({0, int64_t{1} << 62, 5});
      },
      DiagKind::kTensorTooLarge, "is larger than 2147483648 bytes");
}

TEST_CASE("integers of attributes fit 32 bits", "[frontend][onnx]") {
  auto refused = [](const char* op, const std::vector<OnnxAttr>& attrs, const std::string& says) {
    OnnxModel model(6);
    model.Input("x", kF32, {1, 2, 3, 4}).Input("y", kF32, {2});
    const bool one = std::string(op) != "Add";
    model
        .Node(op, one ? std::vector<std::string>{"x"} : std::vector<std::string>{"x", "y"}, {"z"},
              attrs)
        .Output("z");
    CheckModelRefused(model, DiagKind::kBadAttribute, says);
  };
  refused("Add", {{"broadcast", 1}, {"axis", INT64_MIN}}, "-9223372036854775808");
  refused("Flatten", {{"axis", int64_t{1} << 32}}, "4294967296");
  refused("LRN", {{"size", INT64_MAX}}, "9223372036854775807");
}

TEST_CASE("constants out of proportion to the file stay calls", "[frontend][onnx]") {
  // Eight times half a gigabyte, and their sum.
  OnnxModel model;
  model.Input("x", kF32, {1}).Initializer("shape", Long({1 << 17, 1 << 10}));
  std::vector<std::string> all = {"x"};
  for (int i = 0; i < 8; ++i) {
    all.push_back("c" + std::to_string(i));
    model.Node("ConstantOfShape", {"shape"}, {all.back()});
  }
  model.Node("Sum", all, {"y"}).Output("y");
  std::string text = ImportText(model);
  CHECK(text.find("full(") != std::string::npos);
  // A product of 2^42 operations on tensors of 64 MiB.
  OnnxModel product;
  product.Input("x", kF32, {1}).Initializer("shape", Long({1 << 12, 1 << 12}));
  product.Node("ConstantOfShape", {"shape"}, {"a"}).Node("MatMul", {"a", "a"}, {"aa"});
  product.Node("Add", {"x", "aa"}, {"y"}).Output("y");
  CHECK(ImportText(product).find("nn.dense(") != std::string::npos);
}

TEST_CASE("what is written out step by step is bounded for a whole model", "[frontend][onnx]") {
  OnnxModel model;
  model.Input("x", kF32, {40000});
  for (const char* name : {"a", "b"}) model.Node("SplitToSequence", {"x"}, {name});
  model.Node("SequenceLength", {"b"}, {"y"}).Output("y");
  CheckModelRefused(model, DiagKind::kTensorTooLarge,
                    "more memory than the limit for a file of its size");
}

TEST_CASE("files of external data widen what an import may make", "[frontend][onnx]") {
  // Tensors that are not aligned in their file are copied: each is the whole file.
  constexpr int64_t kElements = int64_t{1} << 18;
  auto tensor = [](const std::string& name, const std::string& location) {
    std::string bytes;
    protozero::pbf_writer writer(bytes);
    writer.add_int64(1, kElements);
    writer.add_int32(2, 1);
    writer.add_string(8, name);
    for (const auto& [key, value] : {std::pair<std::string, std::string>{"location", location},
                                     std::pair<std::string, std::string>{"offset", "1"}}) {
      std::string pair;
      protozero::pbf_writer entry(pair);
      entry.add_string(1, key);
      entry.add_string(2, value);
      writer.add_message(13, pair);
    }
    writer.add_int32(14, 1);
    return bytes;
  };
  auto model = [&](const std::vector<std::string>& locations) {
    OnnxGraph graph;
    graph.Input("x", kF32, {kElements});
    std::vector<std::string> all = {"x"};
    std::string tensors;
    for (size_t i = 0; i < locations.size(); ++i) {
      all.push_back("w" + std::to_string(i));
      protozero::pbf_writer(tensors).add_message(5, tensor(all.back(), locations[i]));
    }
    graph.Node("Sum", all, {"y"}).Output("y");
    std::string bytes = graph.bytes() + tensors, opset, file;
    protozero::pbf_writer(opset).add_int64(2, 13);
    protozero::pbf_writer writer(file);
    writer.add_message(8, opset);
    writer.add_message(7, bytes);
    return FileOf(file);
  };
  OnnxOptions options;
  options.freeze_params = false;
  Buffer data(new BufferNode(static_cast<size_t>(kElements) * 4 + 1));
  options.external_data = [&](std::string_view) { return data; };
  // 256 MiB and four times the size of the file. Another path to the same file adds nothing.
  CHECK_NOTHROW(FromOnnx(model(std::vector<std::string>(259, "w")), options));
  std::vector<std::string> paths(262, "w");
  paths[0] = "a/w";
  CheckRefused([&] { FromOnnx(model(paths), options); }, DiagKind::kTensorTooLarge,
               "more memory than the limit for a file of its size");
}

TEST_CASE("sequences of sequences whose type doubles each time", "[frontend][onnx]") {
  OnnxModel model;
  model.Input("s0", kF32, {1});
  for (int i = 0; i < 40; ++i) {
    std::string from = "s" + std::to_string(i);
    model.Node("SequenceConstruct", {from, from}, {"s" + std::to_string(i + 1)});
  }
  model.Node("SequenceLength", {"s40"}, {"y"}).Output("y");
  CheckModelRefused(model, DiagKind::kNestingTooDeep, "a type has more than 131072 parts");
}

TEST_CASE("functions that call each other twice", "[frontend][onnx]") {
  auto call = [](const std::string& op, const std::string& from, const std::string& to) {
    std::string node;
    protozero::pbf_writer writer(node);
    writer.add_string(1, from);
    writer.add_string(2, to);
    writer.add_string(4, op);
    if (op[0] == 'f') writer.add_string(7, "own");
    return node;
  };
  std::string graph, model;
  OnnxGraph io;
  io.Input("x", kF32, {1}).Output("y");
  graph = io.bytes();
  protozero::pbf_writer(graph).add_message(1, call("f25", "x", "y"));
  protozero::pbf_writer writer(model);
  writer.add_message(7, graph);
  for (int i = 0; i <= 25; ++i) {
    std::string function, below = i == 0 ? "Abs" : "f" + std::to_string(i - 1);
    protozero::pbf_writer each(function);
    each.add_string(1, "f" + std::to_string(i));
    each.add_string(4, "a");
    each.add_string(5, "b");
    each.add_message(7, call(below, "a", "m"));
    each.add_message(7, call(below, "m", "b"));
    each.add_string(10, "own");
    writer.add_message(25, function);
  }
  CheckRefused([&] { FromOnnx(FileOf(model)); }, DiagKind::kBadModelFile,
               "calls of the model's functions expand to more than");
}

TEST_CASE("inputs that tell of numbers have some, and not too many", "[frontend][onnx]") {
  for (const char* op : {"Expand", "Unsqueeze"}) {
    CAPTURE(op);
    OnnxModel wide, scalar;
    wide.Input("x", kF32, {4}).Input("n", kI64, {int64_t{1} << 40});
    wide.Node(op, {"x", "n"}, {"y"}).Output("y");
    CheckModelRefused(wide, DiagKind::kBadRank, "dimensions, more than");
    scalar.Input("x", kF32, {4}).Input("n", kI64, {});
    scalar.Node(op, {"x", "n"}, {"y"}).Output("y");
    CheckModelRefused(scalar, DiagKind::kBadRank, "must have 1 dimensions");
  }
  // Indices with zero, too many and too few dimensions.
  for (const List& shape : {List{}, List{2, 3}}) {
    OnnxModel gather;
    gather.Input("x", kF32, {4, 4}).Input("i", kI64, shape);
    gather.Node("GatherND", {"x", "i"}, {"y"}).Output("y");
    CheckModelRefused(gather, DiagKind::kShapeMismatch, "cannot index data of type");
  }
  for (int batch_dims : {-1, 2, 1 << 30}) {
    OnnxModel gather;
    gather.Input("x", kF32, {4, 4}).Initializer("i", passcope::Ints({1, 1}, {-1}, kI64));
    gather.Node("GatherND", {"x", "i"}, {"y"}, {{"batch_dims", batch_dims}}).Output("y");
    CheckModelRefused(gather, DiagKind::kShapeMismatch, "cannot index data of type");
  }
  OnnxModel sum;
  sum.Input("x", kF32, {4}).Initializer("axis", Long({}));
  sum.Node("CumSum", {"x", "axis"}, {"y"}).Output("y");
  CheckModelRefused(sum, DiagKind::kShapeMismatch, "without elements");
}

}  // namespace
}  // namespace passcope::frontend::testing
