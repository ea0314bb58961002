// Networks that PyTorch exported, as TVM 0.11 imports them: the same text, byte for byte.
//
// PASSCOPE_IMPORTS names their folder (default: ../shared/imports beside the project); see
// README.md there.
#include <dirent.h>
#include <zlib.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "frontend/import.h"
#include "runtime/evaluator.h"
#include "text/printer.h"
#include "tools/files.h"
#include "tools/json_values.h"

namespace passcope {
namespace {

std::string ImportsFolder() {
  const char* given = std::getenv("PASSCOPE_IMPORTS");
  return given ? given : PASSCOPE_SOURCE_DIR "/../shared/imports";
}

std::vector<std::string> Networks(const std::string& folder) {
  std::vector<std::string> names;
  DIR* opened = opendir(folder.c_str());
  if (!opened) return names;
  constexpr std::string_view kSuffix = ".onnx.gz";
  while (const dirent* entry = readdir(opened)) {
    std::string name = entry->d_name;
    if (name.ends_with(kSuffix)) names.push_back(name.substr(0, name.size() - kSuffix.size()));
  }
  closedir(opened);
  std::sort(names.begin(), names.end());
  return names;
}

Buffer Gunzip(const std::string& path) {
  gzFile file = gzopen(path.c_str(), "rb");
  REQUIRE(file);
  std::string bytes;
  char chunk[65536];
  for (int count; (count = gzread(file, chunk, sizeof(chunk))) > 0;) {
    bytes.append(chunk, static_cast<size_t>(count));
  }
  gzclose(file);
  Buffer buffer(new BufferNode(bytes.size()));
  std::memcpy(buffer->data(), bytes.data(), bytes.size());
  return buffer;
}

// Where two texts begin to differ.
std::string Difference(const std::string& expected, const std::string& actual) {
  size_t same = 0;
  while (same < std::min(expected.size(), actual.size()) && expected[same] == actual[same]) ++same;
  size_t from = expected.rfind('\n', same) + 1;
  return "expected: " + expected.substr(from, 400) + "\nactual:   " + actual.substr(from, 400);
}

TEST_CASE("networks that PyTorch exported as ONNX become TVM's programs", "[frontend][imports]") {
  std::string folder = ImportsFolder();
  std::vector<std::string> networks = Networks(folder);
  if (networks.empty()) {
    WARN("there are no recorded networks in " << folder);
    return;
  }
  for (const std::string& name : networks) {
    INFO(name);
    tools::Json record = tools::Json::parse(tools::ReadFile(folder + "/" + name + ".json"));
    frontend::OnnxOptions options;
    frontend::InputShape input;
    input.name = "input";
    for (const tools::Json& size : record["shape"]) {
      input.shape.push_back({size.get<int64_t>(), ""});
    }
    options.shapes = {input};
    options.freeze_params = false;
    frontend::ImportedModel model =
        frontend::FromOnnx(Gunzip(folder + "/" + name + ".onnx.gz"), options);
    std::string text = PrintModule(model.module, PrintOptions::WithoutMetaData());
    std::string expected = record["from_onnx"];
    if (text != expected) FAIL(Difference(expected, text));

    if (!record.contains("input")) continue;
    // Values that PyTorch computed, row by row.
    auto flat = [](const tools::Json& values) {
      std::vector<double> numbers;
      std::vector<const tools::Json*> waiting = {&values};
      while (!waiting.empty()) {
        const tools::Json* each = waiting.back();
        waiting.pop_back();
        if (each->is_array()) {
          for (size_t i = each->size(); i-- > 0;) waiting.push_back(&(*each)[i]);
        } else {
          numbers.push_back(each->get<double>());
        }
      }
      return numbers;
    };
    const FunctionNode* main = model.module->Find("main");
    std::vector<Value> args;
    for (const Expr& param : main->params()) {
      auto found = std::find_if(model.params.begin(), model.params.end(), [&](const auto& given) {
        return given.name == As<VarNode>(param)->name().view();
      });
      if (found != model.params.end()) {
        args.emplace_back(found->value);
        continue;
      }
      std::vector<double> numbers = flat(record["input"]);
      std::vector<int64_t> shape;
      for (const tools::Json& size : record["shape"]) shape.push_back(size);
      NDArray value = MakeNDArray(shape, DataType::Float(32));
      REQUIRE(numbers.size() == value->size());
      for (size_t i = 0; i < numbers.size(); ++i) StoreDouble(value, i, numbers[i]);
      args.emplace_back(value);
    }
    NDArray result = Evaluate(model.module, "main", args).tensor();
    std::vector<double> numbers = flat(record["output"]);
    REQUIRE(result->size() == numbers.size());
    for (size_t i = 0; i < numbers.size(); ++i) {
      CHECK(std::abs(result->ToDouble(i) - numbers[i]) <=
            1e-5 * std::max(1.0, std::abs(numbers[i])));
    }
  }
}

}  // namespace
}  // namespace passcope
