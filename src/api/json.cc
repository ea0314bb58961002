// Writing and reading of JSON.
#include "api/json.h"

#include <charconv>
#include <system_error>

#include "diagnostics/diagnostic.h"
#include "support/real_text.h"
#include "support/utf8.h"
#include "text/printer.h"

namespace passcope {
namespace {

// The reader recurses once per level. No useful text is nested more deeply.
constexpr int kMaxNesting = 256;

class JsonReader {
 public:
  JsonReader(std::string_view text, const Message& what) : text_(text), what_(what) {}

  AttrValue Run() {
    AttrValue value = Value(0);
    SkipBlanks();
    if (at_ != text_.size()) Fail(PHRASE(kJsonEndExpected, "the end was expected here"));
    return value;
  }

 private:
  [[noreturn]] void Fail(Phrase problem) {
    size_t line = 1, start = 0;
    for (size_t i = 0; i < at_; ++i) {
      if (text_[i] != '\n') continue;
      ++line;
      start = i + 1;
    }
    int64_t column = Utf16Length(text_.substr(start), at_ - start) + 1;
    throw DiagnosticError(DiagKind::kUsage, MSG(kJsonInvalid, "cannot parse {what} as JSON", what_),
                          {MSG(kJsonProblemPosition, "line {line}, column {column}: {problem}",
                               line, column, problem.message())});
  }

  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void SkipBlanks() {
    while (Peek() == ' ' || Peek() == '\n' || Peek() == '\t' || Peek() == '\r') ++at_;
  }
  bool Take(char c) {
    SkipBlanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool TakeWord(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  AttrValue Value(int depth) {
    if (depth > kMaxNesting) Fail(PHRASE(kJsonNestedTooDeeply, "this is nested too deeply"));
    SkipBlanks();
    char c = Peek();
    if (c == '{') return Object(depth);
    if (c == '[') return Array(depth);
    if (c == '"') return String();
    if (c == '-' || IsDigit(c)) return Number();
    if (TakeWord("true")) return true;
    if (TakeWord("false")) return false;
    if (TakeWord("null")) return {};
    Fail(PHRASE(kJsonValueExpected, "a value was expected here"));
  }

  AttrValue Object(int depth) {
    AttrDict members;
    ++at_;
    if (Take('}')) return members;
    do {
      SkipBlanks();
      if (Peek() != '"') Fail(PHRASE(kJsonKeyExpected, "a name in quotes was expected here"));
      std::string name = String();
      if (!Take(':')) Fail(PHRASE(kJsonColonExpected, "a colon was expected here"));
      members.emplace_back(std::move(name), Value(depth + 1));
    } while (Take(','));
    if (!Take('}'))
      Fail(PHRASE(kJsonCommaOrBraceExpected, "a comma or a closing brace was expected here"));
    return members;
  }

  AttrValue Array(int depth) {
    AttrArray items;
    ++at_;
    if (Take(']')) return items;
    do {
      items.push_back(Value(depth + 1));
    } while (Take(','));
    if (!Take(']'))
      Fail(PHRASE(kJsonCommaOrBracketExpected, "a comma or a closing bracket was expected here"));
    return items;
  }

  static bool IsDigit(char c) { return c >= '0' && c <= '9'; }
  void Digits() {
    if (!IsDigit(Peek())) Fail(PHRASE(kJsonDigitExpected, "a digit was expected here"));
    while (IsDigit(Peek())) ++at_;
  }

  AttrValue Number() {
    size_t start = at_;
    if (Peek() == '-') ++at_;
    bool zero = Peek() == '0';
    size_t first = at_;
    Digits();
    if (zero && at_ > first + 1) {
      at_ = first;
      Fail(PHRASE(kJsonNumberLeadingZero, "a number must not begin with 0"));
    }
    bool real = false;
    if (Peek() == '.') {
      real = true;
      ++at_;
      Digits();
    }
    if (Peek() == 'e' || Peek() == 'E') {
      real = true;
      ++at_;
      if (Peek() == '+' || Peek() == '-') ++at_;
      Digits();
    }
    std::string_view number = text_.substr(start, at_ - start);
    if (!real) {
      int64_t value = 0;
      auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
      if (error == std::errc()) return value;
    }
    return *ParseReal(number);
  }

  // The four hexadecimal digits of \u.
  uint32_t Unit() {
    uint32_t unit = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      char c = Peek();
      uint32_t digit = IsDigit(c)             ? static_cast<uint32_t>(c - '0')
                       : c >= 'a' && c <= 'f' ? static_cast<uint32_t>(c - 'a' + 10)
                       : c >= 'A' && c <= 'F' ? static_cast<uint32_t>(c - 'A' + 10)
                                              : 16;
      if (digit == 16)
        Fail(PHRASE(kJsonHexDigitsExpected, "four hexadecimal digits were expected here"));
      unit = unit * 16 + digit;
    }
    return unit;
  }

  static void AppendUtf8(uint32_t point, std::string* out) {
    auto put = [&](uint32_t byte) { *out += static_cast<char>(byte); };
    if (point < 0x80) {
      put(point);
    } else if (point < 0x800) {
      put(0xC0 | point >> 6);
      put(0x80 | (point & 63));
    } else if (point < 0x10000) {
      put(0xE0 | point >> 12);
      put(0x80 | (point >> 6 & 63));
      put(0x80 | (point & 63));
    } else {
      put(0xF0 | point >> 18);
      put(0x80 | (point >> 12 & 63));
      put(0x80 | (point >> 6 & 63));
      put(0x80 | (point & 63));
    }
  }

  std::string String() {
    ++at_;
    std::string text;
    for (;;) {
      if (at_ == text_.size()) Fail(PHRASE(kJsonStringUnclosed, "the string has no closing quote"));
      char c = text_[at_];
      if (c == '"') {
        ++at_;
        return text;
      }
      if (static_cast<unsigned char>(c) < 0x20)
        Fail(PHRASE(kJsonStringControlCharacter, "control characters in a string must be escaped"));
      ++at_;
      if (c != '\\') {
        text += c;
        continue;
      }
      static constexpr std::string_view kEscapes = "\"\\/bfnrt";
      static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
      size_t escape = kEscapes.find(Peek());
      if (escape != std::string_view::npos) {
        text += kMeanings[escape];
        ++at_;
        continue;
      }
      if (Peek() != 'u') Fail(PHRASE(kJsonEscapeUnknown, "unknown escape sequence"));
      ++at_;
      uint32_t point = Unit();
      if (point >= 0xD800 && point < 0xDC00 && TakeWord("\\u")) {
        uint32_t low = Unit();
        if (low < 0xDC00 || low > 0xDFFF)
          Fail(PHRASE(kJsonSurrogateSecondHalfMissing,
                      "the second half of a surrogate pair is missing"));
        point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
      } else if (point >= 0xD800 && point < 0xE000) {
        Fail(PHRASE(kJsonSurrogatePairIncomplete, "the surrogate pair is incomplete"));
      }
      AppendUtf8(point, &text);
    }
  }

  std::string_view text_;
  const Message& what_;
  size_t at_ = 0;
};

}  // namespace

JsonWriter& WriteValue(JsonWriter& json, const AttrValue& value) {
  if (const bool* flag = value.get<bool>()) return json.Bool(*flag);
  if (const int64_t* number = value.get<int64_t>()) return json.Int(*number);
  if (const double* real = value.get<double>()) return json.Real(*real);
  if (const std::string* text = value.get<std::string>()) return json.String(*text);
  if (const DataType* dtype = value.get<DataType>()) return json.String(dtype->str());
  if (const Type* type = value.get<Type>()) return json.String(TypeText(*type));
  if (const AttrArray* items = value.array()) {
    json.BeginArray();
    for (const AttrValue& item : *items) WriteValue(json, item);
    return json.EndArray();
  }
  if (const AttrDict* items = value.dict()) {
    json.BeginObject();
    for (const auto& [key, item] : *items) WriteValue(json.Key(key), item);
    return json.EndObject();
  }
  if (const auto* object = value.get<AttrValue::Object>(); object && *object) {
    // Attribute objects are always expressions.
    return json.String(PrintSummary(Expr(static_cast<const ExprNode*>(object->get()))));
  }
  return json.Null();
}

std::string ValueText(const AttrValue& value) {
  JsonWriter json;
  return WriteValue(json, value).Take();
}

AttrValue ReadJson(std::string_view text, const Message& what) {
  return JsonReader(text, what).Run();
}

AttrDict ReadJsonObject(std::string_view text, const Message& what) {
  return MembersOf(ReadJson(text, what), what);
}

AttrDict MembersOf(const AttrValue& value, const Message& what) {
  if (value.is_null()) return {};
  if (!value.dict()) {
    throw DiagnosticError(DiagKind::kUsage,
                          MSG(kArgumentMustBeObject, "{what} must be an object", what),
                          {MSG(kActualJsonValue, "it is {value}", ValueText(value))});
  }
  return *value.dict();
}

}  // namespace passcope
