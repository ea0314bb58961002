// Names, texts and numbers at the edges of what the text can say.
#include "generator/text_values.h"

#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>

namespace passcope {
namespace {

// Names that need care after `%`, after `@`, or as words.
constexpr std::string_view kNames[] = {"x",
                                       "a1",
                                       "x.y",
                                       "x.0",
                                       "x.0.1",
                                       "layer1.0.weight",
                                       "onnx::MatMul_1",
                                       "a/b",
                                       "a//b",
                                       "a/*b",
                                       "b*/c",
                                       "let",
                                       "fn",
                                       "def",
                                       "if",
                                       "else",
                                       "True",
                                       "False",
                                       "meta",
                                       "inff",
                                       "nanf",
                                       "ref",
                                       "ref_read",
                                       "type",
                                       "match",
                                       "extern",
                                       "free_var",
                                       "_",
                                       "None",
                                       "Tensor",
                                       "int32",
                                       "float6",
                                       "bool",
                                       "uint1",
                                       "float32x4",
                                       "",
                                       "a\"b",
                                       "a'b",
                                       "a\\b",
                                       "\u53d8\u91cf",
                                       "\u00e9t\u00e9",
                                       "a\nb",
                                       "a b",
                                       " ",
                                       "0",
                                       "1x",
                                       "-1",
                                       "%x",
                                       "@f",
                                       "x() {\n  0\n}\n\ndef @b",
                                       "v",
                                       "v1",
                                       "v_1",
                                       "__",
                                       "a.",
                                       ".a",
                                       "a..b",
                                       "a::",
                                       "::a",
                                       "a:b",
                                       "x1",
                                       "x_1",
                                       "add",
                                       "nn.dense",
                                       "i",
                                       "m",
                                       "in",
                                       "inf",
                                       "met",
                                       "infft",
                                       "meta.x",
                                       "Primitive",
                                       "handle",
                                       "a.1b",
                                       "\x7f",
                                       "#[metadata]",
                                       "x;",
                                       "nullptr",
                                       "attrs_type_key",
                                       "/",
                                       "//",
                                       "e5",
                                       "copy",
                                       "relay.x",
                                       "A",
                                       "B",
                                       "List",
                                       "Cons",
                                       "a.b.c.1.2"};

constexpr double kReals[] = {0,       1,           -1,        0.1,       1e-45, 5e-324,
                             1e39,    1e308,       65504,     6e-8,      1e-10, 16777217,
                             1.0 / 3, 3.402823e38, -2.5e-320, 123456789, 1e16};
constexpr int64_t kInts[] = {0,
                             1,
                             -1,
                             2,
                             7,
                             255,
                             INT32_MAX,
                             INT32_MIN,
                             INT32_MAX + int64_t{1},
                             INT64_MAX,
                             INT64_MIN / 2,
                             65536,
                             -129};

std::string_view OneOf(SplitMix64& random, std::initializer_list<std::string_view> items) {
  return items.begin()[random.Below(items.size())];
}

}  // namespace

std::string TextValues::Name() {
  if (Chance(50)) return std::string(OneOf(random_, {"x", "y", "a1", "v", "A"}));
  if (Chance(80)) return std::string(kNames[Below(std::size(kNames))]);
  if (Chance(3)) return std::string(3000 + Below(3), 'n') + std::to_string(Below(3));
  static constexpr std::string_view kParts[] = {"a",  "Z", "_", "0",  "9", ".",  "/",      ":",
                                                "::", "*", "-", "\"", " ", "\n", "\u00e9", "i"};
  std::string name;
  for (size_t n = Below(6); n > 0; --n) name += kParts[Below(std::size(kParts))];
  return name;
}
std::string TextValues::Text() {
  std::string text;
  static constexpr std::string_view kParts[] = {
      "a",  "\"", "\\", "\n", "\t", "\r", "\x01", "\x7f",  "\\x41", "\\n",  "\u00e9", "\U0001F600",
      "%x", "'",  "{",  "*/", "/*", "//", "]",    "meta[", ")",     "NCHW", " ",      "\v"};
  for (size_t n = Below(4); n > 0; --n) text += kParts[Below(std::size(kParts))];
  if (Chance(3)) text += std::string(1, '\0');
  return text;
}
double TextValues::Real() {
  if (Chance(60)) return kReals[Below(std::size(kReals))] * (Chance(20) ? -1 : 1);
  if (Chance(15)) return Chance(50) ? HUGE_VAL : -HUGE_VAL;
  if (Chance(15)) return std::numeric_limits<double>::quiet_NaN();
  return random_.Symmetric(1) * std::pow(10.0, static_cast<double>(Below(80)) - 40);
}
int64_t TextValues::Int() {
  return Chance(60) ? static_cast<int64_t>(Below(9)) : kInts[Below(std::size(kInts))];
}
DataType TextValues::RandomDType() {
  static const DataType kTypes[] = {DataType::Float(16),  DataType::Float(32), DataType::Float(64),
                                    DataType::BFloat(16), DataType::Int(4),    DataType::Int(8),
                                    DataType::Int(16),    DataType::Int(32),   DataType::Int(64),
                                    DataType::UInt(8),    DataType::UInt(16),  DataType::UInt(32),
                                    DataType::UInt(64),   DataType::Bool()};
  return kTypes[Below(std::size(kTypes))];
}

}  // namespace passcope
