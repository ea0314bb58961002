// Every pass of the table on the programs of tests/golden/transforms/PASS_IN_SNAKE_CASE.
//
// NAME.relay begins with comments that say what runs after InferType, in the notation of the
// command line, and under which opt level (2 when it is left out):
//
//   // --passes FoldConstant
//   // --opt-level 3
//
// NAME.expected.relay is the module after that. PASSCOPE_UPDATE_GOLDEN=1 writes it anew; review the
// difference.
#include "unit/golden.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "api/pipeline_spec.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/infer_type.h"

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

// What stands behind `// --OPTION ` in a line of its own.
std::string OptionOf(const std::string& text, const std::string& option, std::string otherwise) {
  std::string mark = "// --" + option + " ";
  size_t at = text.find(mark);
  if (at == text.npos) return otherwise;
  at += mark.size();
  return text.substr(at, text.find('\n', at) - at);
}

// The programs of a pass, without ".relay".
std::set<std::string> Cases(const std::string& pass) {
  std::set<std::string> cases;
  std::filesystem::path folder =
      std::string(PASSCOPE_SOURCE_DIR) + "/tests/golden/" + kFolder + SnakeCase(pass);
  if (!std::filesystem::is_directory(folder)) return cases;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::string name = entry.path().filename().string();
    name = name.substr(0, name.find('.'));
    cases.insert(kFolder + SnakeCase(pass) + "/" + name);
  }
  return cases;
}

void CheckCase(const std::string& name) {
  INFO(name);
  std::string text = ReadGolden(name + ".relay");
  IRModule module = InferTypes(ParseModule(text, name));
  PassContextOptions options;
  options.opt_level = std::atoi(OptionOf(text, "opt-level", "2").c_str());
  PassContextScope scope(PassContext::Create(options));
  for (const Pass& pass : PassesFromSpec(ParsePipeline(OptionOf(text, "passes", "")))) {
    module = pass(module);
  }
  // What a pass leaves untyped, as the normal forms do, must be typeable.
  CHECK_NOTHROW(InferTypes(module));
  std::string printed = PrintModule(module);
  // AnnotateSpans is about places; those of the file are no matter of a pass.
  if (name.find("annotate_spans") == name.npos) {
    PrintOptions without_spans;
    without_spans.show_spans = false;
    printed = PrintModule(module, without_spans);
  }
  if (printed.back() != '\n') printed += '\n';
  if (std::getenv("PASSCOPE_UPDATE_GOLDEN")) {
    std::ofstream(std::string(PASSCOPE_SOURCE_DIR) + "/tests/golden/" + name + ".expected.relay",
                  std::ios::binary)
        << printed;
    return;
  }
  CHECK(printed == ReadGolden(name + ".expected.relay"));
}

TEST_CASE("Names of passes in snake case", "[golden]") {
  CHECK(SnakeCase("FoldScaleAxis") == "fold_scale_axis");
  CHECK(SnakeCase("CombineParallelConv2D") == "combine_parallel_conv2d");
  CHECK(SnakeCase("SimplifyFCTranspose") == "simplify_fc_transpose");
  CHECK(SnakeCase("ToANormalForm") == "to_a_normal_form");
  CHECK(SnakeCase("PrintIR") == "print_ir");
}

TEST_CASE("Every pass does what its golden files say", "[golden]") {
  std::set<std::string> folders;
  for (const PassRow& row : PassTable()) {
    INFO(row.name);
    std::set<std::string> cases = Cases(row.name);
    CHECK(!cases.empty());
    for (const std::string& name : cases) CheckCase(name);
    folders.insert(SnakeCase(row.name));
  }
  for (const auto& entry : std::filesystem::directory_iterator(std::string(PASSCOPE_SOURCE_DIR) +
                                                               "/tests/golden/" + kFolder)) {
    INFO("the folder of no pass: " << entry.path());
    CHECK(folders.count(entry.path().filename().string()) == 1);
  }
}

}  // namespace
}  // namespace passcope
