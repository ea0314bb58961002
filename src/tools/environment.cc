#include "tools/environment.h"

#include <cstdlib>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#endif

namespace passcope::tools {

#ifdef __EMSCRIPTEN__
// clang-format off
// The environment of C programs is not Node's. The caller frees the text.
EM_JS(char*, passcope_environment, (const char* name), {
  const value = process.env[UTF8ToString(name)] || "";
  const size = lengthBytesUTF8(value) + 1;
  const text = _malloc(size);
  stringToUTF8(value, text, size);
  return text;
});
// clang-format on

std::string Environment(const char* name) {
  char* text = passcope_environment(name);
  std::string value = text;
  std::free(text);
  return value;
}
#else
std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}
#endif

}  // namespace passcope::tools
