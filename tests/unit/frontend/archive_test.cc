// TorchScript archives: their entries, and tensors as views of the file.
#include "frontend/pytorch/archive.h"

#include <catch2/catch.hpp>

#include "diagnostics/diagnostic.h"
#include "unit/frontend/torch_builder.h"
#include "unit/refused.h"

namespace passcope::frontend {
namespace {

using namespace pickled;  // NOLINT(google-build-using-namespace)

TEST_CASE("A TorchScript archive", "[frontend]") {
  TorchBuilder builder;
  builder.Model({{"weight", "Tensor", builder.Floats({2, 2}, {1, 2, 3, 4})}},
                "  def forward(self, x: Tensor) -> Tensor:\n    return x\n");
  builder.Source("__torch__/torch/nn/modules/conv.py", "class Conv2d(Module):\n");
  builder.Constants({builder.Longs({3}, {7, 8, 9})});
  Buffer file = builder.File();
  TorchArchive archive(file);
  CHECK(archive.version() == 9);
  CHECK(archive.Sources() ==
        std::vector<std::string>{"__torch__", "__torch__.torch.nn.modules.conv"});
  CHECK(archive.FindSource("__torch__.torch.nn.modules.conv") == "class Conv2d(Module):\n");
  CHECK(archive.FindSource("__torch__.torch") == std::nullopt);
  CHECK(archive.module().object().class_name == "__torch__.Model");
  NDArray weight = archive.ReadTensor(archive.module().Find("weight")->tensor());
  CHECK(weight->buffer() == file);
  CHECK(weight->shape == std::vector<int64_t>{2, 2});
  CHECK(weight->ToDouble(3) == 4);
  REQUIRE(archive.constants().size() == 1);
  CHECK(archive.ReadTensor(archive.constants()[0].tensor())->ToInt(2) == 9);
}

TEST_CASE("Tensors that share memory", "[frontend]") {
  TorchBuilder builder;
  std::string memory = builder.Memory<float>("FloatStorage", {0, 1, 2, 3, 4, 5});
  builder.Module(Tuple({Tensor(memory, 0, {2, 3}, {3, 1}), Tensor(memory, 2, {4}, {1}),
                        Tensor(memory, 0, {3, 2}, {1, 3}), Tensor(memory, 5, {2, 2}, {0, 0}),
                        Tensor(memory, 3, {0, 2}, {1, 1}), Tensor(memory, 4, {}, {})}));
  Buffer file = builder.File();
  TorchArchive archive(file);
  auto values = [&](size_t i) {
    NDArray array = archive.ReadTensor(archive.module().items()[i].tensor());
    CHECK((array->buffer() == file) == (i == 0 || i == 1 || i == 5));
    std::vector<double> all;
    for (size_t k = 0; k < array->size(); ++k) all.push_back(array->ToDouble(k));
    return all;
  };
  using Values = std::vector<double>;
  CHECK(values(0) == Values{0, 1, 2, 3, 4, 5});
  CHECK(values(1) == Values{2, 3, 4, 5});
  CHECK(values(2) == Values{0, 3, 1, 4, 2, 5});
  CHECK(values(3) == Values{5, 5, 5, 5});
  CHECK(values(4).empty());
  CHECK(values(5) == Values{4});
}

TEST_CASE("An archive that was packed again", "[frontend]") {
  TorchBuilder builder;
  builder.Model({{"a", "Tensor", builder.Floats({3}, {1, 2, 3})},
                 {"b", "Tensor", builder.Tensor<double>("DoubleStorage", {2}, {4, 5})},
                 {"c", "Tensor", builder.Tensor<uint8_t>("BoolStorage", {3}, {0, 1, 255})}},
                "");
  std::vector<ZipPart> parts = builder.Parts();
  // Another folder's name, no alignment.
  for (ZipPart& part : parts) part.name.replace(0, 7, "mine");
  TorchArchive archive(BufferOf(WriteZip(parts, 1)));
  auto read = [&](const char* name) {
    return archive.ReadTensor(archive.module().Find(name)->tensor());
  };
  for (int again = 0; again < 2; ++again) {
    CHECK(read("a")->ToDouble(2) == 3);
    CHECK(reinterpret_cast<uintptr_t>(read("b")->data()) % 8 == 0);
    CHECK(read("b")->ToDouble(1) == 5);
    CHECK(read("c")->as<uint8_t>()[2] == 1);
  }
}

TEST_CASE("Archives that are none of TorchScript", "[frontend]") {
  auto open = [](const std::vector<ZipPart>& parts) {
    return [parts] { TorchArchive archive(BufferOf(WriteZip(parts))); };
  };
  auto part = [](const char* name, const std::string& bytes) {
    return ZipPart::Stored(name, bytes);
  };
  CheckRefused(open({part("array.npy", "")}), DiagKind::kBadModelFile, "no 'data.pkl'");
  CheckRefused(open({part("archive/data.pkl", "N.")}), DiagKind::kBadModelFile, "torch.save");
  CheckRefused(open({part("m/model.json", "{}")}), DiagKind::kUnsupported, "before 1.4");
  CheckRefused(
      open({part("a/data.pkl", "N."), part("a/constants.pkl", ")."), part("a/byteorder", "big")}),
      DiagKind::kUnsupported, "only little-endian archives");
  CheckRefused(open({part("a/data.pkl", "N."), part("a/code/x.py", ""), part("a/code/x/y.py", ""),
                     part("a/code/x.y.py", "")}),
               DiagKind::kBadModelFile, "two sources");
}

TEST_CASE("Tensors whose memory is missing or short", "[frontend]") {
  auto read = [](const std::string& storage, size_t bytes) {
    return [storage, bytes] {
      std::vector<ZipPart> parts = {
          ZipPart::Stored("a/data.pkl", Whole(Tensor(storage, 0, {2}, {1}))),
          ZipPart::Stored("a/constants.pkl", Whole(")")),
          ZipPart::Stored("a/data/0", std::string(bytes, 'w'))};
      TorchArchive archive(BufferOf(WriteZip(parts)));
      archive.ReadTensor(archive.module().tensor());
    };
  };
  CHECK_NOTHROW(read(Storage("FloatStorage", "0", 2), 8)());
  CheckRefused(read(Storage("FloatStorage", "0", 2), 7), DiagKind::kBadModelFile, "has 7 bytes");
  CheckRefused(read(Storage("FloatStorage", "0", INT64_MAX), 8), DiagKind::kBadModelFile,
               "has 8 bytes");
  CheckRefused(read(Storage("FloatStorage", "1", 2), 8), DiagKind::kBadModelFile, "no 'data/1'");
  CheckRefused(read(Storage("FloatStorage", "../data.pkl", 2), 8), DiagKind::kBadModelFile,
               "which a tensor needs");
}

TEST_CASE("Tensors that repeat their memory are limited together", "[frontend]") {
  TorchBuilder builder;
  std::string memory = builder.Memory<float>("FloatStorage", {1});
  builder.Model({{"a", "Tensor", Tensor(memory, 0, {int64_t{1} << 40}, {0})},
                 {"b", "Tensor", Tensor(memory, 0, {10 << 20}, {0})}},
                "");
  TorchArchive archive(builder.File());
  auto read = [&](const char* name) {
    return archive.ReadTensor(archive.module().Find(name)->tensor());
  };
  CheckRefused([&] { read("a"); }, DiagKind::kTensorTooLarge, "share or repeat memory");
  CHECK(read("b")->size() == 10 << 20);
  CheckRefused([&] { read("b"); }, DiagKind::kTensorTooLarge, "share or repeat memory");
}

}  // namespace
}  // namespace passcope::frontend
