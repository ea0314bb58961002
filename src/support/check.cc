#include "support/check.h"

#include "support/format.h"

namespace passcope {

void FailCheck(const char* condition, const char* file, int line, const std::string& detail) {
  throw InternalError(Format("internal error at {}:{}: {} does not hold{}{}", file, line, condition,
                             detail.empty() ? "" : ": ", detail));
}

}  // namespace passcope
