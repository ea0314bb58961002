// Results and costs of running a program, as records that leave the engine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "executor/plan.h"
#include "schema/record.h"

namespace passcope {

// One call of the program: the fields of TVM's Report, and the known facts about its work.
struct CallProfile {
  std::string name;
  double duration = 0;  // Microseconds.
  double percent = 0;   // Of the run.
  int64_t count = 1;
  std::string device = "cpu0";
  std::string argument_shapes;  // "float32[1, 3, 224, 224], …": arguments, then results.
  std::string hash;
  std::string algorithm;
  double flop = 0;
  double bytes = 0;   // Least bytes read and written: arguments and results once each.
  double gflops = 0;  // flop per nanosecond; 0 if the clock measured no time.
  double key = 0;     // Of the call's expression.
};

struct ProfileReport {
  std::vector<CallProfile> calls;  // In the order of execution, without views.
  double total = 0;                // Of a run, in microseconds; includes the time between calls.
  std::string executor = "Graph";
  int64_t threads = 1;
};

struct BenchmarkResult {
  double mean = 0, median = 0, max = 0, min = 0, std = 0;  // Seconds.
  std::vector<double> results;                             // Seconds, each a mean of several runs.
};

enum class ExecutorKind : uint8_t { kGraph, kVm };
inline std::span<const char* const> LiteralsOf(ExecutorKind) {
  static constexpr const char* kNames[] = {"graph", "vm"};
  return kNames;
}

struct ModuleEffects {
  ExecutorKind executor = ExecutorKind::kVm;
  std::optional<std::string> reason;  // The reason for not using the graph executor.
  double flop = 0;
  int64_t weight_bytes = 0;
  std::optional<int64_t> peak_bytes, activation_bytes, unshared_bytes, input_bytes, packed_bytes,
      kernels;
};

// The inputs, outputs and costs of a graph executor.
struct GraphTensorInfo {
  std::optional<std::string> name;  // For an input.
  std::vector<int64_t> shape;
  std::string dtype;
};
struct GraphInfo {
  std::vector<GraphTensorInfo> inputs, outputs;
  int64_t kernels = 0;
  int64_t peak_bytes = 0, activation_bytes = 0, unshared_bytes = 0, weight_bytes = 0,
          packed_bytes = 0;
  double flop = 0;
};

template <>
const RecordSchema& SchemaOf<CallProfile>();
template <>
const RecordSchema& SchemaOf<ProfileReport>();
template <>
const RecordSchema& SchemaOf<BenchmarkResult>();
template <>
const RecordSchema& SchemaOf<ModuleEffects>();
template <>
const RecordSchema& SchemaOf<GraphTensorInfo>();
template <>
const RecordSchema& SchemaOf<GraphInfo>();

// `times` of the plan's nodes and `total` time of one run, in microseconds.
ProfileReport MakeReport(const Plan& plan, const std::vector<double>& times, double total);
GraphInfo DescribePlan(const Plan& plan);
// The statistics of times in seconds. As in TVM, the standard deviation is that of the population.
BenchmarkResult MakeBenchmarkResult(std::vector<double> seconds);
// The text of TVM's BenchmarkResult.
std::string RenderBenchmark(const BenchmarkResult& result);

struct TableOptions {
  bool sort = true;              // Longest first.
  bool aggregate = true;         // Equal calls share a row.
  bool compute_col_sums = true;  // Adds a row of sums.
};
// TVM's texts of a report, with the additional columns Algorithm, Bytes, FLOP and GFLOP/s.
std::string ReportTable(const ProfileReport& report, const TableOptions& options = {});
std::string ReportCsv(const ProfileReport& report);
std::string ReportJson(const ProfileReport& report);

}  // namespace passcope
