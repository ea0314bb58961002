// How similar two words are.
#pragma once

#include <cstddef>
#include <string_view>

namespace passcope {

// The fewest insertions, deletions, replacements and swaps of neighbours, the most common slip,
// that turn one word into the other.
size_t EditDistance(std::string_view a, std::string_view b);

}  // namespace passcope
