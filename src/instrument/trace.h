// Everything that happened, pass by pass.
#pragma once

#include <string>
#include <vector>

#include "instrument/op_diff.h"
#include "pass/pass_instrument.h"

namespace passcope {

// Records for every pass its place in the nesting, its times, and the module before and after.
// Modules are immutable and share what did not change, so keeping them costs a pointer; text and
// counts are made when they are asked for. The data stay until the next Clear, over several
// contexts.
class TraceInstrument : public PassInstrument {
 public:
  static constexpr Kind kKind = Kind::kTrace;
  Kind kind() const override { return kKind; }
  enum class Status : uint8_t { kRunning, kOk, kFailed, kVetoed };
  struct Entry {
    int index;
    int parent;  // -1 for a pass that no other pass runs.
    int depth;
    PassInfo info;
    double start = 0;     // Microseconds since the first recorded pass began.
    double duration = 0;  // Microseconds.
    double own = 0;       // Without the passes inside.
    Status status = Status::kRunning;
    std::string error;  // Why it failed.
    IRModule before;
    IRModule after;  // `before` when it did not finish.

    // Whether the pass returned another module than it was given; one pointer tells.
    bool changed() const { return !(before == after); }
  };

  const std::string& name() const override;
  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;
  void PassVetoed(const IRModule& module, const PassInfo& info) override;

  // In the order in which the passes began.
  const std::vector<Entry>& entries() const { return entries_; }
  void Clear();

 private:
  Entry& Begin(const IRModule& module, const PassInfo& info);
  void End(Status status, const IRModule& after, const std::string& error);

  std::vector<Entry> entries_;
  std::vector<int> open_;  // Of the passes under way.
  double origin_ = -1;
};

}  // namespace passcope
