// What is given by name when something is made or asked for that is no row of the tables of passes,
// instruments and models: plain structs with a table of their members each, from which JSON is read
// and checked, and of which the package's types and the flags of the command line are made.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "models/workload.h"
#include "pass/options.h"

namespace passcope {

// As TVM's PassContext, without its instruments.
struct ContextSettings {
  int64_t opt_level;
  std::vector<std::string> required_pass, disabled_pass;
  AttrValue config;
};

// A Sequential, or a pass of another language.
struct PassSettings {
  int64_t opt_level;
  std::string name;
  std::vector<std::string> required;
};

// A graph of a function's dataflow.
struct GraphSettings {
  std::string function;
  int64_t limit;
};

// How the parameters of a network get their values.
struct WorkloadSettings {
  int64_t seed;
  std::string initializer;  // "xavier" or "constant".
  std::string factor_type;  // "avg", "in" or "out".
  double magnitude;
};
// Throws DiagnosticError (kUsage) for texts that are none of these, and a magnitude that is not
// positive.
Initializer InitializerOf(const WorkloadSettings& settings);

struct SettingsRow {
  const char* name;  // Of what is made.
  const char* summary;
  std::vector<AttrField> options;
};
// "PassContext", "Sequential", "CustomPass", "Graph", "Build", "Benchmark", "Profile", "Table",
// "Onnx", "Pytorch", "Workload", "QConfig" and "Compare".
enum class Settings : uint8_t {
  kContext,
  kSequential,
  kCustomPass,
  kGraph,
  kBuild,      // PlanOptions
  kBenchmark,  // BenchmarkOptions
  kProfile,    // ProfileOptions
  kTable,      // TableOptions
  kOnnx,       // frontend::OnnxOptions
  kPytorch,    // frontend::PytorchOptions
  kWorkload,
  kQConfig,  // quantize::QConfig
  kCompare,  // CompareOptions
};
// By Settings.
const std::vector<SettingsRow>& SettingsTable();
inline const SettingsRow& RowOf(Settings settings) {
  return SettingsTable()[static_cast<size_t>(settings)];
}

// The settings that are given, which have to be a row's. Throws DiagnosticError (kUsage).
template <class T>
T ReadSettings(Settings settings, const AttrDict& given) {
  const SettingsRow& row = RowOf(settings);
  return ReadOptions<T>(row.options, row.name, given, DiagKind::kUsage);
}
// An opt level as passes and contexts have it. Throws DiagnosticError (kUsage) for one that is out
// of range.
int OptLevelOf(int64_t level);

// What `passcope run` calls an option of a context.
struct SettingFlag {
  const char* option;
  const char* name;
  const char* value;  // What stands for the value in --help.
};
std::span<const SettingFlag> ContextFlags();
// What commands that take a program call an option of an import. A switch sets what is not the
// option's default.
struct ImportFlag {
  Settings settings;
  SettingFlag flag;
  const char* help;
};
std::span<const ImportFlag> ImportFlags();

}  // namespace passcope
