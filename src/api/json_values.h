// JSON and the engine's attribute values.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "ir/attrs.h"

namespace passcope {

// Objects keep the order in which their members were written.
using Json = nlohmann::ordered_json;

// Parses JSON text. Throws DiagnosticError (kUsage) that names `what` the text was meant to be and
// the place of the mistake.
Json ParseJson(std::string_view text, std::string_view what);

// UTF-8 text; bytes that are no UTF-8 become U+FFFD, so that a diagnostic about a broken text can
// always be reported. `indent` < 0: one line.
std::string DumpJson(const Json& json, int indent = -1);

// null, booleans, integers, reals, strings, arrays and objects one to one. Integers beyond 64 bits
// become reals.
AttrValue AttrValueFromJson(const Json& json);

// The inverse. What JSON does not have becomes a string: data types and types as Relay writes them,
// infinities and NaN as "inf", "-inf" and "nan", expressions as a one-line summary.
Json JsonFromAttrValue(const AttrValue& value);
Json JsonFromReal(double value);

// The members of a JSON object. Throws DiagnosticError (kUsage) when it is something else; null
// stands for an empty one.
AttrDict AttrDictFromJson(const Json& json, std::string_view what);

}  // namespace passcope
