#include "gate/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "gate/compare_passes.h"
#include "support/real_text.h"

namespace passcope::gate {
namespace {

constexpr FindingKind kKinds[] = {
    {"other-version", "Baseline of another version"},
    {"new-program", "Program without an entry"},
    {"missing-program", "Entry without a program"},
    {"new-pipeline", "Pipeline without an entry"},
    {"missing-pipeline", "Entry without a pipeline"},
    {"program-options-changed", "Other options of the program"},
    {"pipeline-changed", "Other text of the pipeline"},
    {"failed", "Failure"},
    {"program-changed", "Program changed"},
    {"pass-removed", "Pass removed"},
    {"pass-added", "Pass added"},
    {"pass-moved", "Pass moved"},
    {"pass-effect", "Other effect of a pass"},
    {"pass-operators", "Other operators after a pass"},
    {"operators", "Other operators in the result"},
    {"missed", "Missed remarks"},
    {"figure", "Other size or work"},
    {"executor", "Other executor"},
    {"slower", "Slower passes"},
    {"faster", "Faster passes"},
    {"times-not-compared", "Times not compared"},
};

// A difference of a count.
Finding CountFinding(const char* kind, std::string figure, int64_t before, int64_t after,
                     std::string unit) {
  Finding finding;
  finding.kind = kind;
  finding.figure = std::move(figure);
  finding.before = static_cast<double>(before);
  finding.after = static_cast<double>(after);
  finding.unit = std::move(unit);
  finding.better = after < before;
  return finding;
}

void CompareOperators(const Facts& baseline, const Facts& now, std::vector<Finding>* findings) {
  const std::string list = DifferenceList(baseline.operators, now.operators);
  if (list.empty()) return;
  const int64_t before = SumOf(baseline.operators), after = SumOf(now.operators);
  Finding finding = CountFinding("operators", "operators", before, after, "calls");
  if (before == after) finding.better = std::nullopt;
  finding.message =
      fmt::format("the result has {}: {}, not {} ({})",
                  MoreOrFewer(after - before, "operator", "operators"), after, before, list);
  findings->push_back(std::move(finding));
}

void CompareMissed(const Facts& baseline, const Facts& now, std::vector<Finding>* findings) {
  Counts all = baseline.missed;
  all.insert(now.missed.begin(), now.missed.end());
  for (const auto& [name, count] : all) {
    auto of = [&name = name](const Facts& facts) {
      auto found = facts.missed.find(name);
      return found == facts.missed.end() ? int64_t{0} : found->second;
    };
    const int64_t before = of(baseline), after = of(now);
    if (before == after) continue;
    Finding finding = CountFinding("missed", name, before, after, "remarks");
    finding.pass = name.substr(0, name.find('.'));
    finding.message = fmt::format("{} of the kind {}: {}, not {}",
                                  MoreOrFewer(after - before, "missed remark", "missed remarks"),
                                  name, after, before);
    findings->push_back(std::move(finding));
  }
}

void CompareFigures(const Facts& baseline, const Facts& now, std::vector<Finding>* findings) {
  for (const FigureRow& row : FigureTable()) {
    auto before = baseline.figures.find(row.name), after = now.figures.find(row.name);
    if (before == baseline.figures.end() || after == now.figures.end()) continue;
    if (before->second == after->second) continue;
    Finding finding = CountFinding("figure", row.name, before->second, after->second, row.unit);
    finding.message = fmt::format("the result has {}: {}, not {}",
                                  MoreOrFewer(after->second - before->second, row.one, row.noun),
                                  after->second, before->second);
    findings->push_back(std::move(finding));
  }
  if (baseline.not_planned.empty() == now.not_planned.empty()) return;
  Finding finding;
  finding.kind = "executor";
  finding.better = now.not_planned.empty();
  finding.message = now.not_planned.empty()
                        ? "the graph executor can now run the result"
                        : "the graph executor can no longer run the result: " + now.not_planned;
  findings->push_back(std::move(finding));
}

// `pass` is empty for all passes together.
void CompareTime(const std::string& pass, const TimeFacts& baseline, const TimeFacts& now,
                 const TimeOptions& options, std::vector<Finding>* findings) {
  const double limit = LimitOf(baseline, now, options);
  const bool slower = now.ratio > limit;
  const bool faster = baseline.ratio > LimitOf(now, baseline, options);
  if (!slower && !faster) return;
  Finding finding;
  finding.kind = slower ? "slower" : "faster";
  finding.severity = slower ? Severity::kError : Severity::kNote;
  finding.pass = pass;
  finding.figure = "time";
  finding.before = baseline.ratio;
  finding.after = now.ratio;
  finding.unit = "times of the reference loop";
  finding.better = faster;
  const double most = std::max(baseline.ratio, now.ratio);
  const double least = std::max(std::min(baseline.ratio, now.ratio), 1e-9);
  finding.message = fmt::format(
      "{} {} times as {} as in the baseline: {} times the reference loop, not {}",
      pass.empty() ? "all passes together are" : pass + " is", GeneralText(most / least, 2),
      slower ? "slow" : "fast", GeneralText(now.ratio, 3), GeneralText(baseline.ratio, 3));
  if (slower) finding.message += "; the limit is " + GeneralText(limit, 3);
  findings->push_back(std::move(finding));
}

void CompareTimes(const Facts& baseline, const Facts& now, const TimeOptions& options,
                  std::vector<Finding>* findings) {
  if (!baseline.times || !now.times) return;
  if (baseline.times->build != now.times->build) {
    Finding finding;
    finding.kind = "times-not-compared";
    finding.severity = Severity::kNote;
    finding.message = fmt::format(
        "the times are not compared: those of the baseline are of the build '{}', and this is '{}'",
        baseline.times->build, now.times->build);
    findings->push_back(std::move(finding));
    return;
  }
  CompareTime("", baseline.times->all, now.times->all, options, findings);
  for (const auto& [name, time] : now.times->passes) {
    auto before = baseline.times->passes.find(name);
    if (before == baseline.times->passes.end()) continue;
    if (!CountsAsTime(before->second, baseline.times->all)) continue;
    CompareTime(name, before->second, time, options, findings);
  }
}

}  // namespace

const char* NameOf(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kNote:
      break;
  }
  return "note";
}

std::span<const FindingKind> FindingKinds() { return kKinds; }

const char* TitleOf(const Finding& finding) {
  for (const FindingKind& kind : kKinds) {
    if (finding.kind == kind.name) return kind.title;
  }
  throw std::out_of_range(finding.kind);
}

std::vector<Finding> CompareFacts(const Facts& baseline, const Facts& now,
                                  const TimeOptions& options) {
  std::vector<Finding> findings;
  if (int64_t more = now.operators_before - baseline.operators_before; more != 0) {
    Finding finding = CountFinding("program-changed", "operatorsBefore", baseline.operators_before,
                                   now.operators_before, "calls");
    finding.message = fmt::format("the program has {} before the first pass: {}, not {}",
                                  MoreOrFewer(more, "operator", "operators"), now.operators_before,
                                  baseline.operators_before);
    findings.push_back(std::move(finding));
  }
  ComparePasses(baseline, now, &findings);
  CompareOperators(baseline, now, &findings);
  CompareMissed(baseline, now, &findings);
  CompareFigures(baseline, now, &findings);
  CompareTimes(baseline, now, options, &findings);
  return findings;
}

int64_t CountOf(const std::vector<Finding>& findings, Severity severity) {
  return std::count_if(findings.begin(), findings.end(),
                       [&](const Finding& finding) { return finding.severity == severity; });
}

std::string Counted(int64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string MoreOrFewer(int64_t difference, const char* one, const char* many) {
  if (difference == 0) return fmt::format("as many {}", many);
  const int64_t size = difference < 0 ? -difference : difference;
  return fmt::format("{} {} {}", size, difference > 0 ? "more" : "fewer", size == 1 ? one : many);
}

}  // namespace passcope::gate
