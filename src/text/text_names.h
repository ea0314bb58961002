// The places where a text defines and uses names, for editors.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ir/span.h"
#include "text/lexer.h"

namespace passcope {

// The parser fills it while it reads. A text with mistakes has the names before and after them.
class TextNames {
 public:
  static constexpr uint32_t kNowhere = UINT32_MAX;
  // One mention. For a definition, `scope_end` is the offset where the scope of the name ends: the
  // size of the text for functions and types. For a use it is kNowhere.
  struct Mark {
    uint32_t begin, end;
    uint32_t name;  // Equal for all mentions of one thing, and different otherwise.
    uint32_t scope_end;
  };
  std::vector<Mark> marks;  // In the order of the text, except that `%0 = …` follows its value.
  // By Mark::name: the span object of the expression whose type the name has. Null if unknown.
  std::vector<Span> meanings;

  // Names without nested scopes have a sort and a number as their key.
  enum class Sort : uint8_t { kFreeVar, kGlobal, kConstructor, kType, kGraph, kMeta };

  // Adds a new name. Returns the index of its mark.
  uint32_t Define(const TextPos& begin, const TextPos& end, Span meaning, uint32_t scope_end);
  void DefineKeyed(Sort sort, int64_t key, const TextPos& begin, const TextPos& end, Span meaning,
                   uint32_t scope_end);
  // `definition` is the index of a mark.
  void Use(const Token& token, uint32_t definition);
  void UseKeyed(Sort sort, int64_t key, const Token& token);
  // Turns the last mark into a definition of its name.
  void MakeDefinition(uint32_t scope_end) { marks.back().scope_end = scope_end; }
  void SetMeaning(Sort sort, int64_t key, Span meaning);
  // Ends the scope of graph variables at `offset`.
  void EndGraph(uint32_t offset);

 private:
  uint32_t& Keyed(Sort sort, int64_t key);

  std::unordered_map<uint64_t, uint32_t> keyed_;      // Names.
  std::vector<std::pair<uint64_t, uint32_t>> graph_;  // Keys and marks for EndGraph.
};

}  // namespace passcope
