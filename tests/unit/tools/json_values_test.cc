// JSON of the command line, read with a library.
#include "tools/json_values.h"

#include <catch2/catch.hpp>

#include "api/json.h"
#include "diagnostics/diagnostic.h"

namespace passcope::tools {
namespace {

TEST_CASE("The library's values become attribute values alike", "[tools]") {
  const char* text = R"({"a":null,"b":true,"c":-7,"d":1.5,"e":"é","f":[1,[2,3]],"g":{"z":1}})";
  CHECK(ValueText(AttrValueFromJson(ParseJson(text, Phrase("this")))) == text);
  CHECK_THROWS_AS(ParseJson("{", Phrase("this")), DiagnosticError);
}

}  // namespace
}  // namespace passcope::tools
