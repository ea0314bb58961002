// The hooks through which an instrument watches passes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "ir/module.h"
#include "pass/pass_info.h"

namespace passcope {

// Base of all instruments. The order and the exception rules are TVM 0.11's:
//
//   with context:  EnterPassContext of every instrument, in list order;
//   per pass:      ShouldRun of every instrument (all are asked, and any may veto; none is asked
//   for a
//                  pass that the context requires); then RunBeforePass of every instrument, the
//                  pass, RunAfterPass of every instrument, each in list order;
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
  enum class Kind : uint8_t { kOther, kTiming, kOpDiff, kTrace };
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
  // Beyond TVM: the pass was not run because ShouldRun of some instrument said no.
  virtual void PassVetoed(const IRModule&, const PassInfo&) {}
};
using InstrumentPtr = std::shared_ptr<PassInstrument>;

}  // namespace passcope
