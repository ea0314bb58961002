#include "recording/family.h"

#include <algorithm>

#include "recording/line_words.h"

namespace passcope::recording {
namespace {

struct Hint {
  std::string_view start;  // How a line begins.
  Family family;
};

// The first line that begins so decides.
constexpr Hint kHints[] = {
    {"# Machine code for function ", Family::kMachine},
    {"HloModule ", Family::kHlo},
    {"// MIR for ", Family::kMir},
    {"// WARNING: This output format is intended for human consumers", Family::kMir},
    {";; Function ", Family::kGimple},
    {"#[version = ", Family::kRelay},
    {"def @", Family::kRelay},
    {"# from tvm.script", Family::kTvmScript},
    {"from tvm.script", Family::kTvmScript},
    {"@I.ir_module", Family::kTvmScript},
    {"@tvm.script", Family::kTvmScript},
    {"@T.prim_func", Family::kTvmScript},
    {"@R.function", Family::kTvmScript},
    {"; ModuleID = ", Family::kLlvm},
    {"source_filename = ", Family::kLlvm},
    {"target datalayout", Family::kLlvm},
    {"target triple", Family::kLlvm},
    {"define ", Family::kLlvm},
    {"declare ", Family::kLlvm},
    {"; Function Attrs: ", Family::kLlvm},
    {"; Preheader:", Family::kLlvm},
    {"; Loop:", Family::kLlvm},
    {"module {", Family::kMlir},
    {"module @", Family::kMlir},
    {"module attributes", Family::kMlir},
    {"builtin.module", Family::kMlir},
    {"\"builtin.module\"", Family::kMlir},
    {"func.func ", Family::kMlir},
    {"\"func.func\"", Family::kMlir},
    {"func @", Family::kMlir},
    {"llvm.func ", Family::kMlir},
    {"#map", Family::kMlir},
    {"#loc", Family::kMlir},
    {"tt.func ", Family::kMlir},
    {"hw.module ", Family::kMlir},
    {"gpu.module ", Family::kMlir},
};

// GCC's dumps of RTL have the same headings as those of GIMPLE.
bool HasRtl(std::string_view text) {
  for (std::string_view mark : {"\n(insn ", "\n(note ", "\n(code_label ", "\n(jump_insn "}) {
    if (Contains(text, mark)) return true;
  }
  return false;
}

}  // namespace

std::string_view FamilyName(Family family) {
  constexpr std::string_view kNames[] = {"text",      "MLIR",  "LLVM IR", "machine code", "HLO",
                                         "TVMScript", "Relay", "MIR",     "GIMPLE",       "RTL"};
  return kNames[static_cast<size_t>(family)];
}

Family FamilyOf(std::string_view text, Family expected) {
  constexpr size_t kLines = 60;
  constexpr size_t kLongest = 64;
  std::string_view rest = text;
  for (size_t i = 0; i < kLines && !rest.empty(); ++i) {
    const std::string_view line = TrimStart(TakeLine(&rest).substr(0, kLongest));
    for (const Hint& hint : kHints) {
      if (!line.starts_with(hint.start)) continue;
      if (hint.family == Family::kGimple && HasRtl(text)) return Family::kRtl;
      return hint.family;
    }
  }
  return expected;
}

}  // namespace passcope::recording
