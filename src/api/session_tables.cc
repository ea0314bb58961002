// Information about the engine: its tables and its clock.
#include "api/schema.h"
#include "api/session.h"
#include "api/tables.h"
#include "support/clock.h"

namespace passcope {
namespace {

// The smallest of a few steps of the clock. A browser can blur single steps, but their minimum is
// the resolution. The loop ends after 50 ms; a clock with longer steps cannot measure passes.
double MeasureClockResolution() {
  double start = NowMicroseconds();
  double smallest = 0;
  int steps = 0;
  for (double last = start, now = start; steps < 20 && now - start < 50000; last = now) {
    // The number of reads per step is limited, because a clock may not move at all.
    int reads = 0;
    while (now == last && reads < 10000000) {
      now = NowMicroseconds();
      ++reads;
    }
    if (now == last) break;
    if (steps == 0 || now - last < smallest) smallest = now - last;
    ++steps;
  }
  return smallest;
}

}  // namespace

std::string Session::Version() const { return PASSCOPE_VERSION; }
std::string Session::Passes() const { return DescribePasses(); }
std::string Session::Ops() const { return DescribeOps(); }
std::string Session::Instruments() const { return DescribeInstruments(); }
std::string Session::Models() const { return DescribeModels(); }
std::string Session::DiagnosticKinds() const { return DescribeDiagnosticKinds(); }
std::string Session::RemarkKinds() const { return DescribeRemarkKinds(); }
std::string Session::ConfigKeys() const { return DescribeConfigKeys(); }
std::string Session::Schema() const { return DescribeSchema(); }
double Session::ClockResolutionUs() const { return MeasureClockResolution(); }

}  // namespace passcope
