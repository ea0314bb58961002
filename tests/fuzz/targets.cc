#include "fuzz/targets.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "diagnostics/diagnostic.h"
#include "generator/module_generator.h"
#include "generator/value_programs.h"
#include "pass/pass.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/infer_type.h"

namespace passcope::fuzz {
namespace {

[[noreturn]] void Finding(std::string_view what, const std::string& detail) {
  std::fprintf(stderr, "finding: %.*s\n%s\n", static_cast<int>(what.size()), what.data(),
               detail.c_str());
  std::abort();
}

std::string_view Text(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

PrintOptions WithoutSpans() {
  PrintOptions options;
  options.show_spans = false;
  return options;
}

}  // namespace

void Parse(const uint8_t* data, size_t size) {
  try {
    ParseModule(Text(data, size), "input");
  } catch (const DiagnosticError&) {
  }
  try {
    ParseExpr(Text(data, size), "input");
  } catch (const DiagnosticError&) {
  }
}

void Types(const uint8_t* data, size_t size) {
  IRModule module;
  try {
    module = InferTypes(ParseModule(Text(data, size), "input"));
  } catch (const DiagnosticError&) {
    return;
  }
  std::string text = PrintModule(module, WithoutSpans());
  PrintModule(module);
  try {
    IRModule again = InferTypes(ParseModule(text, "again"));
    std::string second = PrintModule(again, WithoutSpans());
    if (second != text) Finding("printed differently", text + "\n---\n" + second);
  } catch (const DiagnosticError& error) {
    // A graph that is shared across blocks has a text that defines it too late, as TVM's has.
    if (error.diagnostics()[0].kind != DiagKind::kUnboundVar) {
      Finding("cannot be read back", text + "\n" + error.what());
    }
  }
}

void Passes(const uint8_t* data, size_t size) {
  if (size < 2) return;
  GeneratorOptions options;
  options.steps = 1 + data[0] % 16;
  options.functions = 1 + data[0] / 16 % 3;
  options.control_flow = data[0] < 128;
  uint64_t seed = 0;
  for (size_t i = 1; i < size && i < 4; ++i) seed = seed << 8 | data[i];
  IRModule module = ModuleGenerator(seed, options).Next();
  PassContextScope scope(PassContext::Create({.opt_level = 4}));
  for (size_t i = 4; i < size && i < 12; ++i) {
    const PassRow& row = PassTable()[data[i] % PassTable().size()];
    bool needs_options = false;
    for (const AttrField& option : row.options) needs_options = needs_options || option.required;
    if (needs_options) continue;
    IRModule before = module;
    try {
      module = CreatePass(row.name)(module);
    } catch (const DiagnosticError&) {
      continue;
    }
    try {
      InferTypes(module);
    } catch (const DiagnosticError& error) {
      Finding(row.name,
              PrintModule(before) + "\n---\n" + PrintModule(module) + "\n" + error.what());
    }
  }
}

void Values(const uint8_t* data, size_t size) {
  uint64_t seed = 0;
  for (size_t i = 0; i < size && i < 8; ++i) seed = seed << 8 | data[i];
  ValueCounts counts;
  if (std::optional<ValueFinding> finding = CheckValues(seed, &counts)) {
    Finding(finding->passes, finding->explanation + "\n" + PrintModule(finding->program));
  }
}

}  // namespace passcope::fuzz
