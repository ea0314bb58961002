#include "unit/json.h"

#include <stdexcept>

template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace passcope {

Json ParseJson(std::string_view text, std::string_view what) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw std::invalid_argument(std::string(what) + ": " + error.what());
  }
}

std::string DumpJson(const Json& json) { return json.dump(); }

}  // namespace passcope
