// Definitions and uses of names.
#include "text/text_names.h"

#include <utility>

namespace passcope {
namespace {

uint64_t KeyOf(TextNames::Sort sort, int64_t key) {
  return static_cast<uint64_t>(key) << 3 | static_cast<uint64_t>(sort);
}

}  // namespace

uint32_t& TextNames::Keyed(Sort sort, int64_t key) {
  auto [it, fresh] = keyed_.emplace(KeyOf(sort, key), static_cast<uint32_t>(meanings.size()));
  if (fresh) meanings.emplace_back();
  return it->second;
}

uint32_t TextNames::Define(const TextPos& begin, const TextPos& end, Span meaning,
                           uint32_t scope_end) {
  marks.push_back({begin.offset, end.offset, static_cast<uint32_t>(meanings.size()), scope_end});
  meanings.push_back(std::move(meaning));
  return static_cast<uint32_t>(marks.size() - 1);
}

void TextNames::DefineKeyed(Sort sort, int64_t key, const TextPos& begin, const TextPos& end,
                            Span meaning, uint32_t scope_end) {
  uint32_t mark = Define(begin, end, std::move(meaning), scope_end);
  keyed_[KeyOf(sort, key)] = marks[mark].name;
  if (sort == Sort::kGraph) graph_.emplace_back(KeyOf(sort, key), mark);
}

void TextNames::Use(const Token& token, uint32_t definition) {
  marks.push_back({token.begin.offset, token.end.offset, marks[definition].name, kNowhere});
}

void TextNames::UseKeyed(Sort sort, int64_t key, const Token& token) {
  marks.push_back({token.begin.offset, token.end.offset, Keyed(sort, key), kNowhere});
}

void TextNames::SetMeaning(Sort sort, int64_t key, Span meaning) {
  meanings[Keyed(sort, key)] = std::move(meaning);
}

void TextNames::EndGraph(uint32_t offset) {
  for (const auto& [key, mark] : graph_) {
    marks[mark].scope_end = offset;
    keyed_.erase(key);
  }
  graph_.clear();
}

}  // namespace passcope
