// Runs modules: graph executors, reports, effects.
#include "api/json.h"
#include "api/session.h"
#include "api/settings.h"
#include "executor/executor.h"
#include "transforms/bind_params.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

template <class T>
T Given(Settings settings, const std::string& json) {
  return ReadSettings<T>(settings, ReadJsonObject(json, Say("{name}", RowOf(settings).name)));
}

}  // namespace

IRModule Session::Bound(Handle handle, const std::string& params_json) const {
  IRModule module = Get<IRModule>(handle);
  std::vector<std::pair<std::string, NDArray>> params =
      GetArrays(params_json, PHRASE(kParametersNoun, "parameters"));
  if (!params.empty()) {
    module = WithFunction(module, "main", BindParamsByName(module->Lookup("main"), params));
  }
  return InferTypes(module);
}

Handle Session::MakeGraphExecutor(Handle module, const std::string& params_json,
                                  const std::string& options_json) {
  auto options = Given<PlanOptions>(Settings::kBuild, options_json);
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
  return JsonText(Get<ExecutorPtr>(executor)->Benchmark(
      Given<BenchmarkOptions>(Settings::kBenchmark, options_json)));
}

std::string Session::BenchmarkText(const std::string& results_json) const {
  std::vector<double> seconds;
  AttrValue results = ReadJson(results_json, PHRASE(kResultsNoun, "results"));
  auto misuse = [] {
    Misuse(MSG(kNumberArrayRequired, "{what} must be an array of numbers",
               PHRASE(kResultsNoun, "results").message()));
  };
  if (!results.array()) misuse();
  for (const AttrValue& item : *results.array()) {
    const double* real = item.get<double>();
    const int64_t* integer = item.get<int64_t>();
    if (!real && !integer) misuse();
    seconds.push_back(real ? *real : static_cast<double>(*integer));
  }
  return RenderBenchmark(MakeBenchmarkResult(std::move(seconds)));
}

Handle Session::ProfileGraph(Handle executor, const std::string& options_json) {
  ReportPtr report = std::make_shared<ProfileReport>(
      Get<ExecutorPtr>(executor)->Profile(Given<ProfileOptions>(Settings::kProfile, options_json)));
  return AddSlot(std::move(report));
}

std::string Session::ReportData(Handle report) const { return JsonText(*Get<ReportPtr>(report)); }

std::string Session::ReportText(Handle report, const std::string& format,
                                const std::string& options_json) const {
  const ProfileReport& data = *Get<ReportPtr>(report);
  if (format == "csv") return ReportCsv(data);
  if (format == "json") return ReportJson(data);
  if (format != "table")
    Misuse(MSG(kReportFormatUnknown,
               "unknown report format '{format}': expected table, csv or json", format));
  return ReportTable(data, Given<TableOptions>(Settings::kTable, options_json));
}

std::string Session::Effects(Handle module, const std::string& params_json) const {
  return JsonText(EffectsOf(Bound(module, params_json)));
}

}  // namespace passcope
