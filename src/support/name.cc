#include "support/name.h"

#include <deque>

#include "support/per_engine.h"
#include "support/text_table.h"

namespace passcope {
namespace {

struct Interner {
  std::deque<std::string> texts;  // Their addresses are stable.
  TextTable table;
};

}  // namespace

Name::Name(std::string_view text) {
  if (text.empty()) return;
  PASSCOPE_PER_ENGINE Interner interner;
  auto [number, is_new] = interner.table.Insert(text);
  if (is_new) interner.table.Rebase(number, interner.texts.emplace_back(text));
  text_ = &interner.texts[number];
}

const std::string& Name::str() const {
  static const std::string kEmpty;
  return text_ ? *text_ : kEmpty;
}

}  // namespace passcope
