// JSON and attribute values.
#include "api/json_values.h"

#include <catch2/catch.hpp>
#include <limits>

#include "diagnostics/diagnostic.h"

namespace passcope {
namespace {

TEST_CASE("JSON values become attribute values and back", "[api]") {
  const char* text =
      R"({"a":null,"b":true,"c":-7,"d":1.5,"e":"é","f":[1,[2,3]],"g":{"z":1,"y":2}})";
  AttrValue value = AttrValueFromJson(ParseJson(text, "a test"));
  REQUIRE(value.dict());
  CHECK((*value.dict())[2].second.get<int64_t>() != nullptr);
  CHECK((*value.dict())[3].second.get<double>() != nullptr);
  // The order of members is kept.
  CHECK(DumpJson(JsonFromAttrValue(value)) == text);
}

TEST_CASE("Integers keep 64 bits, larger ones become reals", "[api]") {
  AttrValue value = AttrValueFromJson(
      ParseJson("[9223372036854775807,-9223372036854775808,9223372036854775808]", "a test"));
  const AttrArray& items = *value.array();
  CHECK(*items[0].get<int64_t>() == std::numeric_limits<int64_t>::max());
  CHECK(*items[1].get<int64_t>() == std::numeric_limits<int64_t>::min());
  CHECK(items[2].get<double>() != nullptr);
}

TEST_CASE("What JSON does not have becomes text", "[api]") {
  CHECK(JsonFromAttrValue(DataType::Float(16)) == "float16");
  CHECK(JsonFromAttrValue(TensorType({Dim(2), Dim::Any()}, DataType::Int(8))) ==
        "Tensor[(2, ?), int8]");
  CHECK(JsonFromAttrValue(std::numeric_limits<double>::infinity()) == "inf");
  CHECK(JsonFromAttrValue(-std::numeric_limits<double>::infinity()) == "-inf");
  CHECK(JsonFromAttrValue(std::numeric_limits<double>::quiet_NaN()) == "nan");
}

TEST_CASE("Text that is no JSON is a diagnostic that says what it was", "[api]") {
  try {
    ParseJson("{\"a\": }", "the options");
    FAIL("no exception");
  } catch (const DiagnosticError& error) {
    CHECK(error.diagnostics()[0].kind == DiagKind::kUsage);
    CHECK(error.diagnostics()[0].message == "the options is not valid JSON");
    REQUIRE(error.diagnostics()[0].notes.size() == 1);
    CHECK(error.diagnostics()[0].notes[0].find("line 1, column 7") != std::string::npos);
  }
  CHECK_THROWS_AS(AttrDictFromJson(ParseJson("[1]", "x"), "x"), DiagnosticError);
  CHECK(AttrDictFromJson(Json(nullptr), "x").empty());
}

TEST_CASE("Bytes that are no UTF-8 do not stop a report", "[api]") {
  CHECK(DumpJson(Json("a\xFF")) == "\"a\xEF\xBF\xBD\"");
}

}  // namespace
}  // namespace passcope
