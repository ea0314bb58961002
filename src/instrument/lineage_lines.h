// Finds the lines of two texts that have the same expressions, for differences.
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

// The lines of a text whose expressions are versions of those of another program, and likewise its
// constants. Expressions that were made of others, or merged, are left out.
struct LineOrigins {
  struct Origin {
    int64_t place;   // The line, from 0; or the `n` of `meta[relay.Constant][n]`.
    int64_t source;  // The expression: its place in LineageGraph::Program.
  };
  std::vector<Origin> lines, constants;  // In the order of the places.
};
template <>
const RecordSchema& SchemaOf<LineOrigins::Origin>();
template <>
const RecordSchema& SchemaOf<LineOrigins>();

// The origins of a program of a trace in a program that is not later. Throws DiagnosticError
// (kUsage) if the trace does not have such a program or does not keep lineage.
LineOrigins OriginsOfLines(const TraceInstrument& trace, ProgramOfTrace program,
                           ProgramOfTrace source);
// The lines and constants of two texts with the same origins in the same program.
RelatedLines Relate(const LineOrigins& before, const LineOrigins& after);
// The related lines of two programs of a trace, in any order.
RelatedLines LinesBetween(const TraceInstrument& trace, ProgramOfTrace before,
                          ProgramOfTrace after);
// The changes of each pass of a trace with lineage in the program's text. Passes that only run
// others are replaced by those others.
std::string RenderDiffs(const TraceInstrument& trace);

// Watches one run of a pipeline, to find the origins of its result in the input program.
class RunLineage {
 public:
  explicit RunLineage(const IRModule& program);
  const InstrumentPtr& watcher() const { return watcher_; }
  // No pass needs to have made the result. It can be, for example, the program with bound
  // parameters.
  LineOrigins Of(const IRModule& result);

 private:
  int64_t Look(const IRModule& module);

  std::shared_ptr<TraceInstrument> trace_;
  InstrumentPtr watcher_;
};

// For Bisect.
std::unique_ptr<RunDiffer> DifferByLineage();

// A pair of RelatedLines as a record.
struct RelatedPlaces {
  int64_t before, after;
};
template <>
const RecordSchema& SchemaOf<RelatedPlaces>();
template <>
const RecordSchema& SchemaOf<RelatedLines>();

// True if a pass only runs others.
bool OnlyRunsOthers(std::span<const PassLog::Entry> entries, const PassLog::Entry& entry);

}  // namespace passcope
