#include "gate/measure.h"

#include <memory>

#include "analysis/count_ops.h"
#include "compare/result_facts.h"
#include "executor/executor.h"
#include "instrument/remarks.h"
#include "instrument/trace.h"

namespace passcope::gate {
namespace {

std::vector<PassFacts> PassesOf(const TraceInstrument& trace) {
  std::vector<PassFacts> passes;
  for (const PassLog::Entry& entry : trace.entries()) {
    PassFacts& pass = passes.emplace_back();
    pass.name = entry.info.name;
    pass.depth = entry.depth;
    if (!entry.ran()) {
      pass.skipped = entry.decision.Text();
      continue;
    }
    pass.changed = entry.changed;
    const Counts after = CountOps(entry.after);
    pass.operators = SumOf(after);
    if (pass.changed) pass.difference = Difference(CountOps(entry.before), after);
  }
  return passes;
}

// The least bytes that the calls of a run read and write: arguments and results, once each.
int64_t TransferBytes(const IRModule& ready) {
  const std::unique_ptr<Plan> plan = MakePlan(ready);
  double bytes = 0;
  const ProfileReport report = MakeReport(*plan, std::vector<double>(plan->nodes.size()), 0);
  for (const CallProfile& call : report.calls) bytes += call.bytes;
  return static_cast<int64_t>(bytes);
}

}  // namespace

Facts Measure(const Subject& subject) {
  auto trace = std::make_shared<TraceInstrument>();
  auto remarks = std::make_shared<RemarksInstrument>(RemarksOptions{.types = {"missed"}});
  Facts facts;
  facts.operators_before = SumOf(CountOps(subject.program));
  const IRModule result = subject.pipeline(subject.program, {trace, remarks});
  facts.passes = PassesOf(*trace);
  facts.operators = CountOps(result);
  for (const RemarksInstrument::Entry& entry : remarks->remarks()) {
    ++facts.missed[entry.pass + "." + entry.name];
  }
  PrintOptions text = PrintOptions::WithoutMetaData();
  // They have the names of files, which differ from machine to machine.
  text.show_spans = false;
  const CompareSize size = SizeOfResult(result, subject.params, text);
  facts.figures = {{"functions", size.functions},
                   {"nodes", size.nodes},
                   {"textBytes", size.text_bytes},
                   {"weightBytes", size.weight_bytes}};
  if (!result->Find("main")) return facts;
  const IRModule ready = ReadyToRun(result, subject.params);
  const ModuleEffects effects = EffectsOf(ready);
  facts.figures["flop"] = static_cast<int64_t>(effects.flop);
  if (effects.kernels) {
    facts.figures["kernels"] = *effects.kernels;
    facts.figures["transferBytes"] = TransferBytes(ready);
  }
  facts.not_planned = effects.reason.value_or("");
  return facts;
}

}  // namespace passcope::gate
