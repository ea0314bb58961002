#include "recording/search.h"

#include <string>
#include <utility>

#include "recording/line_words.h"

namespace passcope::recording {

CountMatches CountLinesWith(std::string word) {
  return [word = std::move(word)](std::string_view text) {
    uint32_t count = 0;
    while (!text.empty()) {
      const size_t found = text.find(word);
      if (found == std::string_view::npos) break;
      ++count;
      text.remove_prefix(found);
      TakeLine(&text);
    }
    return count;
  };
}

std::vector<SearchHit> Search(const Recording& recording, const CountMatches& count) {
  constexpr uint32_t kNotCounted = kNone;
  const TextStore& texts = recording.texts;
  std::vector<uint32_t> sections(texts.section_count(), kNotCounted);
  std::vector<int64_t> known(texts.text_count(), -1);
  auto matches = [&](TextId text) -> int64_t {
    if (text == kNoText) return -1;
    if (known[text] >= 0) return known[text];
    int64_t sum = 0;
    for (SectionId id : texts.SectionsOf(text)) {
      if (sections[id] == kNotCounted) sections[id] = count(texts.At(id).text);
      sum += sections[id];
    }
    return known[text] = sum;
  };
  std::vector<SearchHit> hits;
  for (uint32_t i = 0; i < recording.passes.size(); ++i) {
    const Pass& pass = recording.passes[i];
    TextId after = pass.after;
    // A difference is searched as it is.
    if (pass.is_diff) after = recording.dumps[pass.after_dump].text;
    const SearchHit hit{i, matches(pass.before), matches(after)};
    if (hit.before > 0 || hit.after > 0) hits.push_back(hit);
  }
  return hits;
}

}  // namespace passcope::recording
