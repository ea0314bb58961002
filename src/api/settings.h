// Settings of objects and functions that are not in the tables of passes, instruments and models.
// Each is a plain struct with a table of its members. The engine reads and checks JSON with this
// table; the types of the package and the flags of the command line are made from it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "models/workload.h"
#include "pass/options.h"

namespace passcope {

// The members of TVM's PassContext, without its instruments.
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

// The graph of a function's dataflow.
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
// Throws DiagnosticError (kUsage) for an unknown text or a magnitude that is not positive.
Initializer InitializerOf(const WorkloadSettings& settings);

struct SettingsRow {
  const char* name;  // The name of the object or function.
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
// Indexed by Settings.
const std::vector<SettingsRow>& SettingsTable();
inline const SettingsRow& RowOf(Settings settings) {
  return SettingsTable()[static_cast<size_t>(settings)];
}

// Reads settings, which must be members of the row. Throws DiagnosticError (kUsage).
template <class T>
T ReadSettings(Settings settings, const AttrDict& given) {
  const SettingsRow& row = RowOf(settings);
  return ReadOptions<T>(row.options, row.name, given, DiagKind::kUsage);
}
// Checks an opt level of a pass or a context. Throws DiagnosticError (kUsage) if it is out of
// range.
int OptLevelOf(int64_t level);

// The flag of `passcope run` for an option of a context.
struct SettingFlag {
  const char* option;
  const char* name;
  const char* value;  // The placeholder for the value in --help.
};
std::span<const SettingFlag> ContextFlags();
// The flag of an import option, for commands that take a program. A switch sets the value that is
// not the option's default.
struct ImportFlag {
  Settings settings;
  SettingFlag flag;
  const char* help;
};
std::span<const ImportFlag> ImportFlags();

}  // namespace passcope
