// Reads JSON value by value, without a tree of values. Traces can have a million events and be cut
// off anywhere.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace passcope::recording {

// Each function returns false if the text has something else there, or ends.
class JsonScanner {
 public:
  explicit JsonScanner(std::string_view text) : rest_(text) {}

  // The next character after spaces; 0 at the end.
  char Peek();
  bool Take(char c);
  bool String(std::string* text);
  bool Number(double* number);
  // A value of any kind.
  bool SkipValue();
  // The next member of an object whose brace is taken; the colon is taken, too.
  bool Member(std::string* name);
  // The comma before a next item, or false at the end of the list.
  bool Comma() { return Take(','); }

 private:
  std::string_view rest_;
};

}  // namespace passcope::recording
