// The hooks through which an instrument watches passes, and the data that it gathers.
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

// The answer of an instrument to a question.
struct InstrumentAnswer {
  std::string text;  // JSON, except for a question whose answer is a string: then that string.
  IRModule module;   // The answer to a question whose answer is a module.
};

// Base of all instruments. The order and the exception rules are TVM 0.11's:
//
//   with context:  EnterPassContext of every instrument, in list order;
//   per pass:      ShouldRun of every instrument (each can veto; for a pass that the context
//                  requires, none is called); then RunBeforePass of every instrument, the pass,
//                  RunAfterPass of every instrument, each in list order;
//   at the end:    ExitPassContext of every instrument, in list order.
//
// Exceptions of hooks reach the caller unchanged.
// - If EnterPassContext throws, the instruments that were already entered exit, and the context
//   drops all its instruments.
// - If ExitPassContext throws, the others do not exit, and the context drops all its instruments.
// - If ShouldRun, RunBeforePass or RunAfterPass throws, the later hooks are not called, and the
//   instruments stay.
class PassInstrument {
 public:
  virtual ~PassInstrument() = default;

  virtual const std::string& name() const = 0;
  // The context becomes current.
  virtual void EnterPassContext() {}
  // The context stops being current.
  virtual void ExitPassContext() {}
  // Returns false to veto the pass on this module.
  virtual bool ShouldRun(const IRModule&, const PassInfo&) { return true; }
  // Beyond TVM: returns false to veto a piece of the work (PassGrain) of a pass that ShouldRun lets
  // run. A function pass calls it before each function, with the function's name. A pass over the
  // whole module calls it once before RunBeforePass, with an empty name. Every instrument can veto.
  // For a pass that the context requires, it is not called.
  virtual bool ShouldRunOn(const IRModule&, const PassInfo&, std::string_view function) {
    (void)function;
    return true;
  }
  virtual void RunBeforePass(const IRModule&, const PassInfo&) {}
  // With the module that the pass returned.
  virtual void RunAfterPass(const IRModule&, const PassInfo&) {}

  // Beyond TVM: called if the pass, or a hook of another instrument, threw. It is called for each
  // instrument whose RunBeforePass returned and whose RunAfterPass will not be called, in reverse
  // list order. The module is the one that the pass was given. Its own exceptions are dropped.
  virtual void RunAfterFailed(const IRModule&, const PassInfo&, const std::string& error) {
    (void)error;
  }
  // Beyond TVM: the decision about a pass. kRun comes before RunBeforePass of any instrument.
  // Sequential reports passes that do not run, except those with kVetoed. Must not throw.
  virtual void PassDecided(const IRModule&, const PassInfo&, const PassDecision&) {}
  // Beyond TVM: hooks of instruments begin or end to run for a pass. Must not throw.
  virtual void HooksRun(bool begin) { (void)begin; }
  // Beyond TVM: how often the pass runs again after RunAfterPass, on the module that it was given.
  // Instruments do not see these repetitions, and their results are dropped. They serve an
  // instrument that measures passes too short for the clock. The first instrument with a positive
  // number gets them. Must not throw.
  virtual int64_t Repetitions() { return 0; }
  // Beyond TVM: the repetitions for this instrument begin or have ended. Must not throw.
  virtual void Repeating(bool begin) { (void)begin; }
  // Beyond TVM: the innermost running pass did something `n` times (PassContext::Count). Must not
  // throw.
  virtual void Counted(std::string_view counter, int64_t n) { (void)counter, (void)n; }

  // The gathered data. A function that an instrument does not support throws DiagnosticError
  // (kUsage). The instrument's row (instrument/instruments.h) says what it supports.
  //
  // As text for a terminal.
  virtual std::string Render() const;
  // As JSON.
  virtual void WriteData(JsonWriter& json) const;
  // Forgets the gathered data.
  virtual void Clear();
  // Answers a question by name. Only this instrument knows the question.
  virtual InstrumentAnswer Ask(std::string_view question, const AttrDict& arguments) const;
  // Returns an instrument that forwards to `instrument` while this one watches its hooks.
  virtual std::shared_ptr<PassInstrument> Watch(std::shared_ptr<PassInstrument> instrument);
};
using InstrumentPtr = std::shared_ptr<PassInstrument>;
}  // namespace passcope
