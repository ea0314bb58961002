// Where the names of a text are defined and used, for editors.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ir/span.h"
#include "text/lexer.h"

namespace passcope {

// Filled by the parser while it reads; a text with mistakes has the names up to and behind them.
class TextNames {
 public:
  static constexpr uint32_t kNowhere = UINT32_MAX;
  // One mention. `scope_end` is kNowhere for a use; for a definition it is the offset up to which
  // the name means this, the size of the text for functions and types.
  struct Mark {
    uint32_t begin, end;
    uint32_t name;  // Equal for all mentions of one thing, and for no others.
    uint32_t scope_end;
  };
  std::vector<Mark> marks;  // In the order of the text but for `%0 = …`, which follow their value.
  // By Mark::name: the span object of the expression that has the name's type. Null when unknown.
  std::vector<Span> meanings;

  // Names that need no scopes are known by what they are and a number.
  enum class Sort : uint8_t { kFreeVar, kGlobal, kConstructor, kType, kGraph, kMeta };

  // A new name. Returns the index of its mark.
  uint32_t Define(const TextPos& begin, const TextPos& end, Span meaning, uint32_t scope_end);
  void DefineKeyed(Sort sort, int64_t key, const TextPos& begin, const TextPos& end, Span meaning,
                   uint32_t scope_end);
  // `definition` is the index of a mark.
  void Use(const Token& token, uint32_t definition);
  void UseKeyed(Sort sort, int64_t key, const Token& token);
  // The last mark defines its name.
  void MakeDefinition(uint32_t scope_end) { marks.back().scope_end = scope_end; }
  void SetMeaning(Sort sort, int64_t key, Span meaning);
  // Graph variables mean nothing any more from `offset` on.
  void EndGraph(uint32_t offset);

 private:
  uint32_t& Keyed(Sort sort, int64_t key);

  std::unordered_map<uint64_t, uint32_t> keyed_;      // Names.
  std::vector<std::pair<uint64_t, uint32_t>> graph_;  // Keys and marks of what EndGraph ends.
};

}  // namespace passcope
