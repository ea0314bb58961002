// Findings of the fuzzers stay fixed: tests/fuzz/inputs has one folder per target.
#include <dirent.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <string>

#include "fuzz/targets.h"

namespace passcope {
namespace {

void RunInputs(const char* target, void (*run)(const uint8_t*, size_t)) {
  std::string folder = std::string(PASSCOPE_SOURCE_DIR) + "/tests/fuzz/inputs/" + target + "/";
  size_t count = 0;
  DIR* directory = opendir(folder.c_str());
  REQUIRE(directory);
  while (const dirent* entry = readdir(directory)) {
    std::string name = entry->d_name;
    if (name[0] == '.') continue;
    CAPTURE(name);
    std::ifstream file(folder + name, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    CHECK_NOTHROW(run(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()));
    ++count;
  }
  closedir(directory);
  CHECK(count > 0);
}

TEST_CASE("Inputs that fuzzing found: parse", "[fuzz]") { RunInputs("parse", fuzz::Parse); }
TEST_CASE("Inputs that fuzzing found: types", "[fuzz]") { RunInputs("types", fuzz::Types); }
TEST_CASE("Inputs that fuzzing found: passes", "[fuzz]") { RunInputs("passes", fuzz::Passes); }
TEST_CASE("Inputs that fuzzing found: values", "[fuzz]") { RunInputs("values", fuzz::Values); }
TEST_CASE("Inputs that fuzzing found: onnx", "[fuzz]") { RunInputs("onnx", fuzz::Onnx); }
TEST_CASE("Inputs that fuzzing found: logs", "[fuzz]") { RunInputs("logs", fuzz::Logs); }
TEST_CASE("Inputs that fuzzing found: torchscript", "[fuzz]") {
  RunInputs("torchscript", fuzz::TorchScript);
}

}  // namespace
}  // namespace passcope
