// The types in descriptions of fields. A type is a text of this grammar. The command line,
// JavaScript and generators of source code read it:
//
//   type    := "bool" | "int" | "float" | "string" | "dtype" | "dim" | "module"
//            | "any"
//            | "list[" type "]" | "tuple[" type { ", " type } "]" | "dict[string, " type "]"
//            | "optional[" type "]" | literal { " | " literal } | record
//   literal := '"' characters '"'
//   record  := a capital letter { letter | digit }
//
// "dtype" is a data type by its name ("float32"), and "dim" a dimension: its size, or a name or "?"
// for an unknown size. "module" is an IRModule, "any" is every value of JSON, and "optional" is a
// value or null. Literals are one of these texts. A record is described by its own name
// (schema/record.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace passcope {

struct TypeTree {
  enum class Kind : unsigned char {
    kBasic,     // `name`: "bool", "int", "float", "string", "dtype", "dim", "module" or "any".
    kList,      // One item.
    kTuple,     // At least one item.
    kDict,      // From texts to the type of its one item.
    kOptional,  // One item.
    kLiterals,  // `texts`, at least one.
    kRecord,    // `name`.
  };
  Kind kind = Kind::kBasic;
  std::string name;
  std::vector<std::string> texts;
  std::vector<TypeTree> items;
};

// Nullopt for a text that does not follow the grammar.
std::optional<TypeTree> ParseTypeText(std::string_view text);
// The inverse of ParseTypeText.
std::string TypeTextOf(const TypeTree& type);

}  // namespace passcope
