#include "tools/environment.h"

#include <cstdlib>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#endif

namespace passcope::tools {

#ifdef __EMSCRIPTEN__
// The environment of C programs is not Node's. Returns the number of bytes.
// clang-format off
EM_JS(int, passcope_environment, (const char* name, char* to, size_t size), {
  return stringToUTF8(process.env[UTF8ToString(name)] || "", to, size);
});
// clang-format on

std::string Environment(const char* name) {
  constexpr size_t kMost = 4096;
  std::string value(kMost, '\0');
  value.resize(static_cast<size_t>(passcope_environment(name, value.data(), value.size())));
  return value;
}
#else
std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}
#endif

}  // namespace passcope::tools
