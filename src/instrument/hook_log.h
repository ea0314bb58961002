// Which hooks of which instruments were called, in what order, and which of them threw.
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

// HookLog: instruments are given to a context through Watch; each call of one of their six hooks
// is then an entry here. It tells the exception rules of pass/pass_instrument.h as they happen:
// what was called, what threw, what was not called any more.
class HookLog : public PassInstrument {
 public:
  using Hook = passcope::Hook;
  enum class Outcome : uint8_t {
    kReturned,
    kVetoed,  // ShouldRun answered false.
    kThrew,
    kRunning,  // Only while the hook runs, for a hook that looks.
  };
  struct Entry {
    uint32_t instrument;  // Index into instruments().
    Hook hook;
    Outcome outcome;
    std::optional<std::string> pass;   // None for the hooks of a context.
    std::optional<std::string> error;  // The message of what it threw.
  };
  // More calls than these are not kept, only counted.
  static constexpr size_t kMaxEntries = 100'000;

  const std::string& name() const override;

  // An instrument that does what `instrument` does, with each hook logged here. The log may die
  // before it.
  InstrumentPtr Watch(InstrumentPtr instrument) override;

  // The names of those watched, in the order of Watch; each call of it is one more.
  const std::vector<std::string>& instruments() const { return record_->instruments; }
  // In the order in which the hooks were called.
  const std::vector<Entry>& entries() const { return record_->entries; }
  // How many calls came after kMaxEntries.
  uint64_t dropped() const { return record_->dropped; }
  // Forgets the calls, not the instruments.
  void Clear() override;

  // "PassFine: runBeforePass(FoldConstant)", one line per call, with " vetoed" or " threw: …".
  std::string Render() const override;
  // As the record HookCalls.
  void WriteData(JsonWriter& json) const override;

  // What was logged.
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
