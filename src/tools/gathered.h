// `passcope run --json`: what instruments have gathered, as one JSON document.
#pragma once

#include "instrument/instruments.h"
#include "pass/pass_instrument.h"
#include "tools/json_values.h"

namespace passcope::tools {

// {"passcope": version, "run": 1}
Json NewDocument();

// Appends the records of an instrument to the member with the name of its data, such as "diffs".
// A record that is a tuple in other languages becomes an object with the names of its fields. The
// records of an instrument that has data of one context only get a member "context": the number of
// the context, from 0.
void AddGathered(const InstrumentRow& row, const PassInstrument& instrument, int context,
                 Json* document);

}  // namespace passcope::tools
