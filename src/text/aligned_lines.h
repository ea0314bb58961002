// Which lines of two texts belong together, as it leaves the engine.
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

// The lines are what stands between line breaks, so that a text that ends with one has an empty
// last line. With `by_numbers` nothing is known, and numbers are what they say.
std::vector<AlignedLines> AlignTexts(std::string_view before, std::string_view after,
                                     const RelatedLines& known, bool by_numbers);

}  // namespace passcope
