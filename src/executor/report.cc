#include "executor/report.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "ir/expr_key.h"
#include "ir/structural.h"
#include "support/format.h"
#include "support/real_text.h"

namespace passcope {

template <>
const RecordSchema& SchemaOf<CallProfile>() {
  static constexpr RecordField kFields[] = {
      Member<&CallProfile::name>("name", "The operator, or \"fused_…\" with those in it."),
      Member<&CallProfile::duration>("duration", "Microseconds."),
      Member<&CallProfile::percent>("percent", "Of the time of a run."),
      Member<&CallProfile::count>("count", "How many calls this is."),
      Member<&CallProfile::device>("device", "\"cpu0\"."),
      Member<&CallProfile::argument_shapes>("argumentShapes",
                                            "Data types and shapes of arguments and results."),
      Member<&CallProfile::hash>("hash", "Equal for equal functions: 16 hexadecimal digits."),
      Member<&CallProfile::algorithm>("algorithm", "How it was computed."),
      Member<&CallProfile::flop>("flop",
                                 "Operations on numbers; a multiplication with an addition is 2."),
      Member<&CallProfile::bytes>("bytes", "The size of arguments and results."),
      Member<&CallProfile::gflops>("gflops", "Billions of operations per second."),
      Member<&CallProfile::key>("key", "The key of the call's expression."),
  };
  static constexpr RecordSchema schema = {"CallProfile", "A call of a program that was run.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ProfileReport>() {
  static constexpr RecordField kFields[] = {
      Member<&ProfileReport::calls>("calls", "In the order in which they ran."),
      Member<&ProfileReport::total>("total",
                                    "A run with all that is between the calls, in "
                                    "microseconds."),
      Member<&ProfileReport::executor>("executor", "\"Graph\"."),
      Member<&ProfileReport::threads>("threads", "How many threads computed."),
  };
  static constexpr RecordSchema schema = {"ProfileReport", "How long each call of a program took.",
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
      Member<&BenchmarkResult::std>("std", "Their standard deviation, in seconds."),
      Member<&BenchmarkResult::results>("results", "In seconds, each the mean of some runs."),
  };
  static constexpr RecordSchema schema = {"BenchmarkTimes", "How long a program takes.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ModuleEffects>() {
  static constexpr RecordField kFields[] = {
      Member<&ModuleEffects::executor>("executor", "What can run the program."),
      Member<&ModuleEffects::reason>("reason", "Why the graph executor cannot."),
      Member<&ModuleEffects::flop>("flop", "Operations of all calls, each counted once."),
      Member<&ModuleEffects::weight_bytes>("weightBytes", "The size of all constants."),
      Member<&ModuleEffects::activation_bytes>(
          "activationBytes", "What the tensors that are computed take, at most at one time."),
      Member<&ModuleEffects::unshared_bytes>("unsharedBytes", "The same without reuse of memory."),
      Member<&ModuleEffects::peak_bytes>(
          "peakBytes", "What is allocated: these tensors and the workspaces of kernels."),
      Member<&ModuleEffects::input_bytes>("inputBytes", "The size of all inputs."),
      Member<&ModuleEffects::packed_bytes>(
          "packedBytes", "The size of weights in the order in which kernels read them."),
      Member<&ModuleEffects::kernels>("kernels", "How many kernels run."),
  };
  static constexpr RecordSchema schema = {"ModuleEffects", "What running a program costs.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<GraphTensorInfo>() {
  static constexpr RecordField kFields[] = {
      Member<&GraphTensorInfo::name>("name", "Of an input."),
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
      Member<&GraphInfo::inputs>("inputs", "In the order of the parameters."),
      Member<&GraphInfo::outputs>("outputs", "Tuples flattened."),
      Member<&GraphInfo::kernels>("kernels", "How many kernels run."),
      Member<&GraphInfo::activation_bytes>(
          "activationBytes", "What the tensors that are computed take, at most at one time."),
      Member<&GraphInfo::unshared_bytes>("unsharedBytes", "The same without reuse of memory."),
      Member<&GraphInfo::peak_bytes>(
          "peakBytes", "What is allocated: these tensors and the workspaces of kernels."),
      Member<&GraphInfo::weight_bytes>("weightBytes", "The size of all constants."),
      Member<&GraphInfo::packed_bytes>(
          "packedBytes", "The size of weights in the order in which kernels read them."),
      Member<&GraphInfo::flop>("flop", "Operations of all calls."),
  };
  static constexpr RecordSchema schema = {"GraphInfo", "What a graph executor takes and gives.",
                                          kFields};
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
    const auto* expr = As<CallNode>(node.call);
    // Of the function, not of what it is called with.
    call.hash = HexText(
        As<FunctionNode>(expr->op()) ? StructuralHash(expr->op()) : AttrsHash(expr->attrs), 16);
    call.algorithm = node.algorithm;
    call.flop = node.flop;
    call.gflops = times[i] > 0 ? node.flop / times[i] / 1e3 : 0;
    call.key = static_cast<double>(ExprKey(node.call.get()));
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
  // In the middle of its column; what is left over goes to the right.
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

// A value of a report's table, of one of TVM's kinds.
struct Metric {
  enum class Kind : uint8_t { kText, kCount, kDuration, kPercent, kRatio };
  Kind kind = Kind::kText;
  double number = 0;
  std::string text = {};
};
using Row = std::map<std::string, Metric>;

Row RowOf(const CallProfile& call) {
  using Kind = Metric::Kind;
  return {
      {"Name", {Kind::kText, 0, call.name}},
      {"Duration (us)", {Kind::kDuration, call.duration}},
      {"Percent", {Kind::kPercent, call.percent}},
      {"Device", {Kind::kText, 0, call.device}},
      {"Count", {Kind::kCount, static_cast<double>(call.count)}},
      {"Argument Shapes", {Kind::kText, 0, call.argument_shapes}},
      {"Hash", {Kind::kText, 0, call.hash}},
      {"Algorithm", {Kind::kText, 0, call.algorithm}},
      {"Bytes", {Kind::kCount, call.bytes}},
      {"FLOP", {Kind::kCount, call.flop}},
      {"GFLOP/s", {Kind::kRatio, call.gflops}},
  };
}

// With separators between thousands, as TVM prints where the language has them.
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

// Sums, but for ratios the mean, and for texts what all have in common.
Metric Aggregate(const std::vector<const Metric*>& metrics) {
  Metric result = *metrics[0];
  for (size_t i = 1; i < metrics.size(); ++i) {
    result.number += metrics[i]->number;
    if (metrics[i]->text != result.text) result.text.clear();
  }
  if (result.kind == Metric::Kind::kRatio) result.number /= static_cast<double>(metrics.size());
  return result;
}

std::vector<Row> AggregateRows(const std::vector<CallProfile>& calls) {
  std::vector<std::string> keys;
  std::vector<std::vector<Row>> groups;
  for (const CallProfile& call : calls) {
    std::string key = call.name + '\0' + call.hash + '\0' + call.argument_shapes;
    auto at = static_cast<size_t>(std::find(keys.begin(), keys.end(), key) - keys.begin());
    if (at == keys.size()) {
      keys.push_back(std::move(key));
      groups.emplace_back();
    }
    groups[at].push_back(RowOf(call));
  }
  std::vector<Row> rows;
  for (const std::vector<Row>& group : groups) {
    Row row;
    for (const auto& [name, first] : group[0]) {
      std::vector<const Metric*> metrics;
      for (const Row& each : group) metrics.push_back(&each.at(name));
      row[name] = Aggregate(metrics);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::string ReportTable(const ProfileReport& report, const TableOptions& options) {
  using Kind = Metric::Kind;
  std::vector<Row> rows;
  if (options.aggregate) {
    rows = AggregateRows(report.calls);
  } else {
    for (const CallProfile& call : report.calls) rows.push_back(RowOf(call));
  }
  if (options.sort) {
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
      return a.at("Duration (us)").number > b.at("Duration (us)").number;
    });
  }
  if (options.compute_col_sums) {
    Row sums;
    for (const Row& row : rows) {
      for (const auto& [name, metric] : row) {
        if (metric.kind == Kind::kText || metric.kind == Kind::kRatio) continue;
        sums.try_emplace(name, Metric{metric.kind, 0}).first->second.number += metric.number;
      }
    }
    sums["Name"] = {Kind::kText, 0, "Sum"};
    rows.push_back({{"Name", {Kind::kText, 0, "----------"}}});
    rows.push_back(std::move(sums));
  }
  rows.push_back({{"Name", {Kind::kText, 0, "Total"}},
                  {"Device", {Kind::kText, 0, "cpu0"}},
                  {"Count", {Kind::kCount, 1}},
                  {"Duration (us)", {Kind::kDuration, report.total}}});
  std::vector<std::string> headers = {"Name",   "Duration (us)", "Percent",
                                      "Device", "Count",         "Argument Shapes"};
  std::set<std::string> others;
  for (const Row& row : rows) {
    for (const auto& item : row) others.insert(item.first);
  }
  for (const std::string& name : others) {
    if (std::find(headers.begin(), headers.end(), name) == headers.end()) headers.push_back(name);
  }
  std::vector<std::vector<std::string>> lines = {headers};
  for (const Row& row : rows) {
    lines.emplace_back();
    for (const std::string& header : headers) {
      auto metric = row.find(header);
      lines.back().push_back(metric == row.end() ? "" : Print(metric->second));
    }
  }
  std::vector<size_t> widths(headers.size(), 0);
  for (const auto& line : lines) {
    for (size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string text;
  for (const auto& line : lines) {
    for (size_t i = 0; i < line.size(); ++i) {
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
  std::string text;
  for (size_t i = 0; i < report.calls.size(); ++i) {
    Row row = RowOf(report.calls[i]);
    std::vector<std::string> names, values;
    for (const auto& [name, metric] : row) {
      names.push_back(name);
      values.push_back(metric.kind == Metric::Kind::kText    ? "\"" + metric.text + "\""
                       : metric.kind == Metric::Kind::kCount ? FixedText(metric.number, 0)
                                                             : RealText(metric.number));
    }
    if (i == 0) text += JoinTexts(names, ",") + "\n";
    text += JoinTexts(values, ",") + "\n";
  }
  return text;
}

std::string ReportJson(const ProfileReport& report) {
  JsonWriter json;
  auto write = [&](const Metric& metric) {
    json.BeginObject();
    switch (metric.kind) {
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
  };
  using Kind = Metric::Kind;
  json.BeginObject().Key("calls").BeginArray();
  for (const CallProfile& call : report.calls) {
    json.BeginObject();
    for (const auto& [name, metric] : RowOf(call)) {
      json.Key(name);
      write(metric);
    }
    json.EndObject();
  }
  json.EndArray().Key("device_metrics").BeginObject().Key("cpu0").BeginObject();
  json.Key("Count");
  write({Kind::kCount, 1});
  json.Key("Device");
  write({Kind::kText, 0, "cpu0"});
  json.Key("Duration (us)");
  write({Kind::kDuration, report.total});
  json.Key("Name");
  write({Kind::kText, 0, "Total"});
  json.EndObject().EndObject().Key("configuration").BeginObject().Key("Executor");
  write({Kind::kText, 0, report.executor});
  json.Key("Number of threads");
  write({Kind::kCount, static_cast<double>(report.threads)});
  return json.EndObject().EndObject().Take();
}

}  // namespace passcope
