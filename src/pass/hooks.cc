// The table of hooks.
#include "pass/hooks.h"

#include <array>

namespace passcope {
namespace {

constexpr const char* kOfPass[] = {"mod", "info"};
constexpr const char* kOfFailure[] = {"mod", "info", "error"};

constexpr std::array<HookRow, 6> kRows = {{
    {"enterPassCtx", {}, false, "A context with this instrument is entered, or gets it."},
    {"exitPassCtx", {}, false, "The context is left, or loses the instrument."},
    {"shouldRun", kOfPass, false,
     "Whether the pass should run on the module. Only `false` says that it should not.", true},
    {"runBeforePass", kOfPass, false, "With the module that the pass is given."},
    {"runAfterPass", kOfPass, false, "With the module that the pass returned."},
    {"runAfterFailed", kOfFailure, true,
     "The pass, or a hook of another instrument, threw. With the module that the pass was given."},
}};

constexpr auto kNames = [] {
  std::array<const char*, kRows.size()> names = {};
  for (size_t i = 0; i < kRows.size(); ++i) names[i] = kRows[i].name;
  return names;
}();

}  // namespace

std::span<const HookRow> HookTable() { return kRows; }

std::span<const char* const> LiteralsOf(Hook) { return kNames; }

}  // namespace passcope
