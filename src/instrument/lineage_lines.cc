#include "instrument/lineage_lines.h"

#include <unordered_map>
#include <utility>

#include "instrument/lineage_places.h"

namespace passcope {
namespace {

// True if the link connects versions of the same expression, perhaps changed.
bool IsSame(const LineageLink& link, const LineageGraph::Program& from,
            const LineageGraph::Program& to) {
  if (link.from == LineageLink::kNone || link.to == LineageLink::kNone) return false;
  switch (link.kind) {
    case LineageKind::kUnchanged:
    case LineageKind::kChanged:
      return true;
    case LineageKind::kSplit:
      return IsAlike(from.nodes[link.from], to.nodes[link.to]);
    default:
      return false;
  }
}

IndexPairs Joined(const std::vector<LineOrigins::Origin>& before,
                  const std::vector<LineOrigins::Origin>& after) {
  // An expression that became several is paired with them in the order of the texts.
  struct Places {
    std::vector<int64_t> all;
    size_t used = 0;
  };
  std::unordered_map<int64_t, Places> of_source;
  for (const LineOrigins::Origin& origin : after) {
    of_source[origin.source].all.push_back(origin.place);
  }
  IndexPairs pairs;
  for (const LineOrigins::Origin& origin : before) {
    auto found = of_source.find(origin.source);
    if (found == of_source.end() || found->second.used == found->second.all.size()) continue;
    pairs.emplace_back(static_cast<uint32_t>(origin.place),
                       static_cast<uint32_t>(found->second.all[found->second.used++]));
  }
  return pairs;
}

class LineageDiffer : public RunDiffer {
 public:
  std::vector<InstrumentPtr> Watch(const IRModule& program) override {
    runs_.emplace_back(program);
    return {runs_.back().watcher()};
  }
  std::string Diff(const IRModule& before, const IRModule& after) override {
    RelatedLines known;
    if (runs_.size() == 2) known = Relate(runs_[0].Of(before), runs_[1].Of(after));
    return ProgramDiff(before, after, known);
  }

 private:
  std::vector<RunLineage> runs_;
};

std::vector<RelatedPlaces> PlacesOf(const IndexPairs& pairs) {
  std::vector<RelatedPlaces> places;
  places.reserve(pairs.size());
  for (const auto& [before, after] : pairs) places.push_back({before, after});
  return places;
}
std::vector<RelatedPlaces> RelatedLinesOf(const RelatedLines& related) {
  return PlacesOf(related.lines);
}
std::vector<RelatedPlaces> RelatedConstantsOf(const RelatedLines& related) {
  return PlacesOf(related.constants);
}

}  // namespace

LineOrigins OriginsOfLines(const TraceInstrument& trace, ProgramOfTrace program,
                           ProgramOfTrace source) {
  const LineageGraph::Program& from = ProgramOf(trace, source);
  const LineageGraph::Program& to = ProgramOf(trace, program);
  std::vector<uint32_t> origins(to.nodes.size(), LineageLink::kNone);
  if (from.module == to.module) {
    for (uint32_t i = 0; i < origins.size(); ++i) origins[i] = i;
  } else {
    for (const LineageLink& link : trace.lineage().Align(source, program)) {
      if (IsSame(link, from, to) && origins[link.to] == LineageLink::kNone) {
        origins[link.to] = link.from;
      }
    }
  }
  auto told = [&origins](const std::vector<uint32_t>& nodes) {
    std::vector<LineOrigins::Origin> list;
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i] == LineageLink::kNone || origins[nodes[i]] == LineageLink::kNone) continue;
      list.push_back({static_cast<int64_t>(i), static_cast<int64_t>(origins[nodes[i]])});
    }
    return list;
  };
  const LineagePlaces places(to);
  return {told(places.Subjects()), told(places.Constants())};
}

RelatedLines Relate(const LineOrigins& before, const LineOrigins& after) {
  return {Joined(before.lines, after.lines), Joined(before.constants, after.constants)};
}

RelatedLines LinesBetween(const TraceInstrument& trace, ProgramOfTrace before,
                          ProgramOfTrace after) {
  // These throw if there is no such program.
  ProgramOf(trace, before);
  ProgramOf(trace, after);
  const bool forward = trace.lineage().TimeOf(before) <= trace.lineage().TimeOf(after);
  const ProgramOfTrace source = forward ? before : after;
  return Relate(OriginsOfLines(trace, before, source), OriginsOfLines(trace, after, source));
}

bool OnlyRunsOthers(std::span<const PassLog::Entry> entries, const PassLog::Entry& entry) {
  IRModule now = entry.before;
  bool any = false;
  for (size_t i = static_cast<size_t>(entry.index) + 1; i < entries.size(); ++i) {
    const PassLog::Entry& inner = entries[i];
    if (inner.depth <= entry.depth) break;
    if (inner.parent != entry.index || !inner.ran()) continue;
    if (!(inner.before == now)) return false;
    now = inner.after;
    any = true;
  }
  return any && now == entry.after;
}

std::string RenderDiffs(const TraceInstrument& trace) {
  trace.lineage();  // Throws if lineage is not kept.
  std::string text;
  int within = -1;  // The depth of the pass whose difference is already printed.
  for (const PassLog::Entry& entry : trace.entries()) {
    if (within >= 0 && entry.depth > within) continue;
    within = -1;
    if (!entry.ran() || !entry.changed || OnlyRunsOthers(trace.entries(), entry)) continue;
    within = entry.depth;
    const ProgramOfTrace before{entry.index, false}, after{entry.index, true};
    const std::string diff =
        ProgramDiff(entry.before, entry.after, LinesBetween(trace, before, after));
    if (diff.empty()) continue;
    if (!text.empty()) text += '\n';
    text += "--- before " + entry.info.name + "\n+++ after " + entry.info.name + "\n" + diff;
  }
  return text.empty() ? "no pass changed the program\n" : text;
}

RunLineage::RunLineage(const IRModule& program)
    : trace_(std::make_shared<TraceInstrument>(TraceOptions{.lineage = true})), watcher_(trace_) {
  Look(program);
}

// Records the module as the input and output of a pass.
int64_t RunLineage::Look(const IRModule& module) {
  const auto entry = static_cast<int64_t>(trace_->entries().size());
  const PassInfo info{.name = "look"};
  trace_->RunBeforePass(module, info);
  trace_->RunAfterPass(module, info);
  return entry;
}

LineOrigins RunLineage::Of(const IRModule& result) {
  return OriginsOfLines(*trace_, {Look(result), true}, {0, false});
}

std::unique_ptr<RunDiffer> DifferByLineage() { return std::make_unique<LineageDiffer>(); }

template <>
const RecordSchema& SchemaOf<LineOrigins::Origin>() {
  using Origin = LineOrigins::Origin;
  static constexpr RecordField kFields[] = {
      Member<&Origin::place>("place", "The line, from 0, or the `n` of `meta[relay.Constant][n]`."),
      Member<&Origin::source>("source", "The number of the expression in the first program."),
  };
  static constexpr RecordSchema schema = {
      "LineOrigin",
      "The expression of the first program that a line or a constant of a text comes from.",
      kFields, RecordSchema::Form::kTuple};
  return schema;
}

template <>
const RecordSchema& SchemaOf<LineOrigins>() {
  static constexpr RecordField kFields[] = {
      Member<&LineOrigins::lines>("lines", "The origins of lines, in their order."),
      Member<&LineOrigins::constants>("constants", "The origins of constants, in their order."),
  };
  static constexpr RecordSchema schema = {
      "LineOrigins",
      "The lines and constants in the text of a program without metadata that come from "
      "expressions of the first program.",
      kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<RelatedPlaces>() {
  static constexpr RecordField kFields[] = {
      Member<&RelatedPlaces::before>("before", "The line or the constant in the first text."),
      Member<&RelatedPlaces::after>("after", "The line or the constant in the second text."),
  };
  static constexpr RecordSchema schema = {
      "RelatedPlaces", "A line or a constant of a text and its counterpart in another text.",
      kFields, RecordSchema::Form::kTuple};
  return schema;
}

template <>
const RecordSchema& SchemaOf<RelatedLines>() {
  static constexpr RecordField kFields[] = {
      Member<&RelatedLinesOf>("lines", "Lines, from 0, in the order of the first text."),
      Member<&RelatedConstantsOf>("constants",
                                  "Constants, by the `n` of `meta[relay.Constant][n]`."),
  };
  static constexpr RecordSchema schema = {
      "RelatedLines",
      "The lines and constants in the texts of two programs, without metadata, that correspond to "
      "the same expressions.",
      kFields};
  return schema;
}

}  // namespace passcope
