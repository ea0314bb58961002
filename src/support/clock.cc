// The clock that instruments and the executor read.
#include "support/clock.h"

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#else
#include <chrono>
#endif

namespace passcope {

double NowMicroseconds() {
#ifdef __EMSCRIPTEN__
  return emscripten_get_now() * 1000.0;
#else
  return std::chrono::duration<double, std::micro>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
#endif
}

}  // namespace passcope
