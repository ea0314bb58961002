// JSON for the tests. They use a library, so they do not check the engine's own reader and writer
// against themselves.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

// Compiled once, in json.cc, instead of in every test.
extern template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace passcope {

// Objects keep the order of their members.
using Json = nlohmann::ordered_json;

// Throws, which fails the test, if the text is not JSON. `what` names the text.
Json ParseJson(std::string_view text, std::string_view what);

std::string DumpJson(const Json& json);

}  // namespace passcope
