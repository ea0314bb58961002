// Instruments of a session and the data that they collected.

#include <algorithm>

#include "analysis/well_formed.h"
#include "api/describe.h"
#include "api/json.h"
#include "api/session.h"
#include "instrument/hook_log.h"
#include "instrument/instruments.h"
#include "instrument/lineage_questions.h"
#include "ir/expr_key.h"
#include "pass/remark.h"
#include "support/toward_zero.h"
#include "support/utf8.h"
#include "transforms/print_ir.h"

namespace passcope {

Handle Session::MakeForeignInstrument(uint32_t object, const std::string& name) {
  return AddSlot(passcope::MakeForeignInstrument(host_, object, name));
}

Handle Session::MakeInstrument(const std::string& name, const std::string& options_json,
                               uint32_t sink) {
  PrintSink write = MakeForeignSink(host_, sink);
  InstrumentPtr made =
      CreateInstrument(name, ReadJsonObject(options_json, Say("{name}", name)), std::move(write));
  if (name == "TraceInstrument") {
    std::erase_if(traces_, [](const auto& trace) { return trace.expired(); });
    traces_.push_back(std::static_pointer_cast<TraceInstrument>(made));
  }
  return AddSlot(std::move(made));
}

Handle Session::MakeHookLog() { return AddSlot(InstrumentPtr(std::make_shared<HookLog>())); }

Handle Session::WatchHooks(Handle log, Handle instrument) {
  InstrumentPtr watcher = Get<InstrumentPtr>(log);
  return AddSlot(watcher->Watch(Get<InstrumentPtr>(instrument)));
}

std::string Session::InstrumentText(Handle instrument) const {
  return Printable(Get<InstrumentPtr>(instrument)->Render());
}

std::string Session::InstrumentData(Handle instrument) const {
  JsonWriter json;
  Get<InstrumentPtr>(instrument)->WriteData(json);
  return json.Take();
}

std::string Session::AskInstrument(Handle instrument, const std::string& question,
                                   const std::string& arguments_json) {
  InstrumentAnswer answer =
      Get<InstrumentPtr>(instrument)
          ->Ask(question, ReadJsonObject(arguments_json, Say("{name}", question)));
  if (answer.module) return JsonWriter().Int(AddSlot(std::move(answer.module))).Take();
  return std::move(answer.text);
}

std::string Session::LineageOf(Handle trace, Handle expr, bool ancestors) {
  const InstrumentPtr instrument = Get<InstrumentPtr>(trace);
  std::shared_ptr<TraceInstrument> known;
  for (const std::weak_ptr<TraceInstrument>& candidate : traces_) {
    if (auto live = candidate.lock(); live == instrument) known = std::move(live);
  }
  if (!known) Misuse(MSG(kLineageNeedsTrace, "expected a trace: only traces record lineage"));
  const std::vector<Relative> relatives = RelativesOf(*known, Get<Expr>(expr), ancestors);
  JsonWriter json;
  json.BeginArray().BeginArray();
  for (const Relative& relative : relatives) {
    json.Int(Add(relative.node)).Int(passcope::ExprKey(relative.node.get()));
  }
  json.EndArray().BeginArray();
  for (const Relative& relative : relatives) {
    json.BeginArray().Int(relative.program.index).Bool(relative.program.after);
    JsonTraits<std::vector<int>>::Write(json, relative.passes);
    json.String(relative.source).EndArray();
  }
  return json.EndArray().EndArray().Take();
}

void Session::ClearInstrument(Handle instrument) { Get<InstrumentPtr>(instrument)->Clear(); }

void Session::CountInContext(Handle context, const std::string& counter, double n) {
  GetContext(context)->Count(counter, TowardZero(n));
}

void Session::EmitRemark(const std::string& type, const std::string& name, Handle expr,
                         const std::string& text) {
  Expr node = expr == 0 ? Expr() : Get<Expr>(expr);
  passcope::EmitRemark(RemarkTypeNamed(type, DiagKind::kUsage), name, node.get(),
                       Say("{text}", text));
}

Handle Session::MakePrintIR(const std::string& header, bool show_meta_data, uint32_t sink) {
  PrintSink write = MakeForeignSink(host_, sink);
  return AddSlot(transform::PrintIR({header, show_meta_data},
                                    [write](const std::string& text) { write({}, text); }));
}

std::string Session::IllFormed(Handle module_or_expr) const {
  const Slot* slot = module_or_expr != 0 && module_or_expr <= slots_.size()
                         ? &slots_[module_or_expr - 1]
                         : nullptr;
  const auto* expr = slot ? std::get_if<Expr>(slot) : nullptr;
  return DescribeDiagnostics(
      expr ? FindIllFormed(*expr) : FindIllFormed(Get<IRModule>(module_or_expr)), texts_);
}

}  // namespace passcope
