// Descriptions of types and records, and the document made from them.
#include "api/schema.h"

#include <catch2/catch.hpp>
#include <set>

#include "schema/record.h"
#include "schema/type_text.h"
#include "unit/json.h"

namespace passcope {

struct Inner {
  int64_t count;
};
struct Outer {
  enum class Colour : uint8_t { kRed, kGreen };
  std::string name;
  double size = 0.5;
  Colour colour = Colour::kGreen;
  std::optional<std::string> note;
  OrNull<int> top;
  std::vector<Inner> inner;
  std::map<std::string, bool> flags;
  size_t length() const { return name.size(); }
};
std::span<const char* const> LiteralsOf(Outer::Colour) {
  static constexpr const char* kNames[] = {"red", "green"};
  return kNames;
}
template <>
const RecordSchema& SchemaOf<Inner>() {
  static constexpr RecordField kFields[] = {Member<&Inner::count>("count", "How many.")};
  static constexpr RecordSchema schema = {"Inner", "A tuple.", kFields, RecordSchema::Form::kTuple};
  return schema;
}
template <>
const RecordSchema& SchemaOf<Outer>() {
  static constexpr RecordField kFields[] = {
      Member<&Outer::name>("name", "."),     Member<&Outer::size>("size", "."),
      Member<&Outer::colour>("colour", "."), Member<&Outer::note>("note", "."),
      Member<&Outer::top>("top", "."),       Member<&Outer::inner>("inner", "."),
      Member<&Outer::flags>("flags", "."),   Member<&Outer::length>("length", "."),
  };
  static constexpr RecordSchema schema = {"Outer", "An object.", kFields};
  return schema;
}

TEST_CASE("type texts are read and written back the same", "[schema]") {
  for (const char* text :
       {"bool", "int", "float", "string", "dtype", "dim", "module", "any", "list[int]",
        "tuple[int, string, dict[string, int]]", "dict[string, list[string]]",
        "optional[list[int]]", "\"ok\"", "\"X\" | \"C\"", "TraceEntry", "list[TraceEntry]"}) {
    std::optional<TypeTree> type = ParseTypeText(text);
    REQUIRE(type);
    CHECK(TypeTextOf(*type) == text);
  }
  for (const char* text : {"", "integer", "list[]", "list[int", "list[int, int]", "dict[int, int]",
                           "int ", "\"a\" |", "\"a", "traceEntry", "list[int]]", "optional"}) {
    INFO(text);
    CHECK_FALSE(ParseTypeText(text));
  }
  std::string deep = "int";
  for (int i = 0; i < 100; ++i) deep = "list[" + deep + "]";
  CHECK_FALSE(ParseTypeText(deep));
}

TEST_CASE("records are written as their schema says", "[schema]") {
  Outer outer;
  outer.name = "a\"b";
  outer.inner = {{1}, {2}};
  outer.flags = {{"x", true}};
  CHECK(JsonText(outer) ==
        R"({"name":"a\"b","size":0.5,"colour":"green","top":null,"inner":[[1],[2]],)"
        R"("flags":{"x":true},"length":3})");
  outer.note = "";
  outer.top = {7};
  CHECK(JsonText(std::vector<Outer>{outer}) ==
        R"([{"name":"a\"b","size":0.5,"colour":"green","note":"","top":7,"inner":[[1],[2]],)"
        R"("flags":{"x":true},"length":3}])");
}

TEST_CASE("records describe their members' types", "[schema]") {
  RecordList records;
  CHECK(JsonTraits<std::vector<Outer>>::Type(&records) == "list[Outer]");
  REQUIRE(records.size() == 2);
  CHECK(records[0] == &SchemaOf<Outer>());
  CHECK(records[1] == &SchemaOf<Inner>());
  std::vector<std::string> types;
  for (const RecordField& field : records[0]->fields) types.push_back(field.type(nullptr));
  CHECK(types == std::vector<std::string>{"string", "float", "\"red\" | \"green\"", "string",
                                          "optional[int]", "list[Inner]", "dict[string, bool]",
                                          "int"});
  CHECK(records[0]->fields[3].optional);
  CHECK_FALSE(records[0]->fields[4].optional);
}

namespace {

void CheckType(const std::string& text, const std::set<std::string>& records) {
  INFO(text);
  std::optional<TypeTree> type = ParseTypeText(text);
  REQUIRE(type);
  std::vector<TypeTree> open = {*type};
  while (!open.empty()) {
    TypeTree item = open.back();
    open.pop_back();
    if (item.kind == TypeTree::Kind::kRecord) CHECK(records.count(item.name) == 1);
    open.insert(open.end(), item.items.begin(), item.items.end());
  }
}

}  // namespace

TEST_CASE("the schema names no type that it does not describe", "[schema]") {
  Json schema = ParseJson(DescribeSchema(), "the schema");
  std::set<std::string> records;
  for (const Json& record : schema["records"]) {
    CHECK(records.insert(record["name"].get<std::string>()).second);
    CHECK(record["doc"].get<std::string>().size() > 3);
  }
  for (const char* name :
       {"TimingNode", "TimingTotal", "OpDiff", "TraceEntry", "Decision", "PassDecision",
        "PassCounter", "HookCall", "HookCalls", "DumpedFile", "ChromeTrace", "ChromeTraceEvent",
        "Diagnostic", "SourceSpan", "PassInfo", "PassDescription", "InstrumentDescription"}) {
    INFO(name);
    CHECK(records.count(name) == 1);
  }
  for (const Json& record : schema["records"]) {
    for (const Json& field : record["fields"]) {
      CheckType(field["type"].get<std::string>(), records);
      CHECK_FALSE(field["doc"].get<std::string>().empty());
    }
  }
  for (const char* table : {"passes", "instruments", "models"}) {
    for (const Json& row : schema[table]) {
      for (const Json& option : row["options"]) {
        CheckType(option["type"].get<std::string>(), records);
      }
    }
  }
  for (const Json& row : schema["instruments"]) {
    if (!row["data"].is_null()) CheckType(row["data"]["type"].get<std::string>(), records);
    for (const Json& question : row["questions"]) {
      CheckType(question["answer"].get<std::string>(), records);
    }
  }
  for (const Json& key : schema["configKeys"]) CheckType(key["type"].get<std::string>(), records);
  for (const Json& decision : schema["decisions"]) {
    for (const Json& argument : decision["arguments"]) {
      CheckType(argument["type"].get<std::string>(), records);
    }
  }
  CHECK(schema["hooks"].size() == 6);
  CHECK(schema["diagnostics"].size() > 10);
}

}  // namespace passcope
