// What the engine knows and what happened, as JSON for JavaScript and the command line.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "api/json_values.h"
#include "api/source_texts.h"
#include "diagnostics/diagnostic.h"
#include "instrument/op_diff.h"
#include "instrument/timing.h"
#include "instrument/trace.h"
#include "ir/module.h"
#include "pass/pass_info.h"

namespace passcope {

// The tables, each an array in the table's order.
//
//   pass        {name, optLevel, required, summary, options: [{name, type, default, doc,
//   required}]} operator    {name, doc, args: [{name, type, doc}], attrsType, attrs: [{name, type,
//   default, doc,
//                required}], pattern, supportLevel, variadic}
//   model       {name, summary, options: [{name, type, default, doc}]}
//   diagnostic  {name, doc}
//   config key  {name, type, doc}
Json DescribePasses();
Json DescribeOps();
Json DescribeModels();
Json DescribeDiagnosticKinds();
Json DescribeConfigKeys();

// {name, optLevel, required, traceable}
Json DescribePassInfo(const PassInfo& info);

// {params: [{name, type}], retType, typeParams, attrs}; types as Relay writes them, "?" where one
// is not known.
Json DescribeFunction(const FunctionNode& function);

// [{name, durationUs, ownUs, failed, children}, …]; times in microseconds.
Json DescribeProfiles(const std::vector<PassProfile>& profiles);

// [[depth, pass, {operator: change}], …], as the list of TVM's tutorial.
Json DescribeOpDiffs(const std::vector<OpDiffInstrument::Entry>& entries);

// The skeleton of a trace, without text: [{index, parent, depth, name, optLevel, required, startUs,
// durationUs, ownUs, changed, opsBefore, opsAfter, opDiff, status, error?}, …]; status is "ok",
// "failed", "vetoed" or "running".
Json DescribeTrace(const std::vector<TraceInstrument::Entry>& entries);

// A trace in the format of Chrome's about:tracing and of Perfetto: complete events, one per pass.
Json DescribeChromeTrace(const std::vector<TraceInstrument::Entry>& entries);

// {operator: number of calls}
Json DescribeCounts(const std::map<std::string, int64_t>& counts);

// {kind, severity, message, notes, rendered, span?: {source, line, column, endLine, endColumn,
// start?, end?}}; lines and columns count from 1, columns and offsets in UTF-16 code units.
Json DescribeDiagnostic(const Diagnostic& diagnostic, const SourceTexts& texts);

}  // namespace passcope
