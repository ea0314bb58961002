// What the engine knows and what happened, as JSON text for JavaScript and the command line.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "api/json.h"
#include "api/source_texts.h"
#include "diagnostics/diagnostic.h"
#include "instrument/hook_log.h"
#include "instrument/op_diff.h"
#include "instrument/statistics.h"
#include "instrument/timing.h"
#include "instrument/trace.h"
#include "ir/module.h"
#include "op/op.h"
#include "pass/pass_info.h"

namespace passcope {

// The tables, each an array in the table's order.
//
//   pass        {name, optLevel, required, summary, options: [{name, type, default, doc,
//   required}]} operator    {name, doc, args: [{name, type, doc}], attrsType, attrs: [{name, type,
//   default, doc,
//                required}], pattern, supportLevel, variadic}
//   instrument  {name, summary, options: as of passes}
//   model       {name, summary, options: [{name, type, default, doc}]}
//   diagnostic  {name, doc}
//   config key  {name, type, doc}
std::string DescribePasses();
std::string DescribeOps();
std::string DescribeInstruments();
std::string DescribeModels();
std::string DescribeDiagnosticKinds();
std::string DescribeConfigKeys();

// "elemwise", "broadcast", "injective", "reduce", "out-elemwise-fusable", "tuple" or "opaque".
const char* PatternName(OpPattern pattern);

// {name, optLevel, required, traceable}
std::string DescribePassInfo(const PassInfo& info);

// {text, shape?, dtype?}: a type as Relay writes it, "?" for none, and what a tensor is;
// dimensions that are no numbers as text.
std::string DescribeType(const Type& type);

// [{name, durationUs, ownUs, hooksUs, failed, children}, …]; times in microseconds.
std::string DescribeProfiles(const std::vector<PassProfile>& profiles);

// As SumProfiles: [{name, runs, ownUs, hooksUs}, …], the largest own time first.
std::string DescribeTotals(const std::vector<PassProfile>& profiles);

// [{pass, counter, value}, …]
std::string DescribeStatistics(const std::vector<StatisticsInstrument::Entry>& entries);

// [[depth, pass, {operator: change}], …], as the list of TVM's tutorial.
std::string DescribeOpDiffs(const std::vector<OpDiffInstrument::Entry>& entries);

// The skeleton of a trace, without text: [{index, parent, depth, name, optLevel, required, startUs,
// durationUs, ownUs, changed, opsBefore, opsAfter, opDiff, status, error?, reason?}, …]; status is
// "ok", "failed", "vetoed", "skipped" or "running"; reason is why it did not run, or what for.
std::string DescribeTrace(const std::vector<TraceInstrument::Entry>& entries);

// Whether each pass ran and why (not): [{name, depth, parent, ran, changed, status, reason}, …].
std::string DescribeDecisions(const std::vector<TraceInstrument::Entry>& entries);

// A trace in the format of Chrome's about:tracing, of Perfetto and of speedscope: a complete event
// (ph "X") per pass that ran, and counter events (ph "C") of the operators where their number
// changes: {traceEvents: [{name, cat, ph, ts, dur, pid, tid, args}, …], displayTimeUnit}.
std::string DescribeChromeTrace(const std::vector<TraceInstrument::Entry>& entries);

// {instruments: [name, …], calls: [{instrument, hook, outcome, pass?, error?}, …], dropped};
// `instrument` is an index, `outcome` "returned", "vetoed", "threw" or "running".
std::string DescribeHooks(const HookLog& log);

// {operator: number of calls}
std::string DescribeCounts(const std::map<std::string, int64_t>& counts);

// {source, line, column, endLine, endColumn, start?, end?}, counted as in diagnostics.
void WriteSpan(JsonWriter& json, const SpanNode& span, const SourceTexts& texts);

// [{kind, severity, message, notes, rendered, span?: {source, line, column, endLine, endColumn,
// start?, end?}}, …]; lines and columns count from 1, columns and offsets in UTF-16 code units.
std::string DescribeDiagnostics(const std::vector<Diagnostic>& diagnostics,
                                const SourceTexts& texts);

}  // namespace passcope
