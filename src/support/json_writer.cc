// Writes JSON.
#include "support/json_writer.h"

#include <cmath>

#include "support/format.h"
#include "support/real_text.h"
#include "support/utf8.h"

namespace passcope {

void JsonWriter::Separate() {
  if (text_.empty()) return;
  char last = text_.back();
  if (last != '{' && last != '[' && last != ':') text_ += ',';
}

JsonWriter& JsonWriter::Open(char bracket) {
  Separate();
  text_ += bracket;
  return *this;
}

JsonWriter& JsonWriter::Close(char bracket) {
  text_ += bracket;
  return *this;
}

JsonWriter& JsonWriter::Key(std::string_view name) {
  String(name);
  text_ += ':';
  return *this;
}

JsonWriter& JsonWriter::String(std::string_view text) {
  Separate();
  text_ += '"';
  for (size_t at = 0; at < text.size();) {
    size_t length = Utf8SequenceLength(text, at);
    auto c = static_cast<unsigned char>(text[at]);
    if (length == 0) {
      text_ += "\xEF\xBF\xBD";
      length = 1;
    } else if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += text[at];
    } else if (c == '\n') {
      text_ += "\\n";
    } else if (c == '\t') {
      text_ += "\\t";
    } else if (c < 0x20) {
      text_ += "\\u00";
      text_ += "0123456789abcdef"[c >> 4];
      text_ += "0123456789abcdef"[c & 15];
    } else {
      text_.append(text.substr(at, length));
    }
    at += length;
  }
  text_ += '"';
  return *this;
}

JsonWriter& JsonWriter::Int(int64_t value) {
  Separate();
  text_ += IntText(value);
  return *this;
}

JsonWriter& JsonWriter::Real(double value) {
  if (std::isnan(value)) return String("nan");
  if (std::isinf(value)) return String(value < 0 ? "-inf" : "inf");
  Separate();
  text_ += RealText(value);
  return *this;
}

JsonWriter& JsonWriter::Bool(bool value) {
  Separate();
  text_ += value ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::Null() {
  Separate();
  text_ += "null";
  return *this;
}

JsonWriter& JsonWriter::Strings(const std::vector<std::string>& list) {
  BeginArray();
  for (const std::string& text : list) String(text);
  return EndArray();
}

}  // namespace passcope
