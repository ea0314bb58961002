// JSON as the tests read and write it: with a library, so that the engine's own reader and writer
// are not checked against themselves.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace passcope {

// Objects keep the order in which their members were written.
using Json = nlohmann::ordered_json;

// Throws, which fails the test, when the text is no JSON; `what` names it then.
inline Json ParseJson(std::string_view text, std::string_view what) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw std::invalid_argument(std::string(what) + ": " + error.what());
  }
}

inline std::string DumpJson(const Json& json) { return json.dump(); }

}  // namespace passcope
