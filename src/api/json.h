// JSON at the engine's boundary: attribute values written by the engine's own writer, and a reader
// that makes attribute values from JSON. The command line, which is not part of the page's module,
// has a library (tools/json_values.h). It parses the engine's texts, as JavaScript does.
#pragma once

#include <string>
#include <string_view>

#include "diagnostics/message.h"
#include "ir/attrs.h"
#include "schema/record.h"
#include "support/json_writer.h"

namespace passcope {

// Writes an attribute value. Values without a form in JSON become strings: data types and types in
// Relay's notation, expressions as a one-line summary.
JsonWriter& WriteValue(JsonWriter& json, const AttrValue& value);
// The same as a separate text.
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

// Reads JSON text: null, booleans, integers, reals, strings, arrays and objects. Integers beyond 64
// bits become reals. Throws DiagnosticError (kUsage) with the place of the mistake; `what` names
// the text in the message.
AttrValue ReadJson(std::string_view text, const Message& what);
// The members of an object; none for null. Throws DiagnosticError (kUsage) for any other value.
AttrDict ReadJsonObject(std::string_view text, const Message& what);
AttrDict MembersOf(const AttrValue& value, const Message& what);

}  // namespace passcope
