#include "text/line_alignment.h"

#include <algorithm>
#include <iterator>

#include "support/text_table.h"

namespace passcope {
namespace {

// The number of steps that references are followed at most.
constexpr size_t kReach = 3;

// Numbers of equivalence classes. Two lines are equal in one respect if their numbers are equal.
// Each list is indexed by line.
struct LineClasses {
  // By the number of steps that references are followed.
  std::array<std::vector<uint32_t>, kReach + 1> computing;
  std::vector<uint32_t> roles, typed_roles;
};

// Gives equal texts, and equal lists of numbers, equal class numbers.
class Classes {
 public:
  // For the lines and names of two texts.
  Classes(size_t lines, size_t names) {
    // The table keeps views of the lists, so they must not move.
    lists_.reserve(lines * (kReach + 2) + names * kReach);
  }

  LineClasses Read(const ScannedText& text);

 private:
  uint32_t OfText(std::string_view text) { return texts_.Insert(text).first; }
  // The class of the list from `begin` to the end of lists_.
  uint32_t OfList(size_t begin) {
    const auto [number, is_new] =
        numbers_.Insert({reinterpret_cast<const char*>(lists_.data() + begin),
                         (lists_.size() - begin) * sizeof(uint32_t)});
    if (!is_new) lists_.resize(begin);
    return number;
  }

  TextTable texts_, numbers_;
  std::vector<uint32_t> lists_;
};

LineClasses Classes::Read(const ScannedText& text) {
  LineClasses classes;
  for (const ScannedLine& line : text.lines) {
    classes.computing[0].push_back(OfText(line.key));
    classes.roles.push_back(OfText(line.role));
    const size_t begin = lists_.size();
    lists_.push_back(classes.roles.back());
    lists_.push_back(OfText(line.type));
    classes.typed_roles.push_back(OfList(begin));
  }
  for (size_t reach = 1; reach <= kReach; ++reach) {
    const std::vector<uint32_t>& nearer = classes.computing[reach - 1];
    for (uint32_t i = 0; i < text.lines.size(); ++i) {
      const size_t begin = lists_.size();
      lists_.push_back(classes.computing[0][i]);
      for (const LineName& name : text.NamesOf(i)) {
        if (name.kind != LineName::Kind::kVariable) continue;
        lists_.push_back(name.of == kNoLine ? kNoLine : nearer[name.of]);
      }
      classes.computing[reach].push_back(OfList(begin));
    }
  }
  return classes;
}

// The pairs that can be added to `fixed` so that both sides still increase.
IndexPairs Fitting(const IndexPairs& pairs, const IndexPairs& fixed) {
  IndexPairs fit;
  auto next = fixed.begin();
  for (const auto& [x, y] : pairs) {
    while (next != fixed.end() && next->first < x) ++next;
    if (next != fixed.end() && (next->first == x || next->second <= y)) continue;
    if (next != fixed.begin() && (next - 1)->second >= y) continue;
    fit.emplace_back(x, y);
  }
  return InOrder(fit);
}

uint32_t At(const std::vector<uint32_t>& list, uint32_t place) {
  return place < list.size() ? list[place] : kNoLine;
}

}  // namespace

std::span<const LineName> ScannedText::NamesOf(uint32_t line) const {
  const size_t begin = line == 0 ? 0 : lines[line - 1].end_of_names;
  return {names.data() + begin, lines[line].end_of_names - begin};
}

LineAlignment::LineAlignment(const ScannedText& before, const ScannedText& after,
                             const RelatedLines& known)
    : before_(before), after_(after) {
  Of(Side::kBefore) = {std::vector<uint32_t>(before.lines.size(), kNoLine),
                       std::vector<uint32_t>(before.constants, kNoLine)};
  Of(Side::kAfter) = {std::vector<uint32_t>(after.lines.size(), kNoLine),
                      std::vector<uint32_t>(after.constants, kNoLine)};
  if (!known.lines.empty() || !known.constants.empty()) AddKnown(known);
  Classes classes(before.lines.size() + after.lines.size(),
                  before.names.size() + after.names.size());
  const LineClasses a = classes.Read(before), b = classes.Read(after);
  auto match = [this](const std::vector<uint32_t>& of_a, const std::vector<uint32_t>& of_b) {
    pairs_ = MatchBetween(pairs_, of_a, of_b);
  };
  for (const size_t reach : {size_t{3}, size_t{1}, size_t{0}}) {
    match(a.computing[reach], b.computing[reach]);
  }
  // Pairs whose results have the same type come first.
  match(a.typed_roles, b.typed_roles);
  match(a.roles, b.roles);
  PairLines(pairs_);
  for (const auto& [x, y] : pairs_) {
    if (!SayTheSame(x, y)) continue;
    // A constant keeps the counterpart that its first line gave it.
    const std::span<const LineName> names_a = before.NamesOf(x), names_b = after.NamesOf(y);
    for (size_t i = 0; i < names_a.size(); ++i) {
      if (names_a[i].kind == LineName::Kind::kConstant) PairConstants(names_a[i].of, names_b[i].of);
    }
  }
}

bool LineAlignment::SayTheSame(uint32_t x, uint32_t y) const {
  return before_.lines[x].key == after_.lines[y].key;
}

// The longest increasing sequence of pairs with equal text, and between them other pairs.
void LineAlignment::AddKnown(const RelatedLines& known) {
  IndexPairs all, alike, others;
  for (const auto& [x, y] : known.lines) {
    if (x >= before_.lines.size() || y >= after_.lines.size()) continue;
    if (!all.empty() && x <= all.back().first) continue;
    all.emplace_back(x, y);
    (SayTheSame(x, y) ? alike : others).emplace_back(x, y);
  }
  PairLines(all);
  for (const auto& [i, k] : known.constants) PairConstants(i, k);
  alike = InOrder(alike);
  others = Fitting(others, alike);
  std::merge(alike.begin(), alike.end(), others.begin(), others.end(), std::back_inserter(pairs_));
}

void LineAlignment::PairLines(const IndexPairs& pairs) {
  for (const auto& [x, y] : pairs) {
    Of(Side::kBefore).lines[x] = y;
    Of(Side::kAfter).lines[y] = x;
  }
}

void LineAlignment::PairConstants(uint32_t i, uint32_t k) {
  std::vector<uint32_t>&a = Of(Side::kBefore).constants, &b = Of(Side::kAfter).constants;
  if (At(a, i) != kNoLine || At(b, k) != kNoLine) return;
  if (i < a.size()) a[i] = k;
  if (k < b.size()) b[k] = i;
}

uint32_t LineAlignment::MeaningOf(Side side, const LineName& name) const {
  // A definition on one side only has no counterpart. If it appears in place of another variable, a
  // line replaced another line.
  const Counterparts& counterparts = counterparts_[static_cast<size_t>(side)];
  const uint32_t other =
      At(name.kind == LineName::Kind::kConstant ? counterparts.constants : counterparts.lines,
         name.of);
  return side == Side::kBefore || other == kNoLine ? other : name.of;
}

bool LineAlignment::AreSame(uint32_t x, uint32_t y) const {
  if (!SayTheSame(x, y)) return false;
  const std::span<const LineName> a = before_.NamesOf(x), b = after_.NamesOf(y);
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i].kind == LineName::Kind::kDefinition) continue;
    if (MeaningOf(Side::kBefore, a[i]) != MeaningOf(Side::kAfter, b[i])) return false;
  }
  return true;
}

}  // namespace passcope
