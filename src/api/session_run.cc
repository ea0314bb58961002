// Passes, contexts, instruments and tables of a session.
#include <fmt/format.h>

#include <algorithm>

#include "api/describe.h"
#include "api/pipeline_spec.h"
#include "api/session.h"
#include "instrument/clock.h"
#include "instrument/op_diff.h"
#include "instrument/timing.h"
#include "instrument/trace.h"
#include "models/models.h"
#include "pass/registry.h"

namespace passcope {
namespace {

// A member of a JSON object of options, converted; `fallback` when it is absent. Members of the
// wrong type are the caller's mistake.
template <class T>
T Member(const Json& options, const char* name, T fallback) {
  auto it = options.find(name);
  if (it == options.end() || it->is_null()) return fallback;
  try {
    return it->get<T>();
  } catch (const Json::type_error&) {
    throw DiagnosticError(DiagKind::kUsage,
                          fmt::format("the option '{}' does not take {}", name, DumpJson(*it)));
  }
}

Json ParseOptions(const std::string& json, std::string_view what,
                  std::initializer_list<const char*> known) {
  Json options = ParseJson(json, what);
  if (options.is_null()) return Json::object();
  if (!options.is_object()) {
    throw DiagnosticError(DiagKind::kUsage, fmt::format("{} must be an object", what));
  }
  for (const auto& [key, value] : options.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    std::vector<std::string> notes;
    for (const std::string& near : DidYouMean(key, {known.begin(), known.end()})) {
      notes.push_back("did you mean " + near + "?");
    }
    throw DiagnosticError(DiagKind::kUsage, fmt::format("{}: there is no option '{}'", what, key),
                          std::move(notes));
  }
  return options;
}

// The smallest of a few steps of the clock. A browser may blur single steps; their minimum is the
// grain. Gives up after 50 ms: a clock that stands still for longer is of no use for passes.
double MeasureClockResolution() {
  double start = NowMicroseconds();
  double smallest = 0;
  int steps = 0;
  for (double last = start, now = start; steps < 20 && now - start < 50000; last = now) {
    // A clock that does not move must not spin for ever: each step costs at most so many reads.
    int reads = 0;
    while (now == last && reads < 10000000) {
      now = NowMicroseconds();
      ++reads;
    }
    if (now == last) break;
    if (steps == 0 || now - last < smallest) smallest = now - last;
    ++steps;
  }
  return smallest;
}

}  // namespace

template <class T>
T& Session::GetInstrument(Handle handle) const {
  auto* instrument = dynamic_cast<T*>(Get<InstrumentPtr>(handle).get());
  if (!instrument) throw DiagnosticError(DiagKind::kUsage, "this instrument is of another kind");
  return *instrument;
}

const PassContextPtr& Session::GetContext(Handle handle) const {
  return handle == 0 ? engine_.default_context() : Get<PassContextPtr>(handle);
}

std::string Session::Version() const { return PASSCOPE_VERSION; }
std::string Session::Passes() const { return DumpJson(DescribePasses()); }
std::string Session::Ops() const { return DumpJson(DescribeOps()); }
std::string Session::Models() const { return DumpJson(DescribeModels()); }
std::string Session::DiagnosticKinds() const { return DumpJson(DescribeDiagnosticKinds()); }
std::string Session::ConfigKeys() const { return DumpJson(DescribeConfigKeys()); }
double Session::ClockResolutionUs() const { return MeasureClockResolution(); }

std::string Session::Workload(const std::string& model, const std::string& options_json) {
  passcope::Workload workload =
      CreateModel(model, AttrDictFromJson(ParseJson(options_json, model), model));
  Json params = Json::array();
  for (auto& [name, array] : workload.params) {
    params.push_back(Json::array({name, AddSlot(std::move(array))}));
  }
  return DumpJson({{"mod", AddSlot(std::move(workload.module))}, {"params", std::move(params)}});
}

// --- passes ---

Handle Session::MakePass(const std::string& name, const std::string& options_json) {
  return AddSlot(CreatePass(name, AttrDictFromJson(ParseJson(options_json, name), name)));
}

Handle Session::MakeSequential(const std::string& passes_json, const std::string& info_json) {
  std::vector<Pass> passes = GetAll<Pass>(ParseJson(passes_json, "passes"), "passes");
  Json options = ParseOptions(info_json, "Sequential", {"optLevel", "name", "required"});
  PassInfo info;
  info.opt_level = Member(options, "optLevel", 0);
  info.name = Member<std::string>(options, "name", "sequential");
  info.required = Member<std::vector<std::string>>(options, "required", {});
  return AddSlot(Sequential(std::move(passes), std::move(info)));
}

Handle Session::MakePipeline(const std::string& spec) {
  return AddSlot(Sequential(PassesFromSpec(ParsePipeline(spec))));
}

std::string Session::PassInfoOf(Handle pass) const {
  return DumpJson(DescribePassInfo(Get<Pass>(pass).info()));
}

Handle Session::RunPass(Handle pass, Handle module) {
  Engine::Scope scope(engine_);
  // Copies: a hook may free the handles while the pass runs.
  Pass callee = Get<Pass>(pass);
  IRModule argument = Get<IRModule>(module);
  return AddSlot(callee(argument));
}

// --- contexts ---

Handle Session::MakeContext(const std::string& options_json) {
  Json json = ParseOptions(options_json, "PassContext",
                           {"optLevel", "requiredPass", "disabledPass", "instruments", "config"});
  PassContextOptions options;
  options.opt_level = Member(json, "optLevel", options.opt_level);
  options.required_pass = Member<std::vector<std::string>>(json, "requiredPass", {});
  options.disabled_pass = Member<std::vector<std::string>>(json, "disabledPass", {});
  options.config = AttrDictFromJson(Member<Json>(json, "config", nullptr), "config");
  options.instruments =
      GetAll<InstrumentPtr>(Member<Json>(json, "instruments", Json::array()), "instruments");
  return AddSlot(PassContext::Create(std::move(options)));
}

std::string Session::ContextInfo(Handle context) const {
  const PassContext& node = *GetContext(context);
  Json config = Json::object();
  for (const auto& [key, value] : node.config()) config[key] = JsonFromAttrValue(value);
  return DumpJson({{"optLevel", node.opt_level()},
                   {"requiredPass", node.required_pass()},
                   {"disabledPass", node.disabled_pass()},
                   {"config", std::move(config)}});
}

void Session::EnterContext(Handle context) {
  Engine::Scope scope(engine_);
  PassContextPtr entered = GetContext(context);
  entered->Enter();
}

void Session::ExitContext(Handle context) {
  Engine::Scope scope(engine_);
  PassContextPtr left = GetContext(context);
  left->Exit();
}

void Session::OverrideInstruments(Handle context, const std::string& instruments_json) {
  Engine::Scope scope(engine_);
  PassContextPtr changed = GetContext(context);
  changed->OverrideInstruments(
      GetAll<InstrumentPtr>(ParseJson(instruments_json, "instruments"), "instruments"));
}

bool Session::PassEnabled(Handle context, Handle pass) const {
  return GetContext(context)->PassEnabled(Get<Pass>(pass).info());
}

// --- instruments ---

Handle Session::MakeForeignInstrument(uint32_t object, const std::string& name) {
  return AddSlot(passcope::MakeForeignInstrument(host_, object, name));
}

Handle Session::MakeTimingInstrument() {
  return AddSlot(InstrumentPtr(std::make_shared<PassTimingInstrument>()));
}

Handle Session::MakeOpDiffInstrument() {
  return AddSlot(InstrumentPtr(std::make_shared<OpDiffInstrument>()));
}

Handle Session::MakeTraceInstrument() {
  return AddSlot(InstrumentPtr(std::make_shared<TraceInstrument>()));
}

std::string Session::TimingText(Handle timing) const {
  return GetInstrument<PassTimingInstrument>(timing).Render();
}

std::string Session::TimingProfiles(Handle timing) const {
  return DumpJson(DescribeProfiles(GetInstrument<PassTimingInstrument>(timing).profiles()));
}

std::string Session::OpDiffText(Handle differ) const {
  return GetInstrument<OpDiffInstrument>(differ).Render();
}

std::string Session::OpDiffs(Handle differ) const {
  return DumpJson(DescribeOpDiffs(GetInstrument<OpDiffInstrument>(differ).entries()));
}

std::string Session::TraceEntries(Handle trace) const {
  return DumpJson(DescribeTrace(GetInstrument<TraceInstrument>(trace).entries()));
}

Handle Session::TraceModule(Handle trace, uint32_t index, bool after) {
  const std::vector<TraceInstrument::Entry>& entries =
      GetInstrument<TraceInstrument>(trace).entries();
  if (index >= entries.size()) {
    throw DiagnosticError(DiagKind::kUsage, fmt::format("the trace has no entry {}; it has {}",
                                                        index, entries.size()));
  }
  return AddSlot(after ? entries[index].after : entries[index].before);
}

void Session::TraceClear(Handle trace) { GetInstrument<TraceInstrument>(trace).Clear(); }

}  // namespace passcope
