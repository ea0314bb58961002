// The types that descriptions of fields speak of. A type is a text of this grammar, which is what
// reaches the command line, JavaScript and those who make source code of it:
//
//   type    := "bool" | "int" | "float" | "string" | "dtype" | "dim" | "module"
//            | "any"
//            | "list[" type "]" | "tuple[" type { ", " type } "]" | "dict[string, " type "]"
//            | "optional[" type "]" | literal { " | " literal } | record
//   literal := '"' characters '"'
//   record  := a capital letter { letter | digit }
//
// "dtype" is a data type by its name ("float32"), "dim" a dimension (its size, or a name or "?" for
// one that is not known), "module" an IRModule, "any" every value that JSON
// has, "optional" a value or null; of literals, one of the texts; a record is described by its own
// name (schema/record.h).
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
    kDict,      // Texts to what the one item says.
    kOptional,  // One item.
    kLiterals,  // `texts`, at least one.
    kRecord,    // `name`.
  };
  Kind kind = Kind::kBasic;
  std::string name;
  std::vector<std::string> texts;
  std::vector<TypeTree> items;
};

// Nullopt for a text that is none of the grammar's.
std::optional<TypeTree> ParseTypeText(std::string_view text);
// The text of which ParseTypeText makes the tree.
std::string TypeTextOf(const TypeTree& type);

}  // namespace passcope
