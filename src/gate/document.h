// What `passcope check` measures of programs and pipelines, and the baseline, a file with the same
// facts of an earlier state.
//
// The folder is part of the command line, not of the page's module.
#pragma once

#include <cstdint>
#include <exception>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/attrs.h"

namespace passcope::gate {

// The format of documents. A reader refuses a later one.
constexpr int64_t kFormat = 1;

// Numbers by name.
using Counts = std::map<std::string, int64_t>;
int64_t SumOf(const Counts& counts);
// The numbers after minus those before. Only names whose numbers differ.
Counts Difference(const Counts& before, const Counts& after);

// A baseline that cannot be read. The message names the file and the place.
class BaselineError : public std::exception {
 public:
  explicit BaselineError(std::string message) : message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

// One execution of a pass, or a pass that a Sequential left out.
struct PassFacts {
  std::string name;
  int64_t depth = 0;      // The number of passes that contain it.
  std::string skipped;    // Why it did not run (PassDecision::Text); empty if it ran.
  bool changed = false;   // True if it returned another module.
  int64_t operators = 0;  // Calls of operators in the program after it.
  // By operator: its calls after the pass minus those before. Only operators that differ.
  Counts difference;

  bool ran() const { return skipped.empty(); }
};

// A time as a multiple of the time of the reference loop (gate/times.h).
struct TimeFacts {
  double ratio = 0;
  double noise = 0;  // How much longer the middle of the times is than the short ones, as a part.
};

// The times of one pipeline. Those of different builds are not comparable.
struct Times {
  std::string build;                        // "native" or "wasm"; "checked" with sanitizers.
  TimeFacts all;                            // All passes together.
  std::map<std::string, TimeFacts> passes;  // By name, without nested passes.
};

// A number of a result that no machine changes.
struct FigureRow {
  const char* name;  // In documents: "weightBytes".
  const char* unit;
  const char* noun;  // In sentences: "bytes of weights".
  const char* one;   // The noun for 1.
};
std::span<const FigureRow> FigureTable();
// Throws std::out_of_range for an unknown name.
const FigureRow& FigureNamed(std::string_view name);

// The facts about one pipeline on one program.
struct Facts {
  int64_t operators_before = 0;   // Calls of operators in the program before the first pass.
  std::vector<PassFacts> passes;  // In the order in which they began.
  Counts operators;               // Calls of each operator in the result.
  Counts missed;                  // Missed remarks by kind: "FuseOps.OpaqueOperator".
  Counts figures;                 // By the names of FigureTable; absent if unknown.
  std::string not_planned;        // Why the graph executor cannot run the result; empty if it can.
  std::optional<Times> times;
};

// How a pipeline is written on the command line.
struct PipelineConfig {
  std::string passes;  // In the notation of `passcope run --passes`.
  AttrDict settings;   // Of its contexts, by the names of "PassContext".

  bool operator==(const PipelineConfig& other) const {
    return passes == other.passes && AttrEqual(settings, other.settings);
  }
};

struct ProgramEntry {
  // How the program is read: options of the command line, "--batch-size=4".
  std::vector<std::string> options;
  std::map<std::string, Facts> pipelines;  // By name.
};

struct Document {
  std::string version;  // Of Passcope.
  std::map<std::string, PipelineConfig> pipelines;
  // By name: the path of a file from the baseline's folder, with slashes, or "model:NAME".
  std::map<std::string, ProgramEntry> programs;
};

// The text of a document: sorted, with one fact on each line, so that changes read well.
std::string DocumentText(const Document& document);
// Throws BaselineError; `file` names the text in messages.
Document ReadDocument(std::string_view text, const std::string& file);

// The same as data, for `passcope check --json`.
AttrDict DocumentValue(const Document& document);
// The units of all facts by name.
AttrDict UnitsValue();

}  // namespace passcope::gate
