// Contexts, the order of the hooks, and what happens when one throws.
#include "pass/pass_context.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "support/check.h"
#include "support/format.h"

namespace passcope {
namespace {

constexpr ConfigKey kConfigKeys[] = {
    {"relay.FuseOps.max_depth", AttrType::kInt,
     "The largest number of operators that FuseOps puts into one function."},
    {"relay.FuseOps.link_params", AttrType::kBool,
     "Whether FuseOps keeps constants inside the fused functions."},
    {"relay.ToMixedPrecision.keep_orig_output_dtype", AttrType::kBool,
     "Whether ToMixedPrecision casts the result back to its first data type."},
    {"relay.backend.use_auto_scheduler", AttrType::kBool,
     "Whether schedules come from the auto scheduler. Accepted, without effect here."},
    {"relay.backend.use_meta_schedule", AttrType::kBool,
     "Whether schedules come from the meta scheduler. Accepted, without effect here."},
    {"relay.collage.byoc_max_depth", AttrType::kInt,
     "The depth of the parts that other compilers take. Accepted, without effect here."},
    {"relay.collage.tvm_max_depth", AttrType::kInt,
     "The depth of the parts that are kept. Accepted, without effect here."},
    {"relay.fallback_device_type", AttrType::kInt,
     "The device of what is placed nowhere else. Accepted, without effect here."},
    {"relay.frontend.fill_span", AttrType::kBool,
     "Whether importers attach the places that expressions come from."},
    {"testing.immutable_module", AttrType::kBool,
     "Whether to check that passes do not change the module they are given. They cannot here."},
};

bool Contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void CheckConfig(const AttrDict& config) {
  for (const auto& [key, value] : config) {
    const ConfigKey* declared = nullptr;
    for (const ConfigKey& candidate : kConfigKeys) {
      if (key == candidate.name) declared = &candidate;
    }
    if (!declared) {
      std::string candidates;
      for (const ConfigKey& candidate : kConfigKeys) {
        candidates += Format("{}{}", candidates.empty() ? "" : ", ", candidate.name);
      }
      throw DiagnosticError(DiagKind::kUnknownConfig,
                            Format("there is no configuration key '{}'", key),
                            {"the candidates are: " + candidates});
    }
    // A boolean may be given as 0 or 1, as in TVM.
    bool fits = declared->type == AttrType::kBool
                    ? value.get<bool>() != nullptr || value.get<int64_t>() != nullptr
                    : value.get<int64_t>() != nullptr;
    if (!fits) {
      throw DiagnosticError(DiagKind::kUnknownConfig,
                            Format("the configuration key '{}' takes {}", key,
                                   declared->type == AttrType::kBool ? "a boolean" : "an integer"));
    }
  }
}

thread_local Engine* active_engine = nullptr;

}  // namespace

std::string PassInfo::str() const {
  std::string names;
  for (const std::string& name : required) names += name + ", ";
  return Format("The meta data of the pass - pass name: {}, opt_level: {}, required passes: [{}]",
                name, opt_level, names);
}

std::span<const ConfigKey> ConfigKeys() { return kConfigKeys; }

Engine::Engine() : default_context_(PassContext::Create()) {}

Engine& Engine::Current() {
  if (active_engine) return *active_engine;
  thread_local Engine fallback;
  return fallback;
}

Engine::Scope::Scope(Engine& engine) : previous_(active_engine) { active_engine = &engine; }
Engine::Scope::~Scope() { active_engine = previous_; }

PassContextPtr PassContext::Create(PassContextOptions options) {
  CheckConfig(options.config);
  return PassContextPtr(new PassContext(std::move(options)));
}

PassContextPtr PassContext::Current() {
  Engine& engine = Engine::Current();
  return engine.context_stack().empty() ? engine.default_context() : engine.context_stack().back();
}

const AttrValue* PassContext::FindConfig(std::string_view key) const {
  for (const auto& [name, value] : options_.config) {
    if (name == key) return &value;
  }
  return nullptr;
}

bool PassContext::PassEnabled(const PassInfo& info) const {
  if (Contains(options_.disabled_pass, info.name)) return false;
  if (Contains(options_.required_pass, info.name)) return true;
  return options_.opt_level >= info.opt_level;
}

void PassContext::Enter() {
  EnterInstruments();
  Engine::Current().context_stack().push_back(shared_from_this());
}

void PassContext::Exit() {
  std::vector<PassContextPtr>& stack = Engine::Current().context_stack();
  if (stack.empty() || stack.back().get() != this) {
    throw DiagnosticError(DiagKind::kUsage,
                          "a pass context is left that is not the innermost one entered");
  }
  PassContextPtr self = stack.back();
  stack.pop_back();
  ExitInstruments();
}

void PassContext::OverrideInstruments(std::vector<InstrumentPtr> instruments) {
  ExitInstruments();
  options_.instruments = std::move(instruments);
  EnterInstruments();
}

void PassContext::EnterInstruments() {
  // A copy: a hook may override the instruments.
  std::vector<InstrumentPtr> instruments = options_.instruments;
  size_t entered = 0;
  try {
    for (; entered < instruments.size(); ++entered) instruments[entered]->EnterPassContext();
  } catch (...) {
    options_.instruments.clear();
    for (size_t i = 0; i < entered; ++i) instruments[i]->ExitPassContext();
    throw;
  }
}

void PassContext::ExitInstruments() {
  std::vector<InstrumentPtr> instruments = options_.instruments;
  try {
    for (const InstrumentPtr& instrument : instruments) instrument->ExitPassContext();
  } catch (...) {
    options_.instruments.clear();
    throw;
  }
}

bool PassContext::InstrumentBeforePass(const IRModule& module, const PassInfo& info) {
  std::vector<InstrumentPtr> instruments = options_.instruments;
  if (instruments.empty()) return true;
  bool should_run = true;
  if (!Contains(options_.required_pass, info.name)) {
    for (const InstrumentPtr& instrument : instruments) {
      // Every instrument is asked, also after a veto.
      should_run = instrument->ShouldRun(module, info) && should_run;
    }
  }
  if (!should_run) {
    for (const InstrumentPtr& instrument : instruments) instrument->PassVetoed(module, info);
    return false;
  }
  size_t started = 0;
  try {
    for (; started < instruments.size(); ++started) {
      instruments[started]->RunBeforePass(module, info);
    }
  } catch (...) {
    TellFailed(std::span(instruments).first(started), module, info, CurrentExceptionMessage());
    throw;
  }
  return true;
}

void PassContext::InstrumentAfterPass(const IRModule& before, const IRModule& after,
                                      const PassInfo& info) {
  std::vector<InstrumentPtr> instruments = options_.instruments;
  size_t finished = 0;
  try {
    for (; finished < instruments.size(); ++finished) {
      instruments[finished]->RunAfterPass(after, info);
    }
  } catch (...) {
    TellFailed(std::span(instruments).subspan(finished + 1), before, info,
               CurrentExceptionMessage());
    throw;
  }
}

void PassContext::InstrumentFailedPass(const IRModule& module, const PassInfo& info,
                                       const std::string& error) {
  std::vector<InstrumentPtr> instruments = options_.instruments;
  TellFailed(instruments, module, info, error);
}

void PassContext::TellFailed(std::span<const InstrumentPtr> instruments, const IRModule& module,
                             const PassInfo& info, const std::string& error) {
  for (size_t i = instruments.size(); i-- > 0;) {
    try {
      instruments[i]->RunAfterFailed(module, info, error);
    } catch (...) {
      // The exception under way is the one to report.
    }
  }
}

PassContextScope::~PassContextScope() {
  if (!context_) return;
  try {
    context_->Exit();
  } catch (...) {
    // A destructor must not throw; see Leave.
  }
}

void PassContextScope::Leave() {
  PassContextPtr context = std::move(context_);
  context->Exit();
}

std::string CurrentExceptionMessage() {
  try {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an exception that is not derived from std::exception";
  }
}

}  // namespace passcope
