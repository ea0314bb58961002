// The runner of ONNX's tests of operators.
#include "tools/conform_onnx.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "unit/frontend/onnx_builder.h"

namespace passcope {
namespace {

namespace fs = std::filesystem;
using frontend::testing::OnnxModel;
using frontend::testing::TensorMessage;

const DataType kF32 = DataType::Float(32);

NDArray Reals(std::vector<int64_t> shape, const std::vector<double>& values,
              DataType dtype = kF32) {
  NDArray array = MakeNDArray(std::move(shape), dtype);
  for (size_t i = 0; i < values.size(); ++i) StoreDouble(array, i, values[i]);
  return array;
}

// A folder that is deleted afterwards.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / "passcope_conform_onnx_test") {
    fs::remove_all(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  std::string path() const { return path_.string(); }

  std::string Add(const std::string& name, const OnnxModel& model,
                  const std::vector<NDArray>& inputs, const std::vector<NDArray>& outputs) {
    fs::path test = path_ / "node" / name;
    fs::create_directories(test / "test_data_set_0");
    Buffer file = model.File();
    std::ofstream(test / "model.onnx", std::ios::binary)
        .write(reinterpret_cast<const char*>(file->data()),
               static_cast<std::streamsize>(file->size()));
    auto write = [&](const std::string& kind, const std::vector<NDArray>& values) {
      for (size_t i = 0; i < values.size(); ++i) {
        std::string place = kind + "_" + std::to_string(i) + ".pb";
        std::ofstream(test / "test_data_set_0" / place, std::ios::binary)
            << TensorMessage(values[i]);
      }
    };
    write("input", inputs);
    write("output", outputs);
    return test.string();
  }

 private:
  fs::path path_;
};

OnnxModel AddModel() {
  OnnxModel model;
  model.Input("x", kF32, {2}).Input("y", kF32, {2}).Node("Add", {"x", "y"}, {"z"}).Output("z");
  return model;
}

TEST_CASE("tests of ONNX pass within the tolerance and fail beyond it", "[tools][onnx]") {
  Folder folder;
  std::vector<NDArray> inputs = {Reals({2}, {1, 2}), Reals({2}, {3, 4})};
  auto run = [&](const std::string& name, const NDArray& output) {
    return tools::RunOnnxTest(folder.Add(name, AddModel(), inputs, {output}));
  };
  tools::OnnxTestOutcome outcome = run("right", Reals({2}, {4, 6.001}));
  INFO(outcome.reason);
  CHECK(outcome.passed);
  CHECK(outcome.test == "right");
  CHECK(outcome.operators == std::vector<std::string>{"Add"});
  CHECK_FALSE(outcome.fixed_inputs);
  outcome = run("wrong", Reals({2}, {4, 6.1}));
  CHECK_FALSE(outcome.passed);
  CHECK(outcome.reason.find("output 0: element 1 of Tensor[(2), float32] is 6") == 0);
  CHECK_FALSE(run("shape", Reals({1, 2}, {4, 6})).passed);
  CHECK_FALSE(run("type", Reals({2}, {4, 6}, DataType::Float(64))).passed);
  CHECK(tools::FindOnnxTests(folder.path()).size() == 4);
  CHECK(tools::IsFolder(folder.path()));
}

TEST_CASE("inputs that Relay has as attributes are given as constants", "[tools][onnx]") {
  Folder folder;
  OnnxModel model(13);
  model.Input("x", kF32, {2, 2}).Input("axes", DataType::Int(64), {1});
  model.Node("ReduceSum", {"x", "axes"}, {"y"}, {{"keepdims", 0}}).Output("y");
  tools::OnnxTestOutcome outcome = tools::RunOnnxTest(
      folder.Add("reduce", model, {Reals({2, 2}, {1, 2, 3, 4}), Reals({1}, {1}, DataType::Int(64))},
                 {Reals({2}, {3, 7})}));
  INFO(outcome.reason);
  CHECK(outcome.passed);
  CHECK(outcome.fixed_inputs);
}

TEST_CASE("what a test's folder lacks is the outcome", "[tools][onnx]") {
  Folder folder;
  OnnxModel unknown;
  unknown.Input("x", kF32, {2}).Node("Nonsense", {"x"}, {"z"}).Output("z");
  tools::OnnxTestOutcome outcome = tools::RunOnnxTest(
      folder.Add("unknown", unknown, {Reals({2}, {1, 2})}, {Reals({2}, {1, 2})}));
  CHECK(outcome.reason.find("are not supported for frontend ONNX: Nonsense") != std::string::npos);
  CHECK(tools::RunOnnxTest(folder.Add("empty", AddModel(), {}, {})).reason ==
        "there are no recorded outputs");
  CHECK_FALSE(tools::RunOnnxTest(folder.path() + "/nowhere").passed);
}

}  // namespace
}  // namespace passcope
