// What long loops call, so that Python can end them.
#pragma once

#include <cstdint>

#ifdef PASSCOPE_ONE_ENGINE
// Called every few milliseconds (support/poll.h). It may throw. All copies of the loops share it,
// so it is outside of the namespace.
extern "C" {
inline constinit void (*passcope_kernel_poll)() = nullptr;
inline constinit int64_t passcope_kernel_work = 0;
}
#endif

namespace passcope::kernels {

// Called by outer loops after `operations` operations.
inline void PollAfter([[maybe_unused]] int64_t operations) {
#ifdef PASSCOPE_ONE_ENGINE
  constexpr int64_t kOperationsPerPoll = int64_t{1} << 22;
  if ((passcope_kernel_work += operations) < kOperationsPerPoll) return;
  passcope_kernel_work = 0;
  if (passcope_kernel_poll) passcope_kernel_poll();
#endif
}

}  // namespace passcope::kernels
