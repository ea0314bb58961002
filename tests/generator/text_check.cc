// Prints and reads the modules of MakeTextProgram.
#include <algorithm>
#include <map>

#include "diagnostics/diagnostic.h"
#include "generator/text_programs.h"
#include "ir/structural_mismatch.h"
#include "text/parser.h"
#include "text/printer.h"
#include "text/readable_names.h"

namespace passcope {
namespace {

// The positions of names in the order of a printed text.
std::vector<size_t> PrintedOrder(const std::vector<Name>& names, bool words) {
  ReadableNames texts(words);
  texts.Add(names);
  std::map<std::string, size_t> places;
  for (size_t i = 0; i < names.size(); ++i) places.emplace(texts.Get(names[i]), i);
  std::vector<size_t> order;
  for (const auto& [text, place] : places) order.push_back(place);
  return order;
}

// The names that the module of `read` has, by the order of those of `module`.
ProgramNames NamesOf(const IRModule& module, const IRModule& read) {
  ProgramNames names;
  std::vector<Name> globals, types;
  for (const auto& item : module->functions) globals.push_back(item.name);
  for (const TypeData& type : module->types) types.push_back(type->name);
  names.globals.resize(globals.size());
  names.types.resize(types.size());
  names.constructors.resize(types.size());
  const std::vector<size_t> global_order = PrintedOrder(globals, false);
  const std::vector<size_t> type_order = PrintedOrder(types, true);
  for (size_t i = 0; i < globals.size(); ++i)
    names.globals[global_order[i]] = read->functions[i].name.str();
  for (size_t i = 0; i < types.size(); ++i) {
    names.types[type_order[i]] = read->types[i]->name.str();
    for (const auto& constructor : read->types[i]->constructors)
      names.constructors[type_order[i]].push_back(constructor.name.str());
  }
  return names;
}

std::string FirstDifference(std::string_view a, std::string_view b) {
  size_t at = 0;
  while (at < a.size() && at < b.size() && a[at] == b[at]) ++at;
  const size_t begin = at < 200 ? 0 : at - 200;
  return std::string(a.substr(begin, 400)) + "\n--- becomes\n" + std::string(b.substr(begin, 400));
}

std::string CheckText(uint64_t seed, const TextProgramOptions& options, const PrintOptions& style) {
  ProgramNames names;
  const IRModule module = MakeTextProgram(seed, options, &names);
  std::string text;
  try {
    text = PrintModule(module, style);
    std::vector<NDArray> constants;
    if (!style.show_meta_data) constants = PrintedConstants(module);
    const IRModule read = ParseModule(text, "again", constants);
    if (read->functions.size() != module->functions.size() ||
        read->types.size() != module->types.size()) {
      return "another number of definitions\n" + text;
    }
    const std::string second = PrintModule(read, style);
    if (second != text) return "printed differently\n" + FirstDifference(text, second);
    if (!style.all_digits) return {};
    ProgramNames renamed = NamesOf(module, read);
    const IRModule same = MakeTextProgram(seed, options, &renamed);
    if (auto mismatch = FindStructuralMismatch(same, read)) {
      return "read as another program\n" + mismatch->lhs_path + "\n" +
             text.substr(0, text.find("#[metadata]"));
    }
  } catch (const DiagnosticError& error) {
    return std::string("not read: ") + error.what() + "\n" +
           text.substr(0, text.find("#[metadata]"));
  }
  return {};
}

}  // namespace

std::string CheckTextProgram(uint64_t seed) {
  PrintOptions exact, six, without;
  exact.show_spans = six.show_spans = without.show_spans = false;
  exact.all_digits = without.all_digits = true;
  without.show_meta_data = false;
  std::string finding = CheckText(seed, {}, exact);
  if (finding.empty()) finding = CheckText(seed, {}, six);
  if (finding.empty()) finding = CheckText(seed, {.metadata = false}, without);
  return finding;
}

}  // namespace passcope
