#include "executor/report.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ir/structural.h"
#include "support/format.h"
#include "support/real_text.h"

namespace passcope {

template <>
const RecordSchema& SchemaOf<CallProfile>() {
  static constexpr RecordField kFields[] = {
      Member<&CallProfile::name>(
          "name", "The operator, or \"fused_…\" with the operators of a fused function."),
      Member<&CallProfile::duration>("duration", "Microseconds."),
      Member<&CallProfile::percent>("percent", "The share of the time of a run."),
      Member<&CallProfile::count>("count", "The number of calls."),
      Member<&CallProfile::device>("device", "\"cpu0\"."),
      Member<&CallProfile::argument_shapes>("argumentShapes",
                                            "The data types and shapes of arguments and results."),
      Member<&CallProfile::hash>(
          "hash", "A hash that is equal for equal functions: 16 hexadecimal digits."),
      Member<&CallProfile::algorithm>("algorithm", "The algorithm that computed it."),
      Member<&CallProfile::flop>(
          "flop",
          "The number of arithmetic operations; a multiplication with an addition counts as 2."),
      Member<&CallProfile::bytes>("bytes", "The size of arguments and results."),
      Member<&CallProfile::gflops>("gflops", "Billions of operations per second."),
      Member<&CallProfile::key>("key", "The key of the expression of the call."),
  };
  static constexpr RecordSchema schema = {"CallProfile", "A call in a run of a program.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ProfileReport>() {
  static constexpr RecordField kFields[] = {
      Member<&ProfileReport::calls>("calls", "The calls, in the order in which they ran."),
      Member<&ProfileReport::total>("total", "The time of a whole run, in microseconds."),
      Member<&ProfileReport::executor>("executor", "\"Graph\"."),
      Member<&ProfileReport::threads>("threads", "The number of threads."),
  };
  static constexpr RecordSchema schema = {"ProfileReport", "The time of each call of a program.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<BenchmarkResult>() {
  static constexpr RecordField kFields[] = {
      Member<&BenchmarkResult::mean>("mean", "Of the results, in seconds."),
      Member<&BenchmarkResult::median>("median", "Of the results, in seconds."),
      Member<&BenchmarkResult::max>("max", "Of the results, in seconds."),
      Member<&BenchmarkResult::min>("min", "Of the results, in seconds."),
      Member<&BenchmarkResult::std>("std", "The standard deviation, in seconds."),
      Member<&BenchmarkResult::results>(
          "results", "The results in seconds; each is the mean of several runs."),
  };
  static constexpr RecordSchema schema = {"BenchmarkTimes", "The time of running a program.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ModuleEffects>() {
  static constexpr RecordField kFields[] = {
      Member<&ModuleEffects::executor>("executor", "The executor that can run the program."),
      Member<&ModuleEffects::reason>("reason", "Why the graph executor cannot run it."),
      Member<&ModuleEffects::flop>("flop",
                                   "The number of operations of all calls, each counted once."),
      Member<&ModuleEffects::weight_bytes>("weightBytes", "The size of all constants."),
      Member<&ModuleEffects::activation_bytes>("activationBytes",
                                               "The peak memory of the computed tensors."),
      Member<&ModuleEffects::unshared_bytes>("unsharedBytes",
                                             "The memory of the computed tensors without reuse."),
      Member<&ModuleEffects::peak_bytes>(
          "peakBytes", "The allocated memory: the computed tensors and the workspaces of kernels."),
      Member<&ModuleEffects::input_bytes>("inputBytes", "The size of all inputs."),
      Member<&ModuleEffects::packed_bytes>(
          "packedBytes", "The size of the weights that are reordered for kernels."),
      Member<&ModuleEffects::kernels>("kernels", "The number of kernels that run."),
  };
  static constexpr RecordSchema schema = {"ModuleEffects", "The cost of running a program.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<GraphTensorInfo>() {
  static constexpr RecordField kFields[] = {
      Member<&GraphTensorInfo::name>("name", "The name of an input."),
      Member<&GraphTensorInfo::shape>("shape", "The dimensions."),
      Member<&GraphTensorInfo::dtype>("dtype", "The data type."),
  };
  static constexpr RecordSchema schema = {"GraphTensorInfo", "An input or output of a program.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<GraphInfo>() {
  static constexpr RecordField kFields[] = {
      Member<&GraphInfo::inputs>("inputs", "The inputs, in the order of the parameters."),
      Member<&GraphInfo::outputs>("outputs", "Tuples flattened."),
      Member<&GraphInfo::kernels>("kernels", "The number of kernels that run."),
      Member<&GraphInfo::activation_bytes>("activationBytes",
                                           "The peak memory of the computed tensors."),
      Member<&GraphInfo::unshared_bytes>("unsharedBytes",
                                         "The memory of the computed tensors without reuse."),
      Member<&GraphInfo::peak_bytes>(
          "peakBytes", "The allocated memory: the computed tensors and the workspaces of kernels."),
      Member<&GraphInfo::weight_bytes>("weightBytes", "The size of all constants."),
      Member<&GraphInfo::packed_bytes>("packedBytes",
                                       "The size of the weights that are reordered for kernels."),
      Member<&GraphInfo::flop>("flop", "The number of operations of all calls."),
  };
  static constexpr RecordSchema schema = {
      "GraphInfo", "The inputs, outputs and cost of a graph executor.", kFields};
  return schema;
}

ProfileReport MakeReport(const Plan& plan, const std::vector<double>& times, double total) {
  ProfileReport report;
  report.total = total;
  for (size_t i = 0; i < plan.nodes.size(); ++i) {
    const PlanNode& node = plan.nodes[i];
    if (node.num_steps == 0) continue;
    CallProfile call;
    call.name = node.name;
    call.duration = times[i];
    call.percent = total > 0 ? times[i] / total * 100 : 0;
    for (const auto* list : {&node.arguments, &node.results}) {
      for (TensorId id : *list) {
        const PlanTensor& tensor = plan.tensors[static_cast<size_t>(id)];
        std::vector<std::string> dims;
        for (int64_t dim : tensor.shape) dims.push_back(IntText(dim));
        if (!call.argument_shapes.empty()) call.argument_shapes += ", ";
        call.argument_shapes += tensor.dtype.str() + "[" + JoinTexts(dims, ", ") + "]";
        call.bytes += static_cast<double>(tensor.bytes());
      }
    }
    // Hashes the function or the attributes, but not the arguments.
    call.hash = HexText(
        As<FunctionNode>(node.callee) ? StructuralHash(node.callee) : AttrsHash(node.attrs), 16);
    call.algorithm = node.algorithm;
    call.flop = node.flop;
    call.gflops = times[i] > 0 ? node.flop / times[i] / 1e3 : 0;
    call.key = static_cast<double>(node.key);
    report.calls.push_back(std::move(call));
  }
  return report;
}

GraphInfo DescribePlan(const Plan& plan) {
  GraphInfo info;
  auto describe = [&](TensorId id) {
    const PlanTensor& tensor = plan.tensors[static_cast<size_t>(id)];
    return GraphTensorInfo{std::nullopt, tensor.shape, tensor.dtype.str()};
  };
  for (const PlanInput& input : plan.inputs) {
    info.inputs.push_back(describe(input.tensor));
    info.inputs.back().name = input.name;
  }
  for (TensorId id : plan.outputs) info.outputs.push_back(describe(id));
  info.kernels = static_cast<int64_t>(plan.steps.size());
  info.peak_bytes = plan.arena_bytes;
  info.activation_bytes = plan.activation_bytes;
  info.unshared_bytes = plan.unshared_bytes;
  info.weight_bytes = plan.ConstantBytes();
  info.packed_bytes = plan.KeptBytes();
  info.flop = plan.Flop();
  return info;
}

BenchmarkResult MakeBenchmarkResult(std::vector<double> seconds) {
  BenchmarkResult result;
  result.results = std::move(seconds);
  if (result.results.empty()) return result;
  std::vector<double> sorted = result.results;
  std::sort(sorted.begin(), sorted.end());
  auto count = static_cast<double>(sorted.size());
  for (double x : sorted) result.mean += x / count;
  for (double x : sorted) result.std += (x - result.mean) * (x - result.mean) / count;
  result.std = std::sqrt(result.std);
  size_t half = sorted.size() / 2;
  result.median = sorted.size() % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  result.min = sorted.front();
  result.max = sorted.back();
  return result;
}

std::string RenderBenchmark(const BenchmarkResult& result) {
  constexpr size_t kWidth = 12;
  constexpr double kMilliseconds = 1e3;
  // Centred in its column; an odd space goes to the right.
  auto centred = [](const std::string& text) {
    size_t room = text.size() < kWidth ? kWidth - text.size() : 0;
    return std::string(room / 2, ' ') + text + std::string(room - room / 2, ' ');
  };
  std::string names, values;
  const std::pair<const char*, double> columns[] = {{"mean (ms)", result.mean},
                                                    {"median (ms)", result.median},
                                                    {"max (ms)", result.max},
                                                    {"min (ms)", result.min},
                                                    {"std (ms)", result.std}};
  for (const auto& [name, seconds] : columns) {
    if (!names.empty()) {
      names += ' ';
      values += ' ';
    }
    names += centred(name);
    values += centred(FixedText(seconds * kMilliseconds, 4));
  }
  return "Execution time summary:\n" + names + "\n" + values + "\n" + std::string(15, ' ');
}

namespace {

// A cell of a report's table. The kinds are TVM's.
struct Metric {
  enum class Kind : uint8_t { kNone, kText, kCount, kDuration, kPercent, kRatio };
  Kind kind = Kind::kNone;
  double number = 0;
  std::string text = {};
};

// Sorted by name, the order of TVM's CSV and JSON.
enum Column : uint8_t {
  kAlgorithm,
  kArgumentShapes,
  kBytes,
  kCount,
  kDevice,
  kDuration,
  kFlop,
  kGflops,
  kHash,
  kName,
  kPercent,
  kNumColumns,
};
constexpr const char* kColumnNames[kNumColumns] = {
    "Algorithm", "Argument Shapes", "Bytes", "Count", "Device", "Duration (us)",
    "FLOP",      "GFLOP/s",         "Hash",  "Name",  "Percent"};
// The order of TVM's tables: some columns first, the others by name.
constexpr Column kTableColumns[kNumColumns] = {kName,  kDuration,       kPercent,   kDevice,
                                               kCount, kArgumentShapes, kAlgorithm, kBytes,
                                               kFlop,  kGflops,         kHash};

using Row = std::array<Metric, kNumColumns>;

Metric Text(std::string text) { return {Metric::Kind::kText, 0, std::move(text)}; }

Row RowOf(const CallProfile& call) {
  using Kind = Metric::Kind;
  Row row;
  row[kAlgorithm] = Text(call.algorithm);
  row[kArgumentShapes] = Text(call.argument_shapes);
  row[kBytes] = {Kind::kCount, call.bytes};
  row[kCount] = {Kind::kCount, static_cast<double>(call.count)};
  row[kDevice] = Text(call.device);
  row[kDuration] = {Kind::kDuration, call.duration};
  row[kFlop] = {Kind::kCount, call.flop};
  row[kGflops] = {Kind::kRatio, call.gflops};
  row[kHash] = Text(call.hash);
  row[kName] = Text(call.name);
  row[kPercent] = {Kind::kPercent, call.percent};
  return row;
}

Row TotalOf(const ProfileReport& report) {
  Row row;
  row[kName] = Text("Total");
  row[kDevice] = Text("cpu0");
  row[kCount] = {Metric::Kind::kCount, 1};
  row[kDuration] = {Metric::Kind::kDuration, report.total};
  return row;
}

// Adds separators of thousands, as TVM prints numbers if the locale has them.
std::string Thousands(std::string digits) {
  size_t end = std::min(digits.find('.'), digits.size());
  size_t begin = !digits.empty() && digits[0] == '-' ? 1 : 0;
  for (size_t at = end; at > begin + 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string Print(const Metric& metric) {
  switch (metric.kind) {
    case Metric::Kind::kNone:
    case Metric::Kind::kText:
      return metric.text;
    case Metric::Kind::kCount:
      return Thousands(FixedText(metric.number, 0));
    case Metric::Kind::kDuration:
      return Thousands(FixedText(metric.number, 2));
    default:
      return FixedText(metric.number, 2);
  }
}

// Merges equal calls into one row: sums, for ratios the mean, and for texts the common text.
std::vector<Row> AggregateRows(const std::vector<Row>& calls) {
  std::vector<Row> rows;
  std::vector<double> counts;
  for (const Row& call : calls) {
    size_t at = 0;
    auto same = [&](Column column) { return rows[at][column].text == call[column].text; };
    while (at < rows.size() && !(same(kName) && same(kHash) && same(kArgumentShapes))) ++at;
    if (at == rows.size()) {
      rows.push_back(call);
      counts.push_back(1);
      continue;
    }
    ++counts[at];
    for (size_t i = 0; i < kNumColumns; ++i) {
      rows[at][i].number += call[i].number;
      if (rows[at][i].text != call[i].text) rows[at][i].text.clear();
    }
  }
  for (size_t at = 0; at < rows.size(); ++at) rows[at][kGflops].number /= counts[at];
  return rows;
}

void WriteMetric(JsonWriter& json, const Metric& metric) {
  json.BeginObject();
  switch (metric.kind) {
    case Metric::Kind::kNone:
      break;
    case Metric::Kind::kText:
      json.Key("string").String(metric.text);
      break;
    case Metric::Kind::kCount:
      json.Key("count").Int(static_cast<int64_t>(metric.number));
      break;
    case Metric::Kind::kDuration:
      json.Key("microseconds").Real(metric.number);
      break;
    case Metric::Kind::kPercent:
      json.Key("percent").Real(metric.number);
      break;
    case Metric::Kind::kRatio:
      json.Key("ratio").Real(metric.number);
      break;
  }
  json.EndObject();
}

void WriteRow(JsonWriter& json, const Row& row) {
  json.BeginObject();
  for (size_t i = 0; i < kNumColumns; ++i) {
    if (row[i].kind == Metric::Kind::kNone) continue;
    json.Key(kColumnNames[i]);
    WriteMetric(json, row[i]);
  }
  json.EndObject();
}

}  // namespace

std::string ReportTable(const ProfileReport& report, const TableOptions& options) {
  std::vector<Row> rows;
  for (const CallProfile& call : report.calls) rows.push_back(RowOf(call));
  if (options.aggregate) rows = AggregateRows(rows);
  if (options.sort) {
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
      return a[kDuration].number > b[kDuration].number;
    });
  }
  if (options.compute_col_sums) {
    Row sums;
    for (const Row& row : rows) {
      for (Column column : {kBytes, kCount, kDuration, kFlop, kPercent}) {
        sums[column].kind = row[column].kind;
        sums[column].number += row[column].number;
      }
    }
    sums[kName] = Text("Sum");
    Row line;
    line[kName] = Text("----------");
    rows.push_back(std::move(line));
    rows.push_back(std::move(sums));
  }
  rows.push_back(TotalOf(report));
  std::vector<std::array<std::string, kNumColumns>> lines(rows.size() + 1);
  std::array<size_t, kNumColumns> widths{};
  for (size_t k = 0; k < lines.size(); ++k) {
    for (size_t i = 0; i < kNumColumns; ++i) {
      Column column = kTableColumns[i];
      lines[k][i] = k == 0 ? kColumnNames[column] : Print(rows[k - 1][column]);
      widths[i] = std::max(widths[i], lines[k][i].size());
    }
  }
  std::string text;
  for (const auto& line : lines) {
    for (size_t i = 0; i < kNumColumns; ++i) {
      std::string room(widths[i] - line[i].size(), ' ');
      text += i == 0 ? line[i] + room : room + line[i];
      text += "  ";
    }
    text += '\n';
  }
  text += "\nConfiguration\n-------------\n";
  text += Format("Executor: {}\nNumber of threads: {}\n", report.executor, report.threads);
  return text;
}

std::string ReportCsv(const ProfileReport& report) {
  if (report.calls.empty()) return "";
  std::string text = JoinTexts({std::begin(kColumnNames), std::end(kColumnNames)}, ",") + "\n";
  for (const CallProfile& call : report.calls) {
    std::vector<std::string> values;
    for (const Metric& metric : RowOf(call)) {
      values.push_back(metric.kind == Metric::Kind::kText    ? "\"" + metric.text + "\""
                       : metric.kind == Metric::Kind::kCount ? FixedText(metric.number, 0)
                                                             : RealText(metric.number));
    }
    text += JoinTexts(values, ",") + "\n";
  }
  return text;
}

std::string ReportJson(const ProfileReport& report) {
  JsonWriter json;
  json.BeginObject().Key("calls").BeginArray();
  for (const CallProfile& call : report.calls) WriteRow(json, RowOf(call));
  json.EndArray().Key("device_metrics").BeginObject().Key("cpu0");
  WriteRow(json, TotalOf(report));
  json.EndObject().Key("configuration").BeginObject().Key("Executor");
  WriteMetric(json, Text(report.executor));
  json.Key("Number of threads");
  WriteMetric(json, {Metric::Kind::kCount, static_cast<double>(report.threads)});
  return json.EndObject().EndObject().Take();
}

}  // namespace passcope
