// Ends a call of the engine in its long work.
#pragma once

#include "support/poll.h"

namespace passcope {

// While it lives, the poll with this number, from 1, throws Stopped.
class StopAtPoll {
 public:
  explicit StopAtPoll(int number) {
    left = number;
    SetPoll([] {
      if (--left == 0) throw Stopped{"the test stops it"};
    });
  }
  ~StopAtPoll() { SetPoll(nullptr); }
  StopAtPoll(const StopAtPoll&) = delete;
  StopAtPoll& operator=(const StopAtPoll&) = delete;

  static inline int left = 0;
};

}  // namespace passcope
