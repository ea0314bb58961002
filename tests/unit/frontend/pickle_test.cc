// Reads pickles as data, also harmful ones.
#include "frontend/pytorch/pickle.h"

#include <catch2/catch.hpp>

#include "diagnostics/diagnostic.h"
#include "unit/deep.h"
#include "unit/frontend/torch_builder.h"
#include "unit/refused.h"

namespace passcope::frontend {
namespace {

using namespace pickled;  // NOLINT(google-build-using-namespace)

std::unique_ptr<Pickle> Read(const std::string& bytes) {
  return ReadPickle("data.pkl", {BufferOf(bytes), 0, bytes.size()}, "data");
}
std::unique_ptr<Pickle> ReadValue(const std::string& value) { return Read(Whole(value)); }

void CheckBytesRefused(const std::string& bytes, DiagKind kind, const std::string& says) {
  CheckRefused([&] { Read(bytes); }, kind, says);
}
void CheckDamaged(const std::string& value, const std::string& says) {
  CheckBytesRefused(Whole(value), DiagKind::kBadModelFile, says);
}

TEST_CASE("Numbers and texts of pickles", "[frontend]") {
  auto integer = [](const std::string& value) { return ReadValue(value)->root().integer(); };
  CHECK(integer(Int(5)) == 5);
  CHECK(integer(Int(-3)) == -3);
  CHECK(integer("M" + BytesOf<uint16_t>(50000)) == 50000);
  CHECK(integer(Int(INT64_MIN)) == INT64_MIN);
  CHECK(integer(std::string("\x8a\x00", 2)) == 0);
  CHECK(integer("\x8a\x01\xFF") == -1);
  CHECK(integer("\x8a\x02\xFF\x7F") == 0x7FFF);
  CHECK(integer(Bool(true)) == 1);
  CHECK(ReadValue(Bool(false))->root().boolean() == false);
  CHECK(ReadValue(Real(-0.1))->root().real() == -0.1);
  CHECK(ReadValue(Int(7))->root().real() == 7);
  CHECK(ReadValue(None())->root().is_none());
  CHECK(ReadValue(Text("ä"))->root().text() == "ä");
  CHECK(ReadValue("\x8c\x02hi")->root().text() == "hi");
  CHECK(ReadValue("U\x02hi")->root().text() == "hi");
  CHECK(ReadValue("\x8d" + BytesOf<uint64_t>(2) + "hi")->root().text() == "hi");
}

TEST_CASE("Lists, tuples and dictionaries of pickles", "[frontend]") {
  auto pickle = ReadValue(Tuple({List({Int(1), Int(2)}), Dict({{"a", Int(3)}, {"b", None()}}), ")",
                                 "]", Int(4) + Int(5) + Int(6) + "\x87", "]" + Int(7) + "a",
                                 "}" + Text("k") + Int(8) + "s"}));
  std::span<const PickleValue> items = pickle->root().items();
  REQUIRE(items.size() == 7);
  CHECK(items[0].items()[1].integer() == 2);
  CHECK(items[1].Find("a")->integer() == 3);
  CHECK(items[1].Find("b")->is_none());
  CHECK(items[1].Find("c") == nullptr);
  CHECK(items[2].kind() == PickleKind::kTuple);
  CHECK(items[2].items().empty());
  CHECK(items[3].items().empty());
  CHECK(items[4].items()[2].integer() == 6);
  CHECK(items[5].items()[0].integer() == 7);
  CHECK(items[6].Find("k")->integer() == 8);
}

TEST_CASE("What a pickle remembers", "[frontend]") {
  // A list that is memoized before it has elements.
  auto pickle = ReadValue("(]q" + BytesOf<uint8_t>(0) + Int(1) + "ah" + BytesOf<uint8_t>(0) + "t");
  std::span<const PickleValue> items = pickle->root().items();
  CHECK(items[0].identity() == items[1].identity());
  CHECK(items[1].items()[0].integer() == 1);
  // The same in protocol 4.
  pickle = Read(std::string("\x80\x04") + "\x95" + BytesOf<uint64_t>(0) + "(]\x94" + Int(1) +
                "\x94" + "ah" + BytesOf<uint8_t>(1) + "t.");
  CHECK(pickle->root().items()[1].integer() == 1);
}

TEST_CASE("Objects are a name with a state", "[frontend]") {
  auto pickle =
      ReadValue(Object("__torch__.nn.Block",
                       Dict({{"training", Bool(false)}, {"inner", Object("__torch__.A", ")")}})));
  PickleValue root = pickle->root();
  CHECK(root.object().class_name == "__torch__.nn.Block");
  CHECK_FALSE(root.Find("training")->boolean());
  CHECK(root.Find("inner")->object().state.items().empty());
  CHECK(root.Find("inner")->Find("x") == nullptr);
  // In torch's format for members of enumerations and typed lists.
  CHECK(ReadValue(Reduce(Global("__torch__", "Color"), {Int(2)}))->root().object().class_name ==
        "__torch__.Color");
  CHECK(ReadValue(Reduce(Global("torch.jit._pickle", "build_intlist"), {List({Int(3)})}))
            ->root()
            .items()[0]
            .integer() == 3);
  CHECK(ReadValue(Reduce(Global("torch", "device"), {Text("cpu")}))->root().text() == "cpu");
  CHECK(ReadValue(Text("torch") + Text("per_tensor_affine") + "\x93")->root().name() ==
        "torch.per_tensor_affine");
}

TEST_CASE("Tensors of pickles", "[frontend]") {
  auto pickle = ReadValue(Tensor(Storage("HalfStorage", "7", 24), 4, {2, 5}, {10, 2}));
  const PickleTensor& tensor = pickle->root().tensor();
  CHECK(tensor.storage->path == "data/7");
  CHECK(tensor.storage->type == "HalfStorage");
  CHECK(tensor.dtype == DataType::Float(16));
  CHECK(tensor.offset == 4);
  CHECK(tensor.shape == std::vector<int64_t>{2, 5});
  CHECK_FALSE(tensor.contiguous());
  CHECK(tensor.size() == 10);
  CHECK(tensor.scheme == PickleTensor::Scheme::kNone);
  // Dimensions of size 1 can have any stride.
  CHECK(ReadValue(Tensor(Storage("LongStorage", "0", 6), 0, {2, 1, 3}, {3, 99, 1}))
            ->root()
            .tensor()
            .contiguous());
  CHECK(ReadValue(Tensor(Storage("LongStorage", "0", 0), 0, {2, 0}, {1, 1}))
            ->root()
            .tensor()
            .contiguous());
}

TEST_CASE("Quantised tensors of pickles", "[frontend]") {
  auto pickle =
      ReadValue(QuantizedTensor(Storage("QUInt8Storage", "0", 6), {2, 3}, PerTensor(0.5, 128)));
  const PickleTensor& tensor = pickle->root().tensor();
  CHECK(tensor.dtype == DataType::UInt(8));
  CHECK(tensor.scheme == PickleTensor::Scheme::kPerTensor);
  CHECK(tensor.scale == 0.5);
  CHECK(tensor.zero_point == 128);
  std::string scales = Tensor(Storage("DoubleStorage", "1", 2), 0, {2}, {1});
  std::string zeros = Tensor(Storage("LongStorage", "2", 2), 0, {2}, {1});
  pickle = ReadValue(
      QuantizedTensor(Storage("QInt8Storage", "0", 6), {2, 3}, PerChannel(scales, zeros, 0)));
  const PickleTensor& channels = pickle->root().tensor();
  CHECK(channels.dtype == DataType::Int(8));
  CHECK(channels.scheme == PickleTensor::Scheme::kPerChannel);
  CHECK(channels.scales->storage->path == "data/1");
  CHECK(channels.zero_points->dtype == DataType::Int(64));
  CHECK(channels.axis == 0);

  auto quantized = [](const std::string& scheme) {
    return QuantizedTensor(Storage("QInt8Storage", "0", 6), {2, 3}, scheme);
  };
  CheckDamaged(quantized(PerChannel(scales, zeros, 2)),
               "of 2 dimensions is quantised along axis 2");
  CheckDamaged(quantized(PerChannel(scales, zeros, 1)),
               "a scale and a zero point for each of its 3 channels");
  CheckDamaged(quantized(Tuple({Global("torch", "device"), Real(1), Int(0)})),
               "unknown quantisation scheme 'torch.device'");
  CheckDamaged(QuantizedTensor(Storage("CharStorage", "0", 6), {2, 3}, PerTensor(1, 0)),
               "quantised");
  CheckDamaged(Tensor(Storage("QInt8Storage", "0", 6), 0, {6}, {1}), "quantised");
}

TEST_CASE("Modules of quantised convolutions have attributes", "[frontend]") {
  std::string weight =
      QuantizedTensor(Storage("QInt8Storage", "0", 4), {1, 4, 1, 1}, PerTensor(0.5, 0));
  std::vector<std::string> state = {
      Int(4),           Int(1),      IntTuple({1, 1}), IntTuple({2, 3}), IntTuple({4, 5}),
      IntTuple({1, 1}), Bool(false), IntTuple({0, 0}), Int(1),           Text("zeros"),
      weight,           None(),      Real(0.25),       Int(7),           Bool(false)};
  auto pickle =
      ReadValue(Object("__torch__.torch.ao.nn.quantized.modules.conv.Conv2d", Tuple(state)));
  PickleValue root = pickle->root();
  CHECK(root.Find("scale")->real() == 0.25);
  CHECK(root.Find("zero_point")->integer() == 7);
  std::span<const PickleValue> packed = root.Find("_packed_params")->object().state.items();
  CHECK(packed[0].integer() == 3);
  std::vector<int64_t> numbers;
  for (const PickleValue& number : packed[1].items()) numbers.push_back(number.integer());
  CHECK(numbers == std::vector<int64_t>{2, 2, 3, 4, 5, 1, 1, 0, 0, 1, 0});
  CHECK(packed[2].items()[1].tensor().scale == 0.5);
  CHECK(packed[2].items()[2].is_none());
  // Other tuples do not change.
  CHECK(ReadValue(Object("__torch__.Conv2d", Tuple(state)))->root().Find("scale") == nullptr);
  state[3] = Int(1);
  CheckDamaged(Object("__torch__.torch.ao.nn.quantized.modules.conv.Conv2d", Tuple(state)),
               "kind int where kind tuple");
}

TEST_CASE("Nothing else is made or called", "[frontend]") {
  auto refused = [](const std::string& value, const std::string& name) {
    CheckBytesRefused(Whole(value), DiagKind::kUnsupported, "`" + name + "`");
  };
  refused(Reduce(Global("os", "system"), {Text("ls")}), "os.system");
  refused(Reduce(Global("builtins", "eval"), {Text("1")}), "builtins.eval");
  refused(Global("torch.nn.modules.linear", "Linear") + ")\x81}b",
          "torch.nn.modules.linear.Linear");
  refused(Text("os") + Text("system") + "\x93", "os.system");
  refused(Global("torch", "ComplexFloatStorage"), "torch.ComplexFloatStorage");
  refused(Global("torch._utils", "_rebuild_sparse_tensor"), "torch._utils._rebuild_sparse_tensor");
  // Known names in wrong places.
  refused(Reduce(Global("torch", "FloatStorage"), {Int(5)}), "torch.FloatStorage");
  refused(Global("torch", "FloatStorage") + ")\x81", "torch.FloatStorage");
  refused(Global("__torch__", "A") + Tuple({Int(1)}) + "\x81", "__torch__.A");
  refused(Reduce(Global("collections", "OrderedDict"), {List({})}), "collections.OrderedDict");
  // Operations of other pickles: INST, OBJ, EXT1, PERSID.
  CheckDamaged("(ios\nsystem\n", "the opcode 105 is not");
  CheckDamaged("(" + Global("__torch__", "A") + "o", "the opcode 111 is not");
  CheckDamaged("\x82\x01", "the opcode 130 is not");
  CheckDamaged("P0\n", "the opcode 80 is not");
}

TEST_CASE("Damaged pickles", "[frontend]") {
  CheckDamaged("a", "an operation lacks a value");
  CheckDamaged("(" + Int(1) + "a", "an operation lacks a value");
  CheckDamaged("t", "an operation lacks a mark");
  CheckDamaged("}(" + Text("a") + "u", "a dictionary's key has no value");
  CheckDamaged("h" + BytesOf<uint8_t>(0), "the memo has no value at place 0");
  CheckDamaged("Nr" + BytesOf<uint32_t>(4000000000), "the place 4000000000 in the memo");
  CheckDamaged("Nr" + BytesOf<uint32_t>(2) + "j" + BytesOf<uint32_t>(1), "no value at place 1");
  CheckDamaged("\x8a\x09" + std::string(9, '\1'), "a number has 9 bytes");
  CheckDamaged(Text("\xFF"), "not encoded in UTF-8");
  CheckDamaged(Object("__torch__.A", "}") + "}b", "given two states");
  CheckDamaged(Int(1) + "}b", "kind int where kind object");
  CheckDamaged(Int(1) + ")R", "kind int where kind name");
  CheckDamaged(Int(1) + "Q", "kind int where kind tuple");
  CheckDamaged(Tuple({Text("module"), Int(1), Int(1), Int(1), Int(1)}) + "Q",
               "not the storage of a tensor");
  CheckBytesRefused("\x80\x09N.", DiagKind::kBadModelFile, "its protocol 9 is newer than 5");
  std::string whole =
      Whole(Tuple({Text("text"), Real(1), Int(300), Int(-1), Int(INT64_MAX), List({Bool(true)}),
                   Object("__torch__.A",
                          Dict({{"w", Tensor(Storage("FloatStorage", "0", 4), 0, {4}, {1})}}))}));
  CHECK_NOTHROW(Read(whole));
  for (size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    CHECK_THROWS_AS(Read(whole.substr(0, size)), DiagnosticError);
  }
}

TEST_CASE("Tensors that lie about their memory", "[frontend]") {
  auto storage = [](int64_t elements) { return Storage("FloatStorage", "0", elements); };
  constexpr int64_t kLarge = INT64_MAX / 2;
  CheckDamaged(Tensor(storage(5), 0, {2, 3}, {3, 1}), "beyond its storage");
  CheckDamaged(Tensor(storage(6), 1, {2, 3}, {3, 1}), "beyond its storage");
  CheckDamaged(Tensor(storage(6), -1, {2, 3}, {3, 1}), "beyond its storage");
  CheckDamaged(Tensor(storage(-1), 0, {2, 3}, {3, 1}), "beyond its storage");
  CheckDamaged(Tensor(storage(INT64_MAX), kLarge, {kLarge, 3}, {kLarge, 1}), "beyond its storage");
  // 10^12 elements that are all the same.
  CheckDamaged(Tensor(storage(1), 0, {kLarge, 3}, {0, 0}), "beyond its storage");
  CheckDamaged(Tensor(storage(1), 0, {0, kLarge, 3}, {0, 0, 0}), "beyond its storage");
  CheckDamaged(Tensor(storage(6), 0, {-2, 3}, {3, 1}), "negative size or stride");
  CheckDamaged(Tensor(storage(6), 0, {2, 3}, {-3, 1}), "negative size or stride");
  CheckDamaged(Tensor(storage(6), 0, {2, 3}, {1}), "1 strides for 2 dimensions");
  CheckDamaged(Reduce(Global("torch._utils", "_rebuild_tensor_v2"), {storage(6), Int(0)}),
               "has 2 fields, but needs at least 5");
}

TEST_CASE("Pickles that contain themselves, and deep ones", "[frontend][deep]") {
  std::string self = "]q" + BytesOf<uint8_t>(0) + "h" + BytesOf<uint8_t>(0) + "a";
  CheckDamaged(self, "contains itself");
  // Cycles through a tuple and through an object's state.
  CheckDamaged("]q" + BytesOf<uint8_t>(0) + "(h" + BytesOf<uint8_t>(0) + "ta", "contains itself");
  CheckDamaged(Global("__torch__", "A") + ")\x81q" + BytesOf<uint8_t>(0) + "}" + Text("self") +
                   "h" + BytesOf<uint8_t>(0) + "sb",
               "contains itself");
  auto nested = [](size_t depth) { return ")" + std::string(depth - 1, '\x85'); };
  CHECK_NOTHROW(ReadValue(nested(kMaxPickleDepth)));
  CheckBytesRefused(Whole(nested(kMaxPickleDepth + 1)), DiagKind::kNestingTooDeep, "levels");
  OnSmallStack([&] {
    const auto levels = static_cast<size_t>(DeepLevels());
    CheckBytesRefused(Whole(nested(levels)), DiagKind::kNestingTooDeep, "levels");
    CheckBytesRefused(Whole(std::string(levels, ']') + std::string(levels - 1, 'a')),
                      DiagKind::kNestingTooDeep, "levels");
    CheckBytesRefused(Whole(std::string(levels, '(')), DiagKind::kBadModelFile, "lacks a value");
  });
  const std::string many(1000, 'N');
  CheckRefused(
      [&] {
        ReadPickle("data.pkl", {BufferOf(many), 0, many.size()}, "data", many.size() - 1);
      },
      DiagKind::kBadModelFile, "more than 999 operations");
  CHECK(kMaxPickleOperations == size_t{1} << 23);
  // Each level contains the level below twice: 2^400 values in 400 operations.
  std::string shared = ")";
  for (int i = 0; i < 400; ++i) shared += "2\x86";
  CHECK_NOTHROW(ReadValue(shared));
}

TEST_CASE("Names that shadow each other", "[frontend]") {
  auto twice = [](const std::string& value) {
    CheckBytesRefused(Whole(value), DiagKind::kDuplicateName, "two members with the name 'w'");
  };
  twice(Dict({{"w", Int(1)}, {"v", Int(1)}, {"w", Int(2)}}));
  twice(Object("__torch__.A", Dict({{"w", Int(1)}, {"w", Int(2)}})));
  CheckBytesRefused(Whole("}(" + Int(1) + Int(2) + Int(1) + Int(2) + "u"), DiagKind::kDuplicateName,
                    "the key 1 twice");
  CHECK_NOTHROW(ReadValue("}(" + Int(1) + Int(2) + Text("1") + Int(2) + "u"));
}

}  // namespace
}  // namespace passcope::frontend
