// The fuzzers' mutators change their files, and most results are still files of the same format.
#include "fuzz/mutators.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "diagnostics/diagnostic.h"
#include "unit/frontend/onnx_builder.h"
#include "unit/frontend/torch_builder.h"

namespace passcope {
namespace {

size_t InsertByte(uint8_t* data, size_t size, size_t max_size) {
  if (size == max_size) return size;
  data[size] = 'x';
  return size + 1;
}

std::string BytesOf(const Buffer& file) {
  return {reinterpret_cast<const char*>(file->data()), file->size()};
}

// Checks how many of 200 mutations can be read, and that no two counted ones are equal.
template <class Mutate, class Read>
void CheckMutations(const std::string& file, const std::string& other, Mutate mutate, Read read) {
  std::set<std::string> results;
  int good = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    std::string changed = mutate(file, seed % 2 == 0 ? other : "", fuzz::Chance(seed, InsertByte));
    if (changed == file) continue;
    results.insert(changed);
    try {
      read(frontend::BufferOf(changed));
      ++good;
    } catch (const DiagnosticError&) {
    }
  }
  CHECK(results.size() > 150);
  CHECK(good > 100);
}

TEST_CASE("Mutated ONNX models are models", "[fuzz]") {
  using namespace frontend::testing;
  const DataType f32 = DataType::Float(32);
  OnnxModel model, other;
  model.Input("x", f32, {2, 3}).Node("Relu", {"x"}, {"y"}).Node("Exp", {"y"}, {"z"}).Output("z");
  other.Input("a", f32, {4}).Node("Softmax", {"a"}, {"b"}, {{"axis", 0}}).Output("b");
  CheckMutations(BytesOf(model.File()), BytesOf(other.File()), fuzz::MutateOnnx,
                 [](const Buffer& file) { frontend::DescribeOnnx(file); });
}

TEST_CASE("Mutated TorchScript archives are archives", "[fuzz]") {
  auto file_of = [](const std::string& line) {
    frontend::TorchBuilder builder;
    builder.Model({},
                  "  def forward(self: __torch__.Model,\n    x: Tensor) -> Tensor:\n    " + line);
    return BytesOf(builder.File());
  };
  CheckMutations(file_of("return torch.add(x, torch.relu(x))\n"),
                 file_of("_0 = torch.softmax(x, -1)\n    return _0\n"), fuzz::MutateTorchScript,
                 [](const Buffer& file) { frontend::ZipArchive(file, nullptr); });
}

}  // namespace
}  // namespace passcope
