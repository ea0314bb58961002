// JSON through a library, for the command line, the conformance runner and the tests. The
// WebAssembly module does not contain it; it uses support/json_writer.h and api/json.h.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "diagnostics/message.h"
#include "ir/attrs.h"

namespace passcope::tools {

// Objects keep the order of their members.
using Json = nlohmann::ordered_json;

// Parses JSON text, up to 256 levels deep. Throws DiagnosticError (kUsage) with the place of the
// mistake; `what` names the text in the message.
Json ParseJson(std::string_view text, const Message& what);

// UTF-8 text. Bytes that are not UTF-8 become U+FFFD, so that a diagnostic about a broken text can
// always be reported. `indent` < 0: one line.
std::string DumpJson(const Json& json, int indent = -1);

// The JSON of values that came from JSON or from the notation of pipelines. Others become null.
Json JsonOf(const AttrDict& values);
// An integer of 64 bits; no value for anything else.
std::optional<int64_t> IntegerOf(const Json& json);
// Converts null, booleans, integers, reals, strings, arrays and objects. Integers beyond 64 bits
// become reals.
AttrValue AttrValueFromJson(const Json& json);

}  // namespace passcope::tools
