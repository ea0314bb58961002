#include "support/check.h"

#include <fmt/format.h>

namespace passcope {

void FailCheck(const char* condition, const char* file, int line, const std::string& detail) {
  throw InternalError(fmt::format("internal error at {}:{}: {} does not hold{}{}", file, line,
                                  condition, detail.empty() ? "" : ": ", detail));
}

}  // namespace passcope
