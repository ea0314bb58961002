// Records which hooks of which instruments were called, in which order, and which of them threw.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pass/hooks.h"
#include "pass/pass_instrument.h"
#include "schema/record.h"

namespace passcope {

// HookLog: a context gets instruments that Watch returned, and each call of one of their six hooks
// becomes an entry here. It shows the exception rules of pass/pass_instrument.h: which hooks were
// called, which threw, and which were no longer called.
class HookLog : public PassInstrument {
 public:
  using Hook = passcope::Hook;
  enum class Outcome : uint8_t {
    kReturned,
    kVetoed,  // ShouldRun returned false.
    kThrew,
    kRunning,  // Only while the hook runs.
  };
  struct Entry {
    uint32_t instrument;  // Index into instruments().
    Hook hook;
    Outcome outcome;
    std::optional<std::string> pass;   // None for the hooks of a context.
    std::optional<std::string> error;  // The message of its exception.
  };
  // Further calls are counted, but not kept.
  static constexpr size_t kMaxEntries = 100'000;

  const std::string& name() const override;

  // Returns an instrument that forwards to `instrument` and logs each hook here. It can outlive the
  // log.
  InstrumentPtr Watch(InstrumentPtr instrument) override;

  // The names of watched instruments, in the order of Watch. Each call of Watch adds one.
  const std::vector<std::string>& instruments() const { return record_->instruments; }
  // In the order in which the hooks were called.
  const std::vector<Entry>& entries() const { return record_->entries; }
  // The number of calls after kMaxEntries.
  uint64_t dropped() const { return record_->dropped; }
  // Forgets the calls, not the instruments.
  void Clear() override;

  // One line for each call, such as "PassFine: runBeforePass(FoldConstant)". The line ends with
  // " vetoed" or " threw: …" if the hook did that.
  std::string Render() const override;
  // As the record HookCalls.
  void WriteData(JsonWriter& json) const override;

  // The logged data.
  struct Record {
    std::vector<std::string> instruments;
    std::vector<Entry> entries;
    uint64_t dropped = 0;
  };

 private:
  friend class WatchedInstrument;
  std::shared_ptr<Record> record_ = std::make_shared<Record>();
};

std::span<const char* const> LiteralsOf(HookLog::Outcome);
template <>
const RecordSchema& SchemaOf<HookLog::Entry>();
template <>
const RecordSchema& SchemaOf<HookLog::Record>();

}  // namespace passcope
