#include "recording/compare_logs.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "support/match_sequences.h"
#include "support/text_table.h"

namespace passcope::recording {
namespace {

// Numbers for passes of two recordings: the same for the same pass on the same unit.
class PassKeys {
 public:
  std::vector<uint32_t> Of(const Recording& recording) {
    std::vector<uint32_t> keys;
    keys.reserve(recording.passes.size());
    for (const Pass& pass : recording.passes) {
      const NameId name = pass.argument == kNoName ? pass.name : pass.argument;
      const uint64_t both =
          uint64_t{Number(recording.Name(name))} << 32 | Number(recording.Name(pass.shown_unit));
      keys.push_back(keys_.try_emplace(both, static_cast<uint32_t>(keys_.size())).first->second);
    }
    return keys;
  }

 private:
  uint32_t Number(std::string_view name) { return names_.Insert(name).first; }

  TextTable names_;
  std::unordered_map<uint64_t, uint32_t> keys_;
};

std::vector<uint64_t> Identities(TextStore* texts, TextId text) {
  std::vector<uint64_t> all;
  for (SectionId id : texts->SectionsOf(text)) {
    const uint64_t identity = texts->Scanned(id).identity;
    if (identity != 0) all.push_back(identity);
  }
  return all;
}

// The text that a log has after a pass; a pass without a dump after it has the one before.
TextId ShownAfter(const Recording& recording, const Pass& pass) {
  if (pass.is_diff) return recording.dumps[pass.after_dump].text;
  return pass.after == kNoText ? pass.before : pass.after;
}

// Marks the passes of one log only that the other log has at another place.
void MarkMoved(const std::vector<uint32_t>& keys_a, const std::vector<uint32_t>& keys_b,
               std::vector<AlignedPass>* passes) {
  std::unordered_map<uint32_t, int64_t> left;
  for (const AlignedPass& pass : *passes) {
    if (pass.b == kNone) left[keys_a[pass.a]] |= 1;
    if (pass.a == kNone) left[keys_b[pass.b]] |= 2;
  }
  for (AlignedPass& pass : *passes) {
    if (pass.a != kNone && pass.b != kNone) continue;
    pass.moved = left[pass.a == kNone ? keys_b[pass.b] : keys_a[pass.a]] == 3;
  }
}

}  // namespace

LogComparison CompareLogs(Recording* a, Recording* b) {
  PassKeys numbers;
  const std::vector<uint32_t> keys_a = numbers.Of(*a), keys_b = numbers.Of(*b);
  LogComparison result;
  uint32_t i = 0, k = 0;
  auto skip = [&](uint32_t x, uint32_t y) {
    while (i < x) result.passes.push_back({i++, kNone});
    while (k < y) result.passes.push_back({kNone, k++});
  };
  for (const auto& [x, y] : MatchBetween({}, keys_a, keys_b)) {
    skip(x, y);
    AlignedPass pass{x, y};
    const TextId text_a = ShownAfter(*a, a->passes[x]), text_b = ShownAfter(*b, b->passes[y]);
    if (text_a != kNoText && text_b != kNoText) {
      pass.differs = Identities(&a->texts, text_a) != Identities(&b->texts, text_b);
    }
    if (pass.differs && result.first == kNone) {
      result.first = static_cast<uint32_t>(result.passes.size());
    }
    result.passes.push_back(pass);
    i = x + 1;
    k = y + 1;
  }
  skip(static_cast<uint32_t>(keys_a.size()), static_cast<uint32_t>(keys_b.size()));
  MarkMoved(keys_a, keys_b, &result.passes);
  return result;
}

}  // namespace passcope::recording
