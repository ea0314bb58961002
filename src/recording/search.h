// Searches through the texts of a recording.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "recording/recording.h"

namespace passcope::recording {

// The number of lines of a text that match.
using CountMatches = std::function<uint32_t(std::string_view text)>;
// Counts the lines that contain a word.
CountMatches CountLinesWith(std::string word);

struct SearchHit {
  uint32_t pass = 0;
  int64_t before = -1, after = -1;  // How many lines match; -1 for an unknown text.
};
// The passes whose texts have matches, in order. Each text is searched once, however often it is in
// the log.
std::vector<SearchHit> Search(const Recording& recording, const CountMatches& count);

}  // namespace passcope::recording
