// JSON as it leaves and enters the engine: attribute values written by the engine's own writer, and
// a reader that makes attribute values of JSON. The command line, which is no part of the page's
// module, has a library (tools/json_values.h); it takes the engine's texts as JavaScript does, by
// parsing them.
#pragma once

#include <string>
#include <string_view>

#include "diagnostics/message.h"
#include "ir/attrs.h"
#include "schema/record.h"
#include "support/json_writer.h"

namespace passcope {

// Writes an attribute value. What JSON does not have becomes a string: data types and types as
// Relay writes them, expressions as a one-line summary.
JsonWriter& WriteValue(JsonWriter& json, const AttrValue& value);
// The same as a text of its own.
std::string ValueText(const AttrValue& value);

template <>
struct JsonTraits<AttrValue> {
  static std::string Type(RecordList*) { return "any"; }
  static void Write(JsonWriter& json, const AttrValue& value) { WriteValue(json, value); }
};

template <>
struct JsonTraits<AttrDict> {
  static std::string Type(RecordList*) { return "dict[string, any]"; }
  static void Write(JsonWriter& json, const AttrDict& value) { WriteValue(json, value); }
};

// Reads JSON text: null, booleans, integers, reals, strings, arrays and objects one to one;
// integers beyond 64 bits become reals. Throws DiagnosticError (kUsage) that names `what` the text
// was meant to be and the place of the mistake.
AttrValue ReadJson(std::string_view text, const Message& what);
// An object's members; none for null. Throws DiagnosticError (kUsage) when it is something else.
AttrDict ReadJsonObject(std::string_view text, const Message& what);
AttrDict MembersOf(const AttrValue& value, const Message& what);

}  // namespace passcope
