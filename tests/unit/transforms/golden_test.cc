// Every pass of the table has programs in tests/golden/transforms/PASS_IN_SNAKE_CASE, which
// `passcope test` runs. docs/testing-passes.md explains their format.
#include "unit/golden.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <set>

#include "pass/registry.h"

namespace passcope {
namespace {

const std::string kFolder = "transforms/";

// FoldScaleAxis is fold_scale_axis, CombineParallelConv2D combine_parallel_conv2d and
// SimplifyFCTranspose simplify_fc_transpose.
std::string SnakeCase(std::string_view name) {
  auto upper = [&](size_t i) { return i < name.size() && name[i] >= 'A' && name[i] <= 'Z'; };
  auto lower = [&](size_t i) { return i < name.size() && name[i] >= 'a' && name[i] <= 'z'; };
  std::string snake;
  for (size_t i = 0; i < name.size(); ++i) {
    if (i > 0 && upper(i) && (lower(i - 1) || lower(i + 1))) snake += '_';
    snake += upper(i) ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
  }
  return snake;
}

std::filesystem::path Folder(const std::string& name) {
  return std::string(PASSCOPE_SOURCE_DIR) + "/tests/golden/" + kFolder + name;
}

TEST_CASE("Names of passes in snake case", "[golden]") {
  CHECK(SnakeCase("FoldScaleAxis") == "fold_scale_axis");
  CHECK(SnakeCase("CombineParallelConv2D") == "combine_parallel_conv2d");
  CHECK(SnakeCase("SimplifyFCTranspose") == "simplify_fc_transpose");
  CHECK(SnakeCase("ToANormalForm") == "to_a_normal_form");
  CHECK(SnakeCase("PrintIR") == "print_ir");
}

TEST_CASE("Every pass has golden programs that run it, and compare the whole text", "[golden]") {
  std::set<std::string> folders;
  for (const PassRow& row : PassTable()) {
    INFO(row.name);
    std::string name = SnakeCase(row.name);
    folders.insert(name);
    INFO("the folder of its golden programs: " << Folder(name));
    REQUIRE(std::filesystem::is_directory(Folder(name)));
    int programs = 0;
    for (const auto& entry : std::filesystem::directory_iterator(Folder(name))) {
      std::string file = entry.path().filename().string();
      INFO(file);
      std::string text = ReadGolden(kFolder + name + "/" + file);
      CHECK(file.ends_with(".relay"));
      INFO("the first line has the form // RUN: InferType, " << row.name << " --exact");
      std::string run = text.substr(0, text.find('\n'));
      CHECK(run.starts_with("// RUN: InferType"));
      CHECK(run.find(row.name) != run.npos);
      CHECK(run.ends_with(" --exact"));
      ++programs;
    }
    CHECK(programs > 0);
  }
  for (const auto& entry : std::filesystem::directory_iterator(Folder(""))) {
    INFO("the folder of no pass: " << entry.path());
    CHECK(folders.count(entry.path().filename().string()) == 1);
  }
}

}  // namespace
}  // namespace passcope
