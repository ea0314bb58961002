// `passcope list`: the tables of the engine.
#include <fmt/format.h>

#include <algorithm>

#include "api/schema.h"
#include "api/tables.h"
#include "tools/commands.h"
#include "tools/files.h"
#include "tools/json_values.h"
#include "tools/terminal.h"

namespace passcope::tools {
namespace {

struct Table {
  const char* name;
  std::string (*describe)();
  const char* text;  // The member that describes a row.
  const char* of =
      nullptr;  // The one that says in what a row's name is unique, if it is not everywhere.
};

constexpr Table kTables[] = {
    {"passes", DescribePasses, "summary"},
    {"ops", DescribeOps, "doc"},
    {"instruments", DescribeInstruments, "summary"},
    {"config", DescribeConfigKeys, "doc"},
    {"models", DescribeModels, "summary"},
    {"diagnostics", DescribeDiagnosticKinds, "doc"},
    {"remarks", DescribeRemarkKinds, "doc", "pass"},
};

std::string Member(const Json& row, const char* name) { return row.at(name).get<std::string>(); }

// "a (type, default)", one line per option, below a row.
std::string OptionLines(const Json& row) {
  std::string lines;
  for (const char* list : {"options", "attrs"}) {
    if (!row.contains(list)) continue;
    for (const Json& option : row[list]) {
      bool required = option.value("required", false);
      lines +=
          fmt::format("    {}: {}{}  {}\n", Member(option, "name"), Member(option, "type"),
                      required ? "" : " = " + DumpJson(option["default"]), Member(option, "doc"));
    }
  }
  return lines;
}

std::vector<std::string> ListNames() {
  std::vector<std::string> names;
  for (const Table& table : kTables) names.emplace_back(table.name);
  names.emplace_back("schema");
  return names;
}

int List(const Arguments& arguments) {
  const Table* table = nullptr;
  for (const Table& candidate : kTables) {
    if (arguments.words() == std::vector<std::string>{candidate.name}) table = &candidate;
  }
  if (!table && arguments.words() == std::vector<std::string>{"schema"}) {
    // All tables and other declarations, only for programs.
    Json schema = ParseJson(DescribeSchema(), PHRASE(kSchemaNoun, "the schema"));
    Print(DumpJson(schema, 2) + "\n");
    return 0;
  }
  if (!table) {
    throw UsageError(fmt::format("name what to list: {}", fmt::join(ListNames(), ", ")));
  }
  Json rows = ParseJson(table->describe(), PHRASE(kTableNoun, "the table"));
  if (arguments.Has("json")) {
    Print(DumpJson(rows, 2) + "\n");
    return 0;
  }
  auto name = [table](const Json& row) {
    return (table->of ? Member(row, table->of) + ": " : "") + Member(row, "name");
  };
  size_t width = 0;
  for (const Json& row : rows) width = std::max(width, name(row).size());
  std::string text;
  for (const Json& row : rows) {
    text += Styled(Style::kBold, fmt::format("{:<{}}", name(row), width)) +
            fmt::format("  {}\n", Member(row, table->text));
    if (arguments.Has("options")) text += OptionLines(row);
  }
  Print(text);
  return 0;
}

}  // namespace

Command ListCommand() {
  Command command;
  command.name = "list";
  command.usage = fmt::format("{} [options]", fmt::join(ListNames(), "|"));
  command.summary = "Lists passes, operators, instruments and other tables of the engine.";
  command.options = {{"json", "", "print the whole table as JSON; the schema is always JSON"},
                     {"options", "", "also print the options or attributes of each entry"}};
  command.run = List;
  command.words = ListNames();
  return command;
}

}  // namespace passcope::tools
