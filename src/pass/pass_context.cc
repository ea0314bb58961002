// Contexts, the order of the hooks, and what happens when one throws.
#include "pass/pass_context.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "pass/nesting.h"
#include "pass/options.h"
#include "pass/registry.h"
#include "support/check.h"
#include "support/format.h"
#include "support/poll.h"

namespace passcope {
namespace {

#define NO_EFFECT "Accepted, but has no effect in Passcope."

constexpr ConfigKey kConfigKeys[] = {
    {"passcope.target", AttrType::kString,
     "The kind of target whose rules are used: llvm, cuda, rocm or vulkan; \"\" for none. In TVM, "
     "the target decides.",
     false},
    {"relay.FuseOps.link_params", AttrType::kBool,
     "Whether FuseOps keeps constants inside the fused functions."},
    {"relay.FuseOps.max_depth", AttrType::kInt,
     "The largest number of operators that FuseOps puts into one function."},
    {"relay.ToMixedPrecision.keep_orig_output_dtype", AttrType::kBool,
     "Whether ToMixedPrecision casts the result back to its original data type."},
    {"relay.backend.tir_converter", AttrType::kString,
     "How operators are lowered to loops. " NO_EFFECT},
    {"relay.backend.use_auto_scheduler", AttrType::kBool,
     "Whether schedules come from the auto scheduler. " NO_EFFECT},
    {"relay.backend.use_meta_schedule", AttrType::kBool,
     "Whether schedules come from the meta scheduler. " NO_EFFECT},
    {"relay.backend.use_meta_schedule_dispatch", AttrType::kInt,
     "How schedules of the meta scheduler are chosen. " NO_EFFECT},
    {"relay.collage.byoc_max_depth", AttrType::kInt,
     "The depth to which Collage searches for other compilers. " NO_EFFECT},
    {"relay.collage.tvm_max_depth", AttrType::kInt,
     "The depth to which Collage searches for kernels. " NO_EFFECT},
    {"relay.fallback_device_type", AttrType::kInt,
     "The device of expressions without another device. " NO_EFFECT},
    {"relay.frontend.fill_span", AttrType::kBool,
     "Whether frontends attach source positions to expressions. " NO_EFFECT, false},
    {"relay.remove_standalone_reshapes.enable", AttrType::kBool,
     "Whether reshapes that are not fused are removed. " NO_EFFECT},
    {"testing.immutable_module", AttrType::kBool,
     "Whether to check that passes do not modify their input module, as the instrument "
     "ImmutableModule does. " NO_EFFECT},
};

#undef NO_EFFECT

struct NamedTarget {
  const char* name;
  Target target;
};
constexpr NamedTarget kTargets[] = {{"", Target::kNone},
                                    {"llvm", Target::kLlvm},
                                    {"cuda", Target::kCuda},
                                    {"rocm", Target::kRocm},
                                    {"vulkan", Target::kVulkan}};
constexpr std::string_view kTargetKey = "passcope.target";
const NamedTarget* FindTarget(std::string_view name) {
  for (const NamedTarget& target : kTargets) {
    if (name == target.name) return &target;
  }
  return nullptr;
}

bool Contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool AnyNames(const std::vector<std::string>& names, const PassInfo& info) {
  return std::any_of(names.begin(), names.end(),
                     [&info](const std::string& name) { return IsPassNamed(info, name); });
}

bool Fits(AttrType type, const AttrValue& value) {
  if (type == AttrType::kString) return value.get<std::string>() != nullptr;
  // As in TVM, 0 and 1 are accepted for a boolean.
  if (type == AttrType::kBool && value.get<bool>()) return true;
  return value.get<int64_t>() != nullptr;
}

void CheckConfig(const AttrDict& config) {
  for (const auto& [key, value] : config) {
    const ConfigKey* declared = nullptr;
    for (const ConfigKey& candidate : kConfigKeys) {
      if (key == candidate.name) declared = &candidate;
    }
    if (declared && Fits(declared->type, value)) {
      if (key != kTargetKey || FindTarget(*value.get<std::string>())) continue;
      MessageList names;
      for (const NamedTarget& target : kTargets) {
        if (target.target != Target::kNone) names.items.push_back(target.name);
      }
      throw DiagnosticError(
          DiagKind::kUnknownConfig,
          MSG(kTargetNotAmongKnown, "unknown target '{target}': expected one of {targets}",
              *value.get<std::string>(), names));
    }
    MessageList candidates;
    for (const ConfigKey& candidate : kConfigKeys) {
      candidates.items.push_back(Format("{}: {}", candidate.name, AttrTypeName(candidate.type)));
    }
    throw DiagnosticError(
        DiagKind::kUnknownConfig,
        declared ? MSG(kConfigKeyTypeMismatch, "the configuration key '{key}' takes {expected}",
                       key, ExpectedOf(declared->type, value))
                 : MSG(kConfigKeyUnknown, "unknown configuration key '{key}'", key),
        {MSG(kConfigKeyCandidates, "the candidates are: {candidates}", candidates)});
  }
}

void CheckInstruments(const std::vector<InstrumentPtr>& instruments) {
  for (size_t i = 0; i < instruments.size(); ++i) {
    if (instruments[i]) continue;
    throw DiagnosticError(DiagKind::kUsage,
                          MSG(kContextInstrumentNull, "instrument {index} of {count} is null", i,
                              instruments.size()));
  }
}

// Calls HooksRun of all instruments before and after the hooks for one pass.
class HooksScope {
 public:
  explicit HooksScope(const std::vector<InstrumentPtr>& instruments) : instruments_(instruments) {
    Tell(true);
  }
  ~HooksScope() { Tell(false); }
  HooksScope(const HooksScope&) = delete;
  HooksScope& operator=(const HooksScope&) = delete;

 private:
  void Tell(bool begin) {
    for (const InstrumentPtr& instrument : instruments_) instrument->HooksRun(begin);
  }
  NestingScope nesting_{NestingScope::Kind::kCallback};
  const std::vector<InstrumentPtr>& instruments_;
};

thread_local ContextStack* active_stack = nullptr;

}  // namespace

namespace {
thread_local const Target* scoped_target = nullptr;
}  // namespace

TargetScope::TargetScope(Target target) : previous_(scoped_target), target_(target) {
  scoped_target = &target_;
}
TargetScope::~TargetScope() { scoped_target = previous_; }

Target CurrentTarget() {
  if (scoped_target) return *scoped_target;
  const AttrValue* name = PassContext::Current()->FindConfig(kTargetKey);
  return name ? FindTarget(*name->get<std::string>())->target : Target::kNone;
}

std::string PassInfo::str() const {
  std::string names;
  for (const std::string& name : required) names += (names.empty() ? "\n" : "") + name + ", ";
  return Format("The meta data of the pass - pass name: {}, opt_level: {}, required passes: [{}]\n",
                name, opt_level, names);
}

ContextStack::ContextStack() : default_context_(PassContext::Create()) {}

ContextStack& ContextStack::Current() {
  if (active_stack) return *active_stack;
  thread_local ContextStack fallback;
  return fallback;
}

ContextStack::Scope::Scope(ContextStack& stack) : previous_(active_stack) { active_stack = &stack; }
ContextStack::Scope::~Scope() { active_stack = previous_; }

PassContextPtr PassContext::Create(PassContextOptions options) {
  CheckConfig(options.config);
  CheckInstruments(options.instruments);
  return PassContextPtr(new PassContext(std::move(options)));
}

PassContextPtr PassContext::Current() {
  ContextStack& stack = ContextStack::Current();
  return stack.entered().empty() ? stack.default_context() : stack.entered().back();
}

std::span<const ConfigKey> PassContext::ListConfigs() { return kConfigKeys; }

const AttrValue* PassContext::FindConfig(std::string_view key) const {
  for (const auto& [name, value] : options_.config) {
    if (name == key) return &value;
  }
  return nullptr;
}

bool PassContext::Requires(const PassInfo& info) const {
  return AnyNames(options_.required_pass, info);
}

bool PassContext::Disables(const PassInfo& info) const {
  return AnyNames(options_.disabled_pass, info);
}

bool PassContext::PassEnabled(const PassInfo& info) const {
  CameUp(info);
  if (Disables(info)) return false;
  if (Requires(info)) return true;
  return options_.opt_level >= info.opt_level;
}

void PassContext::CameUp(const PassInfo& info) const {
  if (options_.required_pass.empty() && options_.disabled_pass.empty()) return;
  for (const PassInfo& other : came_up_) {
    if (other.name == info.name) return;
  }
  came_up_.push_back(info);
}

// So many names get similar ones, since looking for these takes long.
constexpr size_t kMostSuggestions = 100;

std::vector<UnmetName> PassContext::UnmetNames() const {
  std::vector<UnmetName> unmet;
  if (failed_) return unmet;
  auto look = [&](UnmetName::List list, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      bool met = std::any_of(came_up_.begin(), came_up_.end(),
                             [&name](const PassInfo& info) { return IsPassNamed(info, name); });
      if (met) continue;
      if (unmet.size() >= kMostSuggestions) {
        unmet.push_back({list, name, {}});
        continue;
      }
      std::vector<std::string> candidates;
      for (const PassInfo& info : came_up_) candidates.push_back(info.name);
      std::vector<std::string> near = DidYouMean(name, candidates);
      // If the table has the name, it is not a typing error. The pass just did not run.
      if (!FindPass(name)) {
        for (std::string& like : PassesLike(name)) {
          if (!Contains(near, like)) near.push_back(std::move(like));
        }
      }
      unmet.push_back({list, name, std::move(near)});
    }
  };
  look(UnmetName::List::kRequired, options_.required_pass);
  look(UnmetName::List::kDisabled, options_.disabled_pass);
  return unmet;
}

std::span<const char* const> LiteralsOf(UnmetName::List) {
  static constexpr const char* kLists[] = {"required", "disabled"};
  return kLists;
}

template <>
const RecordSchema& SchemaOf<UnmetName>() {
  static constexpr RecordField kFields[] = {
      Member<&UnmetName::list>("list", "The list of the context that has the name."),
      Member<&UnmetName::name>("name", "The given name."),
      Member<&UnmetName::near>("near", "Similar names of passes, the most similar first."),
      Member<&UnmetName::Text>("text", "The message in words."),
  };
  static constexpr RecordSchema schema = {
      "UnmetName", "A required or disabled pass that did not come up in the context.", kFields};
  return schema;
}

std::string UnmetName::Text() const {
  std::string text =
      Format("no pass that came up is called '{}', which is to be {}", name, LiteralOf(list));
  for (size_t i = 0; i < near.size(); ++i) {
    text += Format("{}{}",
                   i == 0                ? "; did you mean "
                   : i + 1 < near.size() ? ", "
                                         : " or ",
                   near[i]);
  }
  return near.empty() ? text : text + "?";
}

void PassContext::Enter() {
  EnterInstruments();
  ContextStack::Current().entered().push_back(shared_from_this());
}

void PassContext::Exit() {
  std::vector<PassContextPtr>& stack = ContextStack::Current().entered();
  if (stack.empty() || stack.back().get() != this) {
    throw DiagnosticError(DiagKind::kUsage,
                          MSG(kPassContextExitOrder,
                              "only the innermost pass context that is entered can be exited"));
  }
  PassContextPtr self = stack.back();
  stack.pop_back();
  ExitInstruments();
}

void PassContext::OverrideInstruments(std::vector<InstrumentPtr> instruments) {
  CheckInstruments(instruments);
  ExitInstruments();
  options_.instruments = std::move(instruments);
  EnterInstruments();
}

void PassContext::EnterInstruments() {
  if (options_.instruments.empty()) return;
  NestingScope nesting(NestingScope::Kind::kCallback);
  // A copy, since a hook can override the instruments.
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
  if (options_.instruments.empty()) return;
  NestingScope nesting(NestingScope::Kind::kCallback);
  std::vector<InstrumentPtr> instruments = options_.instruments;
  try {
    for (const InstrumentPtr& instrument : instruments) instrument->ExitPassContext();
  } catch (...) {
    options_.instruments.clear();
    throw;
  }
}

const PassInstrument* PassContext::VetoOn(std::span<const InstrumentPtr> instruments,
                                          const IRModule& module, const PassInfo& info,
                                          std::string_view function) {
  const PassInstrument* veto = nullptr;
  for (const InstrumentPtr& instrument : instruments) {
    if (!instrument->ShouldRunOn(module, info, function) && !veto) veto = instrument.get();
  }
  return veto;
}

bool PassContext::InstrumentBeforeFunction(const IRModule& module, const PassInfo& info,
                                           std::string_view function) {
  if (options_.instruments.empty() || Requires(info)) return true;
  std::vector<InstrumentPtr> instruments = options_.instruments;
  HooksScope hooks(instruments);
  return !VetoOn(instruments, module, info, function);
}

bool PassContext::InstrumentBeforePass(const IRModule& module, const PassInfo& info, bool whole) {
  const PassInfo* requirer = std::exchange(requirer_, nullptr);
  CameUp(info);
  std::vector<InstrumentPtr> instruments = options_.instruments;
  if (instruments.empty()) return true;
  HooksScope hooks(instruments);
  const PassInstrument* veto = nullptr;
  if (!Requires(info)) {
    for (const InstrumentPtr& instrument : instruments) {
      // As in TVM, every instrument is called, even after a veto.
      if (!instrument->ShouldRun(module, info) && !veto) veto = instrument.get();
    }
    if (whole && !veto) veto = VetoOn(instruments, module, info, {});
  }
  PassDecision decision;
  if (veto) {
    decision.kind = PassDecision::Kind::kVetoed;
    decision.by = veto->name();
  } else if (requirer) {
    decision.kind = PassDecision::Kind::kRequired;
    decision.by = requirer->name;
  }
  for (const InstrumentPtr& instrument : instruments) {
    instrument->PassDecided(module, info, decision);
  }
  if (veto) return false;
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
  if (instruments.empty()) return;
  HooksScope hooks(instruments);
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
  failed_ = true;
  std::vector<InstrumentPtr> instruments = options_.instruments;
  HooksScope hooks(instruments);
  TellFailed(instruments, module, info, error);
}

void PassContext::TellDecision(const IRModule& module, const PassInfo& info,
                               const PassDecision& decision) {
  for (const InstrumentPtr& instrument : options_.instruments) {
    instrument->PassDecided(module, info, decision);
  }
}

void PassContext::Count(std::string_view counter, int64_t n) {
  if (n == 0) return;
  for (const InstrumentPtr& instrument : options_.instruments) instrument->Counted(counter, n);
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
#ifdef PASSCOPE_ONE_ENGINE
  } catch (const Stopped& stopped) {
    return stopped.reason;
#endif
  } catch (...) {
    return "an exception that is not derived from std::exception";
  }
}

}  // namespace passcope
