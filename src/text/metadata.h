// The metadata section of Relay text: what the text can only refer to, as TVM's JSON.
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
#include "text/text_stream.h"

namespace passcope {

// Collects the objects of a metadata section while a text is printed. Each object is numbered
// within its type key in the order in which it is first met; meeting it again gives the same
// number. The objects must outlive the table.
class MetaData {
 public:
  // `meta[relay.Constant][3]`.
  struct Ref {
    uint32_t group;
    uint32_t index;
  };

  Ref Add(const ConstantNode* constant);
  Ref Add(const AttrsNode* attrs);
  // A dictionary (by identity), a type or an expression that stands as an attribute's value. Of
  // expressions, only constants and global variables are written out in the section; others are
  // null there.
  Ref Add(const AttrValue& value);
  // A type that has no text of its own: incomplete types.
  Ref Add(const TypeNode* type);
  // A symbolic dimension.
  Ref Add(Dim symbol);

  bool empty() const { return groups_.empty(); }
  // What `meta[relay.Constant][i]` stands for, by i.
  std::vector<const ConstantNode*> Constants() const;
  void AppendRef(TextBuffer* out, Ref ref) const;
  // The JSON of the section, as TVM 0.11 writes it; with or without the places of expressions.
  void WriteJson(TextStream* out, bool spans) const;

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
