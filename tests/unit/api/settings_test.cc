// The table of settings.
#include "api/settings.h"

#include <catch2/catch.hpp>
#include <set>

#include "diagnostics/diagnostic.h"
#include "frontend/import.h"
#include "pass/pass.h"

namespace passcope {
namespace {

TEST_CASE("settings stand at their places and are named once", "[api][table]") {
  CHECK(RowOf(Settings::kContext).name == std::string("PassContext"));
  CHECK(RowOf(Settings::kSequential).name == std::string("Sequential"));
  CHECK(RowOf(Settings::kCustomPass).name == std::string("CustomPass"));
  CHECK(RowOf(Settings::kGraph).name == std::string("Graph"));
  CHECK(RowOf(Settings::kBuild).name == std::string("Build"));
  CHECK(RowOf(Settings::kBenchmark).name == std::string("Benchmark"));
  CHECK(RowOf(Settings::kProfile).name == std::string("Profile"));
  CHECK(RowOf(Settings::kTable).name == std::string("Table"));
  CHECK(RowOf(Settings::kOnnx).name == std::string("Onnx"));
  CHECK(RowOf(Settings::kPytorch).name == std::string("Pytorch"));
  CHECK(RowOf(Settings::kWorkload).name == std::string("Workload"));
  CHECK(RowOf(Settings::kQConfig).name == std::string("QConfig"));
  CHECK(RowOf(Settings::kCompare).name == std::string("Compare"));
  CHECK(SettingsTable().size() == static_cast<size_t>(Settings::kCompare) + 1);
  for (const SettingsRow& row : SettingsTable()) {
    std::set<std::string> names;
    for (const AttrField& option : row.options) CHECK(names.insert(option.name).second);
  }
}

TEST_CASE("each option of a context has one flag of the command line", "[api][table]") {
  const SettingsRow& row = RowOf(Settings::kContext);
  CHECK(ContextFlags().size() == row.options.size());
  std::set<std::string> names;
  for (const SettingFlag& flag : ContextFlags()) {
    CHECK(FindField(row.options, flag.option));
    CHECK(names.insert(flag.name).second);
  }
}

TEST_CASE("flags of imports name options and have names of their own", "[api][table]") {
  std::set<std::string> names;
  for (const ImportFlag& flag : ImportFlags()) {
    const AttrField* option = FindField(RowOf(flag.settings).options, flag.flag.option);
    REQUIRE(option);
    // A switch belongs to a bool option.
    CHECK((option->type == AttrType::kBool) == (flag.flag.value == std::string()));
    CHECK(names.insert(flag.flag.name).second);
  }
}

TEST_CASE("settings have the defaults of what they are for", "[api]") {
  frontend::OnnxOptions onnx = ReadSettings<frontend::OnnxOptions>(Settings::kOnnx, {});
  CHECK(onnx.dtype == frontend::OnnxOptions().dtype);
  CHECK(onnx.opset == frontend::OnnxOptions().opset);
  CHECK(onnx.freeze_params == frontend::OnnxOptions().freeze_params);
  CHECK(onnx.use_nt_batch_matmul == frontend::OnnxOptions().use_nt_batch_matmul);
  auto torch = ReadSettings<frontend::PytorchOptions>(Settings::kPytorch, {});
  frontend::PytorchOptions usual;
  CHECK(torch.default_dtype == usual.default_dtype);
  CHECK(torch.use_parser_friendly_name == usual.use_parser_friendly_name);
  CHECK(torch.keep_quantized_weight == usual.keep_quantized_weight);
  auto context = ReadSettings<ContextSettings>(Settings::kContext, {});
  CHECK(context.opt_level == PassContext::Create()->opt_level());
  CHECK(context.config.dict()->empty());
  auto sequential = ReadSettings<PassSettings>(Settings::kSequential, {});
  CHECK(sequential.name == Sequential({}).info().name);
  CHECK(sequential.opt_level == Sequential({}).info().opt_level);
  CHECK(ReadSettings<GraphSettings>(Settings::kGraph, {}).function == "main");
}

TEST_CASE("settings are checked", "[api][diagnostics]") {
  auto kind = [](Settings settings, const AttrDict& given) {
    try {
      ReadSettings<PassSettings>(settings, given);
    } catch (const DiagnosticError& error) {
      return error.diagnostics().front().kind;
    }
    FAIL("nothing is thrown");
    return DiagKind::kUsage;
  };
  CHECK(kind(Settings::kSequential, {{"optlevel", 1}}) == DiagKind::kUsage);
  CHECK(kind(Settings::kSequential, {{"required", "InferType"}}) == DiagKind::kUsage);
  CHECK(kind(Settings::kCustomPass, {{"name", "Mine"}}) == DiagKind::kUsage);
  CHECK(OptLevelOf(-1) == -1);
  CHECK_THROWS_AS(OptLevelOf(int64_t{1} << 32), DiagnosticError);
}

}  // namespace
}  // namespace passcope
