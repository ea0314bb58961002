// Networks that PyTorch exported, and the results of TVM 0.11 for them.
//
// PASSCOPE_IMPORTS names their folder (default: ../shared/imports beside the project); see
// README.md there.
#pragma once

#include <dirent.h>
#include <zlib.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/import.h"
#include "runtime/evaluator.h"
#include "text/printer.h"
#include "tools/files.h"
#include "tools/json_values.h"

namespace passcope {

struct RecordedNetwork {
  std::string name;
  std::string path;  // Without its ending, such as ".pt.gz".
  tools::Json record;

  frontend::InputShape Input() const {
    frontend::InputShape input;
    input.name = "input";
    for (const tools::Json& size : record["shape"])
      input.shape.push_back({size.get<int64_t>(), ""});
    return input;
  }
};

// All networks with a file with this ending. Warns if there are none.
inline std::vector<RecordedNetwork> RecordedNetworks(std::string_view ending) {
  const char* given = std::getenv("PASSCOPE_IMPORTS");
  std::string folder = given ? given : PASSCOPE_SOURCE_DIR "/../shared/imports";
  std::vector<RecordedNetwork> networks;
  if (DIR* opened = opendir(folder.c_str())) {
    while (const dirent* entry = readdir(opened)) {
      std::string file = entry->d_name;
      if (!file.ends_with(ending)) continue;
      std::string name = file.substr(0, file.size() - ending.size());
      std::string path = folder + "/" + name;
      networks.push_back({name, path, tools::Json::parse(tools::ReadFile(path + ".json"))});
    }
    closedir(opened);
  }
  std::sort(networks.begin(), networks.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  if (networks.empty()) WARN("there are no recorded networks in " << folder);
  return networks;
}

inline Buffer Gunzip(const std::string& path) {
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

inline void CheckSameText(const std::string& actual, const std::string& expected) {
  if (actual == expected) return;
  size_t same = 0;
  while (same < std::min(expected.size(), actual.size()) && expected[same] == actual[same]) ++same;
  size_t from = expected.rfind('\n', same) + 1;
  FAIL("expected: " << expected.substr(from, 400) << "\nactual:   " << actual.substr(from, 400));
}

// The numbers in nested lists, in order.
inline std::vector<double> FlatNumbers(const tools::Json& values) {
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
}

// If the record has values, checks that the program computes PyTorch's results.
inline void CheckRecordedValues(const RecordedNetwork& network,
                                const frontend::ImportedModel& model) {
  if (!network.record.contains("input")) return;
  std::vector<Value> args;
  for (const Expr& param : model.module->Find("main")->params()) {
    auto found = std::find_if(model.params.begin(), model.params.end(), [&](const auto& given) {
      return given.name == As<VarNode>(param)->name().view();
    });
    if (found != model.params.end()) {
      args.emplace_back(found->value);
      continue;
    }
    std::vector<double> numbers = FlatNumbers(network.record["input"]);
    std::vector<int64_t> shape;
    for (const tools::Json& size : network.record["shape"]) shape.push_back(size);
    NDArray value = MakeNDArray(shape, DataType::Float(32));
    REQUIRE(numbers.size() == value->size());
    for (size_t i = 0; i < numbers.size(); ++i) StoreDouble(value, i, numbers[i]);
    args.emplace_back(value);
  }
  NDArray result = Evaluate(model.module, "main", args).tensor();
  std::vector<double> numbers = FlatNumbers(network.record["output"]);
  REQUIRE(result->size() == numbers.size());
  for (size_t i = 0; i < numbers.size(); ++i) {
    CHECK(std::abs(result->ToDouble(i) - numbers[i]) <= 1e-5 * std::max(1.0, std::abs(numbers[i])));
  }
}

}  // namespace passcope
