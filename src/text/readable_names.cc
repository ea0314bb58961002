// Replaces characters in names that the lexer cannot read.
#include "text/readable_names.h"

#include <algorithm>

#include "ir/data_type.h"
#include "support/sorting.h"
#include "text/char_set.h"
#include "text/lexer.h"

namespace passcope {
namespace {

constexpr CharSet kWord(""), kDotted("./:");

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool StartsWithLetter(std::string_view name) {
  return kWord.Skip(name.substr(0, 1), 0) == 1 && !IsDigit(name[0]);
}

// Puts `_` in place of each character that is not in `kept`.
void Replace(std::string* name, const CharSet& kept) {
  for (size_t at = kept.Skip(*name, 0); at < name->size(); at = kept.Skip(*name, at + 1)) {
    (*name)[at] = '_';
  }
}

}  // namespace

bool IsReadableName(std::string_view name) {
  return StartsWithLetter(name) && DottedNameLength(name) == name.size();
}

bool IsReadableKey(std::string_view key) {
  Lexer lexer(key);
  Token token;
  lexer.Next(&token);
  return token.begin.offset == 0 && token.end.offset == key.size() && IsAttributeKey(token.kind);
}

std::string ReadableName(std::string name) {
  Replace(&name, kDotted);
  // Where the lexer stops, a character is replaced, and the name goes on with the `_`.
  for (size_t at = 0;;) {
    at += DottedNameLength(std::string_view(name).substr(at));
    if (at >= name.size()) return name;
    // Numbers at the end would be projections: all their dots are replaced.
    const bool projection = name[at] == '.' && at + 1 < name.size() && IsDigit(name[at + 1]);
    size_t end = at + 1;
    while (projection && end < name.size() && (IsDigit(name[end]) || name[end] == '.')) ++end;
    std::replace_if(
        name.begin() + static_cast<std::ptrdiff_t>(at),
        name.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return !IsDigit(c); }, '_');
  }
}

bool ReadableNames::IsReadable(std::string_view name) const {
  if (!words_) return IsReadableName(name);
  // Keywords, literals and the names of other types mean something else.
  return StartsWithLetter(name) && kWord.Skip(name, 0) == name.size() &&
         Lexer(name).Next().kind == Tok::kWord && name != "Tensor" && name != "meta" &&
         name != "handle" && !DataType::Parse(name);
}

std::string ReadableNames::Readable(const std::string& name) const {
  std::string text = words_ ? name : ReadableName(name);
  if (words_) Replace(&text, kWord);
  while (!IsReadable(text)) text.insert(0, "_");
  return text;
}

void ReadableNames::Add(const std::vector<Name>& names) {
  std::vector<Name> replaced;
  for (Name name : names) {
    if (IsReadable(name.view())) {
      taken_.insert(name.str());
    } else {
      replaced.push_back(name);
    }
  }
  for (Name name : replaced) {
    if (texts_.Contains(name.id())) continue;
    const std::string base = Readable(name.str());
    std::string text = base;
    for (int i = 1; !taken_.insert(text).second; ++i) text = base + "_" + std::to_string(i);
    texts_[name.id()] = std::move(text);
  }
}

std::vector<uint32_t> ReadableNames::AddInOrder(const std::vector<Name>& names) {
  Add(names);
  return SortedOrder(names.size(),
                     [&](uint32_t a, uint32_t b) { return Get(names[a]) < Get(names[b]); });
}

std::string_view ReadableNames::Get(Name name) {
  if (const std::string* text = texts_.Find(name.id())) return *text;
  if (IsReadable(name.view())) return name.view();
  return texts_[name.id()] = Readable(name.str());
}

}  // namespace passcope
