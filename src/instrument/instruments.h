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
  struct Argument {
    const char* name;
    const char* type;
    bool required = false;
  };
  const char* name;
  std::vector<Argument> arguments;
  std::string (*answer)(RecordList* records);  // Its type.
  const char* doc;
};

// What WriteData of an instrument writes.
struct GatheredData {
  const char* name = nullptr;  // What asking for it is called; null when nothing is gathered.
  std::string (*type)(RecordList* records) = nullptr;
  const char* doc = nullptr;
};

// How `passcope run` is asked for an instrument.
struct InstrumentFlag {
  // What the instrument is for. In a list of instruments the checks come first, so that the others
  // learn that a pass failed; what takes times comes last, so that the work of the others counts
  // for no pass but the one around it.
  enum class Role : uint8_t { kCheck, kWrite, kGather, kTime };

  const char* name = nullptr;  // "op-diff", written --op-diff; null: there is none.
  const char* help = nullptr;
  Role role = Role::kGather;
  int place = 0;                 // Among the flags of its role in --help.
  const char* value = "";        // What stands for the value in --help; empty for a switch.
  const char* option = nullptr;  // The option that the value is for.
};

struct InstrumentRow {
  const char* name;
  const char* summary;  // One line.
  std::vector<AttrField> options;
  InstrumentPtr (*create)(const InstrumentRow& row, const AttrDict& options, PrintSink sink);
  InstrumentFlag flag = {};
  GatheredData data = {};
  bool text = false;    // Whether it has Render.
  bool clears = false;  // Whether it has Clear.
  std::vector<Question> questions = {};
};

// In alphabetical order of names.
const std::vector<InstrumentRow>& InstrumentTable();
// `sink` takes what the instrument writes; those that write nothing ignore it, and without one the
// default of each holds. Throws DiagnosticError: kUsage for an unknown name (with the nearest),
// kBadPassOption for unknown options and values of the wrong type.
InstrumentPtr CreateInstrument(std::string_view name, const AttrDict& options = {},
                               PrintSink sink = {});

}  // namespace passcope
