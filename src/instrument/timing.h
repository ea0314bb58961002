// How long each pass took.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pass/pass_instrument.h"
#include "schema/record.h"

namespace passcope {

// One pass that ran, with those that ran inside it. Times in microseconds.
struct PassProfile {
  std::string name;
  double start = 0;
  double duration = 0;
  bool failed = false;
  std::vector<PassProfile> children = {};
  // The part of self() that hooks of instruments took.
  double hooks = 0;
  // The mean of its repetitions, where TimingOptions asked for some.
  std::optional<double> repeated = {};
  // Which pass of the context it is, in the order in which they began.
  size_t order = 0;
  // What repetitions of passes inside of it took; they are no part of its duration.
  double apart = 0;

  // Without the passes inside.
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
  // How often each pass is repeated right after it has run, in the order in which passes begin;
  // those beyond the list are not.
  std::vector<int64_t> repeat;
};

// What "renderTotals" takes.
struct TotalsTable {
  int64_t top;
};

// As TVM's PassTimingInstrument. The data belong to this object, and a pass that throws leaves them
// whole: what ran so far is there, marked as failed.
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

  // TVM's text, one line per pass: "InferType: 7110us [7110us] (48.09%; 48.09%)": total, own in
  // brackets, share of all, share of the parent; one tab per depth. Empty, with TVM's warning on
  // the standard error, when nothing was profiled or the context was left, as in TVM; `profiles`
  // keeps the last context's data until the next one is entered.
  std::string Render() const override;
  void WriteData(JsonWriter& json) const override;
  // SumProfiles and RenderTotals, as its row says.
  InstrumentAnswer Ask(std::string_view question, const AttrDict& arguments) const override;
  const std::vector<PassProfile>& profiles() const { return roots_; }

 private:
  void EndPass(bool failed);
  // Books the time since the last hook began, or a pass began or ended inside of the hooks.
  void BookHooks(double now);

  const TimingOptions options_ = {};
  std::vector<PassProfile> roots_;
  // Indices from the roots to the pass under way; pointers would move with the vectors.
  std::vector<size_t> path_;
  // The same to the pass that ended last.
  std::vector<size_t> ended_;
  size_t begun_ = 0;
  double repeating_since_ = 0;
  bool left_ = false;
  double hooks_since_ = -1;  // Below 0 outside of hooks.
};

// What `passcope run --time-json` writes of a run: the profiles of all contexts.
struct TimesFile {
  std::vector<PassProfile> passes;

  std::vector<PassTotal> Totals() const;
};
template <>
const RecordSchema& SchemaOf<TimesFile>();
// Of PassTimingInstruments, one per context.
std::string TimesFileText(std::span<const InstrumentPtr> instruments, int opt_level);

// The text of the profiles, as PassTimingInstrument::Render.
std::string RenderProfiles(const std::vector<PassProfile>& roots);

// By name, the largest own time first.
std::vector<PassTotal> SumProfiles(const std::vector<PassProfile>& roots);
// A table of own times, shares and runs of the first `top` passes of SumProfiles (all of them when
// it is below 1), and a line with what the instruments took.
std::string RenderTotals(const std::vector<PassProfile>& roots, int64_t top = 0);

}  // namespace passcope
