// The engine's own JSON.
#include "api/json.h"

#include <catch2/catch.hpp>
#include <limits>

#include "diagnostics/diagnostic.h"

namespace passcope {
namespace {

std::string Mistake(std::string_view text) {
  try {
    ReadJson(text, Phrase("this"));
    return "no exception";
  } catch (const DiagnosticError& error) {
    CHECK(error.diagnostics()[0].kind == DiagKind::kUsage);
    CHECK(error.diagnostics()[0].message.text() == "cannot parse this as JSON");
    return error.diagnostics()[0].notes.at(0).text();
  }
}

std::string Again(std::string_view text) { return ValueText(ReadJson(text, Phrase("this"))); }

TEST_CASE("JSON that is read is written back the same", "[api]") {
  for (const char* text :
       {"null", "true", "false", "0", "-7", "1.5", "-0.0", "1e+300", "\"\"", "[]", "{}",
        R"({"a":null,"b":true,"c":-7,"d":1.5,"e":"é𝄞","f":[1,[2,3],{}],"g":{"z":1,"y":2.0}})",
        R"("\"\\\n\t\u0001/")", "9223372036854775807", "-9223372036854775808"}) {
    CHECK(Again(text) == text);
  }
  CHECK(Again(" [ 1 ,\n2\t] \r\n") == "[1,2]");
  CHECK(Again(R"("\u00e9\uD834\uDD1E\/\b\f\r")") == "\"é𝄞/\\u0008\\u000c\\u000d\"");
}

TEST_CASE("Numbers keep their sort and all their digits", "[api]") {
  const AttrValue list = ReadJson("[1,1.0,1e2,9223372036854775808,0.1]", Phrase("this"));
  const AttrArray& items = *list.array();
  CHECK(items[0].get<int64_t>());
  CHECK(items[1].get<double>());
  CHECK(*items[2].get<double>() == 100);
  CHECK(*items[3].get<double>() == 9223372036854775808.0);
  CHECK(*items[4].get<double>() == 0.1);
  for (double value : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 123456789012345680.0}) {
    CHECK(*ReadJson(JsonWriter().Real(value).Take(), Phrase("this")).get<double>() == value);
  }
}

TEST_CASE("What JSON does not have becomes text", "[api]") {
  auto text = [](AttrValue value) { return ValueText(value); };
  CHECK(text(DataType::Float(16)) == "\"float16\"");
  CHECK(text(TensorType({Dim(2), Dim::Any()}, DataType::Int(8))) == "\"Tensor[(2, ?), int8]\"");
  CHECK(text(std::numeric_limits<double>::infinity()) == "\"inf\"");
  CHECK(text(-std::numeric_limits<double>::infinity()) == "\"-inf\"");
  CHECK(text(std::numeric_limits<double>::quiet_NaN()) == "\"nan\"");
  // Bytes that are not UTF-8 do not prevent a report.
  CHECK(JsonWriter().String("a\xFFz\xE2\x82").Take() ==
        "\"a\xEF\xBF\xBDz\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

TEST_CASE("Commas stand between items only", "[api]") {
  JsonWriter json;
  json.BeginObject().Key("a").BeginArray().EndArray().Key("b,").BeginArray().Int(1).String("{");
  json.BeginObject().EndObject().Null().EndArray().Key("c:").String("x:").Key("d").Bool(true);
  CHECK(json.EndObject().Take() == R"({"a":[],"b,":[1,"{",{},null],"c:":"x:","d":true})");
}

TEST_CASE("Mistakes in JSON are told with their place", "[api]") {
  CHECK(Mistake("{\"a\": }") == "line 1, column 7: a value was expected here");
  CHECK(Mistake("[1,\n é]") == "line 2, column 2: a value was expected here");
  CHECK(Mistake("\"é𝄞\" x") == "line 1, column 7: the end was expected here");
  CHECK(Mistake("") == "line 1, column 1: a value was expected here");
  CHECK(Mistake("[1 2]") == "line 1, column 4: a comma or a closing bracket was expected here");
  CHECK(Mistake("{\"a\":1]") == "line 1, column 7: a comma or a closing brace was expected here");
  CHECK(Mistake("{\"a\" 1}") == "line 1, column 6: a colon was expected here");
  CHECK(Mistake("{a:1}") == "line 1, column 2: a name in quotes was expected here");
  CHECK(Mistake("{\"a\":1,}") == "line 1, column 8: a name in quotes was expected here");
  CHECK(Mistake("01") == "line 1, column 1: a number must not begin with 0");
  CHECK(Mistake("-") == "line 1, column 2: a digit was expected here");
  CHECK(Mistake("1.") == "line 1, column 3: a digit was expected here");
  CHECK(Mistake("\"a") == "line 1, column 3: the string has no closing quote");
  CHECK(Mistake("\"\n\"") == "line 1, column 2: control characters in a string must be escaped");
  CHECK(Mistake("\"\\x\"") == "line 1, column 3: unknown escape sequence");
  CHECK(Mistake("\"\\u12G4\"") == "line 1, column 6: four hexadecimal digits were expected here");
  CHECK(Mistake("\"\\uD834\"").find("surrogate pair is incomplete") != std::string::npos);
  CHECK(Mistake("\"\\uD834\\u0041\"").find("second half") != std::string::npos);
  CHECK(Mistake(std::string(100000, '[')).find("nested too deeply") != std::string::npos);
}

TEST_CASE("Objects are taken apart", "[api]") {
  AttrDict members = ReadJsonObject(R"({"b":1,"a":2})", Phrase("this"));
  REQUIRE(members.size() == 2);
  CHECK(members[0].first == "b");
  CHECK(ReadJsonObject("null", Phrase("this")).empty());
  CHECK_THROWS_AS(ReadJsonObject("[1]", Phrase("this")), DiagnosticError);
}

}  // namespace
}  // namespace passcope
