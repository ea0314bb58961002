// The record of passes that TraceInstrument and PassDecisions are made of.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pass/pass_instrument.h"
#include "schema/record.h"

namespace passcope {

// Keeps for every pass its place in the nesting and its times, and for every pass that did not run,
// why. The data stay until the next Clear, over several contexts, and whatever a pass or an
// instrument throws.
class PassLog : public PassInstrument {
 public:
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
    bool changed = false;   // Whether the pass returned another module; one pointer tells.
    PassDecision decision;  // Why it did not run, or what it ran for.
    std::string error;      // Why it failed.
    IRModule before;
    IRModule after;  // `before` when it did not finish.

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
    // Whether entries keep `before` and `after`. Modules are immutable and share what did not
    // change, so that each costs a pointer.
    bool modules;
    // Whether passes have entries that another pass requires which does not run itself.
    bool dependencies;
  };
  explicit PassLog(Settings settings) : settings_(settings) {}
  // The index of the innermost pass under way; -1 when there is none.
  int current() const { return open_.empty() ? -1 : open_.back(); }

 private:
  Entry& Begin(const IRModule& module, const PassInfo& info, PassDecision decision);
  void End(Status status, const IRModule& after, const std::string& error);
  void Forget(Entry* entry) const;

  const Settings settings_;
  std::vector<Entry> entries_;
  std::vector<int> open_;  // Of the passes under way.
  PassDecision next_;
  double origin_ = -1;
};

std::span<const char* const> LiteralsOf(PassLog::Status);

}  // namespace passcope
