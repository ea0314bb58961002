// The table of hooks.
#include "pass/hooks.h"

#include <array>

namespace passcope {
namespace {

constexpr const char* kOfPass[] = {"mod", "info"};
constexpr const char* kOfFailure[] = {"mod", "info", "error"};

constexpr std::array<HookRow, 6> kRows = {{
    {.name = "enterPassCtx",
     .doc = "Called when a context with this instrument is entered, or when the current context "
            "gets the instrument."},
    {.name = "exitPassCtx",
     .doc = "Called when the context is left, or when it loses the instrument."},
    {.name = "shouldRun",
     .takes = kOfPass,
     .doc = "Decides whether the pass runs on the module. Only `false` skips the pass.",
     .answers = true},
    {.name = "runBeforePass",
     .takes = kOfPass,
     .doc = "Called before the pass runs, with its input module."},
    {.name = "runAfterPass",
     .takes = kOfPass,
     .doc = "Called after the pass ran, with the module that it returned."},
    {.name = "runAfterFailed",
     .takes = kOfFailure,
     .beyond_tvm = true,
     .doc = "Called when the pass, or a hook of another instrument, threw an error, with the input "
            "module of the pass."},
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
