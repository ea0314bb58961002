// The table of built-in instruments: one row each, from which the command line, JSON and the
// JavaScript package derive.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "instrument/print.h"
#include "ir/attrs.h"
#include "pass/options.h"

namespace passcope {

// A question that an instrument answers beside what all are asked (PassInstrument::Ask).
struct Question {
  const char* name;
  std::vector<AttrField> arguments = {};       // What it takes (ReadArguments).
  std::string (*answer)(RecordList* records);  // Its type.
  const char* doc;
};

// What WriteData of an instrument writes.
struct GatheredData {
  const char* name = nullptr;  // What asking for it is called; null when nothing is gathered.
  std::string (*type)(RecordList* records) = nullptr;
  const char* doc = nullptr;
};

struct InstrumentRow {
  const char* name;
  const char* summary;  // One line.
  std::vector<AttrField> options = {};
  InstrumentPtr (*create)(const InstrumentRow& row, const AttrDict& options, PrintSink sink);
  GatheredData data = {};
  bool text = false;    // Whether it has Render.
  bool clears = false;  // Whether it has Clear.
  std::vector<Question> questions = {};
};

// In alphabetical order of names.
const std::vector<InstrumentRow>& InstrumentTable();

// What a flag of `passcope run` writes into a file.
struct FileFormat {
  const char* name;  // As --FLAG-format takes it.
  // Of the names of files that have it unless told; the first format's is "".
  const char* ending = "";
  const char* doc = "";  // What it is for; may be empty.
  // Of the instruments that watched the contexts of a run (one of them, when it remembers
  // more than a context), the last of which had the opt level.
  std::string (*text)(std::span<const InstrumentPtr> instruments, int opt_level);
  bool json = true;  // Whether the text is JSON.
};

// How `passcope run` is asked for an instrument, and what it then tells.
struct InstrumentFlag {
  // What the instrument is for; all its flags have the same. In a list of instruments the checks
  // come first, so that the others learn that a pass failed; what takes times comes last, so that
  // the work of the others counts for no pass but the one around it.
  enum class Role : uint8_t { kCheck, kWrite, kGather, kTime };

  const char* instrument;
  const char* name;  // "op-diff", written --op-diff.
  const char* help;
  Role role;
  // What stands for the value in --help; empty for a switch, "[=TYPES]" for one that may be left
  // out, and then the flag asks for the text, too.
  const char* value = "";
  // What a value is for, one of these. Without a value, what was gathered is printed as text, where
  // the instrument has that.
  const char* option = nullptr;  // An option; a switch sets a boolean one.
  // It is the only argument, a switch asks without one; the answer is printed.
  const char* question = nullptr;
  std::span<const FileFormat> files = {};  // It is the name of the file.
  const char* sets = nullptr;              // A boolean option that is set for it.
};
// In the order of --help. A table of its own, so that what has no command line has none of it.
std::span<const InstrumentFlag> InstrumentFlags();

const std::vector<AttrField>& ArgumentsOf(std::string_view instrument, std::string_view question);
// The arguments of a question of an instrument's, both by their names in the table. Throws
// DiagnosticError (kUsage) for arguments that the question does not have and values of the wrong
// type.
template <class Arguments>
Arguments ReadArguments(std::string_view instrument, std::string_view question,
                        const AttrDict& given) {
  return ReadOptions<Arguments>(ArgumentsOf(instrument, question), question, given,
                                DiagKind::kUsage);
}

// `sink` takes what the instrument writes; those that write nothing ignore it, and without one the
// default of each holds. Throws DiagnosticError: kUsage for an unknown name (with the nearest),
// kBadPassOption for unknown options and values of the wrong type.
InstrumentPtr CreateInstrument(std::string_view name, const AttrDict& options = {},
                               PrintSink sink = {});

}  // namespace passcope
