// Running modules: graph executors, reports, effects.
#include "api/json.h"
#include "api/session.h"
#include "executor/executor.h"
#include "pass/options.h"
#include "transforms/bind_params.h"
#include "transforms/infer_type.h"

namespace passcope {
namespace {

// Options by name, with the defaults of the struct.
template <class S>
S ReadRunOptions(const std::string& json, std::string_view owner,
                 const std::vector<AttrField>& fields) {
  return ReadOptions<S>(fields, owner, ReadJsonObject(json, Say("{name}", owner)),
                        DiagKind::kUsage);
}

struct ProfileOptions {
  int64_t number = 1;
};

void RequirePositive(const char* name, int64_t value) {
  if (value >= 1) return;
  throw DiagnosticError(DiagKind::kUsage,
                        Say("the option '{option}' must be at least {least}", name, 1));
}

PlanOptions PlanOptionsFrom(const std::string& json) {
  const PlanOptions defaults;
  return ReadRunOptions<PlanOptions>(
      json, "GraphModule",
      {Option("step_by_step", &PlanOptions::step_by_step, defaults.step_by_step,
              "Every operator of a fused function by itself."),
       Option("reference_kernels", &PlanOptions::reference_kernels, defaults.reference_kernels,
              "The evaluator's kernel for every operator.")});
}

}  // namespace

IRModule Session::Bound(Handle handle, const std::string& params_json) const {
  IRModule module = Get<IRModule>(handle);
  std::vector<std::pair<std::string, NDArray>> params =
      GetArrays(params_json, Phrase("parameters"));
  if (!params.empty()) {
    module = WithFunction(module, "main", BindParamsByName(module->Lookup("main"), params));
  }
  return InferTypes(module);
}

Handle Session::MakeGraphExecutor(Handle module, const std::string& params_json,
                                  const std::string& options_json) {
  PlanOptions options = PlanOptionsFrom(options_json);
  return AddSlot(std::make_shared<GraphExecutor>(Bound(module, params_json), "main", options));
}

std::string Session::GraphExecutorInfo(Handle executor) const {
  return JsonText(DescribePlan(Get<ExecutorPtr>(executor)->plan()));
}

void Session::SetGraphInput(Handle executor, const std::string& name, Handle array) {
  const ExecutorPtr& graph = Get<ExecutorPtr>(executor);
  graph->SetInput(graph->InputIndex(name), Get<NDArray>(array));
}

void Session::SetGraphInputAt(Handle executor, int index, Handle array) {
  Get<ExecutorPtr>(executor)->SetInput(static_cast<size_t>(index), Get<NDArray>(array));
}

Handle Session::GraphInput(Handle executor, int index) {
  return AddSlot(Get<ExecutorPtr>(executor)->GetInput(static_cast<size_t>(index)));
}

void Session::RunGraph(Handle executor) { Get<ExecutorPtr>(executor)->Run(); }

std::string Session::GraphCalls(Handle executor) const {
  return JsonText(Get<ExecutorPtr>(executor)->Calls());
}

void Session::RunGraphCall(Handle executor, int index) {
  Get<ExecutorPtr>(executor)->RunCall(static_cast<size_t>(index));
}

Handle Session::GraphOutput(Handle executor, int index) {
  return AddSlot(Get<ExecutorPtr>(executor)->GetOutput(static_cast<size_t>(index)));
}

std::string Session::BenchmarkGraph(Handle executor, const std::string& options_json) {
  const BenchmarkOptions defaults;
  auto options = ReadRunOptions<BenchmarkOptions>(
      options_json, "benchmark",
      {Option("repeat", &BenchmarkOptions::repeat, defaults.repeat, "How many results there are."),
       Option("number", &BenchmarkOptions::number, defaults.number,
              "Of how many runs each result is the mean."),
       Option("min_repeat_ms", &BenchmarkOptions::min_repeat_ms, defaults.min_repeat_ms,
              "How long a result takes at least.")});
  RequirePositive("repeat", options.repeat);
  RequirePositive("number", options.number);
  return JsonText(Get<ExecutorPtr>(executor)->Benchmark(options));
}

std::string Session::BenchmarkText(const std::string& results_json) const {
  std::vector<double> seconds;
  AttrValue results = ReadJson(results_json, Phrase("results"));
  if (!results.array()) Misuse(Say("{what} must be an array of numbers", "results"));
  for (const AttrValue& item : *results.array()) {
    if (const double* real = item.get<double>()) {
      seconds.push_back(*real);
    } else if (const int64_t* integer = item.get<int64_t>()) {
      seconds.push_back(static_cast<double>(*integer));
    } else {
      Misuse(Say("{what} must be an array of numbers", "results"));
    }
  }
  return RenderBenchmark(MakeBenchmarkResult(std::move(seconds)));
}

Handle Session::ProfileGraph(Handle executor, const std::string& options_json) {
  auto options = ReadRunOptions<ProfileOptions>(
      options_json, "profile",
      {Option("number", &ProfileOptions::number, ProfileOptions().number,
              "Of how many runs the times are the mean.")});
  RequirePositive("number", options.number);
  ReportPtr report =
      std::make_shared<ProfileReport>(Get<ExecutorPtr>(executor)->Profile(options.number));
  return AddSlot(std::move(report));
}

std::string Session::ReportData(Handle report) const { return JsonText(*Get<ReportPtr>(report)); }

std::string Session::ReportText(Handle report, const std::string& format,
                                const std::string& options_json) const {
  const ProfileReport& data = *Get<ReportPtr>(report);
  if (format == "csv") return ReportCsv(data);
  if (format == "json") return ReportJson(data);
  if (format != "table") Misuse(Say("a report has no format '{format}'", format));
  const TableOptions defaults;
  return ReportTable(data,
                     ReadRunOptions<TableOptions>(
                         options_json, "table",
                         {Option("sort", &TableOptions::sort, defaults.sort, "The longest first."),
                          Option("aggregate", &TableOptions::aggregate, defaults.aggregate,
                                 "Equal calls are one row."),
                          Option("compute_col_sums", &TableOptions::compute_col_sums,
                                 defaults.compute_col_sums, "A row of sums.")}));
}

std::string Session::Effects(Handle module, const std::string& params_json) const {
  return JsonText(EffectsOf(Bound(module, params_json)));
}

}  // namespace passcope
