// Answers questions about lineage in terms of texts.
#include "instrument/lineage_questions.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <span>

#include "diagnostics/diagnostic.h"
#include "instrument/instruments.h"
#include "instrument/lineage_asked.h"
#include "instrument/lineage_lines.h"
#include "instrument/lineage_places.h"
#include "ir/identity.h"
#include "ir/origin_name.h"
#include "support/format.h"
#include "support/sorting.h"
#include "text/printer.h"

namespace passcope {
namespace {

constexpr const char* kTrace = "TraceInstrument";
// The answer contains at most this many origins of one expression.
constexpr size_t kMaxOrigins = 32;

std::string Alignment(const TraceInstrument& trace, const AlignmentQuestion& question) {
  const ProgramOfTrace from{question.index, question.from_after};
  const ProgramOfTrace to{question.to < 0 ? question.index : question.to, question.to_after};
  const std::vector<LineageLink> links = trace.lineage().Align(from, to);
  const LineagePlaces before(ProgramOf(trace, from)), after(ProgramOf(trace, to));
  std::vector<AlignedExpression> aligned;
  aligned.reserve(links.size());
  for (const LineageLink& link : links) {
    TextRange left = before.Of(link.from), right = after.Of(link.to);
    if (left.begin < 0 && right.begin < 0) continue;
    aligned.push_back({link.kind, left.begin, left.end, right.begin, right.end});
  }
  return JsonText(aligned);
}

std::vector<uint32_t> Union(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
  std::vector<uint32_t> both;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

struct Asked {
  std::vector<const ExprNode*> nodes;
  LineageGraph::Relatives ancestors, descendants;
};

// `Question` is LineageQuestion or RelativesQuestion.
template <class Question>
Asked RelativesOfAsked(const TraceInstrument& trace, const Question& question) {
  const ProgramOfTrace program{question.index, question.after};
  const LineageGraph::Program& own = ProgramOf(trace, program);
  Asked asked;
  if (!question.op.empty()) {
    asked.nodes = ConcernedCalls(trace.lineage(), program, question.op);
  } else {
    const ExprNode* node = question.source_line > 0
                               ? SourceAt(own, question.source_line, question.offset)
                               : LineagePlaces(own).At(question.offset);
    if (node) asked.nodes.push_back(node);
  }
  if (asked.nodes.empty()) return asked;
  asked.ancestors = trace.lineage().Ancestors(&program, asked.nodes);
  asked.descendants = trace.lineage().Descendants(&program, asked.nodes);
  return asked;
}

// The file that an expression was read from, or the node of a model; empty if unknown.
std::string SourceOf(const ExprNode* node) {
  const SpanNode* span = node->span().get();
  return span ? span->source.str() : std::string();
}

std::vector<LineageOrigin> Origins(const TraceInstrument& trace,
                                   const LineageGraph::Relatives& ancestors) {
  std::vector<LineageOrigin> origins;
  const LineageGraph::Program* first = trace.lineage().Find({0, false});
  if (!first) return origins;
  std::vector<uint32_t> places = trace.lineage().In(ancestors, {0, false});
  bool calls = std::any_of(places.begin(), places.end(),
                           [&](uint32_t i) { return As<CallNode>(first->nodes[i]); });
  for (uint32_t i : places) {
    const ExprNode* node = first->nodes[i];
    // If there are calls of operators, only those are reported.
    if ((calls && !As<CallNode>(node)) || origins.size() == kMaxOrigins) continue;
    const SpanNode* span = node->span().get();
    origins.push_back(
        {PrintSummary(Expr(node)), SourceOf(node), span && span->line > 0 ? span->line : 0});
  }
  return origins;
}

std::string Lineage(const TraceInstrument& trace, const LineageQuestion& question) {
  const Asked asked = RelativesOfAsked(trace, question);
  OrNull<ExpressionLineage> told;
  if (!asked.nodes.empty()) {
    const ExprNode* node = asked.nodes.front();
    const LineageGraph::Program& own = ProgramOf(trace, {question.index, question.after});
    TextRange range = LineagePlaces(own).Of(*own.places.Find(IdentityOf(node)));
    told.value = ExpressionLineage{
        PrintSummary(Expr(node)), range, static_cast<int>(asked.nodes.size()),
        Origins(trace, asked.ancestors), LineageSteps(trace, asked.ancestors, asked.descendants)};
  }
  return JsonText(told);
}

std::string RelativePlaces(const TraceInstrument& trace, const RelativesQuestion& question) {
  const Asked asked = RelativesOfAsked(trace, question);
  std::vector<TextRange> ranges;
  if (!asked.nodes.empty()) {
    const ProgramOfTrace in{question.other, question.other_after};
    const LineageGraph::Program& program = ProgramOf(trace, in);
    std::optional<LineagePlaces> places;
    if (!question.other_source) places.emplace(program);
    for (uint32_t i : Union(trace.lineage().In(asked.ancestors, in),
                            trace.lineage().In(asked.descendants, in))) {
      TextRange range = places ? places->Of(i) : SourceRange(program.nodes[i]);
      if (range.begin >= 0) ranges.push_back(range);
    }
  }
  SortItems(&ranges, [](const TextRange& a, const TextRange& b) { return a.begin < b.begin; });
  return JsonText(ranges);
}

std::string NamesOf(const std::vector<LineageKind>& kinds) {
  std::string names;
  for (LineageKind kind : kinds)
    names += (names.empty() ? "" : ", ") + std::string(LiteralOf(kind));
  return names;
}

// The expressions of a program that `of` names: the calls of an operator, the expressions in a
// line, or all calls.
std::vector<uint32_t> Wanted(const LineageGraph::Program& program, const std::string& of) {
  const bool line =
      !of.empty() && std::all_of(of.begin(), of.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (line && of.size() < 10) return LineagePlaces(program).InLine(std::stoll(of));
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < program.nodes.size(); ++i) {
    const ExprNode* node = program.nodes[i];
    if (of.empty() ? As<CallNode>(node) != nullptr : IsCallTo(node, of)) found.push_back(i);
  }
  return found;
}

// An expression in one line, with the node of the model that it comes from.
std::string LineOf(const ExprNode* node) {
  std::string text = PrintSummary(Expr(node));
  const bool of_model = node->span() && !PlaceIn(node->span());
  return of_model ? text + " of " + SourceOf(node) + "\n" : text + "\n";
}

std::string RenderLineage(const TraceInstrument& trace, const std::string& of) {
  LineageGraph& graph = trace.lineage();
  const std::vector<ProgramOfTrace> programs = graph.Programs();
  if (programs.empty()) return "";
  std::string text;
  auto tell = [&](ProgramOfTrace from, ProgramOfTrace to, bool ancestors) {
    const LineageGraph::Program& program = *graph.Find(from);
    const std::vector<uint32_t> wanted = Wanted(program, of);
    // Each answer looks at all expressions before and after each pass.
    constexpr size_t kWork = size_t{1} << 24, kFew = 8;
    const size_t each = program.nodes.size() * (trace.entries().size() + 1);
    const size_t most = std::max(kFew, kWork / std::max<size_t>(each, 1));
    for (uint32_t place : std::span(wanted).first(std::min(most, wanted.size()))) {
      const ExprNode* node = program.nodes[place];
      const LineageGraph::Relatives relatives =
          ancestors ? graph.Ancestors(&from, node) : graph.Descendants(&from, node);
      text += LineOf(node);
      for (const LineageStep& step : LineageSteps(trace, relatives, {})) {
        const PassLog::Entry& entry = trace.entries()[static_cast<size_t>(step.entry)];
        text += "  " + entry.info.name + ": " + NamesOf(step.kinds) + "\n";
      }
      for (uint32_t other : graph.In(relatives, to)) {
        const ExprNode* relative = graph.Find(to)->nodes[other];
        if (!relative->children().empty() || As<ConstantNode>(relative)) {
          text += (ancestors ? "  < " : "  > ") + LineOf(relative);
        }
      }
    }
    if (wanted.size() > most) text += Format("and {} more\n", wanted.size() - most);
  };
  tell(programs.front(), programs.back(), false);
  if (text.empty()) tell(programs.back(), programs.front(), true);
  if (text.empty()) {
    throw DiagnosticError(
        DiagKind::kUsage,
        MSG(kLineageCallOrLineMissing,
            "neither the first nor the last program has a call or a line '{of}'", of));
  }
  return text;
}

}  // namespace

template <>
const RecordSchema& SchemaOf<AlignedExpression>() {
  using Row = AlignedExpression;
  static constexpr RecordField kFields[] = {
      Member<&Row::kind>("kind", "What it became."),
      Member<&Row::before_begin>(
          "beforeBegin", "Its start in the earlier text, in bytes of UTF-8; -1 if there was none."),
      Member<&Row::before_end>("beforeEnd", "Its end there, exclusive."),
      Member<&Row::after_begin>("afterBegin", "Its start in the later text; -1 if there is none."),
      Member<&Row::after_end>("afterEnd", "Its end there, exclusive."),
  };
  static constexpr RecordSchema schema = {
      "AlignedExpression",
      "An expression of a program and what it became in a later one, by their positions in the "
      "texts without metadata.",
      kFields, RecordSchema::Form::kTuple};
  return schema;
}

template <>
const RecordSchema& SchemaOf<TextRange>() {
  static constexpr RecordField kFields[] = {
      Member<&TextRange::begin>("begin", "Its start in the text, in bytes of UTF-8."),
      Member<&TextRange::end>("end", "Its end, exclusive."),
      Member<&TextRange::line>("line", "Its first line, from 1; 0 if it has no position."),
  };
  static constexpr RecordSchema schema = {
      "TextRange", "The position of an expression in the text of a program without metadata.",
      kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<LineageStep>() {
  static constexpr RecordField kFields[] = {
      Member<&LineageStep::entry>("entry", "The index of the pass in the trace."),
      Member<&LineageStep::kinds>("kinds", "The kinds of changes, each once."),
      Member<&LineageStep::before>("before", "The number of related expressions before the pass."),
      Member<&LineageStep::after>("after", "The number of related expressions after the pass."),
  };
  static constexpr RecordSchema schema = {
      "LineageStep", "What a pass did with the ancestors or descendants of an expression.",
      kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<LineageOrigin>() {
  static constexpr RecordField kFields[] = {
      Member<&LineageOrigin::text>("text", "The expression as one line."),
      Member<&LineageOrigin::source>("source",
                                     "The file that it was parsed from, or the name of the node of "
                                     "the imported model; empty if it is not known."),
      Member<&LineageOrigin::line>("line", "The line there, from 1; 0 if it is not known."),
  };
  static constexpr RecordSchema schema = {
      "LineageOrigin", "An expression of the first program that another one was made from.",
      kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ExpressionLineage>() {
  using Row = ExpressionLineage;
  static constexpr RecordField kFields[] = {
      Member<&Row::text>("text", "The expression as one line."),
      Member<&Row::place>("place", "Its position in the text of its program."),
      Member<&Row::count>(
          "count",
          "The number of expressions at the position; the record describes the first one."),
      Member<&Row::origins>("origins",
                            "The expressions of the first program of the trace that it was made "
                            "from; only calls, if there are any."),
      Member<&Row::steps>("steps", "The passes that changed it, in their order."),
  };
  static constexpr RecordSchema schema = {
      "ExpressionLineage", "The origins of an expression and what it became.", kFields};
  return schema;
}

std::vector<LineageStep> LineageSteps(const TraceInstrument& trace,
                                      const LineageGraph::Relatives& ancestors,
                                      const LineageGraph::Relatives& descendants) {
  LineageGraph& graph = trace.lineage();
  std::vector<LineageStep> steps;
  for (const PassLog::Entry& entry : trace.entries()) {
    if (!entry.ran() || !entry.changed || OnlyRunsOthers(trace.entries(), entry)) continue;
    const ProgramOfTrace before{entry.index, false}, after{entry.index, true};
    std::vector<uint32_t> from = Union(graph.In(ancestors, before), graph.In(descendants, before));
    std::vector<uint32_t> to = Union(graph.In(ancestors, after), graph.In(descendants, after));
    if (from.empty() && to.empty()) continue;
    auto is_in = [](const std::vector<uint32_t>& places, uint32_t place) {
      return std::binary_search(places.begin(), places.end(), place);
    };
    std::set<LineageKind> kinds;
    for (const LineageLink& link : graph.Align(before, after)) {
      bool left = link.from != LineageLink::kNone && is_in(from, link.from);
      bool right = link.to != LineageLink::kNone && is_in(to, link.to);
      bool made = right && link.from == LineageLink::kNone;
      bool removed = left && link.to == LineageLink::kNone;
      if ((left && right) || made || removed) kinds.insert(link.kind);
    }
    kinds.erase(LineageKind::kUnchanged);
    if (kinds.empty()) continue;
    steps.push_back({entry.index,
                     {kinds.begin(), kinds.end()},
                     static_cast<int>(from.size()),
                     static_cast<int>(to.size())});
  }
  return steps;
}

std::vector<Relative> RelativesOf(const TraceInstrument& trace, const Expr& node, bool ancestors) {
  LineageGraph& graph = trace.lineage();
  const LineageGraph::Relatives found =
      ancestors ? graph.Ancestors(nullptr, node.get()) : graph.Descendants(nullptr, node.get());
  const std::vector<LineageStep> steps = LineageSteps(trace, found, {});
  // All programs, the nearest first. An ancestor is reported in the last program that has it.
  std::vector<ProgramOfTrace> programs = graph.Programs();
  if (ancestors) std::reverse(programs.begin(), programs.end());
  // The time of the expression itself: the earliest or the latest, depending on the direction.
  uint32_t own = 0;
  bool met = false;
  std::vector<Relative> relatives;
  PtrSet seen;
  seen.Insert(IdentityOf(node));
  for (const ProgramOfTrace& program : programs) {
    const LineageGraph::Program& nodes = *graph.Find(program);
    const uint32_t time = graph.TimeOf(program);
    if (nodes.places.Contains(IdentityOf(node))) {
      own = time;
      met = true;
    }
    for (uint32_t place : graph.In(found, program)) {
      const ExprNode* relative = nodes.nodes[place];
      if (!seen.Insert(IdentityOf(relative))) continue;
      Relative told{Expr(relative), program, {}, SourceOf(relative)};
      for (const LineageStep& step : steps) {
        // The pass ran between the two programs.
        const uint32_t begin = graph.TimeOf({step.entry, false});
        const uint32_t end = graph.TimeOf({step.entry, true});
        const bool between = !met || (begin < std::max(own, time) && end > std::min(own, time));
        if (between) told.passes.push_back(step.entry);
      }
      relatives.push_back(std::move(told));
    }
  }
  return relatives;
}

LineageGraph& TraceInstrument::lineage() const {
  if (!options_.lineage) {
    throw DiagnosticError(
        DiagKind::kUsage,
        MSG(kTraceLineageNotRecorded,
            "the trace does not record the lineage; create it with the option 'lineage'"));
  }
  if (!lineage_ || seen_ != record_.marks().size()) {
    lineage_ = std::make_unique<LineageGraph>(record_);
    seen_ = record_.marks().size();
  }
  return *lineage_;
}

bool IsLineageQuestion(std::string_view question) {
  return question == "alignment" || question == "lineage" || question == "relatedLines" ||
         question == "relatives" || question == "renderDiff" || question == "renderLineage";
}

std::string AskLineage(const TraceInstrument& trace, std::string_view question,
                       const AttrDict& arguments) {
  if (question == "alignment") {
    return Alignment(trace, ReadArguments<AlignmentQuestion>(kTrace, question, arguments));
  }
  if (question == "lineage") {
    return Lineage(trace, ReadArguments<LineageQuestion>(kTrace, question, arguments));
  }
  if (question == "relatedLines") {
    const auto asked = ReadArguments<RelatedLinesQuestion>(kTrace, question, arguments);
    return JsonText(
        LinesBetween(trace, {asked.index, asked.after}, {asked.other, asked.other_after}));
  }
  if (question == "renderDiff") return RenderDiffs(trace);
  if (question == "renderLineage") {
    return RenderLineage(trace,
                         ReadArguments<RenderLineageQuestion>(kTrace, question, arguments).of);
  }
  return RelativePlaces(trace, ReadArguments<RelativesQuestion>(kTrace, question, arguments));
}

}  // namespace passcope
