// The settings under which passes run.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/attrs.h"
#include "pass/pass_info.h"
#include "pass/pass_instrument.h"
#include "schema/record.h"

namespace passcope {

class PassContext;
using PassContextPtr = std::shared_ptr<PassContext>;

// A key that a context's `config` can have.
struct ConfigKey {
  const char* name;
  AttrType type;
  const char* doc;
  bool in_tvm = true;  // True if TVM 0.11 has registered it. TVM's contexts refuse other keys.
};

// A required or disabled name of a context that did not match any pass considered in the context.
struct UnmetName {
  enum class List : uint8_t { kRequired, kDisabled };

  List list = List::kRequired;
  std::string name;
  // Similar names, best first: of passes that came up, then of the table.
  std::vector<std::string> near;

  // "no pass that came up is called 'FoldConstants', which is to be disabled; did you mean …?"
  std::string Text() const;
};
std::span<const char* const> LiteralsOf(UnmetName::List);
template <>
const RecordSchema& SchemaOf<UnmetName>();

struct PassContextOptions {
  int opt_level = 2;
  std::vector<std::string> required_pass;
  std::vector<std::string> disabled_pass;
  std::vector<InstrumentPtr> instruments;
  AttrDict config;
};

// The processor kind for which rules are chosen, as TVM's Target::Current.
enum class Target : uint8_t { kNone, kLlvm, kCuda, kRocm, kVulkan };

// Like TVM's PassContext. Contexts are shared; only the instruments can change.
class PassContext : public std::enable_shared_from_this<PassContext> {
 public:
  // Throws DiagnosticError (kUnknownConfig) for an undeclared key or a value of the wrong type, and
  // lists the declared keys. Throws DiagnosticError (kUsage) for a null instrument.
  static PassContextPtr Create(PassContextOptions options = {});
  // The innermost entered context of the current stack, or the stack's default context.
  static PassContextPtr Current();
  // The possible keys of `config` with their types, sorted by name.
  static std::span<const ConfigKey> ListConfigs();

  int opt_level() const { return options_.opt_level; }
  const std::vector<std::string>& required_pass() const { return options_.required_pass; }
  const std::vector<std::string>& disabled_pass() const { return options_.disabled_pass; }
  const std::vector<InstrumentPtr>& instruments() const { return options_.instruments; }
  const AttrDict& config() const { return options_.config; }
  // Null when the key was not given.
  const AttrValue* FindConfig(std::string_view key) const;

  // True if the pass is required (or disabled) under either of its names (IsPassNamed).
  bool Requires(const PassInfo& info) const;
  bool Disables(const PassInfo& info) const;
  // True if the pass is not disabled, and is required or has an opt level that the context reaches.
  // Only Sequential checks this.
  bool PassEnabled(const PassInfo& info) const;
  // The required and disabled names that no pass has matched so far. A pass comes up if it is
  // called, or if a Sequential considers it. Empty after a pass failed, since later passes could
  // not come up. TVM ignores such names, so a misspelled one goes unnoticed.
  std::vector<UnmetName> UnmetNames() const;

  // Makes this the current context. If an instrument's EnterPassContext throws, the context is not
  // entered.
  void Enter();
  // Throws DiagnosticError (kUsage) if this is not the current context. The context stops being
  // current before its instruments exit.
  void Exit();
  // Exits the present instruments and enters the new ones, even if this context is not current.
  // Throws DiagnosticError (kUsage) for a null instrument, before anything changes.
  void OverrideInstruments(std::vector<InstrumentPtr> instruments);

  // Used by Pass. Returns false if the pass must not run. `whole`: the pass does its work in one
  // piece.
  bool InstrumentBeforePass(const IRModule& module, const PassInfo& info, bool whole = true);
  // Used by function passes. Returns false if the function must stay unchanged.
  bool InstrumentBeforeFunction(const IRModule& module, const PassInfo& info,
                                std::string_view function);
  void InstrumentAfterPass(const IRModule& before, const IRModule& after, const PassInfo& info);
  // The pass threw. Calls RunAfterFailed of every instrument whose RunBeforePass returned.
  void InstrumentFailedPass(const IRModule& module, const PassInfo& info, const std::string& error);

  // Used by Sequential: tells every instrument the decision about a pass that does not run.
  void TellDecision(const IRModule& module, const PassInfo& info, const PassDecision& decision);
  // Used by Sequential: the next called pass runs because `requirer` requires it.
  void NextIsRequiredBy(const PassInfo& requirer) { requirer_ = &requirer; }

  // Used by Pass: the context has no instruments during the lifetime of this object.
  class WithoutInstruments {
   public:
    explicit WithoutInstruments(PassContext& context)
        : context_(context), instruments_(std::move(context.options_.instruments)) {
      context.options_.instruments.clear();
    }
    ~WithoutInstruments() { context_.options_.instruments = std::move(instruments_); }
    WithoutInstruments(const WithoutInstruments&) = delete;
    WithoutInstruments& operator=(const WithoutInstruments&) = delete;

   private:
    PassContext& context_;
    std::vector<InstrumentPtr> instruments_;
  };

  // Used by passes: they did something `n` times, such as "calls folded". Without instruments, this
  // costs nothing.
  void Count(std::string_view counter, int64_t n);

 private:
  explicit PassContext(PassContextOptions options) : options_(std::move(options)) {}
  void EnterInstruments();
  void ExitInstruments();
  // The first instrument that vetoes a piece of a pass's work; null if none does.
  static const PassInstrument* VetoOn(std::span<const InstrumentPtr> instruments,
                                      const IRModule& module, const PassInfo& info,
                                      std::string_view function);
  static void TellFailed(std::span<const InstrumentPtr> instruments, const IRModule& module,
                         const PassInfo& info, const std::string& error);

  // Remembers the pass for UnmetNames, if the context has required or disabled names.
  void CameUp(const PassInfo& info) const;

  PassContextOptions options_;
  const PassInfo* requirer_ = nullptr;
  mutable std::vector<PassInfo> came_up_;  // Each name once.
  bool failed_ = false;                    // A pass threw.
};

// Enters a context for a scope: `PassContextScope scope(PassContext::Create({.opt_level = 3}));`.
// Leave() exits the context and lets exceptions of instruments propagate. The destructor exits it
// too, but drops such exceptions.
class PassContextScope {
 public:
  explicit PassContextScope(PassContextPtr context) : context_(std::move(context)) {
    context_->Enter();
  }
  ~PassContextScope();
  PassContextScope(const PassContextScope&) = delete;
  PassContextScope& operator=(const PassContextScope&) = delete;
  void Leave();

 private:
  PassContextPtr context_;
};

// A stack of entered contexts, and the default context for an empty stack. Stacks are independent.
// In Python, each thread has one.
class ContextStack {
 public:
  ContextStack();
  // The active stack of this thread; a default one if none was chosen.
  static ContextStack& Current();

  // Makes a stack the active one for a scope.
  class Scope {
   public:
    explicit Scope(ContextStack& stack);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    ContextStack* previous_;
  };

  // The innermost context is last.
  std::vector<PassContextPtr>& entered() { return entered_; }
  const PassContextPtr& default_context() const { return default_context_; }

 private:
  std::vector<PassContextPtr> entered_;
  PassContextPtr default_context_;
};

// The target of the innermost TargetScope; without a scope, the target in the current context's
// config.
Target CurrentTarget();
// Makes `target` the current target for a scope. It overrides the context's config.
class TargetScope {
 public:
  explicit TargetScope(Target target);
  ~TargetScope();
  TargetScope(const TargetScope&) = delete;
  TargetScope& operator=(const TargetScope&) = delete;

 private:
  const Target* previous_;
  Target target_;
};

// The message of the current exception. Call it only inside a catch block.
std::string CurrentExceptionMessage();

}  // namespace passcope
