// Times of passes as multiples of a reference loop that runs in turns with them.
//
// A slower machine, or one with other work, slows both. So the ratio moves much less than the time.
#pragma once

#include <string>

#include "gate/document.h"
#include "gate/measure.h"

namespace passcope::gate {

struct TimeOptions {
  // A time fails if it is longer than the baseline's by more than this part, and by more than four
  // times the noise of both, which counts up to the whole time.
  double limit = 0.5;
  // How often a time that fails is measured again. It fails only if the least ratio does.
  int64_t retries = 6;
};

// The name of this build for Times::build.
const char* BuildName();

// Measures in rounds: the reference loop, the pipeline, and so on. Throws the errors of the
// pipeline.
Times MeasureTimes(const Subject& subject);
// The middle of several measurements, for a baseline.
Times RecordTimes(const Subject& subject);
// Measures again while a time would fail, and keeps the smaller ratios. `now` has times.
void ConfirmTimes(const Subject& subject, const Times& baseline, const TimeOptions& options,
                  Times* now);

// The largest ratio that does not fail.
double LimitOf(const TimeFacts& baseline, const TimeFacts& now, const TimeOptions& options);
// False for a pass that is too short, or too small a part of its pipeline, to measure it.
bool CountsAsTime(const TimeFacts& pass, const TimeFacts& all);
// Keeps the baseline's times that still hold, so that an update does not change them.
Times Settled(const Times& baseline, Times now, const TimeOptions& options);

// One execution of the reference loop, about 0.2 milliseconds: it allocates, links, sorts, looks up
// and follows pointers, as passes do, without any code of the engine. Returns a checksum.
uint64_t ReferenceLoop();

}  // namespace passcope::gate
