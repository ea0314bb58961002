// A recording: what a compiler's pass log says. It has the passes in order, the texts of the
// program between them, and the times. Readers of all formats make the same model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "recording/text_store.h"

namespace passcope::recording {

// The family of a log. The order is that of FormatTable.
enum class Format : uint8_t {
  kUnknown,
  kMlir,
  kLlvm,
  kGcc,
  kRustc,
  kXla,
  kTvm,
  kNumbered,  // Files whose names have numbers.
  kCustom,    // Lines that match the user's expression.
  kTimes,     // Only times, without programs.
};
// "mlir", the name in JSON.
std::string_view FormatName(Format format);
// "MLIR", the name in sentences.
std::string_view ToolName(Format format);

// When a dump was written.
enum class Phase : uint8_t { kBefore, kAfter, kStart };

// What the log says about a pass.
enum class Status : uint8_t {
  kRan,
  kUnchanged,    // "omitted because no change"
  kIgnored,      // A pass manager or an adaptor, which the log does not print.
  kInvalidated,  // The pass deleted its unit.
  kFiltered,     // The log leaves out this unit.
  kDeleted,      // The pass deleted the function.
  kFailed,
};
std::string_view StatusName(Status status);

// How much of a program a unit or a text is.
enum class Level : uint8_t { kLoop, kFunction, kComponent, kModule };

// One dump, as the log has it.
struct Dump {
  Format format = Format::kUnknown;
  Phase phase = Phase::kAfter;
  Status status = Status::kRan;
  bool is_diff = false;  // The text is a difference already.
  NameId name = kNoName, argument = kNoName, options = kNoName;
  // As the log names it; kNoName if it does not.
  NameId unit = kNoName;
  NameId file = kNoName;     // In a folder.
  NameId program = kNoName;  // If a folder has several.
  uint64_t line = 0;         // Where the dump begins, from 1; in a folder, in its file.
  TextId text = kNoText;     // kNoText if the log has no text.
  // What follows the text but does not belong to the program: times, messages, a stack.
  TextId tail = kNoText;
  // The lines up to the next dump, without empty ones at both ends.
  uint64_t lines = 0;
};

// One execution of a pass on a unit.
struct Pass {
  uint32_t before_dump = kNone, after_dump = kNone;  // Indices of dumps; at least one.
  uint32_t parent = kNone;
  NameId name = kNoName, argument = kNoName, unit = kNoName;
  // The unit, or the function that the texts contain.
  NameId shown_unit = kNoName;
  Level level = Level::kModule;
  Status status = Status::kRan;
  bool changed = false;
  bool is_diff = false;
  // The texts to compare; kNoText for unknown ones.
  TextId before = kNoText, after = kNoText;
  uint64_t lines = 0;
  uint32_t time = kNone;  // The row of times.
};

// A row of a report of times.
struct TimeRow {
  NameId name = kNoName;
  NameId detail = kNoName;  // The unit, in a trace.
  uint32_t parent = kNone;
  uint32_t report = 0;  // The number of the report.
  double wall = -1;     // Seconds; negative if the report does not say it.
  double user = -1;
  uint32_t passes = 0;  // How many passes of the recording it measures.
};

// Lines that are not part of a program and that no reader understands.
struct Unread {
  NameId file = kNoName;
  uint64_t first = 0, last = 0;  // Lines, from 1.
  NameId text = kNoName;         // The first of them, shortened.
};

struct Recording {
  Format format = Format::kUnknown;
  TextStore texts;
  std::vector<Dump> dumps;
  std::vector<Pass> passes;
  std::vector<TimeRow> times;
  std::vector<NameId> reports;  // The titles of the reports of times.
  std::vector<Unread> unread;
  // The first line of a stack dump or of a crash's message; kNoName if there is none.
  NameId crash = kNoName;
  uint64_t bytes = 0;

  std::string_view Name(NameId name) const { return texts.Name(name); }
};

}  // namespace passcope::recording
