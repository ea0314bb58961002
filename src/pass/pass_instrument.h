// The hooks through which an instrument watches passes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "ir/module.h"
#include "pass/pass_info.h"

namespace passcope {

// Why a pass runs or does not.
struct PassDecision {
  enum class Kind : uint8_t {
    kRun,         // `by`: the pass that requires it, for a pass that runs as a dependency.
    kDisabled,    // The context disables it.
    kOptLevel,    // Its opt level is above the context's, which is `opt_level`.
    kVetoed,      // `by`: the instrument whose ShouldRun said no.
    kDependency,  // `by`: the pass that requires it, which does not run.
    kNotReached,  // `by`: the pass that failed before it in the same Sequential.
  };
  Kind kind = Kind::kRun;
  std::string by;
  int opt_level = 0;

  // "disabled", "opt level 3 > 2", "vetoed by X", "dependency of X", "not reached: X failed"; empty
  // for a pass that simply runs. `info` is the pass's.
  std::string Text(const PassInfo& info) const;
};

// Base of all instruments. The order and the exception rules are TVM 0.11's:
//
//   with context:  EnterPassContext of every instrument, in list order;
//   per pass:      ShouldRun of every instrument (all are asked, and any may veto; none is asked
//                  for a pass that the context requires); then RunBeforePass of every instrument,
//                  the pass, RunAfterPass of every instrument, each in list order;
//   at the end:    ExitPassContext of every instrument, in list order.
//
// What a hook throws reaches the caller unchanged. When EnterPassContext throws, the instruments
// that were already entered are exited and the context drops all its instruments; when
// ExitPassContext throws, the rest are not exited and the context drops all its instruments; when
// one of the other three throws, the hooks after it are not called and the instruments stay.
class PassInstrument {
 public:
  virtual ~PassInstrument() = default;

  virtual const std::string& name() const = 0;
  // Which of the engine's own instruments this is, whose data can be asked for.
  enum class Kind : uint8_t {
    kOther,
    kTiming,
    kOpDiff,
    kTrace,
    kDecisions,
    kPrint,
    kDump,
    kStatistics,
    kCheck,
    kHookLog,
  };
  virtual Kind kind() const { return Kind::kOther; }
  // The context becomes current.
  virtual void EnterPassContext() {}
  // The context stops being current.
  virtual void ExitPassContext() {}
  // Whether the pass should run on the module.
  virtual bool ShouldRun(const IRModule&, const PassInfo&) { return true; }
  virtual void RunBeforePass(const IRModule&, const PassInfo&) {}
  // With the module that the pass returned.
  virtual void RunAfterPass(const IRModule&, const PassInfo&) {}

  // Beyond TVM, and never seen by an instrument that does not override it: for each instrument
  // whose RunBeforePass returned and whose RunAfterPass will not be called, because the pass, or a
  // hook of another instrument, threw. In reverse list order. With the module that the pass was
  // given. What it throws itself is dropped in favour of the exception under way.
  virtual void RunAfterFailed(const IRModule&, const PassInfo&, const std::string& error) {
    (void)error;
  }
  // Beyond TVM: what was decided about a pass. kRun comes before RunBeforePass of any instrument;
  // the others are told of passes that do not run, all but kVetoed by the Sequential that has them.
  // Must not throw.
  virtual void PassDecided(const IRModule&, const PassInfo&, const PassDecision&) {}
  // Beyond TVM: hooks of instruments begin, or end, to run for a pass. Must not throw.
  virtual void HooksRun(bool begin) { (void)begin; }
  // Beyond TVM: the innermost pass under way did something `n` times (PassContext::Count). Must not
  // throw.
  virtual void Counted(std::string_view counter, int64_t n) { (void)counter, (void)n; }
};
using InstrumentPtr = std::shared_ptr<PassInstrument>;

}  // namespace passcope
