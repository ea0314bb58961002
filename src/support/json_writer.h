// A writer of JSON that appends text. The engine has its own, because a JSON library would be a
// tenth of the WebAssembly module.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
  // Bytes that are not UTF-8 become U+FFFD, so that every text can be written.
  JsonWriter& String(std::string_view text);
  JsonWriter& Int(int64_t value);
  // The shortest text that reads back as the same number. Infinities and NaN are the strings "inf",
  // "-inf" and "nan".
  JsonWriter& Real(double value);
  JsonWriter& Bool(bool value);
  JsonWriter& Null();
  JsonWriter& Strings(const std::vector<std::string>& list);

  std::string Take() { return std::move(text_); }

 private:
  JsonWriter& Open(char bracket);
  JsonWriter& Close(char bracket);
  // Writes a comma between two items.
  void Separate();

  std::string text_;
};

}  // namespace passcope
