// JSON as the tests read and write it: with a library, so that the engine's own reader and writer
// are not checked against themselves.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

// Compiled once, in json.cc, and not in every test.
extern template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace passcope {

// Objects keep the order in which their members were written.
using Json = nlohmann::ordered_json;

// Throws, which fails the test, when the text is no JSON; `what` names it then.
Json ParseJson(std::string_view text, std::string_view what);

std::string DumpJson(const Json& json);

}  // namespace passcope
