// A printed module reads back as the same module and prints as the same text.
//
// PASSCOPE_GENERATED is the number of random modules (default 300; 100000 takes minutes).
#include <catch2/catch.hpp>
#include <cstdlib>
#include <set>

#include "diagnostics/diagnostic.h"
#include "generator/module_generator.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

int GeneratedCount() {
  const char* text = std::getenv("PASSCOPE_GENERATED");
  return text ? std::atoi(text) : 300;
}

PrintOptions WithoutSpans() {
  PrintOptions options;
  options.show_spans = false;
  return options;
}

TEST_CASE("Generated modules survive printing and parsing", "[round-trip]") {
  int count = GeneratedCount();
  for (int i = 0; i < count; ++i) {
    GeneratorOptions options;
    options.steps = 4 + i % 12;
    options.functions = 1 + i % 3;
    ModuleGenerator generator(static_cast<uint64_t>(i), options);
    IRModule module = generator.Next();
    std::string text = PrintModule(module);
    CAPTURE(i);
    IRModule again;
    try {
      again = InferTypes(ParseModule(text, "from_string"));
    } catch (const DiagnosticError& error) {
      FAIL(text << "\n" << error.what());
    }
    std::string second = PrintModule(again, WithoutSpans());
    if (second != text) FAIL(text << "\nbecomes\n" << second);
    if (!StructuralEqual(module, again)) FAIL(text << "\nis another module when it is read");
  }
}

TEST_CASE("The generator reaches the operator table", "[round-trip]") {
  ModuleGenerator generator(1);
  std::set<std::string> missing;
  size_t all = 0;
  for (const Expr& node : AllOps()) {
    const auto* op = As<OpNode>(node);
    if (!op->decl->relation) continue;
    ++all;
    bool found = false;
    for (int i = 0; i < 40 && !found; ++i) {
      std::vector<Expr> params;
      found = generator.RandomCall(op, {}, &params) != nullptr;
    }
    if (!found) missing.insert(op->decl->name);
  }
  std::string names;
  for (const std::string& name : missing) names += name + " ";
  INFO(missing.size() << " of " << all << ": " << names);
  CHECK(missing.size() * 10 <= all);
}

}  // namespace
}  // namespace passcope
