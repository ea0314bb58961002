// Bisection and reduction for other languages.
#include "api/foreign_pass.h"
#include "api/json.h"
#include "api/session.h"
#include "checking/bisect.h"
#include "checking/reduce.h"
#include "instrument/lineage_lines.h"
#include "pass/options.h"

namespace passcope {
namespace {

// The options of bisection and reduction, as they cross.
struct CheckOptions : ValueCheckOptions {
  std::string test;
  bool linear;
  double max_seconds;
  int64_t max_candidates;
};

CheckOptions ReadCheckOptions(std::string_view owner, const std::string& json) {
  static const std::vector<AttrField> fields = {
      Option<CheckOptions>("test", &CheckOptions::test, "values", ""),
      Option<CheckOptions>("function", &CheckOptions::function, "main", ""),
      Option<CheckOptions>("seed", &CheckOptions::seed, 0, ""),
      Option<CheckOptions>("rtol", &CheckOptions::rtol, -1.0, ""),
      Option<CheckOptions>("atol", &CheckOptions::atol, -1.0, ""),
      Option<CheckOptions>("dynamic_size", &CheckOptions::dynamic_size, 1, ""),
      Option<CheckOptions>("constant", &CheckOptions::constant, AttrValue(), ""),
      Option<CheckOptions>("linear", &CheckOptions::linear, false, ""),
      Option<CheckOptions>("max_seconds", &CheckOptions::max_seconds, 60.0, ""),
      Option<CheckOptions>("max_candidates", &CheckOptions::max_candidates, 0, ""),
  };
  return ReadOptions<CheckOptions>(fields, owner, ReadJsonObject(json, Say("{name}", owner)),
                                   DiagKind::kUsage);
}

TestSpec SpecOf(const CheckOptions& options, std::function<bool(const IRModule&)> predicate) {
  TestSpec spec = predicate ? TestSpec() : ParseTest(options.test);
  spec.values = options;
  if (predicate) {
    spec.kind = TestSpec::Kind::kPredicate;
    spec.predicate = std::move(predicate);
  }
  return spec;
}

// A pipeline of the passes for which `keep` is true. Each runs alone in a context like the current
// one.
Pipeline PipelineOf(const std::vector<Pass>& passes, const std::vector<bool>& keep) {
  PassContextPtr current = PassContext::Current();
  PassContextOptions options{current->opt_level(),
                             current->required_pass(),
                             current->disabled_pass(),
                             {},
                             current->config()};
  return
      [passes, keep, options](const IRModule& program, const std::vector<InstrumentPtr>& watchers) {
        PassContextOptions watched = options;
        watched.instruments = watchers;
        PassContextScope scope(PassContext::Create(std::move(watched)));
        IRModule module = program;
        for (size_t i = 0; i < passes.size(); ++i) {
          if (keep[i]) module = passes[i](module);
        }
        scope.Leave();
        return module;
      };
}

}  // namespace

struct Session::CheckRequest {
  CheckOptions options;
  std::vector<Pass> passes;
  ProgramTest test;
  IRModule program;
};

Session::CheckRequest Session::ReadCheckRequest(const char* what, Handle module,
                                                const std::string& passes_json,
                                                const std::string& options_json,
                                                uint32_t predicate) const {
  auto ask = MakeForeignPredicate(host_, predicate, what);
  CheckOptions options = ReadCheckOptions(what, options_json);
  std::vector<Pass> passes = GetAll<Pass>(ReadJson(passes_json, PHRASE(kPassesNoun, "passes")),
                                          PHRASE(kPassesNoun, "passes"));
  ProgramTest test(SpecOf(options, std::move(ask)), ValuesOf(passes));
  return {std::move(options), std::move(passes), std::move(test), Get<IRModule>(module)};
}

std::string Session::BisectPasses(Handle module, const std::string& passes_json,
                                  const std::string& options_json, uint32_t predicate,
                                  uint32_t progress) {
  ContextStack::Scope scope(Contexts());
  PrintSink tell = MakeForeignSink(host_, progress);
  CheckRequest given = ReadCheckRequest("bisect", module, passes_json, options_json, predicate);
  BisectOptions options;
  options.linear = given.options.linear;
  options.differ = DifferByLineage();
  if (tell) {
    options.progress = [&tell](int64_t run, int64_t limit) {
      tell({}, JsonWriter()
                   .BeginObject()
                   .Key("run")
                   .Int(run)
                   .Key("limit")
                   .Int(limit)
                   .EndObject()
                   .Take());
    };
  }
  std::vector<bool> all(given.passes.size(), true);
  BisectResult result = Bisect(given.program, PipelineOf(given.passes, all), &given.test, options);
  JsonWriter json;
  JsonTraits<BisectResult>::Write(json.BeginObject().Key("result"), result);
  if (result.before) json.Key("before").Int(AddSlot(std::move(result.before)));
  if (result.after) json.Key("after").Int(AddSlot(std::move(result.after)));
  return json.EndObject().Take();
}

std::string Session::ReduceProgram(Handle module, const std::string& passes_json,
                                   const std::string& options_json, uint32_t predicate,
                                   uint32_t progress) {
  ContextStack::Scope scope(Contexts());
  PrintSink tell = MakeForeignSink(host_, progress);
  CheckRequest given = ReadCheckRequest("reduce", module, passes_json, options_json, predicate);
  ReduceOptions options;
  options.max_seconds = given.options.max_seconds;
  options.max_candidates = given.options.max_candidates;
  if (tell) {
    options.progress = [&tell](const ReduceProgress& now) { tell({}, JsonText(now)); };
  }
  ReduciblePipeline pipeline{given.passes.size(), [&given](const std::vector<bool>& keep) {
                               return PipelineOf(given.passes, keep);
                             }};
  ReduceResult result = Reduce(given.program, pipeline, &given.test, options);
  JsonWriter json;
  JsonTraits<ReduceResult>::Write(json.BeginObject().Key("result"), result);
  json.Key("module").Int(AddSlot(std::move(result.module)));
  return json.EndObject().Take();
}

}  // namespace passcope
