#include "instrument/report.h"

#include <ctime>
#include <string_view>

#include "instrument/lineage_lines.h"
#include "instrument/trace.h"
#include "report_template.inc"
#include "support/json_writer.h"
#include "text/printer.h"

namespace passcope {
namespace {

// The local time to the minute.
std::string TimeText() {
  const std::time_t now = std::time(nullptr);
  char text[32];
  const size_t length = std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", std::localtime(&now));
  return {text, length};
}

void WriteProgram(JsonWriter& json, const char* title, const IRModule& module) {
  PrintOptions options = PrintOptions::WithoutMetaData();
  options.show_spans = false;
  json.BeginObject().Key("title").String(title).Key("text");
  json.String(PrintModule(module, options)).EndObject();
}

void WritePrograms(JsonWriter& json, const TraceInstrument& trace) {
  const PassLog::Entry* last = nullptr;
  for (const PassLog::Entry& entry : trace.entries()) {
    if (entry.depth != 0) continue;
    if (!last) WriteProgram(json, "Before the first pass", entry.before);
    last = &entry;
  }
  if (last) WriteProgram(json, "After the last pass", last->after);
}

// In a script element, only "<" can end the data.
std::string WithoutTags(std::string_view data) {
  std::string text;
  for (char c : data) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

std::string ReportFileText(std::span<const InstrumentPtr> instruments, int) {
  const auto& trace = static_cast<const TraceInstrument&>(*instruments.front());
  JsonWriter json;
  json.BeginObject().Key("version").String(PASSCOPE_VERSION).Key("made").String(TimeText());
  json.Key("title").String("What the passes did").Key("entries");
  trace.WriteData(json);
  json.Key("diff").String(RenderDiffs(trace)).Key("remarks").BeginArray().EndArray();
  json.Key("programs").BeginArray();
  WritePrograms(json, trace);
  json.EndArray().EndObject();
  constexpr std::string_view kPlace = "@DATA@";
  std::string text = kReportTemplate;
  return text.replace(text.find(kPlace), kPlace.size(), WithoutTags(json.Take()));
}

}  // namespace passcope
