// The report of `passcope run --report`: a run as one HTML file that opens without a network.
#pragma once

#include <span>
#include <string>

#include "pass/pass_instrument.h"

namespace passcope {

// Fills the template python/passcope/report.html, which the Python package fills, too.
// `instruments` has one TraceInstrument that records the lineage.
std::string ReportFileText(std::span<const InstrumentPtr> instruments, int opt_level);

}  // namespace passcope
