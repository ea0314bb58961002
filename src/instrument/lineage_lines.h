// Which lines of programs' texts are about the same expressions, for their differences.
//
// Texts are those that `astext(show_meta_data=False)` prints.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "checking/bisect.h"
#include "instrument/lineage.h"
#include "instrument/trace.h"
#include "schema/record.h"
#include "text/program_diff.h"

namespace passcope {

// The lines of a text whose expressions are those of another program, maybe changed, and the same
// of the constants. What was made of others, or merged, has none.
struct LineOrigins {
  struct Origin {
    int64_t place;   // The line, from 0, or the `n` of `meta[relay.Constant][n]`.
    int64_t source;  // The expression: its place in LineageGraph::Program.
  };
  std::vector<Origin> lines, constants;  // In the order of the places.
};
template <>
const RecordSchema& SchemaOf<LineOrigins::Origin>();
template <>
const RecordSchema& SchemaOf<LineOrigins>();

// Those of a program of a trace, in terms of one that is not later. Throws DiagnosticError (kUsage)
// when the trace has no such program or keeps no lineage.
LineOrigins OriginsOfLines(const TraceInstrument& trace, ProgramOfTrace program,
                           ProgramOfTrace source);
// The lines and constants of two texts that have the same origins in the same program.
RelatedLines Relate(const LineOrigins& before, const LineOrigins& after);
// Those of two programs of a trace, whichever is the later one.
RelatedLines LinesBetween(const TraceInstrument& trace, ProgramOfTrace before,
                          ProgramOfTrace after);
// What each pass of a trace that keeps the lineage changed in the text of the program; of passes
// that do nothing but run others, those others.
std::string RenderDiffs(const TraceInstrument& trace);

// Watches one run of a pipeline, to tell the origins of its result in the program that it began
// with.
class RunLineage {
 public:
  explicit RunLineage(const IRModule& program);
  const InstrumentPtr& watcher() const { return watcher_; }
  // The result may be something that no pass has made, such as the program with bound parameters.
  LineOrigins Of(const IRModule& result);

 private:
  int64_t Look(const IRModule& module);

  std::shared_ptr<TraceInstrument> trace_;
  InstrumentPtr watcher_;
};

// For Bisect.
std::unique_ptr<RunDiffer> DifferByLineage();

// A pair of RelatedLines, as it leaves the engine.
struct RelatedPlaces {
  int64_t before, after;
};
template <>
const RecordSchema& SchemaOf<RelatedPlaces>();
template <>
const RecordSchema& SchemaOf<RelatedLines>();

// Whether a pass does nothing but run others.
bool OnlyRunsOthers(std::span<const PassLog::Entry> entries, const PassLog::Entry& entry);

}  // namespace passcope
