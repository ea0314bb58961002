// Names of the scalar data types.
#include "ir/data_type.h"

#include "support/format.h"

namespace passcope {

std::string DataType::str() const {
  if (is_void()) return "";
  std::string text;
  if (is_bool() && lanes == 1) {
    text = "bool";
  } else {
    static constexpr const char* kNames[] = {"int", "uint", "float", "handle", "bfloat"};
    text = kNames[code];
    if (code == kHandle) return text;
    text += IntText(bits);
  }
  if (lanes > 1) text += "x" + IntText(lanes);
  return text;
}

std::optional<DataType> DataType::Parse(std::string_view text) {
  if (text.empty()) return Void();
  struct Prefix {
    std::string_view name;
    uint8_t code;
  };
  static constexpr Prefix kPrefixes[] = {
      {"int", kInt}, {"uint", kUInt}, {"float", kFloat}, {"bfloat", kBFloat}};
  auto number = [](std::string_view& rest) -> int {
    int value = 0;
    size_t digits = 0;
    while (digits < rest.size() && digits < 5 && rest[digits] >= '0' && rest[digits] <= '9') {
      value = value * 10 + (rest[digits] - '0');
      ++digits;
    }
    rest.remove_prefix(digits);
    return digits == 0 ? -1 : value;
  };
  DataType type = Void();
  std::string_view rest = text;
  if (text.substr(0, 4) == "bool") {
    type = Bool();
    rest.remove_prefix(4);
  } else {
    for (const Prefix& prefix : kPrefixes) {
      if (text.substr(0, prefix.name.size()) != prefix.name) continue;
      rest.remove_prefix(prefix.name.size());
      int bits = rest.empty() ? 32 : number(rest);
      // Widths are powers of 2 that tensors can have, unlike float6.
      const bool power = bits > 0 && bits <= 64 && (bits & (bits - 1)) == 0;
      const bool has = prefix.code == kFloat    ? bits >= 16
                       : prefix.code == kBFloat ? bits == 16
                                                : bits != 2;
      if (!power || !has) return std::nullopt;
      type = {prefix.code, static_cast<uint8_t>(bits), 1};
      break;
    }
    if (type.is_void()) return std::nullopt;
  }
  if (!rest.empty()) {
    if (rest[0] != 'x') return std::nullopt;
    rest.remove_prefix(1);
    int lanes = number(rest);
    if (lanes <= 0 || lanes > 0xFFFF || !rest.empty()) return std::nullopt;
    type.lanes = static_cast<uint16_t>(lanes);
  }
  return type;
}

}  // namespace passcope
