// The hooks of instruments that other languages know by name.
#pragma once

#include <cstdint>
#include <span>

namespace passcope {

enum class Hook : uint8_t {
  kEnterPassContext,
  kExitPassContext,
  kShouldRun,
  kRunBeforePass,
  kRunAfterPass,
  kRunAfterFailed,
};

struct HookRow {
  const char* name;  // As in JavaScript.
  // The arguments: "mod" (a module), "info" (the pass's PassInfo), "error" (a message).
  std::span<const char* const> takes = {};
  bool beyond_tvm = false;
  const char* doc;
  bool answers = false;  // True if the return value counts: only `false` does.
};
// Indexed by Hook.
std::span<const HookRow> HookTable();
std::span<const char* const> LiteralsOf(Hook);

}  // namespace passcope
