#include "support/poll.h"

#include "support/steps.h"

namespace passcope {

thread_local constinit StepLimit step_limit;

namespace {

constinit PollFunction poll_function = nullptr;

}  // namespace

void SetPoll(PollFunction function) { poll_function = function; }

void Poll() {
  if (poll_function) poll_function();
}

#ifdef PASSCOPE_ONE_ENGINE
namespace {
constexpr int32_t kTicksPerPoll = 1 << 14;
}  // namespace

constinit int32_t poll_internal::ticks = kTicksPerPoll;

void poll_internal::CountedDown() {
  ticks = kTicksPerPoll;
  Poll();
}
#endif

}  // namespace passcope
