// Numbers executions.
#include "checking/opt_bisect.h"

#include <algorithm>
#include <cstdio>

#include "support/format.h"
#include "support/utf8.h"

namespace passcope {

using Execution = OptBisectInstrument::Execution;

std::string Execution::Text() const {
  return function ? Format("{} on function ({})", pass, *function) : Format("{} on module", pass);
}

OptBisectInstrument::OptBisectInstrument(OptBisectOptions options, Sink sink)
    : limit_(options.limit), sink_(std::move(sink)) {
  if (sink_) return;
  sink_ = [](const std::string&, const std::string& text) {
    std::fwrite((text + "\n").data(), 1, text.size() + 1, stderr);
  };
}

const std::string& OptBisectInstrument::name() const {
  static const std::string kName = "OptBisect";
  return kName;
}

bool OptBisectInstrument::ShouldRunOn(const IRModule&, const PassInfo& info,
                                      std::string_view function) {
  if (info.name == "InferType") return true;
  Execution execution;
  execution.number = static_cast<int64_t>(executions_.size()) + 1;
  execution.pass = info.name;
  if (!function.empty()) execution.function = std::string(function);
  execution.ran = limit_ < 0 || execution.number <= limit_;
  auto around = std::count(open_.begin(), open_.end(), true);
  if (function.empty()) {
    begins_ = true;
  } else if (!open_.empty()) {
    around -= open_.back() ? 1 : 0;
    open_.back() = true;
  }
  execution.depth = static_cast<int>(around);
  executions_.push_back(execution);
  sink_({}, Printable(Format("BISECT: {} pass ({}) {}", execution.ran ? "running" : "NOT running",
                             execution.number, execution.Text())));
  return execution.ran;
}

void OptBisectInstrument::PassDecided(const IRModule&, const PassInfo&,
                                      const PassDecision& decision) {
  if (!decision.runs()) begins_ = false;
}

void OptBisectInstrument::RunBeforePass(const IRModule&, const PassInfo&) {
  open_.push_back(std::exchange(begins_, false));
}

void OptBisectInstrument::RunAfterPass(const IRModule&, const PassInfo&) {
  if (!open_.empty()) open_.pop_back();
}

void OptBisectInstrument::RunAfterFailed(const IRModule&, const PassInfo&, const std::string&) {
  if (!open_.empty()) open_.pop_back();
}

void OptBisectInstrument::WriteData(JsonWriter& json) const {
  JsonTraits<std::vector<Execution>>::Write(json, executions_);
}

void OptBisectInstrument::Clear() { executions_.clear(); }

template <>
const RecordSchema& SchemaOf<Execution>() {
  static constexpr RecordField kFields[] = {
      Member<&Execution::number>("number", "The number of the execution, from 1."),
      Member<&Execution::pass>("pass", "The name of the pass."),
      Member<&Execution::function>(
          "function", "The function that a function pass ran on; absent for other passes."),
      Member<&Execution::ran>("ran", "Whether the limit allowed it to run."),
      Member<&Execution::depth>("depth", "The number of executions around it."),
  };
  static constexpr RecordSchema schema = {
      "PassExecution",
      "An execution of a pass on the module, or of a function pass on one function.", kFields};
  return schema;
}

}  // namespace passcope
