// Everything that happened, pass by pass.
#pragma once

#include <string>
#include <vector>

#include "instrument/op_diff.h"
#include "pass/pass_instrument.h"

namespace passcope {

// Records for every pass its place in the nesting, its times, and the module before and after; and
// for every pass that did not run, why. Modules are immutable and share what did not change, so
// keeping them costs a pointer; text and counts are made when they are asked for. The data stay
// until the next Clear, over several contexts, and whatever a pass or an instrument throws.
class TraceInstrument : public PassInstrument {
 public:
  static constexpr Kind kKind = Kind::kTrace;
  Kind kind() const override { return kKind; }
  // kSkipped: a Sequential left the pass out, or did not come to it.
  enum class Status : uint8_t { kRunning, kOk, kFailed, kVetoed, kSkipped };
  struct Entry {
    int index;
    int parent;  // -1 for a pass that no other pass runs.
    int depth;
    PassInfo info;
    double start = 0;     // Microseconds since the first recorded pass began.
    double duration = 0;  // Microseconds.
    double own = 0;       // Without the passes inside.
    Status status = Status::kRunning;
    bool changed = false;  // Whether the pass returned another module; one pointer tells.
    std::string reason;    // As PassDecision::Text: why it did not run, or what it ran for.
    std::string error;     // Why it failed.
    IRModule before;
    IRModule after;  // `before` when it did not finish.

    bool ran() const { return status < Status::kVetoed; }
  };

  const std::string& name() const override;
  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;
  void PassDecided(const IRModule& module, const PassInfo& info,
                   const PassDecision& decision) override;

  // In the order in which the passes began.
  const std::vector<Entry>& entries() const { return entries_; }
  void Clear();

 private:
  Entry& Begin(const IRModule& module, const PassInfo& info, std::string reason);
  void End(Status status, const IRModule& after, const std::string& error);

  std::vector<Entry> entries_;
  std::vector<int> open_;  // Of the passes under way.
  std::string next_reason_;
  double origin_ = -1;
};

// The log of decisions: for each pass whether it ran, and if not, why. A trace that keeps no
// modules and lists, below a pass that is left out, what would have run for it.
class PassDecisions : public TraceInstrument {
 public:
  static constexpr Kind kKind = Kind::kDecisions;
  Kind kind() const override { return kKind; }
  const std::string& name() const override;
  // A table of one line per pass, indented by depth:
  //
  //   sequential            ran, changed
  //     FoldConstant        ran, unchanged
  //     ConvertLayout       not run: opt level 3 > 2
  std::string Render() const;
};

// "ran, changed", "ran, unchanged (dependency of X)", "not run: disabled", "failed: …".
std::string DecisionText(const TraceInstrument::Entry& entry);

}  // namespace passcope
