// The table of settings.
#include "api/settings.h"

#include <catch2/catch.hpp>
#include <set>

#include "diagnostics/diagnostic.h"
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
  CHECK(SettingsTable().size() == static_cast<size_t>(Settings::kTable) + 1);
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

TEST_CASE("settings have the defaults of what they are for", "[api]") {
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
