#include "text/program_diff.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "support/line_diff.h"
#include "text/printer.h"

namespace passcope {
namespace {

constexpr uint32_t kNone = UINT32_MAX;
constexpr std::string_view kConstant = "Constant][";

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsWordOrDot(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
}

// What a line says by numbers.
struct NumberedLine {
  std::string key;             // The text without the numbers.
  std::vector<uint32_t> uses;  // By `%n`, its own left out: the line that defines it, or kNone.
  std::vector<uint32_t> constants;  // The numbers of constants.
};

// Where the digits end that begin at `at`; `at` when there are none.
size_t EndOfNumber(std::string_view line, size_t at) {
  while (at < line.size() && IsDigit(line[at])) ++at;
  return at;
}

// Of numbers too long to be any: kNone.
uint32_t NumberOf(std::string_view digits) {
  if (digits.size() > 9) return kNone;
  uint32_t number = 0;
  for (char c : digits) number = number * 10 + static_cast<uint32_t>(c - '0');
  return number;
}

// A number means what the nearest line above has defined by it.
std::vector<NumberedLine> Numbered(const Lines& lines) {
  std::vector<NumberedLine> numbered(lines.size());
  std::unordered_map<uint32_t, uint32_t> defined;
  for (uint32_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    NumberedLine& told = numbered[i];
    uint32_t definition = kNone;
    const size_t first = std::min(line.find_first_not_of(' '), line.size());
    for (size_t at = 0; at < line.size();) {
      const bool variable = line[at] == '%';
      const bool constant = line.substr(at).starts_with(kConstant);
      if (!variable && !constant) {
        told.key += line[at++];
        continue;
      }
      const size_t begin = at + (variable ? 1 : kConstant.size());
      const size_t end = EndOfNumber(line, begin);
      told.key += line.substr(at, begin - at);
      if (end > begin) {
        const uint32_t number = NumberOf(line.substr(begin, end - begin));
        if (constant) {
          told.constants.push_back(number);
        } else if (at == first && line.substr(end).starts_with(" = ")) {
          definition = number;
        } else {
          auto known = defined.find(number);
          told.uses.push_back(known == defined.end() ? kNone : known->second);
        }
      }
      at = end;
    }
    if (definition != kNone) defined[definition] = i;
  }
  return numbered;
}

// Numbers for texts, the same for equal ones.
class Classes {
 public:
  uint32_t Of(const std::string& text) {
    return numbers_.emplace(text, static_cast<uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::unordered_map<std::string, uint32_t> numbers_;
};

// How far what a line names is followed, from the first matching to the last.
constexpr std::array<size_t, 3> kReaches = {3, 1, 0};

// By reach: the class of each line, equal for lines that compute the same as far as that.
std::vector<std::vector<uint32_t>> Reaching(const std::vector<NumberedLine>& lines,
                                            Classes* classes) {
  std::vector<std::vector<uint32_t>> all(kReaches[0] + 1);
  for (const NumberedLine& line : lines) all[0].push_back(classes->Of(line.key));
  for (size_t reach = 1; reach <= kReaches[0]; ++reach) {
    for (size_t i = 0; i < lines.size(); ++i) {
      const uint32_t own = all[0][i];
      if (lines[i].uses.empty()) {
        all[reach].push_back(own);
        continue;
      }
      std::string text = "\n" + std::to_string(own);
      for (uint32_t use : lines[i].uses) {
        text += ' ';
        if (use != kNone) text += std::to_string(all[reach - 1][use]);
      }
      all[reach].push_back(classes->Of(text));
    }
  }
  return all;
}

// What a line computes, for pairing: the operator called, else the first word.
std::string_view RoleOf(std::string_view line) {
  size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const size_t value = line.find("= ", begin);
  if (value != std::string_view::npos && value < line.find('(', begin)) begin = value + 2;
  size_t end = begin;
  while (end < line.size() && IsWordOrDot(line[end])) ++end;
  if (end > begin && end < line.size() && line[end] == '(') return line.substr(begin, end - begin);
  // A field of a tuple.
  if (begin < line.size() && line[begin] == '%') {
    end = begin + 1;
    while (end < line.size() && IsWordOrDot(line[end])) ++end;
    const size_t dot = line.substr(begin, end - begin).rfind('.');
    if (dot != std::string_view::npos) return line.substr(begin + dot, end - begin - dot);
  }
  return line.substr(begin, line.find(' ', begin) - begin);
}

// Tells which numbers of the two texts mean the same.
class Counterparts {
 public:
  Counterparts(const std::vector<NumberedLine>& a, const std::vector<NumberedLine>& b,
               const RelatedLines& known)
      : a_(a), b_(b), of_a_(a.size(), kNone), of_b_(b.size(), kNone) {
    for (const auto& [x, y] : known.lines) Pair(x, y);
    for (const auto& [i, k] : known.constants) PairConstants(i, k);
  }

  void Pair(uint32_t x, uint32_t y) {
    of_a_[x] = y;
    of_b_[y] = x;
  }
  // Of lines that say the same but for numbers: a constant is what it is in the first that have it.
  void PairConstantsOf(uint32_t x, uint32_t y) {
    for (size_t i = 0; i < a_[x].constants.size(); ++i) {
      PairConstants(a_[x].constants[i], b_[y].constants[i]);
    }
  }

  // Whether all that two lines name by number is the same; their texts without numbers are.
  bool SameReferences(uint32_t x, uint32_t y) const {
    const NumberedLine &before = a_[x], &after = b_[y];
    for (size_t i = 0; i < before.uses.size(); ++i) {
      // What one text alone defines has no counterpart; where such a variable stands in the place
      // of another, a line took the place of another.
      const uint32_t use_a = before.uses[i], use_b = after.uses[i];
      const uint32_t meant_a = use_a == kNone ? kNone : of_a_[use_a];
      const uint32_t meant_b = use_b == kNone || of_b_[use_b] == kNone ? kNone : use_b;
      if (meant_a != meant_b) return false;
    }
    for (size_t i = 0; i < before.constants.size(); ++i) {
      auto left = constants_a_.find(before.constants[i]);
      auto right = constants_b_.find(after.constants[i]);
      const bool known_a = left != constants_a_.end(), known_b = right != constants_b_.end();
      if (known_a != known_b || (known_a && left->second != after.constants[i])) return false;
    }
    return true;
  }

 private:
  void PairConstants(uint32_t i, uint32_t k) {
    if (constants_a_.contains(i) || constants_b_.contains(k)) return;
    constants_a_[i] = k;
    constants_b_[k] = i;
  }

  const std::vector<NumberedLine>&a_, &b_;
  std::vector<uint32_t> of_a_, of_b_;
  std::unordered_map<uint32_t, uint32_t> constants_a_, constants_b_;
};

// The pairs that rise on both sides together with those of `fixed`, which do.
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

IndexPairs Merged(const IndexPairs& a, const IndexPairs& b) {
  IndexPairs all;
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return all;
}

class Difference {
 public:
  Difference(std::string_view before, std::string_view after)
      : lines_a_(LinesOf(before)),
        lines_b_(LinesOf(after)),
        a_(Numbered(lines_a_)),
        b_(Numbered(lines_b_)) {}

  std::vector<LineEdit> Find(const RelatedLines& given) {
    const RelatedLines known = Within(given);
    Align(known);
    Counterparts counterparts(a_, b_, known);
    for (const auto& [x, y] : versions_) counterparts.Pair(x, y);
    for (const auto& [x, y] : same_) counterparts.Pair(x, y);
    for (const auto& [x, y] : same_) counterparts.PairConstantsOf(x, y);
    std::vector<LineEdit> edits;
    uint32_t i = 0, k = 0;
    auto replace = [&](size_t x, size_t y) {
      while (i < x) edits.push_back({'-', lines_a_[i++]});
      while (k < y) edits.push_back({'+', lines_b_[k++]});
    };
    auto version = versions_.begin();
    auto replace_to = [&](size_t x, size_t y) {
      for (; version != versions_.end() && version->first < x; ++version) {
        replace(version->first, version->second);
        replace(version->first + size_t{1}, version->second + size_t{1});
      }
      replace(x, y);
    };
    for (const auto& [x, y] : same_) {
      replace_to(x, y);
      if (!counterparts.SameReferences(x, y)) {
        replace(x + size_t{1}, y + size_t{1});
        continue;
      }
      edits.push_back({' ', lines_b_[y]});
      ++i, ++k;
    }
    replace_to(a_.size(), b_.size());
    return edits;
  }

 private:
  // Without lines that the texts do not have.
  RelatedLines Within(const RelatedLines& given) const {
    RelatedLines known{{}, given.constants};
    for (const auto& [x, y] : given.lines) {
      if (x < a_.size() && y < b_.size()) known.lines.emplace_back(x, y);
    }
    return known;
  }

  void Align(const RelatedLines& known) {
    Classes classes;
    const auto reaching_a = Reaching(a_, &classes), reaching_b = Reaching(b_, &classes);
    auto says_the_same = [&](const std::pair<uint32_t, uint32_t>& pair) {
      return reaching_a[0][pair.first] == reaching_b[0][pair.second];
    };
    IndexPairs alike, others;
    for (const auto& pair : known.lines) (says_the_same(pair) ? alike : others).push_back(pair);
    alike = InOrder(alike);
    IndexPairs pairs = Merged(alike, Fitting(others, alike));
    for (size_t reach : kReaches) {
      pairs = MatchBetween(pairs, reaching_a[reach], reaching_b[reach]);
    }
    IndexPairs known_versions;
    for (const auto& pair : pairs) (says_the_same(pair) ? same_ : known_versions).push_back(pair);
    versions_ = Versions(known_versions);
  }

  // Pairs of lines between those that are the same of which one became the other: they call the
  // same operator; those whose results are of the same type come first.
  IndexPairs Versions(const IndexPairs& known) const {
    Classes classes;
    std::vector<uint32_t> roles_a, roles_b, typed_a, typed_b;
    auto read = [&classes](const Lines& lines, std::vector<uint32_t>* roles,
                           std::vector<uint32_t>* typed) {
      for (std::string_view line : lines) {
        const std::string role(RoleOf(line));
        roles->push_back(classes.Of(role));
        const size_t type = line.rfind("/* ty=");
        typed->push_back(
            classes.Of(role + "\n" + std::string(type == line.npos ? "" : line.substr(type))));
      }
    };
    read(lines_a_, &roles_a, &typed_a);
    read(lines_b_, &roles_b, &typed_b);
    IndexPairs fixed = Merged(same_, known);
    const IndexPairs all = MatchBetween(MatchBetween(fixed, typed_a, typed_b), roles_a, roles_b);
    IndexPairs versions;
    std::set_difference(all.begin(), all.end(), same_.begin(), same_.end(),
                        std::back_inserter(versions));
    return versions;
  }

  const Lines lines_a_, lines_b_;
  const std::vector<NumberedLine> a_, b_;
  IndexPairs same_;      // Lines that say the same but for numbers.
  IndexPairs versions_;  // Others of which one became the other.
};

}  // namespace

std::string ProgramDiff(std::string_view before, std::string_view after, const RelatedLines& known,
                        size_t context) {
  if (before == after) return {};
  return HunksText(Difference(before, after).Find(known), context);
}

std::string ProgramDiff(const IRModule& before, const IRModule& after, const RelatedLines& known) {
  PrintOptions options = PrintOptions::WithoutMetaData();
  options.show_spans = false;
  return ProgramDiff(PrintModule(before, options), PrintModule(after, options), known);
}

}  // namespace passcope
