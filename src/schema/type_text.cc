// Reads and writes type texts.
#include "schema/type_text.h"

#include <algorithm>
#include <array>

namespace passcope {
namespace {

constexpr std::array<std::string_view, 8> kBasicNames = {"bool",  "int", "float",  "string",
                                                         "dtype", "dim", "module", "any"};
// Descriptions are written by hand and are not nested more deeply.
constexpr int kMaxNesting = 16;

class TypeReader {
 public:
  explicit TypeReader(std::string_view text) : text_(text) {}

  std::optional<TypeTree> Run() {
    std::optional<TypeTree> type = Type(0);
    if (!text_.empty()) return std::nullopt;
    return type;
  }

 private:
  using Kind = TypeTree::Kind;

  bool Take(std::string_view word) {
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }

  std::optional<TypeTree> Type(int depth) {
    if (depth == kMaxNesting) return std::nullopt;
    if (text_.starts_with('"')) return Literals();
    if (Take("list[")) return Items(Kind::kList, depth);
    if (Take("tuple[")) return Items(Kind::kTuple, depth);
    if (Take("dict[string, ")) return Items(Kind::kDict, depth);
    if (Take("optional[")) return Items(Kind::kOptional, depth);
    size_t length = 0;
    auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    auto digit = [](char c) { return c >= '0' && c <= '9'; };
    while (length < text_.size() && (letter(text_[length]) || digit(text_[length]))) ++length;
    std::string_view name = text_.substr(0, length);
    bool basic = std::find(kBasicNames.begin(), kBasicNames.end(), name) != kBasicNames.end();
    bool record = !name.empty() && name[0] >= 'A' && name[0] <= 'Z';
    if (!basic && !record) return std::nullopt;
    text_.remove_prefix(length);
    return TypeTree{basic ? Kind::kBasic : Kind::kRecord, std::string(name), {}, {}};
  }

  // Reads the types between the brackets.
  std::optional<TypeTree> Items(Kind kind, int depth) {
    TypeTree type;
    type.kind = kind;
    do {
      std::optional<TypeTree> item = Type(depth + 1);
      if (!item) return std::nullopt;
      type.items.push_back(std::move(*item));
    } while (kind == Kind::kTuple && Take(", "));
    if (!Take("]")) return std::nullopt;
    return type;
  }

  std::optional<TypeTree> Literals() {
    TypeTree type;
    type.kind = Kind::kLiterals;
    do {
      if (!Take("\"")) return std::nullopt;
      size_t end = text_.find('"');
      if (end == std::string_view::npos) return std::nullopt;
      type.texts.emplace_back(text_.substr(0, end));
      text_.remove_prefix(end + 1);
    } while (Take(" | "));
    return type;
  }

  std::string_view text_;
};

}  // namespace

std::optional<TypeTree> ParseTypeText(std::string_view text) { return TypeReader(text).Run(); }

std::string TypeTextOf(const TypeTree& type) {
  auto join = [](const auto& items, const char* separator, auto text_of) {
    std::string text;
    for (const auto& item : items) text += (text.empty() ? "" : separator) + text_of(item);
    return text;
  };
  std::string items = join(type.items, ", ", TypeTextOf);
  switch (type.kind) {
    case TypeTree::Kind::kList:
      return "list[" + items + "]";
    case TypeTree::Kind::kTuple:
      return "tuple[" + items + "]";
    case TypeTree::Kind::kDict:
      return "dict[string, " + items + "]";
    case TypeTree::Kind::kOptional:
      return "optional[" + items + "]";
    case TypeTree::Kind::kLiterals:
      return join(type.texts, " | ", [](const std::string& text) { return '"' + text + '"'; });
    case TypeTree::Kind::kBasic:
    case TypeTree::Kind::kRecord:
      break;
  }
  return type.name;
}

}  // namespace passcope
