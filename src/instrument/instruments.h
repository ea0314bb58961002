// The table of built-in instruments, one row each. The command line, JSON and the JavaScript
// package derive from it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "instrument/print.h"
#include "ir/attrs.h"
#include "pass/options.h"

namespace passcope {

// A question that only this instrument answers (PassInstrument::Ask).
struct Question {
  const char* name;
  std::vector<AttrField> arguments = {};       // Its arguments (ReadArguments).
  std::string (*answer)(RecordList* records);  // The type of its answer.
  const char* doc;
};

// The data that WriteData of an instrument writes.
struct GatheredData {
  const char* name = nullptr;  // The name of the data; null if nothing is gathered.
  std::string (*type)(RecordList* records) = nullptr;
  const char* doc = nullptr;
};

struct InstrumentRow {
  const char* name;
  const char* summary;  // One line.
  std::vector<AttrField> options = {};
  InstrumentPtr (*create)(const InstrumentRow& row, const AttrDict& options, PrintSink sink);
  GatheredData data = {};
  bool text = false;    // True if it has Render.
  bool clears = false;  // True if it has Clear.
  std::vector<Question> questions = {};
};

// In alphabetical order of names.
const std::vector<InstrumentRow>& InstrumentTable();

// A file format of a flag of `passcope run`.
struct FileFormat {
  const char* name;  // The value of --FLAG-format.
  // The ending of file names that select this format by default; "" for the first format.
  const char* ending = "";
  const char* doc = "";  // Its purpose; can be empty.
  // Makes the text from the instruments that watched the contexts of a run. If one instrument
  // remembers several contexts, there is only one. `opt_level` is that of the last context.
  std::string (*text)(std::span<const InstrumentPtr> instruments, int opt_level);
  bool json = true;  // True if the text is JSON.
};

// A flag of `passcope run` for an instrument, and its output.
struct InstrumentFlag {
  // The purpose of the instrument, the same for all its flags. In a list of instruments, checks
  // come first, so that the others learn that a pass failed. Timing comes last, so that the work of
  // the others only counts for the enclosing pass.
  enum class Role : uint8_t { kCheck, kWrite, kGather, kTime };

  const char* instrument;
  const char* name;  // "op-diff", written --op-diff.
  const char* help;
  Role role;
  // The value in --help: empty for a switch, "[=TYPES]" for an optional value. A flag with an
  // optional value also prints the text.
  const char* value = "";
  // At most one of `option`, `question` and `files` uses the value. A flag without a value prints
  // the gathered data as text, if the instrument supports it.
  const char* option = nullptr;  // The value is an option; a switch sets a boolean one.
  // The value is the question's only argument; a switch has none. The answer is printed.
  const char* question = nullptr;
  std::span<const FileFormat> files = {};  // The value is the name of the file.
  const char* sets = nullptr;              // A boolean option that the flag sets.
};
// In the order of --help. It is a separate table, so that programs without a command line do not
// contain it.
std::span<const InstrumentFlag> InstrumentFlags();

const std::vector<AttrField>& ArgumentsOf(std::string_view instrument, std::string_view question);
// Reads the arguments of a question of an instrument, both given by their names in the table.
// Throws DiagnosticError (kUsage) for unknown arguments and for values of the wrong type.
template <class Arguments>
Arguments ReadArguments(std::string_view instrument, std::string_view question,
                        const AttrDict& given) {
  return ReadOptions<Arguments>(ArgumentsOf(instrument, question), question, given,
                                DiagKind::kUsage);
}

// Creates an instrument. `sink` gets its output; instruments without output ignore it. Without a
// sink, each instrument uses its default. Throws DiagnosticError (kUsage) for an unknown name, with
// the nearest ones. Throws DiagnosticError (kBadPassOption) for unknown options and for values of
// the wrong type.
InstrumentPtr CreateInstrument(std::string_view name, const AttrDict& options = {},
                               PrintSink sink = {});

}  // namespace passcope
