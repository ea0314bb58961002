// The record of passes, the base of TraceInstrument and PassDecisions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pass/pass_instrument.h"
#include "schema/record.h"

namespace passcope {

// Records the nesting and the times of every pass, and the reasons of passes that did not run. The
// data stay until the next Clear, over several contexts, also if a pass or an instrument throws.
class PassLog : public PassInstrument {
 public:
  // kSkipped: a Sequential left the pass out or did not reach it.
  enum class Status : uint8_t { kRunning, kOk, kFailed, kVetoed, kSkipped };
  struct Entry {
    int index;
    int parent;  // -1 for a pass that no other pass runs.
    int depth;
    PassInfo info;
    double start = 0;     // Microseconds since the first recorded pass began.
    double duration = 0;  // Microseconds.
    double own = 0;       // Without nested passes.
    Status status = Status::kRunning;
    bool changed = false;   // True if the pass returned another module (compares pointers).
    PassDecision decision;  // Why it did not run, or which pass required it.
    std::string error;      // Why it failed.
    IRModule before;
    IRModule after;  // Equal to `before` if the pass did not finish.

    bool ran() const { return status < Status::kVetoed; }
  };

  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;
  void PassDecided(const IRModule& module, const PassInfo& info,
                   const PassDecision& decision) override;
  void Clear() override;

  // In the order in which the passes began.
  const std::vector<Entry>& entries() const { return entries_; }

 protected:
  struct Settings {
    // True if entries keep `before` and `after`. Modules are immutable and share unchanged parts,
    // so each costs one pointer.
    bool modules;
    // True if the required passes of a pass that does not run get entries.
    bool dependencies;
  };
  explicit PassLog(Settings settings) : settings_(settings) {}
  // The index of the innermost running pass; -1 if there is none.
  int current() const { return open_.empty() ? -1 : open_.back(); }

 private:
  Entry& Begin(const IRModule& module, const PassInfo& info, PassDecision decision);
  void End(Status status, const IRModule& after, const std::string& error);
  void Forget(Entry* entry) const;

  const Settings settings_;
  std::vector<Entry> entries_;
  std::vector<int> open_;  // The running passes.
  PassDecision next_;
  double origin_ = -1;
};

std::span<const char* const> LiteralsOf(PassLog::Status);

}  // namespace passcope
