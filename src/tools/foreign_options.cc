// A table of options of other tools.
#include "tools/foreign_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "diagnostics/diagnostic.h"
#include "tools/commands.h"

namespace passcope::tools {
namespace {

struct Foreign {
  const char* name;
  // The options with its purpose, without the first dashes. NAME is the option's value.
  const char* ours;
  // What to do if no option has its purpose.
  const char* advice = nullptr;
};

constexpr const char* kNoPlugins =
    "passes of your own are functions of the Node and Python packages, not of the command line";
constexpr const char* kAlwaysText = "leave it out: programs are always written as text";
constexpr const char* kListPasses = "`passcope list passes` lists the passes";
constexpr const char* kInRunLine = "write it at the end of a RUN line of the test";
constexpr const char* kNoCountPart = "leave it out: Passcope has no such limit";

constexpr Foreign kForeign[] = {
    // Times and statistics.
    {"time-passes", "time"},
    {"time-passes-per-run", "time"},
    {"ftime-report", "time"},
    {"ftime-trace", "trace FILE.chrome.json"},
    {"mlir-timing", "time"},
    {"mlir-timing-display", "time"},
    {"pass-timing", "time"},
    {"timing", "time"},
    {"profile", "time"},
    {"time-trace", "trace FILE.chrome.json"},
    {"pass-statistics", "stats"},
    {"mlir-pass-statistics", "stats"},
    {"mlir-pass-statistics-display", "stats"},
    {"stats-json", "stats --json"},
    {"print-op-stats", "op-diff"},
    // Pipelines and contexts.
    {"pass-pipeline", "passes PIPELINE"},
    {"pipeline", "passes PIPELINE"},
    {"passes", "pipeline PIPELINE"},
    {"p", "passes PIPELINE"},
    {"O", "opt-level N"},
    {"required-pass", "required A,B"},
    {"disabled-pass", "disabled A,B"},
    {"disable-pass", "disabled A,B"},
    {"opt-disable", "disabled A,B"},
    {"mlir-disable-threading", nullptr, "leave it out: passes run on one thread"},
    {"run-reproducer", "reproducer FILE"},
    {"mlir-pass-pipeline-crash-reproducer", nullptr,
     "`passcope reduce` makes a small program of one that fails"},
    {"load-pass-plugin", nullptr, kNoPlugins},
    {"load-dialect-plugin", nullptr, kNoPlugins},
    {"load", nullptr, kNoPlugins},
    {"list-passes", nullptr, kListPasses},
    {"show-passes", nullptr, kListPasses},
    {"print-pipeline-passes", "why"},
    {"dump-pass-pipeline", "why"},
    // What is printed.
    {"print-after", "print-after-all --print-passes NAME"},
    {"print-before", "print-before-all --print-passes NAME"},
    {"print-before-changed", "print-before-all --print-changed"},
    {"print-after-changed", "print-after-all --print-changed"},
    {"print-changed", "print-after-all --print-changed"},
    {"print-before-pass-number", "opt-bisect-limit N --print"},
    {"filter-passes", "print-passes NAME"},
    {"ir-dump-directory", "dump-ir DIR"},
    {"print-module-scope", nullptr, "leave it out: programs are always printed as a whole"},
    {"mlir-print-ir-after-all", "print-after-all"},
    {"mlir-print-ir-before-all", "print-before-all"},
    {"mlir-print-ir-after", "print-after-all --print-passes NAME"},
    {"mlir-print-ir-before", "print-before-all --print-passes NAME"},
    {"mlir-print-ir-after-change", "print-after-all --print-changed"},
    {"mlir-print-ir-after-failure", "print-before-all"},
    {"mlir-print-ir-module-scope", nullptr, "leave it out: programs are always printed as a whole"},
    {"mlir-print-ir-tree-dir", "dump-ir DIR"},
    {"mlir-elide-elementsattrs-if-larger", nullptr,
     "leave it out: constants are printed only with --meta-data"},
    {"mlir-elide-resource-strings-if-larger", nullptr,
     "leave it out: constants are printed only with --meta-data"},
    {"show-meta-data", "meta-data"},
    {"S", nullptr, kAlwaysText},
    {"emit-llvm", nullptr, kAlwaysText},
    {"emit-bytecode", nullptr, kAlwaysText},
    {"disable-output", nullptr,
     "leave it out: without --print, options such as --time print no program"},
    {"out", "output FILE"},
    {"outfile", "output FILE"},
    {"output-file", "output FILE"},
    {"save", "output FILE"},
    {"no-color", "color never"},
    {"no-colors", "color never"},
    {"colors", "color WHEN"},
    {"fcolor-diagnostics", "color always"},
    {"fno-color-diagnostics", "color never"},
    {"force-color", "color always"},
    // Checks and remarks.
    {"debug-pass", "why"},
    {"debug-pass-manager", "why"},
    {"debug", "why"},
    {"verbose", "why"},
    {"debug-only", "remarks-filter REGEX"},
    {"pass-remarks", "remarks=passed --remarks-filter NAME"},
    {"pass-remarks-missed", "remarks=missed --remarks-filter NAME"},
    {"pass-remarks-analysis", "remarks=analysis --remarks-filter NAME"},
    {"pass-remarks-filter", "remarks-filter NAME"},
    {"pass-remarks-output", "remarks-output FILE"},
    {"Rpass", "remarks=passed --remarks-filter NAME"},
    {"Rpass-missed", "remarks=missed --remarks-filter NAME"},
    {"Rpass-analysis", "remarks=analysis --remarks-filter NAME"},
    {"fsave-optimization-record", "remarks-output FILE"},
    {"opt-bisect", "opt-bisect-limit N"},
    {"opt-bisect-verbose", nullptr, "leave it out: --opt-bisect-limit always lists executions"},
    {"debug-counter", "opt-bisect-limit N"},
    {"verify", "verify-each"},
    {"verify-all", "verify-each"},
    {"verify-machineinstrs", "verify-each"},
    {"verify-dom-info", "verify-each"},
    {"verify-diagnostics", nullptr, "lines `ERROR:` of `passcope test` expect diagnostics"},
    {"verify-roundtrip", nullptr, "`passcope print FILE` prints what it has read"},
    {"disable-verify", nullptr, "leave it out: programs are verified only with --verify-each"},
    {"disable-verification", nullptr,
     "leave it out: programs are verified only with --verify-each"},
    {"allow-unregistered-dialect", nullptr, "leave it out: all operators must be known"},
    {"split-input-file", nullptr, "write each program to a file of its own"},
    {"fbisect-limit", "opt-bisect-limit N"},
    // FileCheck and lit.
    {"check-prefix", nullptr, kInRunLine},
    {"check-prefixes", nullptr, kInRunLine},
    {"match-full-lines", nullptr, kInRunLine},
    {"strict-whitespace", nullptr, kInRunLine},
    {"input-file", nullptr, "a test has its program: name the file of the test"},
    {"implicit-check-not", nullptr, "write lines CHECK-NOT"},
    {"allow-empty", nullptr, kNoCountPart},
    {"allow-unused-prefixes", nullptr, "each prefix of a RUN line needs a check line"},
    {"dump-input-filter", "dump-input-context N"},
    {"workers", "jobs N"},
    {"threads", "jobs N"},
    {"update-golden", "update"},
    {"update-snapshots", "update"},
    // Shells.
    {"v", nullptr, "`passcope --version` prints the version"},
    {"V", nullptr, "`passcope --version` prints the version"},
    {"version", nullptr, "`passcope --version` prints the version"},
    {"help-hidden", "help"},
    {"help-list", "help"},
    {"help-all", "help"},
};

// Commands of other tools.
constexpr std::pair<const char*, const char*> kForeignCommands[] = {
    {"opt", "run"},
    {"mlir-opt", "run"},
    {"exec", "run"},
    {"execute", "run"},
    {"FileCheck", "test"},
    {"filecheck", "test"},
    {"lit", "test"},
    {"benchmark", "bench"},
    {"profile", "bench"},
    {"diff", "compare"},
    {"llvm-diff", "compare"},
    {"ls", "list"},
    {"cat", "print"},
    {"show", "print"},
    {"import", "print"},
    {"convert", "print"},
    {"llvm-reduce", "reduce"},
    {"bugpoint", "reduce"},
    {"mlir-reduce", "reduce"},
    {"completions", "completion"},
    {"version", "--version"},
};

const Foreign* FindForeign(std::string_view name) {
  for (const Foreign& row : kForeign) {
    if (name == row.name) return &row;
  }
  return nullptr;
}

bool HasOption(std::span<const Option> options, std::string_view name) {
  return name == "help" || std::any_of(options.begin(), options.end(),
                                       [&](const Option& option) { return option.name == name; });
}

// "run" if the option belongs to another command; empty if it belongs to none.
std::string OwnerOf(std::string_view name) {
  for (const Command& command : Commands()) {
    if (HasOption(command.options, name)) return command.name;
  }
  return {};
}

// The name in "print-passes NAME" or "remarks=missed".
std::string_view NameIn(std::string_view ours) { return ours.substr(0, ours.find_first_of(" =")); }

// Options with the value of a foreign one in the place of NAME.
std::string WithValue(std::string ours, std::string_view value) {
  const size_t at = ours.find("NAME");
  if (at != ours.npos && !value.empty()) ours.replace(at, 4, value);
  return ours;
}

}  // namespace

bool IsForeignOption(std::string_view name) { return FindForeign(name) != nullptr; }

std::string HintForOption(std::string_view command, std::span<const Option> options,
                          std::string_view word) {
  const size_t equals = word.find('=');
  std::string_view value = equals == word.npos ? std::string_view() : word.substr(equals + 1);
  std::string_view written = word.substr(0, equals);
  written.remove_prefix(std::min(written.find_first_not_of('-'), written.size()));
  // As in Python, TVM's names have underscores.
  std::string name(written);
  std::replace(name.begin(), name.end(), '_', '-');
  if (HasOption(options, name)) return fmt::format("; did you mean --{}?", name);
  // -O2, which is no name with a value.
  if (name.size() == 2 && name[0] == 'O' && HasOption(options, "opt-level")) {
    const bool digit = name[1] >= '0' && name[1] <= '9';
    return fmt::format("; did you mean --opt-level {}?", digit ? name[1] : '2');
  }
  const Foreign* row = FindForeign(name);
  if (row && !row->ours) return fmt::format("; {}", row->advice);
  const std::string ours = row ? WithValue(row->ours, value) : "";
  if (row && HasOption(options, NameIn(ours))) return fmt::format("; did you mean --{}?", ours);
  std::vector<std::string> names;
  for (const Option& known : options) names.push_back(known.name);
  std::vector<std::string> near = DidYouMean(name, names);
  // A RUN line is not a command.
  if (command != "RUN") {
    if (std::string owner = OwnerOf(name); !owner.empty()) {
      return fmt::format("; did you mean `passcope {} --{}`?", owner, name);
    }
    std::string owner = row ? OwnerOf(NameIn(ours)) : "";
    if (!owner.empty()) return fmt::format("; did you mean `passcope {} --{}`?", owner, ours);
  }
  return near.empty() ? "" : fmt::format("; did you mean --{}?", near.front());
}

std::string HintForCommand(const std::string& word) {
  std::vector<std::string> names;
  for (const Command& command : Commands()) names.push_back(command.name);
  for (const auto& [foreign, ours] : kForeignCommands) {
    if (word == foreign) return fmt::format("; did you mean '{}'?", ours);
  }
  std::vector<std::string> near = DidYouMean(word, names);
  if (!near.empty()) return fmt::format("; did you mean '{}'?", near.front());
  // A program or an option without a command.
  std::error_code none;
  if (word.starts_with('-') || std::filesystem::exists(word, none)) {
    return "; the first word is a command: did you mean `passcope run`?";
  }
  return {};
}

}  // namespace passcope::tools
