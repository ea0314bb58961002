// JSON as it leaves and enters the engine: a writer that appends text, and a reader that makes
// attribute values. Both are the engine's own because a JSON library would be a tenth of the
// WebAssembly module. The command line, which only runs natively, has such a library
// (tools/json_values.h) and takes the engine's texts as JavaScript does: it parses them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/attrs.h"

namespace passcope {

// Writes one value from front to back:
//
//   JsonWriter json;
//   json.BeginObject().Key("name").String("x").Key("dims").BeginArray().Int(1).EndArray();
//   json.EndObject();
//   json.Take();  // {"name":"x","dims":[1]}
class JsonWriter {
 public:
  JsonWriter& BeginObject() { return Open('{'); }
  JsonWriter& EndObject() { return Close('}'); }
  JsonWriter& BeginArray() { return Open('['); }
  JsonWriter& EndArray() { return Close(']'); }
  JsonWriter& Key(std::string_view name);
  // Bytes that are no UTF-8 become U+FFFD, so that every text can be reported.
  JsonWriter& String(std::string_view text);
  JsonWriter& Int(int64_t value);
  // The shortest text that reads back as the same number; infinities and NaN as the strings "inf",
  // "-inf" and "nan".
  JsonWriter& Real(double value);
  JsonWriter& Bool(bool value);
  JsonWriter& Null();
  JsonWriter& Strings(const std::vector<std::string>& list);
  // What JSON does not have becomes a string: data types and types as Relay writes them,
  // expressions as a one-line summary.
  JsonWriter& Value(const AttrValue& value);

  std::string Take() { return std::move(text_); }

 private:
  JsonWriter& Open(char bracket);
  JsonWriter& Close(char bracket);
  // Puts a comma between two items.
  void Separate();

  std::string text_;
};

// Reads JSON text: null, booleans, integers, reals, strings, arrays and objects one to one;
// integers beyond 64 bits become reals. Throws DiagnosticError (kUsage) that names `what` the text
// was meant to be and the place of the mistake.
AttrValue ReadJson(std::string_view text, std::string_view what);
// An object's members; none for null. Throws DiagnosticError (kUsage) when it is something else.
AttrDict ReadJsonObject(std::string_view text, std::string_view what);
AttrDict MembersOf(const AttrValue& value, std::string_view what);

}  // namespace passcope
