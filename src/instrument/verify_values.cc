// Compares the results of the program before and after each pass.
#include "instrument/verify_values.h"

#include "checking/value_check_fields.h"
#include "diagnostics/diagnostic.h"
#include "support/format.h"

namespace passcope {
namespace {

using Entry = VerifyValuesInstrument::Entry;
using Outcome = ValueCheck::Outcome;

}  // namespace

VerifyValuesInstrument::VerifyValuesInstrument(VerifyValuesOptions options)
    : stop_(options.stop), checker_(std::move(options)) {}

const std::string& VerifyValuesInstrument::name() const {
  static const std::string kName = "VerifyValues";
  return kName;
}

void VerifyValuesInstrument::EnterPassContext() {
  open_.clear();
  entries_.clear();
}

void VerifyValuesInstrument::RunBeforePass(const IRModule& module, const PassInfo&) {
  open_.push_back(module);
}

void VerifyValuesInstrument::RunAfterPass(const IRModule& module, const PassInfo& info) {
  if (open_.empty()) return;
  IRModule before = std::move(open_.back());
  open_.pop_back();
  entries_.push_back(
      {info.name, static_cast<int>(open_.size()), checker_.Check(before, module, ValuesOf(info))});
  const ValueCheck& check = entries_.back().check;
  if (!stop_ || check.outcome != Outcome::kDiffers) return;
  throw DiagnosticError(
      DiagKind::kInvalidPass,
      MSG(kPassChangesValues, "the pass {pass} changes what the program computes", info.name),
      {*check.Explanation()});
}

void VerifyValuesInstrument::RunAfterFailed(const IRModule&, const PassInfo&, const std::string&) {
  if (!open_.empty()) open_.pop_back();
}

std::optional<Entry> VerifyValuesInstrument::FirstDifference() const {
  for (const Entry& entry : entries_) {
    if (entry.check.outcome == Outcome::kDiffers) return entry;
  }
  return std::nullopt;
}

std::string VerifyValuesInstrument::Render() const {
  std::string text;
  for (const Entry& entry : entries_) {
    text += Format("{}{}: {}", std::string(static_cast<size_t>(entry.depth) * 2, ' '), entry.pass,
                   LiteralOf(entry.check.outcome));
    if (std::optional<Message> why = entry.check.Explanation()) text += ": " + why->text();
    if (entry.check.sensitive) text += " (within what rounding does to this program)";
    text += '\n';
  }
  if (std::optional<Entry> first = FirstDifference()) {
    text += Format("first difference: {}: {}\n", first->pass, first->check.Explanation()->text());
  } else {
    text += "no differences\n";
  }
  return text;
}

void VerifyValuesInstrument::WriteData(JsonWriter& json) const {
  JsonTraits<std::vector<Entry>>::Write(json, entries_);
}

InstrumentAnswer VerifyValuesInstrument::Ask(std::string_view question,
                                             const AttrDict& arguments) const {
  if (question != "firstDifference") return PassInstrument::Ask(question, arguments);
  return {JsonText(OrNull<Entry>{FirstDifference()}), nullptr};
}

template <>
const RecordSchema& SchemaOf<Entry>() {
  using Check = ValueCheckFields<Entry, &Entry::check>;
  static constexpr RecordField kFields[] = {
      Member<&Entry::pass>("pass", "The name of the pass."),
      Member<&Entry::depth>("depth", "The nesting depth; 0 for a pass that no other pass runs."),
      Check::Outcome("Whether the pass left the program unchanged, the results agree, the results "
                     "differ, or no comparison was possible."),
      Check::Reason(),
      Check::Comparison(),
      Check::Sensitive(),
  };
  static constexpr RecordSchema schema = {
      "ValueCheck", "A comparison of the results of the program before and after a pass.", kFields};
  return schema;
}

}  // namespace passcope
