// The table of passes, one row each. The command line, JSON, the documentation and the JavaScript
// package derive from it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ir/attrs.h"
#include "pass/options.h"
#include "pass/pass.h"

namespace passcope {

// The Python module of TVM 0.11 with the constructors of Relay's passes.
inline constexpr const char* kRelayTransform = "relay.transform";

// The effect of a pass on the values that a program computes.
enum class PassValues : uint8_t {
  kKeeps,         // The values stay the same, except for rounding.
  kApproximates,  // It computes them less precisely, for example in a smaller type.
  kChanges,       // The new program computes something else.
};

struct PassRow {
  const char* name;  // Its name in TVM's Python.
  int opt_level;
  std::vector<const char*> required = {};
  const char* summary;  // One line.
  std::vector<AttrField> options = {};
  // CreateBy<F> of the constructor F.
  Pass (*create)(const PassRow& row, const AttrDict& options);
  // The Python module of TVM 0.11 that has its constructor with these options; null for a pass that
  // TVM does not have.
  const char* tvm_module = kRelayTransform;
  // The name in PassInfo, if TVM's PassInfo and Python names differ.
  const char* info_name = nullptr;
  PassValues values = PassValues::kKeeps;
  // The name in `tvm_module`, if it differs.
  const char* tvm_name = nullptr;
};

// Sorted by name. Defined beside the passes (transforms/passes.cc).
const std::vector<PassRow>& PassTable();
// Finds a pass by its Python name ("Inline") or PassInfo name ("InlineGlobals"). Returns null if
// there is none.
const PassRow* FindPass(std::string_view name);
// True if `name` is the pass's PassInfo name or, for a pass of the table, its Python name.
bool IsPassNamed(const PassInfo& info, std::string_view name);
// The most similar names of the table to `name`, of both kinds. Each pass has at most one, the
// best.
std::vector<std::string> PassesLike(std::string_view name);
// The PassInfo of the row `name`, for constructors. The name must be in the table.
PassInfo TableInfo(std::string_view name);
// The effect of the pass on values; kKeeps for a pass that is not in the table.
PassValues ValuesOf(const PassInfo& info);
// Creates a pass by name. Options that are not given have the row's defaults: CreatePass("FuseOps",
// {{"fuse_opt_level", 0}}). Throws DiagnosticError (kUnknownPass, with the nearest names, or
// kBadPassOption).
Pass CreatePass(std::string_view name, const AttrDict& options = {});

// The options of a pass of the table as its struct, for constructors with further arguments. Throws
// like CreatePass.
template <class Options>
Options PassOptions(std::string_view name, const AttrDict& given = {}) {
  return ReadOptions<Options>(FindPass(name)->options, name, given);
}

namespace registry_internal {
template <auto kConstructor>
struct Creator;
template <Pass (*kConstructor)()>
struct Creator<kConstructor> {
  static Pass Create(const PassRow& row, const AttrDict& given) {
    CheckNoOptions(row.name, given);
    return kConstructor();
  }
};
template <class Options, Pass (*kConstructor)(Options)>
struct Creator<kConstructor> {
  static Pass Create(const PassRow& row, const AttrDict& given) {
    return kConstructor(ReadOptions<Options>(row.options, row.name, given));
  }
};
}  // namespace registry_internal

// For rows: makes a pass with a constructor that takes nothing or the struct of its options.
template <auto kConstructor>
Pass CreateBy(const PassRow& row, const AttrDict& given) {
  return registry_internal::Creator<kConstructor>::Create(row, given);
}

}  // namespace passcope
