// JSON through a library, for the command line, the conformance runner and the tests. The module
// for JavaScript contains none of it: what it needs is in support/json_writer.h and api/json.h.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "diagnostics/message.h"
#include "ir/attrs.h"

namespace passcope::tools {

// Objects keep the order in which their members were written.
using Json = nlohmann::ordered_json;

// Parses JSON text. Throws DiagnosticError (kUsage) that names `what` the text was meant to be and
// the place of the mistake.
Json ParseJson(std::string_view text, const Message& what);

// UTF-8 text; bytes that are no UTF-8 become U+FFFD, so that a diagnostic about a broken text can
// always be reported. `indent` < 0: one line.
std::string DumpJson(const Json& json, int indent = -1);

// null, booleans, integers, reals, strings, arrays and objects one to one. Integers beyond 64 bits
// become reals.
AttrValue AttrValueFromJson(const Json& json);

}  // namespace passcope::tools
