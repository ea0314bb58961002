// JSON through a library, for the command line, the conformance runner and the tests. The
// WebAssembly module does not contain it; it uses support/json_writer.h and api/json.h.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "diagnostics/message.h"
#include "ir/attrs.h"

namespace passcope::tools {

// Objects keep the order of their members.
using Json = nlohmann::ordered_json;

// Parses JSON text. Throws DiagnosticError (kUsage) with the place of the mistake; `what` names the
// text in the message.
Json ParseJson(std::string_view text, const Message& what);

// UTF-8 text. Bytes that are not UTF-8 become U+FFFD, so that a diagnostic about a broken text can
// always be reported. `indent` < 0: one line.
std::string DumpJson(const Json& json, int indent = -1);

// The JSON of values that came from JSON or from the notation of pipelines. Others become null.
Json JsonOf(const AttrDict& values);
// Converts null, booleans, integers, reals, strings, arrays and objects. Integers beyond 64 bits
// become reals.
AttrValue AttrValueFromJson(const Json& json);

}  // namespace passcope::tools
