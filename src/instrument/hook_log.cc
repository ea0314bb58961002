// The log of hooks, and the wrapper that logs the hooks of another instrument.
#include "instrument/hook_log.h"

#include "pass/pass_context.h"
#include "support/format.h"

namespace passcope {

using Hook = HookLog::Hook;
using Outcome = HookLog::Outcome;

class WatchedInstrument : public PassInstrument {
 public:
  WatchedInstrument(InstrumentPtr inner, std::shared_ptr<HookLog::Record> record)
      : inner_(std::move(inner)),
        record_(std::move(record)),
        index_(static_cast<uint32_t>(record_->instruments.size())) {
    record_->instruments.push_back(inner_->name());
  }

  const std::string& name() const override { return inner_->name(); }

  void EnterPassContext() override {
    Log(Hook::kEnterPassContext, nullptr, [&] { inner_->EnterPassContext(); });
  }
  void ExitPassContext() override {
    Log(Hook::kExitPassContext, nullptr, [&] { inner_->ExitPassContext(); });
  }
  bool ShouldRun(const IRModule& module, const PassInfo& info) override {
    bool run = true;
    size_t entry = Log(Hook::kShouldRun, &info, [&] { run = inner_->ShouldRun(module, info); });
    if (!run && entry < record_->entries.size()) record_->entries[entry].outcome = Outcome::kVetoed;
    return run;
  }
  bool ShouldRunOn(const IRModule& module, const PassInfo& info,
                   std::string_view function) override {
    return inner_->ShouldRunOn(module, info, function);
  }
  void RunBeforePass(const IRModule& module, const PassInfo& info) override {
    Log(Hook::kRunBeforePass, &info, [&] { inner_->RunBeforePass(module, info); });
  }
  void RunAfterPass(const IRModule& module, const PassInfo& info) override {
    Log(Hook::kRunAfterPass, &info, [&] { inner_->RunAfterPass(module, info); });
  }
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override {
    Log(Hook::kRunAfterFailed, &info, [&] { inner_->RunAfterFailed(module, info, error); });
  }
  void PassDecided(const IRModule& module, const PassInfo& info,
                   const PassDecision& decision) override {
    inner_->PassDecided(module, info, decision);
  }
  void HooksRun(bool begin) override { inner_->HooksRun(begin); }
  int64_t Repetitions() override { return inner_->Repetitions(); }
  void Repeating(bool begin) override { inner_->Repeating(begin); }
  void Counted(std::string_view counter, int64_t n) override { inner_->Counted(counter, n); }

 private:
  // Returns the index of the entry; an index out of range if the log is full.
  template <class Call>
  size_t Log(Hook hook, const PassInfo* info, Call call) {
    std::vector<HookLog::Entry>& entries = record_->entries;
    size_t at = entries.size();
    if (at < HookLog::kMaxEntries) {
      entries.push_back({index_, hook, Outcome::kRunning, {}, {}});
      if (info) entries.back().pass = info->name;
    } else {
      ++record_->dropped;
    }
    // The hook can clear the log.
    auto known = [&] { return at < entries.size() && entries[at].outcome == Outcome::kRunning; };
    try {
      call();
    } catch (...) {
      if (known()) {
        entries[at].outcome = Outcome::kThrew;
        entries[at].error = CurrentExceptionMessage();
      }
      throw;
    }
    if (known()) entries[at].outcome = Outcome::kReturned;
    return at;
  }

  InstrumentPtr inner_;
  std::shared_ptr<HookLog::Record> record_;
  uint32_t index_;
};

const std::string& HookLog::name() const {
  static const std::string name = "HookLog";
  return name;
}

InstrumentPtr HookLog::Watch(InstrumentPtr instrument) {
  return std::make_shared<WatchedInstrument>(std::move(instrument), record_);
}

void HookLog::Clear() {
  record_->entries.clear();
  record_->dropped = 0;
}

std::string HookLog::Render() const {
  std::string text;
  for (const Entry& entry : entries()) {
    text += Format("{}: {}", instruments()[entry.instrument], LiteralOf(entry.hook));
    if (entry.pass) text += Format("({})", *entry.pass);
    if (entry.outcome == Outcome::kVetoed) text += " vetoed";
    if (entry.outcome == Outcome::kThrew) text += Format(" threw: {}", entry.error.value_or(""));
    text += '\n';
  }
  if (dropped() != 0) text += Format("… and {} calls more\n", dropped());
  return text;
}

void HookLog::WriteData(JsonWriter& json) const { JsonTraits<Record>::Write(json, *record_); }

std::span<const char* const> LiteralsOf(HookLog::Outcome) {
  static constexpr const char* kNames[] = {"returned", "vetoed", "threw", "running"};
  return kNames;
}

template <>
const RecordSchema& SchemaOf<HookLog::Entry>() {
  using Entry = HookLog::Entry;
  static constexpr RecordField kFields[] = {
      Member<&Entry::instrument>("instrument", "An index into `instruments`."),
      Member<&Entry::hook>("hook", "Which hook was called."),
      Member<&Entry::outcome>("outcome",
                              "\"vetoed\": `shouldRun` returned false; \"running\": it runs, which "
                              "only hooks that read the log can see."),
      Member<&Entry::pass>("pass", "The pass, for the hooks that have one."),
      Member<&Entry::error>("error", "The message of the error that the hook threw."),
  };
  static constexpr RecordSchema schema = {"HookCall", "A call of a hook.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<HookLog::Record>() {
  using Record = HookLog::Record;
  static constexpr RecordField kFields[] = {
      Member<&Record::instruments>(
          "instruments", "The names of the watched instruments, in the order of `watch`."),
      Member<&Record::entries>("calls", "In the order in which they were called."),
      Member<&Record::dropped>("dropped", "The number of further calls; a log keeps 100,000."),
  };
  static constexpr RecordSchema schema = {"HookCalls", "The calls that a HookLog recorded.",
                                          kFields};
  return schema;
}

}  // namespace passcope
