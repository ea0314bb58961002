// The hooks through which an instrument watches passes, and what it can be asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "ir/attrs.h"
#include "ir/module.h"
#include "pass/decision.h"
#include "pass/pass_info.h"
#include "support/json_writer.h"

namespace passcope {

// What an instrument answers to a question of its own.
struct InstrumentAnswer {
  std::string text;  // JSON, but for a question that is answered by a string: that string.
  IRModule module;   // For a question that is answered by a module.
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
  // The context becomes current.
  virtual void EnterPassContext() {}
  // The context stops being current.
  virtual void ExitPassContext() {}
  // Whether the pass should run on the module.
  virtual bool ShouldRun(const IRModule&, const PassInfo&) { return true; }
  // Beyond TVM: whether a pass that ShouldRun lets run should do a piece of its work (PassGrain):
  // a function pass is asked for before each function, by its name, any other pass that is not made
  // of others once, with an empty name, before RunBeforePass. Every instrument is asked, and any
  // may veto. What is asked of a pass that the context requires does not matter, as for ShouldRun.
  virtual bool ShouldRunOn(const IRModule&, const PassInfo&, std::string_view function) {
    (void)function;
    return true;
  }
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
  // Beyond TVM: how often the pass for which RunAfterPass was just called is to be run again, on
  // the module that it was given. No instrument sees these repetitions and their results are
  // dropped: they are for an instrument that measures passes too short for the clock. The first
  // instrument of the list that asks for some gets them. Must not throw.
  virtual int64_t Repetitions() { return 0; }
  // Beyond TVM: the repetitions that this instrument asked for begin, or have ended. Must not
  // throw.
  virtual void Repeating(bool begin) { (void)begin; }
  // Beyond TVM: the innermost pass under way did something `n` times (PassContext::Count). Must not
  // throw.
  virtual void Counted(std::string_view counter, int64_t n) { (void)counter, (void)n; }

  // What the instrument gathered. One that has not what is asked for throws DiagnosticError
  // (kUsage); its row in the table of instruments (instrument/instruments.h) says what it has.
  //
  // As text for a terminal.
  virtual std::string Render() const;
  // As JSON.
  virtual void WriteData(JsonWriter& json) const;
  // Forgets what was gathered.
  virtual void Clear();
  // A question that only this instrument knows, by name.
  virtual InstrumentAnswer Ask(std::string_view question, const AttrDict& arguments) const;
  // An instrument that does what `instrument` does, whose hooks this one watches.
  virtual std::shared_ptr<PassInstrument> Watch(std::shared_ptr<PassInstrument> instrument);
};
using InstrumentPtr = std::shared_ptr<PassInstrument>;
}  // namespace passcope
