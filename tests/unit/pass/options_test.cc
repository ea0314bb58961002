// Options by name: defaults, types, and messages about mistakes.
#include "pass/options.h"

#include <catch2/catch.hpp>

#include "pass/registry.h"

namespace passcope {
namespace {

struct Base {
  bool flag;
  std::vector<std::string> names;
};
struct Options : Base {
  int64_t count;
  double factor;
  std::string text;
  std::vector<int64_t> sizes;
  std::optional<int64_t> limit;
  DataType dtype;
  StringLists lists;
};

const std::vector<AttrField>& Fields() {
  static const auto* fields = new std::vector<AttrField>{
      Option<Options>("flag", &Options::flag, true, "."),
      Option<Options>("names", &Options::names, AttrArray{"a"}, "."),
      Option("count", &Options::count, 3, "."),
      Option("factor", &Options::factor, 0.5, "."),
      Option("text", &Options::text, "t", "."),
      Option("sizes", &Options::sizes, AttrValue::Ints({1, 2}), "."),
      Option("limit", &Options::limit, {}, "."),
      Option("dtype", &Options::dtype, "int8", "."),
      Option("lists", &Options::lists, AttrDict{}, "."),
  };
  return *fields;
}

std::string Mistake(const AttrDict& given, const std::vector<AttrField>& fields = Fields()) {
  try {
    ReadOptions<Options>(fields, "X", given, DiagKind::kUnknownModel);
    return "none";
  } catch (const DiagnosticError& error) {
    const Diagnostic& diagnostic = error.diagnostics().at(0);
    CHECK(diagnostic.kind == DiagKind::kUnknownModel);
    std::string text = diagnostic.message.text();
    for (const Message& note : diagnostic.notes) text += "; " + note.text();
    return text;
  }
}

}  // namespace

TEST_CASE("options have the table's defaults and then what is given", "[options]") {
  auto options = ReadOptions<Options>(Fields(), "X", {});
  CHECK(options.flag);
  CHECK(options.names == std::vector<std::string>{"a"});
  CHECK(options.count == 3);
  CHECK(options.factor == 0.5);
  CHECK(options.text == "t");
  CHECK(options.sizes == std::vector<int64_t>{1, 2});
  CHECK_FALSE(options.limit);
  CHECK(options.dtype == DataType::Int(8));
  CHECK(options.lists.empty());

  AttrDict lists = {{"b", AttrArray{"x", "y"}}, {"a", AttrArray{}}};
  options = ReadOptions<Options>(Fields(), "X",
                                 {{"flag", 0},
                                  {"names", AttrValue()},
                                  {"factor", 2},
                                  {"limit", 7},
                                  {"sizes", AttrArray{}},
                                  {"lists", lists}});
  CHECK_FALSE(options.flag);
  CHECK(options.names == std::vector<std::string>{"a"});
  CHECK(options.factor == 2);
  CHECK(options.limit == 7);
  CHECK(options.sizes.empty());
  CHECK(options.lists == StringLists{{"b", {"x", "y"}}, {"a", {}}});
  for (const AttrField& field : Fields()) {
    if (std::string(field.name) == "lists") CHECK(AttrEqual(GetField(&options, field), lists));
  }
}

TEST_CASE("mistakes in options are diagnostics that say what there is", "[options]") {
  CHECK(Mistake({{"flags", true}}) ==
        "X has no option 'flags'; its options are: flag, names, count, factor, text, sizes, limit, "
        "dtype, lists");
  CHECK(Mistake({{"flags", true}}, {}) == "X has no option 'flags'; it has no options");
  CHECK(Mistake({{"flag", "yes"}}) == "X: the option 'flag' takes a boolean");
  CHECK(Mistake({{"count", true}}) == "X: the option 'count' takes an integer");
  CHECK(Mistake({{"count", 1.5}}) == "X: the option 'count' takes an integer");
  CHECK(Mistake({{"factor", "1"}}) == "X: the option 'factor' takes a number");
  CHECK(Mistake({{"text", 1}}) == "X: the option 'text' takes a string");
  CHECK(Mistake({{"sizes", 1}}) == "X: the option 'sizes' takes a list of integers");
  CHECK(Mistake({{"names", AttrArray{1}}}) == "X: the option 'names' takes a list of strings");
  CHECK(Mistake({{"dtype", "number"}}) == "X: the option 'dtype' takes the name of a data type");
  CHECK(Mistake({{"lists", AttrArray{}}}) == "X: the option 'lists' takes a dictionary");
  CHECK(Mistake({{"lists", AttrDict{{"k", "v"}}}}) ==
        "X: the option 'lists' takes a list of strings for 'k'");
  CHECK(Mistake({}, {RequiredOption("text", &Options::text, ".")}) == "X needs its option 'text'");
}

TEST_CASE("every option of the table of passes has a default of its type", "[options][table]") {
  for (const PassRow& row : PassTable()) {
    for (const AttrField& field : row.options) {
      INFO(row.name << " " << field.name);
      CHECK(std::string(AttrTypeName(field.type)) != "any");
      if (field.required) continue;
      // Making the pass sets the default.
      if (row.options.size() == 1) CHECK_NOTHROW(CreatePass(row.name));
    }
  }
}

}  // namespace passcope
