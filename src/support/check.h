// Invariant checks. A failed check is a bug of the engine, never a user's mistake.
#pragma once

#include <stdexcept>
#include <string>

namespace passcope {

// A broken invariant of the engine. The message contains file and line for bug reports. Mistakes of
// users are `DiagnosticError` instead (diagnostics/diagnostic.h).
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// Out of line, so that each check costs one comparison and one cold call.
[[noreturn]] void FailCheck(const char* condition, const char* file, int line,
                            const std::string& detail = {});

}  // namespace passcope

#define PASSCOPE_CHECK(condition)                      \
  (static_cast<bool>(condition) ? static_cast<void>(0) \
                                : ::passcope::FailCheck(#condition, __FILE_NAME__, __LINE__))

#define PASSCOPE_CHECK_MSG(condition, detail) \
  (static_cast<bool>(condition)               \
       ? static_cast<void>(0)                 \
       : ::passcope::FailCheck(#condition, __FILE_NAME__, __LINE__, (detail)))

#ifndef __FILE_NAME__
#define __FILE_NAME__ __FILE__
#endif
