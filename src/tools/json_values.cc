// Converts between JSON and attribute values.
#include "tools/json_values.h"

#include <limits>

#include "diagnostics/diagnostic.h"

namespace passcope::tools {

Json ParseJson(std::string_view text, const Message& what) {
  // The text comes from the user, so a mistake is a diagnostic and not an exception of the parser.
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    // The library's message starts with its own exception's name and number.
    std::string message = error.what();
    size_t start = message.rfind("] ");
    if (start != std::string::npos) message.erase(0, start + 2);
    throw DiagnosticError(DiagKind::kUsage, MSG(kJsonInvalid, "cannot parse {what} as JSON", what),
                          {Say("{problem}", message)});
  }
}

std::string DumpJson(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

namespace {

Json JsonOfValue(const AttrValue& value) {
  if (const AttrDict* dict = value.dict()) return JsonOf(*dict);
  if (const AttrArray* array = value.array()) {
    Json list = Json::array();
    for (const AttrValue& item : *array) list.push_back(JsonOfValue(item));
    return list;
  }
  if (const bool* flag = value.get<bool>()) return *flag;
  if (const int64_t* number = value.get<int64_t>()) return *number;
  if (const double* real = value.get<double>()) return *real;
  if (const std::string* text = value.get<std::string>()) return *text;
  return nullptr;
}

}  // namespace

Json JsonOf(const AttrDict& values) {
  Json object = Json::object();
  for (const auto& [name, value] : values) object[name] = JsonOfValue(value);
  return object;
}

AttrValue AttrValueFromJson(const Json& json) {
  switch (json.type()) {
    case Json::value_t::boolean:
      return json.get<bool>();
    case Json::value_t::number_integer:
      return json.get<int64_t>();
    case Json::value_t::number_unsigned: {
      uint64_t value = json.get<uint64_t>();
      if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
        return static_cast<double>(value);
      }
      return static_cast<int64_t>(value);
    }
    case Json::value_t::number_float:
      return json.get<double>();
    case Json::value_t::string:
      return json.get_ref<const std::string&>();
    case Json::value_t::array: {
      AttrArray items;
      for (const Json& item : json) items.push_back(AttrValueFromJson(item));
      return items;
    }
    case Json::value_t::object: {
      AttrDict items;
      for (const auto& [key, item] : json.items()) items.emplace_back(key, AttrValueFromJson(item));
      return items;
    }
    case Json::value_t::null:
    case Json::value_t::binary:
    case Json::value_t::discarded:
      break;
  }
  return {};
}

}  // namespace passcope::tools
