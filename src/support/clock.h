// The clock that instruments and the executor read.
#pragma once

namespace passcope {

// Microseconds since a fixed moment; never decreases. In a browser page without cross-origin
// isolation it advances in steps of 100 µs or more.
double NowMicroseconds();

}  // namespace passcope
