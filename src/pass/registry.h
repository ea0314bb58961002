// The table of passes: one row each, from which the command line, JSON, the documentation and the
// JavaScript package derive.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ir/attrs.h"
#include "pass/options.h"
#include "pass/pass.h"

namespace passcope {

// Where TVM 0.11 has the constructors of Relay's passes in Python.
inline constexpr const char* kRelayTransform = "relay.transform";

// What a pass does to the values that a program computes.
enum class PassValues : uint8_t {
  kKeeps,         // Nothing but to round them differently.
  kApproximates,  // It computes them less precisely, in a smaller type, perhaps.
  kChanges,       // It makes a program that computes something else.
};

struct PassRow {
  const char* name;  // As TVM's Python has it.
  int opt_level;
  std::vector<const char*> required = {};
  const char* summary;  // One line.
  std::vector<AttrField> options = {};
  // CreateBy<F> of the constructor F.
  Pass (*create)(const PassRow& row, const AttrDict& options);
  // The module in which TVM 0.11 has its constructor in Python, with these options; null for a pass
  // that TVM does not have.
  const char* tvm_module = kRelayTransform;
  // What the PassInfo calls the pass where TVM does not call it as its Python does.
  const char* info_name = nullptr;
  PassValues values = PassValues::kKeeps;
  // What TVM's Python calls it in `tvm_module`, where that is another name.
  const char* tvm_name = nullptr;
};

// In alphabetical order of names. Defined beside the passes (transforms/passes.cc).
const std::vector<PassRow>& PassTable();
// By the name of TVM's Python ("Inline") or that of the PassInfo ("InlineGlobals"). Null when there
// is none.
const PassRow* FindPass(std::string_view name);
// Whether `name` is what the pass is called: its PassInfo's name or, for a pass of the table, that
// of TVM's Python.
bool IsPassNamed(const PassInfo& info, std::string_view name);
// The names of the table, those of TVM's Python and of PassInfos, that are most like `name`; of one
// pass only the likest.
std::vector<std::string> PassesLike(std::string_view name);
// What the table says of a pass, for its constructor; the name must be in the table.
PassInfo TableInfo(std::string_view name);
// What the pass does to values; kKeeps for one that is not in the table.
PassValues ValuesOf(const PassInfo& info);
// Throws DiagnosticError: kUnknownPass (with the nearest names), kBadPassOption. Options that are
// not given have the row's defaults: CreatePass("FuseOps", {{"fuse_opt_level", 0}}).
Pass CreatePass(std::string_view name, const AttrDict& options = {});

// The options of a pass of the table as its struct, for constructors that take more than these.
// Throws as CreatePass.
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

// For rows: makes a pass by a constructor that takes nothing, or the struct of its options.
template <auto kConstructor>
Pass CreateBy(const PassRow& row, const AttrDict& given) {
  return registry_internal::Creator<kConstructor>::Create(row, given);
}

}  // namespace passcope
