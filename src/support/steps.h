// Counts the steps of walks over programs. A pass that walks again and again then ends in a
// diagnostic (pass/pass_limits.h), and does not take minutes.
#pragma once

#include <cstdint>

#include "support/poll.h"

namespace passcope {

// Calls `reached` after so many further steps in this thread. The function throws, or grants more.
struct StepLimit {
  int64_t left = INT64_MAX;
  void (*reached)(void* data) = nullptr;
  void* data = nullptr;
};
extern thread_local constinit StepLimit step_limit;

// The steps of one walk, each of some ten nanoseconds.
class Steps {
 public:
  Steps() { Check(); }
  ~Steps() { step_limit.left -= count_; }
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;

  // Marks a step. It throws what Tick throws, and what `reached` of the limit throws.
  void Next() {
    Tick();
    if (++count_ == kStepsPerCheck) {
      step_limit.left -= count_;
      count_ = 0;
      Check();
    }
  }

 private:
  static constexpr int32_t kStepsPerCheck = 1 << 14;

  static void Check() {
    if (step_limit.left < 0) step_limit.reached(step_limit.data);
  }

  int32_t count_ = 0;
};

}  // namespace passcope
