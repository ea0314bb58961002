// The remarks of passes.
#include "instrument/remarks.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "diagnostics/message_record.h"
#include "instrument/instruments.h"
#include "ir/origin_name.h"
#include "support/format.h"
#include "text/printer.h"

namespace passcope {
namespace {

bool Has(const std::vector<std::string>& names, std::string_view name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

// A string in YAML: in single quotes, or in double quotes if it has control characters.
std::string Quoted(std::string_view text) {
  bool plain = std::all_of(text.begin(), text.end(),
                           [](char c) { return static_cast<unsigned char>(c) >= ' '; });
  std::string quoted = plain ? "'" : "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (plain) {
      quoted += c == '\'' ? "''" : std::string(1, c);
    } else if (c == '"' || c == '\\') {
      quoted += std::string("\\") + c;
    } else if (byte < ' ') {
      constexpr const char* kDigits = "0123456789abcdef";
      quoted += std::string("\\x") + kDigits[byte / 16] + kDigits[byte % 16];
    } else {
      quoted += c;
    }
  }
  return quoted + (plain ? "'" : "\"");
}

int Utf16Units(std::string_view utf8) {
  int units = 0;
  for (char c : utf8) {
    auto byte = static_cast<unsigned char>(c);
    units += (byte & 0xC0) != 0x80 ? 1 : 0;
    units += byte >= 0xF0 ? 1 : 0;  // A surrogate pair.
  }
  return units;
}

// A name as LLVM writes keys: "user_pattern" becomes "UserPattern".
std::string KeyOf(std::string_view name) {
  std::string key;
  bool upper = true;
  for (char c : name) {
    if (c == '_') {
      upper = true;
      continue;
    }
    key += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    upper = false;
  }
  return key;
}

// Writes a message piece by piece: its words as strings, its arguments under their names.
void WriteArgs(const Message& message, std::string* yaml) {
  auto write = [yaml](const std::string& key, std::string_view text) {
    *yaml += Format("  - {}: {}\n", key, Quoted(text));
  };
  std::string words;
  auto flush = [&] {
    if (!words.empty()) write("String", words);
    words.clear();
  };
  std::string_view pattern = message.pattern;
  for (size_t at = 0; at < pattern.size(); ++at) {
    char c = pattern[at];
    if (c != '{' && c != '}') {
      words += c;
    } else if (at + 1 < pattern.size() && pattern[at + 1] == c) {
      words += c;
      ++at;
    } else {
      size_t end = pattern.find('}', at);
      std::string_view name = pattern.substr(at + 1, end - at - 1);
      for (const MessageArgument& argument : message.arguments) {
        if (argument.name != name) continue;
        flush();
        write(KeyOf(name), argument.text);
      }
      at = end;
    }
  }
  flush();
}

}  // namespace

template <>
const RecordSchema& SchemaOf<RemarksInstrument::Entry>() {
  using Entry = RemarksInstrument::Entry;
  static constexpr RecordField kFields[] = {
      Member<&Entry::index>("index", "The index of the remark, from 0."),
      Member<&Entry::entry>("entry", "The index of its pass in a trace of the same contexts."),
      Member<&Entry::pass>("pass", "The name of the pass."),
      Member<&Entry::type>(
          "type", "Whether the pass transformed something, missed something, or found something."),
      Member<&Entry::name>("name", "The kind of remark, such as \"OpaqueOperator\"."),
      Member<&Entry::function>("function", "The global function; empty if there is none."),
      Member<+[](const Entry& entry) { return entry.message.text(); }>("text",
                                                                       "The message in English."),
      Member<&Entry::message>("message", "The message as data."),
      Member<&Entry::subject>(
          "subject",
          "The expression of the input program of the pass, as one line; empty if there is none."),
  };
  static constexpr RecordSchema schema = {
      "PassRemark", "A message of a pass about what it did, missed or found.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<RemarksInstrument::Counts>() {
  using Counts = RemarksInstrument::Counts;
  static constexpr RecordField kFields[] = {
      Member<&Counts::entry>("entry", "The index of the pass in a trace of the same contexts."),
      Member<&Counts::passed>("passed", "The number of remarks of type passed."),
      Member<&Counts::missed>("missed", "The number of remarks of type missed."),
      Member<&Counts::analysis>("analysis", "The number of remarks of type analysis."),
  };
  static constexpr RecordSchema schema = {"RemarkCounts", "The number of remarks of a pass.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<RemarkPlace>() {
  static constexpr RecordField kFields[] = {
      Member<&RemarkPlace::remark>("remark", "The index of the remark."),
      Member<&RemarkPlace::line>("line", "Its first line in the text, from 1."),
      Member<&RemarkPlace::column>("column", "Its column there, from 0, in UTF-16 code units."),
      Member<&RemarkPlace::begin>("begin", "Its start in the text, in bytes of UTF-8."),
      Member<&RemarkPlace::end>("end", "Its end, exclusive."),
  };
  static constexpr RecordSchema schema = {
      "RemarkPlace", "The position of the expression of a remark in the text of a program.",
      kFields};
  return schema;
}

RemarksInstrument::RemarksInstrument(RemarksOptions options)
    : PassLog({.modules = true, .dependencies = false}), options_(std::move(options)) {
  for (const std::string& type : options_.types) RemarkTypeNamed(type, DiagKind::kBadPassOption);
}

std::string RemarksInstrument::Entry::subject() const {
  return node ? PrintSummary(node) : std::string();
}

Span RemarksInstrument::Entry::span() const { return node ? PlaceIn(node->span()) : Span(); }

const std::string& RemarksInstrument::name() const {
  static const std::string kName = "Remarks";
  return kName;
}

void RemarksInstrument::RunBeforePass(const IRModule& module, const PassInfo& info) {
  PassLog::RunBeforePass(module, info);
  Listen();
}

void RemarksInstrument::RunAfterPass(const IRModule& module, const PassInfo& info) {
  StopListening();
  PassLog::RunAfterPass(module, info);
}

void RemarksInstrument::RunAfterFailed(const IRModule& module, const PassInfo& info,
                                       const std::string& error) {
  StopListening();
  PassLog::RunAfterFailed(module, info, error);
}

void RemarksInstrument::Clear() {
  StopAll();
  PassLog::Clear();
  remarks_.clear();
  counts_.clear();
}

void RemarksInstrument::Heard(const Remark& remark) {
  int entry = current();
  if (entry < 0) return;
  const std::string& pass = entries()[static_cast<size_t>(entry)].info.name;
  if (!Has(options_.types, LiteralOf(remark.type)) || !Has(options_.only, pass)) return;
  Count(entry, remark.type);
  if (options_.limit > 0 && static_cast<int64_t>(remarks_.size()) >= options_.limit) return;
  remarks_.push_back({static_cast<int>(remarks_.size()), entry, pass, remark.type, remark.name,
                      remark.function, remark.message, remark.node});
}

void RemarksInstrument::Count(int entry, RemarkType type) {
  // Nested passes end before outer ones, so the emitting pass is usually the last one.
  auto found = std::find_if(counts_.rbegin(), counts_.rend(),
                            [entry](const Counts& counts) { return counts.entry == entry; });
  Counts& counts = found == counts_.rend() ? counts_.emplace_back(Counts{entry}) : *found;
  int64_t Counts::*const members[] = {&Counts::passed, &Counts::missed, &Counts::analysis};
  ++(counts.*members[static_cast<size_t>(type)]);
}

void RemarksInstrument::WriteData(JsonWriter& json) const {
  JsonTraits<std::vector<Entry>>::Write(json, remarks_);
}

std::string RemarksInstrument::Render() const {
  std::string text;
  for (const Entry& remark : remarks_) {
    if (Span span = remark.span()) {
      text += Format("{}:{}:{}: ", span->source.view(), span->line, span->column);
    }
    text += Format("{}: {}: {} [{}]", LiteralOf(remark.type), remark.pass, remark.message.text(),
                   remark.name);
    if (!remark.function.empty()) text += Format(" in @{}", remark.function);
    text += "\n";
    if (remark.node) text += "    " + remark.subject() + "\n";
  }
  return text;
}

InstrumentAnswer RemarksInstrument::Ask(std::string_view question,
                                        const AttrDict& arguments) const {
  if (question == "counts") return {JsonText(counts_), {}};
  if (question == "yaml") {
    return {Yaml(ReadArguments<RemarksByIndex>(name(), question, arguments).remarks), {}};
  }
  if (question == "places") {
    return Places(ReadArguments<RemarksOfPass>(name(), question, arguments).entry);
  }
  return PassLog::Ask(question, arguments);
}

InstrumentAnswer RemarksInstrument::Places(int64_t entry) const {
  if (entry < 0 || entry >= static_cast<int64_t>(entries().size())) {
    throw DiagnosticError(
        DiagKind::kUsage,
        MSG(kRemarkPassIndexUnknown, "no pass has the index {index}; {count} passes were recorded",
            entry, entries().size()));
  }
  std::vector<RemarkPlace> places;
  bool any = std::any_of(remarks_.begin(), remarks_.end(),
                         [&](const Entry& remark) { return remark.entry == entry && remark.node; });
  if (any) {
    const IRModule& before = entries()[static_cast<size_t>(entry)].before;
    PrintedText printed = PrintModuleWithMap(before, PrintOptions::WithoutMetaData());
    PtrMap<const PrintedRange*> ranges;
    for (const PrintedRange& range : printed.ranges) {
      if (range.definition || !ranges.Contains(range.node)) ranges[range.node] = &range;
    }
    std::vector<size_t> lines = {0};
    for (size_t at = printed.text.find('\n'); at != std::string::npos;
         at = printed.text.find('\n', at + 1)) {
      lines.push_back(at + 1);
    }
    for (const Entry& remark : remarks_) {
      if (remark.entry != entry) continue;
      const PrintedRange* const* found = ranges.Find(remark.node.get());
      if (!found) continue;
      const PrintedRange& range = **found;
      auto line = std::upper_bound(lines.begin(), lines.end(), range.begin) - lines.begin();
      size_t start = lines[static_cast<size_t>(line) - 1];
      places.push_back(
          {remark.index, static_cast<int>(line),
           Utf16Units(std::string_view(printed.text).substr(start, range.begin - start)),
           static_cast<int64_t>(range.begin), static_cast<int64_t>(range.end)});
    }
  }
  return {JsonText(places), {}};
}

std::string RemarksInstrument::Yaml(std::span<const int64_t> indices) const {
  static constexpr const char* kTags[] = {"Passed", "Missed", "Analysis"};
  std::string yaml;
  auto write = [&yaml](const Entry& remark) {
    yaml +=
        Format("--- !{}\nPass:            {}\nName:            {}\n",
               kTags[static_cast<size_t>(remark.type)], Quoted(remark.pass), Quoted(remark.name));
    if (Span span = remark.span()) {
      yaml += Format("DebugLoc:        {} File: {}, Line: {}, Column: {} {}\n", "{",
                     Quoted(span->source.view()), span->line, span->column, "}");
    }
    yaml += Format("Function:        {}\nArgs:\n", Quoted(remark.function));
    WriteArgs(remark.message, &yaml);
    yaml += "...\n";
  };
  if (indices.empty()) std::for_each(remarks_.begin(), remarks_.end(), write);
  for (int64_t index : indices) {
    if (index < 0 || index >= static_cast<int64_t>(remarks_.size())) {
      throw DiagnosticError(
          DiagKind::kUsage,
          MSG(kRemarkIndexUnknown, "no remark has the index {index}; {count} remarks were kept",
              index, remarks_.size()));
    }
    write(remarks_[static_cast<size_t>(index)]);
  }
  return yaml;
}

std::string RemarksFileText(std::span<const InstrumentPtr> instruments, int) {
  std::string yaml;
  for (const InstrumentPtr& instrument : instruments) {
    yaml += static_cast<const RemarksInstrument&>(*instrument).Yaml();
  }
  return yaml;
}

}  // namespace passcope
