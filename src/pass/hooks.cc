// The table of hooks.
#include "pass/hooks.h"

#include <array>

namespace passcope {
namespace {

constexpr const char* kOfPass[] = {"mod", "info"};
constexpr const char* kOfFailure[] = {"mod", "info", "error"};

constexpr std::array<HookRow, 6> kRows = {{
    {.name = "enterPassCtx", .doc = "A context with this instrument is entered, or gets it."},
    {.name = "exitPassCtx", .doc = "The context is left, or loses the instrument."},
    {.name = "shouldRun",
     .takes = kOfPass,
     .doc = "Whether the pass should run on the module. Only `false` says that it should not.",
     .answers = true},
    {.name = "runBeforePass", .takes = kOfPass, .doc = "With the module that the pass is given."},
    {.name = "runAfterPass", .takes = kOfPass, .doc = "With the module that the pass returned."},
    {.name = "runAfterFailed",
     .takes = kOfFailure,
     .beyond_tvm = true,
     .doc = "The pass, or a hook of another instrument, threw. With the module that the pass was "
            "given."},
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
