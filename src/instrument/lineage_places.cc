#include "instrument/lineage_places.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "ir/identity.h"

namespace passcope {
namespace {

constexpr std::string_view kConstant = "meta[relay.Constant][";

size_t LengthOf(const PrintedRange& range) { return range.end - range.begin; }

}  // namespace

const LineageGraph::Program& ProgramOf(const TraceInstrument& trace, ProgramOfTrace program) {
  const LineageGraph::Program* found = trace.lineage().Find(program);
  if (found) return *found;
  throw DiagnosticError(DiagKind::kUsage,
                        MSG(kLineageProgramMissing,
                            "the trace has no program for pass {index}; it recorded {count} passes",
                            program.index, trace.entries().size()));
}

LineagePlaces::LineagePlaces(const LineageGraph::Program& program)
    : program_(program),
      printed_(PrintModuleWithMap(program.module, PrintOptions::WithoutMetaData())),
      ranges_(program.nodes.size(), nullptr) {
  for (size_t at = printed_.text.find('\n'); at != std::string::npos;
       at = printed_.text.find('\n', at + 1)) {
    lines_.push_back(at + 1);
  }
  for (const PrintedRange& range : printed_.ranges) {
    const uint32_t* place = program.places.Find(IdentityOf(range.node));
    if (!place) continue;
    const PrintedRange*& known = ranges_[*place];
    if (!known || (range.definition && !known->definition)) known = &range;
  }
}

TextRange LineagePlaces::Of(uint32_t place) const {
  const PrintedRange* range = place == LineageLink::kNone ? nullptr : ranges_[place];
  if (!range) return {-1, -1, 0};
  return {static_cast<int64_t>(range->begin), static_cast<int64_t>(range->end),
          static_cast<int>(LineOf(range->begin))};
}

std::vector<uint32_t> LineagePlaces::InLine(int64_t line) const {
  if (line < 1 || static_cast<size_t>(line) > lines_.size()) return {};
  const size_t begin = lines_[static_cast<size_t>(line) - 1];
  const size_t end = static_cast<size_t>(line) < lines_.size() ? lines_[static_cast<size_t>(line)]
                                                               : printed_.text.size();
  std::vector<uint32_t> found;
  for (uint32_t place = 0; place < ranges_.size(); ++place) {
    const PrintedRange* range = ranges_[place];
    if (range && range->definition && range->begin >= begin && range->begin < end) {
      found.push_back(place);
    }
  }
  return found;
}

const ExprNode* LineagePlaces::At(int64_t offset) const {
  if (offset < 0 || static_cast<size_t>(offset) > printed_.text.size()) return nullptr;
  const auto at = static_cast<size_t>(offset);
  const size_t end = std::min(printed_.text.find('\n', at), printed_.text.size());
  const PrintedRange* best = nullptr;
  for (const PrintedRange& range : printed_.ranges) {
    if (range.begin > at || range.end <= at || range.end > end) continue;
    if (!best || LengthOf(range) < LengthOf(*best)) best = &range;
  }
  if (best) return best->node;
  // Prefers the largest that ends in the line, then the smallest that continues after it.
  for (const PrintedRange& range : printed_.ranges) {
    if (!range.definition || LineOf(range.begin) != LineOf(at)) continue;
    const bool fits = range.end <= end;
    const bool best_fits = best && best->end <= end;
    const bool better = !best || (fits && !best_fits) ||
                        (fits == best_fits && (LengthOf(range) > LengthOf(*best)) == fits);
    if (better) best = &range;
  }
  return best ? best->node : nullptr;
}

std::vector<uint32_t> LineagePlaces::Subjects() const {
  struct Subject {
    const PrintedRange* range = nullptr;
    bool fits = false;
  };
  std::vector<Subject> best(lines_.size());
  for (const PrintedRange& range : printed_.ranges) {
    // Parameters are in the lines of their functions.
    if (!range.definition || range.node->kind() == ExprKind::kVar) continue;
    const size_t line = LineOf(range.begin);
    const size_t end = line < lines_.size() ? lines_[line] : printed_.text.size() + 1;
    Subject& subject = best[line - 1];
    const bool fits = range.end < end;
    const bool better =
        !subject.range || (fits && !subject.fits) ||
        (fits == subject.fits && (LengthOf(range) > LengthOf(*subject.range)) == fits);
    if (better) subject = {&range, fits};
  }
  std::vector<uint32_t> subjects;
  subjects.reserve(best.size());
  for (const Subject& subject : best) {
    const uint32_t* place =
        subject.range ? program_.places.Find(IdentityOf(subject.range->node)) : nullptr;
    subjects.push_back(place ? *place : LineageLink::kNone);
  }
  return subjects;
}

std::vector<uint32_t> LineagePlaces::Constants() const {
  std::vector<uint32_t> constants;
  const std::string_view text = printed_.text;
  for (uint32_t place = 0; place < ranges_.size(); ++place) {
    const PrintedRange* range = ranges_[place];
    if (!range || range->node->kind() != ExprKind::kConstant) continue;
    const std::string_view told = text.substr(range->begin, LengthOf(*range));
    if (!told.starts_with(kConstant)) continue;
    size_t number = 0;
    for (size_t at = kConstant.size(); at < told.size() && told[at] >= '0' && told[at] <= '9';) {
      number = number * 10 + static_cast<size_t>(told[at++] - '0');
    }
    // There are at most as many constants as expressions.
    if (number >= ranges_.size()) continue;
    if (number >= constants.size()) constants.resize(number + 1, LineageLink::kNone);
    constants[number] = place;
  }
  return constants;
}

size_t LineagePlaces::LineOf(size_t offset) const {
  return static_cast<size_t>(std::upper_bound(lines_.begin(), lines_.end(), offset) -
                             lines_.begin());
}

}  // namespace passcope
