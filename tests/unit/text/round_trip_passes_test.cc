// The printed result of a pass reads back as the same program.
//
// By default, only some of the passes run on each program. PASSCOPE_ROUND_TRIPS=N runs N times as
// many passes, and N times as many generated programs.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "analysis/well_formed.h"
#include "diagnostics/diagnostic.h"
#include "generator/module_generator.h"
#include "ir/structural.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

size_t Times() {
  const char* text = std::getenv("PASSCOPE_ROUND_TRIPS");
  return text ? static_cast<size_t>(std::max(1, std::atoi(text))) : 1;
}

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// Empty if the text of `module` reads back as the same module.
std::string Difference(const IRModule& module) {
  PrintOptions options;
  options.show_spans = false;
  options.all_digits = true;
  std::string text = PrintModule(module, options);
  IRModule again;
  try {
    again = ParseModule(text, "again");
  } catch (const DiagnosticError& error) {
    return text + "\ncannot be read again:\n" + error.what();
  }
  // By function, to name the one that differs.
  for (const IRModuleNode::Item& item : module->functions) {
    if (!StructuralEqual(item.function, again->Lookup(item.name.view()))) {
      return text + "\nis another program when it is read again, in @" + item.name.str();
    }
  }
  return StructuralEqual(module, again) ? "" : text + "\nis another module when it is read again";
}

// Runs passes of the table from `first` on over `program`. Returns how many changed it.
int CheckAfterPasses(const IRModule& program, size_t first, size_t count) {
  int changed = 0;
  const std::vector<PassRow>& table = PassTable();
  for (size_t i = 0; i < std::min(count, table.size()); ++i) {
    const std::string name = table[(first + i) % table.size()].name;
    if (name == "PrintIR") continue;  // It prints to the standard output.
    INFO(name);
    IRModule result;
    try {
      PassContextScope scope(PassContext::Create({.opt_level = 3}));
      result = CreatePass(name)(program);
      scope.Leave();
    } catch (const DiagnosticError&) {
      continue;  // Not a pass for this program, or a pass that needs options.
    }
    if (result == program) continue;
    ++changed;
    std::string difference = Difference(result);
    if (!difference.empty()) FAIL_CHECK(difference);
  }
  return changed;
}

TEST_CASE("What passes make of the golden programs survives printing and reading",
          "[round-trip][passes]") {
  size_t first = 0;
  int changed = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::string(PASSCOPE_SOURCE_DIR) + "/tests/golden")) {
    if (entry.path().extension() != ".relay") continue;
    std::string text = ReadFile(entry.path());
    IRModule program;
    try {
      program = InferTypes(ParseModule(text, "golden"));
    } catch (const DiagnosticError&) {
      continue;  // Recorded without constant values, or an expression.
    }
    INFO(entry.path().string());
    std::string difference = Difference(program);
    if (!difference.empty()) FAIL_CHECK(difference);
    changed += CheckAfterPasses(program, first, 5 * Times());
    first += 5;
  }
  CHECK(changed > 100);
}

TEST_CASE("What passes make of generated programs survives printing and reading",
          "[round-trip][passes]") {
  for (size_t i = 0; i < 100 * Times(); ++i) {
    GeneratorOptions options;
    options.steps = 4 + static_cast<int>(i % 12);
    options.functions = 1 + static_cast<int>(i % 3);
    ModuleGenerator generator(1000 + i, options);
    IRModule program = generator.Next();
    INFO(i);
    CheckAfterPasses(program, i * 5, 5 * std::min<size_t>(Times(), 20));
  }
}

}  // namespace
}  // namespace passcope
