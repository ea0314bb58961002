// The lines of two texts that belong together, as a record that leaves the engine.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "schema/record.h"
#include "text/line_alignment.h"

namespace passcope {

struct AlignedLines {
  uint32_t before, after, count;
  std::vector<std::vector<int32_t>> names;
};
template <>
const RecordSchema& SchemaOf<AlignedLines>();

// Lines are separated by line breaks, so a text that ends with one has an empty last line. With
// `by_numbers`, nothing is a name, and numbers are part of a line's text (ScanRelay).
std::vector<AlignedLines> AlignTexts(std::string_view before, std::string_view after,
                                     const RelatedLines& known, bool by_numbers);

}  // namespace passcope
