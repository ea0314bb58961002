// How long each pass took.
#pragma once

#include <string>
#include <vector>

#include "pass/pass_instrument.h"

namespace passcope {

// One pass that ran, with those that ran inside it. Times in microseconds.
struct PassProfile {
  std::string name;
  double start = 0;
  double duration = 0;
  bool failed = false;
  std::vector<PassProfile> children;

  // Without the passes inside.
  double self() const {
    double time = duration;
    for (const PassProfile& child : children) time -= child.duration;
    return time;
  }
};

// As TVM's PassTimingInstrument. The data belong to this object, and a pass that throws leaves them
// whole: what ran so far is there, marked as failed.
class PassTimingInstrument : public PassInstrument {
 public:
  static constexpr Kind kKind = Kind::kTiming;
  Kind kind() const override { return kKind; }
  const std::string& name() const override;
  void EnterPassContext() override;
  void ExitPassContext() override;
  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;

  // TVM's text, one line per pass: "InferType: 7110us [7110us] (48.09%; 48.09%)": total, own in
  // brackets, share of all, share of the parent; one tab per depth. Empty after the context was
  // left, as in TVM; `profiles` keeps the last context's data until the next one is entered.
  std::string Render() const;
  const std::vector<PassProfile>& profiles() const { return roots_; }

 private:
  void EndPass(bool failed);

  std::vector<PassProfile> roots_;
  // Indices from the roots to the pass under way; pointers would move with the vectors.
  std::vector<size_t> path_;
  bool left_ = false;
};

// The text of the profiles, as PassTimingInstrument::Render.
std::string RenderProfiles(const std::vector<PassProfile>& roots);

}  // namespace passcope
