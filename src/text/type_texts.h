// The texts of types while a program is printed.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/type.h"
#include "support/ptr_map.h"
#include "text/metadata.h"
#include "text/readable_names.h"

namespace passcope {

// Composes the text of each type once. Types are interned, so the key is the pointer.
class TypeTexts {
 public:
  // Numbers symbolic dimensions and incomplete types, which have no text, in `meta`.
  explicit TypeTexts(MetaData* meta) : meta_(meta) {}
  // Valid until the next call.
  std::string_view Get(const TypeNode* type);
  // Bind and Unbind enclose the scope of type parameters. A parameter with the name of an outer one
  // or of a type gets a number; TVM writes the same name for both.
  void Bind(const std::vector<Type>& params);
  void Unbind(const std::vector<Type>& params);

  ReadableNames names{true};  // Of type definitions.

 private:
  struct Range {
    uint32_t begin;
    uint32_t size;
  };
  void AppendTypes(TextBuffer* out, const std::vector<Type>& types);
  void Append(TextBuffer* out, const TypeNode* type);

  MetaData* meta_;
  PtrMap<Range> ranges_;
  PtrMap<std::string> renamed_;     // Type parameters whose name differs from their hint.
  std::vector<std::string> bound_;  // The names of the parameters in scope.
  std::unordered_map<std::string, std::vector<const TypeNode*>> owners_;  // Of these names.
  std::string texts_;
};

}  // namespace passcope
