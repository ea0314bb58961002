// The table of built-in instruments: one row each, from which the command line, JSON and the checks
// of the JavaScript package derive.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "instrument/print.h"
#include "ir/attrs.h"
#include "pass/registry.h"

namespace passcope {

struct InstrumentRow {
  const char* name;
  const char* summary;  // One line.
  std::vector<PassOption> options;
  InstrumentPtr (*create)(const AttrDict& options, TextSink sink);
};

// In alphabetical order of names.
const std::vector<InstrumentRow>& InstrumentTable();
// `sink` takes what the instrument writes; those that write nothing ignore it, and without one the
// default of each holds. Throws DiagnosticError: kUsage for an unknown name (with the nearest),
// kBadPassOption for unknown options and values of the wrong type.
InstrumentPtr CreateInstrument(std::string_view name, const AttrDict& options = {},
                               TextSink sink = {});

}  // namespace passcope
