// What an editor shows of a text.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ir/ndarray.h"
#include "schema/record.h"

namespace passcope {

// What an editor shows of a module's text, whatever is wrong with it, as a `TextAnalysis` of the
// schema. `constants` as ParseModule takes them.
std::string Analyse(const std::string& text, std::string_view source,
                    std::span<const NDArray> constants = {});

// Adds the records that it consists of.
void AddAnalysisRecords(RecordList* records);

}  // namespace passcope
