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
  bool in_tvm = true;  // Whether TVM 0.11 has registered it; its contexts refuse others.
};

// A name among a context's required or disabled passes that none of the passes had which came up in
// it.
struct UnmetName {
  enum class List : uint8_t { kRequired, kDisabled };

  List list = List::kRequired;
  std::string name;
  // Names like it: of passes that came up, then of the table. Best first.
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

// For which kind of processor rules are chosen; TVM's Target::Current.
enum class Target : uint8_t { kNone, kLlvm, kCuda, kRocm, kVulkan };

// As TVM's PassContext. Shared and mutable only in its instruments.
class PassContext : public std::enable_shared_from_this<PassContext> {
 public:
  // Throws DiagnosticError: kUnknownConfig for an undeclared key or a value of the wrong type (with
  // the keys that there are), kUsage for a null instrument.
  static PassContextPtr Create(PassContextOptions options = {});
  // The innermost entered context of the current stack, else the stack's default one.
  static PassContextPtr Current();
  // The keys that `config` can have, with their types, by name.
  static std::span<const ConfigKey> ListConfigs();

  int opt_level() const { return options_.opt_level; }
  const std::vector<std::string>& required_pass() const { return options_.required_pass; }
  const std::vector<std::string>& disabled_pass() const { return options_.disabled_pass; }
  const std::vector<InstrumentPtr>& instruments() const { return options_.instruments; }
  const AttrDict& config() const { return options_.config; }
  // Null when the key was not given.
  const AttrValue* FindConfig(std::string_view key) const;

  // Whether the pass is among the required or the disabled ones, by either of its names
  // (IsPassNamed).
  bool Requires(const PassInfo& info) const;
  bool Disables(const PassInfo& info) const;
  // Not disabled, and required or of an opt level that the context reaches. Only Sequential asks.
  bool PassEnabled(const PassInfo& info) const;
  // Required and disabled passes that have not come up so far: none of this name was called, or
  // considered by a Sequential. None once a pass has failed: those behind it could not come up. TVM
  // says nothing of such names, so that a misspelled one goes unnoticed.
  std::vector<UnmetName> UnmetNames() const;

  // Makes this the current context. When an instrument's EnterPassContext throws, the context is
  // not entered.
  void Enter();
  // Must be the current context. It stops being current before the instruments are exited.
  void Exit();
  // Exits the present instruments and enters the new ones, whether or not this context is current.
  // A null instrument is refused before anything happens (DiagnosticError, kUsage).
  void OverrideInstruments(std::vector<InstrumentPtr> instruments);

  // Used by Pass. False: do not run. `whole`: whether the pass does its work in one piece.
  bool InstrumentBeforePass(const IRModule& module, const PassInfo& info, bool whole = true);
  // Used by function passes. False: leave the function as it is.
  bool InstrumentBeforeFunction(const IRModule& module, const PassInfo& info,
                                std::string_view function);
  void InstrumentAfterPass(const IRModule& before, const IRModule& after, const PassInfo& info);
  // The pass itself threw: tells every instrument whose RunBeforePass succeeded.
  void InstrumentFailedPass(const IRModule& module, const PassInfo& info, const std::string& error);

  // Used by Sequential: tells every instrument that a pass does not run.
  void TellDecision(const IRModule& module, const PassInfo& info, const PassDecision& decision);
  // Used by Sequential: the pass that is called next runs because `requirer` requires it.
  void NextIsRequiredBy(const PassInfo& requirer) { requirer_ = &requirer; }

  // Used by Pass: while it lives, the context has no instruments.
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

  // Used by passes: what they did and how often ("calls folded"), for PassStatistics. Costs nothing
  // without instruments.
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

  // Remembers the name of a pass, if UnmetNames may be interested.
  void CameUp(const PassInfo& info) const;

  PassContextOptions options_;
  const PassInfo* requirer_ = nullptr;
  mutable std::vector<PassInfo> came_up_;  // Each name once.
  bool failed_ = false;                    // A pass threw.
};

// Enters a context for a scope: `PassContextScope scope(PassContext::Create({.opt_level = 3}));`.
// Leave() exits and lets the instruments' exceptions out; the destructor exits while another
// exception is under way, and then an instrument's own exception replaces it only through Leave,
// never here.
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

// The contexts that are entered, and the one that holds when none is. Stacks do not see each other.
class ContextStack {
 public:
  ContextStack();
  // The stack that is active on this thread (a default one if none was chosen).
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

  // The innermost one last.
  std::vector<PassContextPtr>& entered() { return entered_; }
  const PassContextPtr& default_context() const { return default_context_; }

 private:
  std::vector<PassContextPtr> entered_;
  PassContextPtr default_context_;
};

// The target of the scope that is entered, else that of the current context's config.
Target CurrentTarget();
// Makes `target` the current one for a scope, whatever the context says.
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

// The message of the exception under way; call inside a catch block only.
std::string CurrentExceptionMessage();

}  // namespace passcope
