// The metadata section of Relay text, as TVM's JSON: objects that the text only refers to.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ir/attrs.h"
#include "ir/expr.h"
#include "ir/type.h"
#include "support/ptr_map.h"
#include "support/text_buffer.h"
#include "text/readable_names.h"
#include "text/text_stream.h"

namespace passcope {

// Collects the objects of a metadata section while a text is printed. The objects of a type key are
// numbered in the order in which the printer first meets them. An object keeps its number. The
// objects must outlive the table.
class MetaData {
 public:
  // `meta[relay.Constant][3]`.
  struct Ref {
    uint32_t group;
    uint32_t index;
  };

  Ref Add(const ConstantNode* constant);
  Ref Add(const AttrsNode* attrs);
  // Adds a dictionary (by identity), a type or an expression that is the value of an attribute. The
  // section contains only constants and global variables of these expressions; others are null
  // there.
  Ref Add(const AttrValue& value);
  // Adds a type that has no text of its own: an incomplete type.
  Ref Add(const TypeNode* type);
  // Adds a symbolic dimension.
  Ref Add(Dim symbol);

  // The printed names of global variables.
  ReadableNames globals{false};

  bool empty() const { return groups_.empty(); }
  // The constants that `meta[relay.Constant][i]` refers to, by i.
  std::vector<const ConstantNode*> Constants() const;
  void AppendRef(TextBuffer* out, Ref ref) const;
  // Writes the JSON of the section as TVM 0.11 does, with or without the spans of expressions.
  void WriteJson(TextStream* out, bool spans);

 private:
  friend class MetaDataWriter;
  struct Item {
    enum Kind : uint8_t { kConstant, kAttrs, kValue, kType, kSymbol } kind;
    const void* object = nullptr;
    AttrValue value;
    Dim symbol;
  };
  struct Group {
    std::string key;
    std::vector<Item> items;
  };

  uint32_t GroupOf(std::string_view key);
  Ref AddItem(const void* identity, std::string_view key, Item item);

  std::vector<Group> groups_;
  PtrMap<Ref> refs_;
  std::map<int64_t, Ref> symbols_;
};

}  // namespace passcope
