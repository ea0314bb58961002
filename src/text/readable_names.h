// Names that the parser can read back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "support/name.h"
#include "support/ptr_map.h"

namespace passcope {

// True if the lexer reads the whole text as one name after `%` or `@`, or as the key of a function
// attribute.
bool IsReadableName(std::string_view name);
bool IsReadableKey(std::string_view key);

// `name` with `_` in place of each character that the lexer cannot read: `block1-0.weight` becomes
// `block1_0.weight`. A name that does not begin with a letter still needs a prefix.
std::string ReadableName(std::string name);

// The printed texts of the global names of a module. Each name has a text of its own. Readable
// names are printed unchanged.
class ReadableNames {
 public:
  // With `words`, readable names are words that are not keywords or types, as in the names of types
  // and constructors.
  explicit ReadableNames(bool words) : words_(words) {}
  // Adds all names of a module.
  void Add(const std::vector<Name>& names);
  // The same. Returns the indices of the names in the order of their texts.
  std::vector<uint32_t> AddInOrder(const std::vector<Name>& names);
  bool IsTaken(std::string_view text) const { return taken_.count(std::string(text)) != 0; }
  // A name that was not added is replaced without a look at other names. Valid until the next call.
  std::string_view Get(Name name);

 private:
  bool IsReadable(std::string_view name) const;
  std::string Readable(const std::string& name) const;

  const bool words_;
  std::unordered_set<std::string> taken_;
  PtrMap<std::string> texts_;  // Of names that are not readable.
};

}  // namespace passcope
