// Lets the program around the engine act during long work, such as to end it when the user presses
// Ctrl-C. Only Python does so (python/gate.h).
#pragma once

#include <cstdint>
#include <string>

namespace passcope {

// Ends the call of the engine. It is not a std::exception, so that no code takes it for the failure
// of a pass or a rule.
struct Stopped {
  std::string reason;
};

// The function is called every few milliseconds of work; null for none. It may throw Stopped, and
// must not call the engine: nodes may be half made.
using PollFunction = void (*)();
void SetPoll(PollFunction function);
void Poll();

#ifdef PASSCOPE_ONE_ENGINE
namespace poll_internal {
extern constinit int32_t ticks;
// Starts the count again and polls.
void CountedDown();
}  // namespace poll_internal
#endif

// Marks a step of some ten nanoseconds in a loop that can take long. It may throw Stopped.
inline void Tick([[maybe_unused]] int32_t steps = 1) {
#ifdef PASSCOPE_ONE_ENGINE
  if ((poll_internal::ticks -= steps) < 0) poll_internal::CountedDown();
#endif
}

}  // namespace passcope
