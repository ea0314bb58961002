// Aligns the two trees of passes level by level: passes of one name match in their order.
#include "gate/compare_passes.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "support/match_sequences.h"

namespace passcope::gate {
namespace {

using Indices = std::vector<uint32_t>;

// The passes of one side as a tree.
class Tree {
 public:
  explicit Tree(const Facts& facts) : facts_(facts), children_(facts.passes.size()) {
    std::vector<uint32_t> open;
    for (uint32_t i = 0; i < facts.passes.size(); ++i) {
      const auto depth = static_cast<size_t>(std::max<int64_t>(facts.passes[i].depth, 0));
      open.resize(std::min(open.size(), depth));
      parents_.push_back(open.empty() ? -1 : static_cast<int64_t>(open.back()));
      (open.empty() ? roots_ : children_[open.back()]).push_back(i);
      open.push_back(i);
    }
  }

  const Facts& facts() const { return facts_; }
  const PassFacts& pass(uint32_t i) const { return facts_.passes[i]; }
  const Indices& roots() const { return roots_; }
  const Indices& children(uint32_t i) const { return children_[i]; }
  // -1 for a root.
  int64_t parent(uint32_t i) const { return parents_[i]; }
  const Indices& siblings(uint32_t i) const {
    return parents_[i] < 0 ? roots_ : children_[static_cast<size_t>(parents_[i])];
  }

  // The effect on operators without that of the passes inside.
  Counts Own(uint32_t i) const {
    Counts own = pass(i).difference;
    for (uint32_t child : children_[i]) own = Difference(pass(child).difference, own);
    return own;
  }

  // "FoldConstant (run 2 of 3)", "InferType inside of FoldConstant".
  std::string Label(uint32_t i) const {
    const std::string& name = pass(i).name;
    int64_t count = 0, number = 0;
    for (uint32_t other : siblings(i)) {
      if (pass(other).name != name || pass(other).ran() != pass(i).ran()) continue;
      ++count;
      if (other <= i) ++number;
    }
    std::string label = name;
    if (count > 1) label += fmt::format(" (run {} of {})", number, count);
    const int64_t parent = parents_[i];
    if (parent >= 0 && pass(static_cast<uint32_t>(parent)).name != "sequential") {
      label += " inside of " + pass(static_cast<uint32_t>(parent)).name;
    }
    return label;
  }

  // "after InferType", "at the beginning", both also with "of PARENT".
  std::string Place(uint32_t i) const {
    const Indices& list = siblings(i);
    std::string inside;
    if (parents_[i] >= 0) {
      inside = " inside of " + pass(static_cast<uint32_t>(parents_[i])).name;
    }
    const auto at = std::find(list.begin(), list.end(), i) - list.begin();
    if (at == 0) return "first" + (inside.empty() ? std::string(" of all") : inside);
    return "after " + pass(list[static_cast<size_t>(at) - 1]).name + inside;
  }

 private:
  const Facts& facts_;
  Indices roots_;
  std::vector<Indices> children_;
  std::vector<int64_t> parents_;
};

class Comparer {
 public:
  Comparer(const Facts& baseline, const Facts& now)
      : before_(baseline), after_(now), partners_(baseline.passes.size()) {}

  std::vector<Finding> Run() {
    CompareLists(before_.roots(), after_.roots());
    FindMoves();
    for (uint32_t i : removed_) Removed(i, std::nullopt);
    for (uint32_t i : added_) Added(i);
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Found& a, const Found& b) { return a.place < b.place; });
    std::vector<Finding> findings;
    for (Found& found : found_) findings.push_back(std::move(found.finding));
    return findings;
  }

 private:
  // A finding and its place among the passes of the baseline.
  struct Found {
    double place;
    Finding finding;
  };

  void CompareLists(const Indices& before, const Indices& after) {
    std::map<std::string, uint32_t> numbers;
    auto keys = [&](const Tree& tree, const Indices& list) {
      std::vector<uint32_t> result;
      for (uint32_t i : list) {
        auto number = static_cast<uint32_t>(numbers.size());
        result.push_back(numbers.emplace(tree.pass(i).name, number).first->second);
      }
      return result;
    };
    const std::vector<uint32_t> left = keys(before_, before), right = keys(after_, after);
    std::vector<bool> matched(after.size());
    size_t next = 0;
    const IndexPairs pairs = MatchSequences(left, right);
    for (uint32_t i = 0; i < before.size(); ++i) {
      if (next < pairs.size() && pairs[next].first == i) {
        matched[pairs[next].second] = true;
        partners_[before[i]] = after[pairs[next].second];
        ++next;
      } else {
        removed_.push_back(before[i]);
      }
    }
    for (size_t i = 0; i < after.size(); ++i) {
      if (!matched[i]) added_.push_back(after[i]);
    }
    for (const auto& [i, j] : pairs) ComparePair(before[i], after[j]);
  }

  void ComparePair(uint32_t i, uint32_t j) {
    const PassFacts &before = before_.pass(i), &after = after_.pass(j);
    if (before.ran() && !after.ran()) return Removed(i, after.skipped);
    if (!before.ran() && after.ran()) return Added(j);
    if (!before.ran()) {
      if (before.skipped == after.skipped) return;
      Finding finding = Make("pass-effect", before.name);
      finding.severity = Severity::kWarning;
      finding.message = fmt::format("{} does not run for another reason: {}, not {}",
                                    before_.Label(i), after.skipped, before.skipped);
      return Push(i, std::move(finding));
    }
    const Counts own_before = before_.Own(i), own_after = after_.Own(j);
    const bool flips = before.changed != after.changed;
    if (own_before != own_after) {
      const int64_t more = SumOf(own_after) - SumOf(own_before);
      Finding finding = Make(flips ? "pass-effect" : "pass-operators", before.name);
      SetOperators(before.operators, after.operators, &finding);
      finding.better = more == 0 ? std::nullopt : std::optional(more < 0);
      const char* effect = !flips          ? "has another effect"
                           : after.changed ? "now changes the program"
                                           : "no longer changes the program";
      finding.message = fmt::format("{} {}: {} after it ({})", before_.Label(i), effect,
                                    MoreOrFewer(more, "operator", "operators"),
                                    DifferenceList(own_before, own_after));
      return Push(i, std::move(finding));
    }
    const size_t known = found_.size() + removed_.size() + added_.size();
    CompareLists(before_.children(i), after_.children(j));
    if (!flips || found_.size() + removed_.size() + added_.size() != known) return;
    Finding finding = Make("pass-effect", before.name);
    finding.message =
        fmt::format("{} {} the program, with the same operators after it", before_.Label(i),
                    after.changed ? "now changes" : "no longer changes");
    Push(i, std::move(finding));
  }

  // A pass that was removed at one place and added at another one moved.
  void FindMoves() {
    auto inside = [this](uint32_t j) {
      Indices list = {j};
      for (size_t k = 0; k < list.size(); ++k) {
        const Indices& children = after_.children(list[k]);
        list.insert(list.end(), children.begin(), children.end());
      }
      return list;
    };
    std::vector<bool> taken(after_.facts().passes.size());
    std::erase_if(removed_, [&](uint32_t i) {
      if (!before_.pass(i).ran()) return false;
      for (uint32_t top : added_) {
        for (uint32_t j : inside(top)) {
          const PassFacts& pass = after_.pass(j);
          if (taken[j] || !pass.ran() || pass.name != before_.pass(i).name) continue;
          taken[j] = true;
          Finding finding = Make("pass-moved", pass.name);
          SetOperators(before_.pass(i).operators, pass.operators, &finding);
          finding.message = fmt::format(
              "{} runs {}, not {}: {} after it", before_.Label(i), after_.Place(j),
              before_.Place(i),
              MoreOrFewer(pass.operators - before_.pass(i).operators, "operator", "operators"));
          Push(i, std::move(finding));
          return true;
        }
      }
      return false;
    });
    std::erase_if(added_, [&](uint32_t j) { return taken[j]; });
  }

  void Removed(uint32_t i, const std::optional<std::string>& reason) {
    const PassFacts& pass = before_.pass(i);
    Finding finding = Make("pass-removed", pass.name);
    if (!pass.ran()) {
      finding.severity = Severity::kWarning;
      finding.message = before_.Label(i) + ", which did not run, is no longer in the pipeline";
      return Push(i, std::move(finding));
    }
    finding.message = before_.Label(i) + " no longer runs";
    if (reason) finding.message += " (" + *reason + ")";
    finding.message += ": ";
    if (pass.changed) {
      // The operators where both ran the same pass again.
      finding.message += Consequence(NextPair(i), &finding);
    } else {
      finding.message += "it did not change the program";
    }
    Push(i, std::move(finding));
  }

  void Added(uint32_t j) {
    const PassFacts& pass = after_.pass(j);
    Finding finding = Make("pass-added", pass.name);
    if (!pass.ran()) {
      finding.severity = Severity::kWarning;
      finding.message = fmt::format("{} is now in the pipeline, but does not run ({})",
                                    after_.Label(j), pass.skipped);
    } else {
      std::optional<std::pair<uint32_t, uint32_t>> next;
      for (uint32_t i = 0; i < partners_.size() && !next; ++i) {
        if (!partners_[i] || *partners_[i] <= j) continue;
        const uint32_t k = *partners_[i];
        if (after_.pass(k).depth > pass.depth || !after_.pass(k).ran()) continue;
        if (before_.pass(i).ran()) next = {i, k};
      }
      finding.message = after_.Label(j) + " now runs: ";
      finding.message += pass.changed ? Consequence(next, &finding)
                                      : std::string("it does not change the program");
    }
    // Beside the first pass that follows in the baseline.
    double place = static_cast<double>(partners_.size());
    for (uint32_t i = 0; i < partners_.size(); ++i) {
      if (partners_[i] && *partners_[i] > j) place = std::min(place, i - 0.5);
    }
    found_.push_back({place, std::move(finding)});
  }

  // The first passes after a removed one that match, outside of it.
  std::optional<std::pair<uint32_t, uint32_t>> NextPair(uint32_t i) const {
    for (uint32_t k = i + 1; k < partners_.size(); ++k) {
      if (!partners_[k] || before_.pass(k).depth > before_.pass(i).depth) continue;
      if (before_.pass(k).ran() && after_.pass(*partners_[k]).ran()) {
        return std::pair(k, *partners_[k]);
      }
    }
    return std::nullopt;
  }

  // "42 more operators after FuseOps", or "at the end".
  std::string Consequence(const std::optional<std::pair<uint32_t, uint32_t>>& pair,
                          Finding* finding) const {
    int64_t before = SumOf(before_.facts().operators), after = SumOf(after_.facts().operators);
    std::string place = "at the end";
    if (pair) {
      before = before_.pass(pair->first).operators;
      after = after_.pass(pair->second).operators;
      place = "after " + before_.Label(pair->first);
    }
    SetOperators(before, after, finding);
    return fmt::format("{} {}", MoreOrFewer(after - before, "operator", "operators"), place);
  }

  static Finding Make(const char* kind, const std::string& pass) {
    Finding finding;
    finding.kind = kind;
    finding.pass = pass;
    return finding;
  }

  static void SetOperators(int64_t before, int64_t after, Finding* finding) {
    finding->figure = "operators";
    finding->before = static_cast<double>(before);
    finding->after = static_cast<double>(after);
    finding->unit = "calls";
  }

  void Push(uint32_t i, Finding finding) {
    found_.push_back({static_cast<double>(i), std::move(finding)});
  }

  Tree before_, after_;
  // By pass of the baseline: the pass that it matches.
  std::vector<std::optional<uint32_t>> partners_;
  Indices removed_, added_;
  std::vector<Found> found_;
};

}  // namespace

void ComparePasses(const Facts& baseline, const Facts& now, std::vector<Finding>* findings) {
  std::vector<Finding> found = Comparer(baseline, now).Run();
  findings->insert(findings->end(), std::make_move_iterator(found.begin()),
                   std::make_move_iterator(found.end()));
}

std::string DifferenceList(const Counts& before, const Counts& after) {
  std::string list;
  for (const auto& [name, count] : Difference(before, after)) {
    list += fmt::format("{}{} {:+}", list.empty() ? "" : ", ", name, count);
  }
  return list;
}

}  // namespace passcope::gate
