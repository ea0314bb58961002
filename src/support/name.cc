#include "support/name.h"

#include <unordered_set>

namespace passcope {

Name::Name(std::string_view text) {
  if (text.empty()) return;
  // Node-based, so that the addresses stay; per thread, as an engine is.
  thread_local std::unordered_set<std::string> interned;
  text_ = &*interned.emplace(text).first;
}

const std::string& Name::str() const {
  static const std::string kEmpty;
  return text_ ? *text_ : kEmpty;
}

}  // namespace passcope
