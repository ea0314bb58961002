// The times of passes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pass/pass_instrument.h"
#include "schema/record.h"

namespace passcope {

// A pass that ran, with its nested passes. Times are in microseconds.
struct PassProfile {
  std::string name;
  double start = 0;
  double duration = 0;
  bool failed = false;
  std::vector<PassProfile> children = {};
  // The part of self() that hooks of instruments took.
  double hooks = 0;
  // The mean time of its repetitions, if TimingOptions has some.
  std::optional<double> repeated = {};
  // The number of the pass in its context, in the order in which passes began.
  size_t order = 0;
  // The time of repetitions of nested passes, which `duration` does not contain.
  double apart = 0;

  // The time without nested passes.
  double self() const {
    double time = duration;
    for (const PassProfile& child : children) time -= child.duration;
    return time;
  }
};

// All runs of the passes of one name.
struct PassTotal {
  std::string name;
  int runs = 0;
  double own = 0;    // Microseconds, as PassProfile::self.
  double hooks = 0;  // As PassProfile::hooks.
};

template <>
const RecordSchema& SchemaOf<PassProfile>();
template <>
const RecordSchema& SchemaOf<PassTotal>();

struct TimingOptions {
  // The number of repetitions of each pass right after its run, in the order in which passes begin.
  // Passes beyond the list are not repeated.
  std::vector<int64_t> repeat;
};

// The arguments of "renderTotals".
struct TotalsTable {
  int64_t top;
};

// Like TVM's PassTimingInstrument. The data belong to this object. If a pass throws, the passes so
// far stay, and those that did not finish are marked as failed.
class PassTimingInstrument : public PassInstrument {
 public:
  PassTimingInstrument() = default;
  explicit PassTimingInstrument(TimingOptions options) : options_(std::move(options)) {}
  const std::string& name() const override;
  void EnterPassContext() override;
  void ExitPassContext() override;
  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;
  void HooksRun(bool begin) override;
  int64_t Repetitions() override;
  void Repeating(bool begin) override;

  // TVM's text, with one line for each pass, such as "InferType: 7110us [7110us] (48.09%; 48.09%)".
  // It has the total time, the own time in brackets, the share of all and the share of the parent.
  // Each level of nesting has one tab. As in TVM, it is empty if nothing was profiled or the
  // context was left, with TVM's warning on the standard error. `profiles` keeps the last context's
  // data until the next one is entered.
  std::string Render() const override;
  void WriteData(JsonWriter& json) const override;
  // Answers with SumProfiles or RenderTotals, as described in its row.
  InstrumentAnswer Ask(std::string_view question, const AttrDict& arguments) const override;
  const std::vector<PassProfile>& profiles() const { return roots_; }

 private:
  void EndPass(bool failed);
  // Books the time since the last hook began, or since a pass began or ended inside of the hooks.
  void BookHooks(double now);

  const TimingOptions options_ = {};
  std::vector<PassProfile> roots_;
  // Indices from the roots to the running pass. Pointers are not stable while the vectors grow.
  std::vector<size_t> path_;
  // The same for the pass that ended last.
  std::vector<size_t> ended_;
  size_t begun_ = 0;
  double repeating_since_ = 0;
  bool left_ = false;
  double hooks_since_ = -1;  // Negative outside of hooks.
};

// The file that `passcope run --time-json` writes: the profiles of all contexts.
struct TimesFile {
  std::vector<PassProfile> passes;

  std::vector<PassTotal> Totals() const;
};
template <>
const RecordSchema& SchemaOf<TimesFile>();
// `instruments` are PassTimingInstruments, one for each context.
std::string TimesFileText(std::span<const InstrumentPtr> instruments, int opt_level);

// The text of the profiles, as PassTimingInstrument::Render prints it.
std::string RenderProfiles(const std::vector<PassProfile>& roots);

// The totals by name, the largest own time first.
std::vector<PassTotal> SumProfiles(const std::vector<PassProfile>& roots);
// A table of own times, shares and runs of the first `top` passes of SumProfiles (all if `top` is
// below 1). A last line has the time of the instruments.
std::string RenderTotals(const std::vector<PassProfile>& roots, int64_t top = 0);

}  // namespace passcope
