// The information about a text that an editor shows.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ir/ndarray.h"
#include "schema/record.h"

namespace passcope {

// The information that an editor shows of a module's text, which may have mistakes, as a
// `TextAnalysis` of the schema. `constants` are those of ParseModule.
std::string Analyse(const std::string& text, std::string_view source,
                    std::span<const NDArray> constants = {});

// Adds the records of a `TextAnalysis`.
void AddAnalysisRecords(RecordList* records);

}  // namespace passcope
