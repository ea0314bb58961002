#include "recording/text_diff.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <vector>

#include "recording/passes.h"
#include "support/match_sequences.h"

namespace passcope::recording {
namespace {

constexpr uint32_t kUnmapped = kNone;

// The numbers of equal keys of two sections.
class KeyNumbers {
 public:
  explicit KeyNumbers(size_t keys) {
    size_t size = 16;
    while (size < keys * 2) size *= 2;
    slots_.resize(size);
  }
  uint32_t Of(uint64_t key) {
    const size_t mask = slots_.size() - 1;
    size_t at = (key ^ key >> 32) & mask;
    for (; slots_[at].number != kNone; at = (at + 1) & mask) {
      if (slots_[at].key == key) return slots_[at].number;
    }
    slots_[at] = {key, count_};
    return count_++;
  }

 private:
  struct Slot {
    uint64_t key = 0;
    uint32_t number = kNone;
  };
  std::vector<Slot> slots_;
  uint32_t count_ = 0;
};

std::vector<uint32_t> Numbered(std::span<const uint64_t> keys, KeyNumbers* numbers) {
  std::vector<uint32_t> all;
  all.reserve(keys.size());
  for (uint64_t key : keys) all.push_back(numbers->Of(key));
  return all;
}

std::vector<uint64_t> Shapes(const ScannedLines& lines) {
  std::vector<uint64_t> shapes;
  shapes.reserve(lines.lines().size());
  for (const ScannedLine& line : lines.lines()) shapes.push_back(line.shape);
  return shapes;
}

// The pairs of lines whose names correspond: a name of one side always stands for the same name of
// the other.
class Renaming {
 public:
  Renaming(const ScannedLines& a, const ScannedLines& b)
      : a_(a), b_(b), to_b_(a.names(), kUnmapped), to_a_(b.names(), kUnmapped) {}

  bool Accept(uint32_t x, uint32_t y) {
    const std::span<const NameUse> uses_a = a_.UsesOf(a_.lines()[x]),
                                   uses_b = b_.UsesOf(b_.lines()[y]);
    if (uses_a.size() != uses_b.size()) return false;
    for (size_t i = 0; i < uses_a.size(); ++i) {
      if (uses_a[i].defines || Corresponds(uses_a[i].name, uses_b[i].name)) continue;
      return false;
    }
    for (size_t i = 0; i < uses_a.size(); ++i) Map(uses_a[i].name, uses_b[i].name);
    return true;
  }

 private:
  bool Corresponds(uint32_t a, uint32_t b) const {
    return to_b_[a] == b || (to_b_[a] == kUnmapped && to_a_[b] == kUnmapped);
  }
  void Map(uint32_t a, uint32_t b) {
    if (to_b_[a] == b && to_a_[b] == a) return;
    if (to_b_[a] != kUnmapped) to_a_[to_b_[a]] = kUnmapped;
    if (to_a_[b] != kUnmapped) to_b_[to_a_[b]] = kUnmapped;
    to_b_[a] = b;
    to_a_[b] = a;
  }

  const ScannedLines &a_, &b_;
  std::vector<uint32_t> to_b_, to_a_;
};

IndexPairs MatchLines(const ScannedLines& a, const ScannedLines& b) {
  const size_t most = a.lines().size() + b.lines().size();
  KeyNumbers deep_numbers(most), shape_numbers(most);
  const std::vector<uint32_t> deep_a = Numbered(a.DeepKeys(), &deep_numbers);
  const std::vector<uint32_t> deep_b = Numbered(b.DeepKeys(), &deep_numbers);
  const std::vector<uint32_t> shapes_a = Numbered(Shapes(a), &shape_numbers);
  const std::vector<uint32_t> shapes_b = Numbered(Shapes(b), &shape_numbers);
  // Most lines are the same at both ends.
  IndexPairs ends;
  const size_t shorter = std::min(deep_a.size(), deep_b.size());
  uint32_t head = 0, tail = 0;
  for (; head < shorter && deep_a[head] == deep_b[head]; ++head) ends.emplace_back(head, head);
  const auto size_a = static_cast<uint32_t>(deep_a.size());
  const auto size_b = static_cast<uint32_t>(deep_b.size());
  while (head + tail < shorter && deep_a[size_a - 1 - tail] == deep_b[size_b - 1 - tail]) ++tail;
  for (uint32_t i = tail; i > 0; --i) ends.emplace_back(size_a - i, size_b - i);
  const IndexPairs same = MatchBetween(ends, deep_a, deep_b);
  return MatchBetween(same, shapes_a, shapes_b);
}

}  // namespace

const ScannedLines& TextDiff::ScannedOf(SectionId section) {
  for (const Kept& kept : kept_) {
    if (kept.section == section) return kept.lines;
  }
  constexpr size_t kLarge = size_t{1} << 18;
  const bool large = texts_->At(section).text.size() > kLarge;
  Kept& kept =
      kept_[large ? next_large_++ % kKeptLarge : kKeptLarge + next_small_++ % (kKept - kKeptLarge)];
  kept.section = section;
  kept.lines.Scan(texts_->At(section).text, texts_->At(section).family);
  return kept.lines;
}

std::vector<TextDiff::SectionPair> TextDiff::PairSections(TextId before, TextId after) {
  const bool functions_only = AreFunctions(*texts_, before, after);
  // Sections of the text before, by name and in order; those between functions have the empty name.
  std::unordered_map<NameId, std::vector<SectionId>> waiting;
  std::unordered_map<NameId, size_t> taken;
  auto counts = [&](SectionId id) {
    if (functions_only && texts_->At(id).symbol == kNoName) return false;
    return texts_->Scanned(id).identity != 0;
  };
  for (SectionId id : texts_->SectionsOf(before)) {
    if (counts(id)) waiting[texts_->At(id).symbol].push_back(id);
  }
  std::vector<SectionPair> pairs;
  for (SectionId id : texts_->SectionsOf(after)) {
    if (!counts(id)) continue;
    SectionPair pair{kNone, id};
    const NameId symbol = texts_->At(id).symbol;
    const auto same = waiting.find(symbol);
    if (same != waiting.end() && taken[symbol] < same->second.size()) {
      pair.before = same->second[taken[symbol]++];
    }
    pairs.push_back(pair);
  }
  // What is gone, in its order.
  std::unordered_map<NameId, size_t> seen;
  for (SectionId id : texts_->SectionsOf(before)) {
    if (!counts(id)) continue;
    const NameId symbol = texts_->At(id).symbol;
    if (seen[symbol]++ >= taken[symbol]) pairs.push_back({id, kNone});
  }
  return pairs;
}

bool TextDiff::Differs(const SectionPair& pair) {
  if (pair.before == pair.after) return false;
  const uint64_t before = pair.before == kNone ? 0 : texts_->Scanned(pair.before).identity;
  const uint64_t after = pair.after == kNone ? 0 : texts_->Scanned(pair.after).identity;
  return before != after;
}

std::vector<LineEdit> TextDiff::Edits(const SectionPair& pair) {
  static const ScannedLines kEmpty;
  const ScannedLines& a = pair.before == kNone ? kEmpty : ScannedOf(pair.before);
  const ScannedLines& b = pair.after == kNone ? kEmpty : ScannedOf(pair.after);
  std::vector<LineEdit> edits;
  uint32_t i = 0, k = 0;
  auto replace = [&](uint32_t x, uint32_t y) {
    while (i < x) edits.push_back({'-', a.lines()[i++].text});
    while (k < y) edits.push_back({'+', b.lines()[k++].text});
  };
  Renaming renaming(a, b);
  for (const auto& [x, y] : MatchLines(a, b)) {
    if (!renaming.Accept(x, y)) continue;
    replace(x, y);
    edits.push_back({' ', b.lines()[y].text});
    i = x + 1;
    k = y + 1;
  }
  replace(static_cast<uint32_t>(a.lines().size()), static_cast<uint32_t>(b.lines().size()));
  // Lines without words come and go with others.
  for (LineEdit& edit : edits) {
    if (edit.line.empty()) edit.kind = edit.kind == '+' ? ' ' : edit.kind;
  }
  std::erase_if(edits, [](const LineEdit& edit) { return edit.kind == '-' && edit.line.empty(); });
  return edits;
}

LineCounts TextDiff::Count(TextId before, TextId after) {
  LineCounts counts;
  for (const SectionPair& pair : PairSections(before, after)) {
    if (!Differs(pair)) continue;
    for (const LineEdit& edit : Edits(pair)) {
      counts.added += edit.kind == '+';
      counts.removed += edit.kind == '-';
    }
  }
  return counts;
}

std::string TextDiff::Hunks(TextId before, TextId after, size_t context) {
  std::string text;
  for (const SectionPair& pair : PairSections(before, after)) {
    if (!Differs(pair)) continue;
    text += HunksText(Edits(pair), context);
  }
  return text;
}

}  // namespace passcope::recording
