// Converts between JSON and attribute values.
#include "tools/json_values.h"

#include <utility>

#include "diagnostics/diagnostic.h"
#include "support/utf8.h"

namespace passcope::tools {
namespace {

struct NestedTooDeeply {};

}  // namespace

Json ParseJson(std::string_view text, const Message& what) {
  // What walks through a value recurses over its depth.
  constexpr int kMaxNesting = 256;
  auto check = [](int depth, Json::parse_event_t, Json&) {
    if (depth > kMaxNesting) throw NestedTooDeeply();
    return true;
  };
  // The text comes from the user, so a mistake is a diagnostic and not an exception of the parser.
  try {
    return Json::parse(text, check);
  } catch (const NestedTooDeeply&) {
    throw DiagnosticError(DiagKind::kUsage, MSG(kJsonInvalid, "cannot parse {what} as JSON", what),
                          {PHRASE(kJsonNestedTooDeeply, "this is nested too deeply")});
  } catch (const Json::exception& error) {
    // The library's message starts with its own exception's name and number.
    std::string message = error.what();
    size_t start = message.rfind("] ");
    if (start != std::string::npos) message.erase(0, start + 2);
    throw DiagnosticError(DiagKind::kUsage, MSG(kJsonInvalid, "cannot parse {what} as JSON", what),
                          {Say("{problem}", message)});
  }
}

std::string DumpJson(const Json& json, int indent) {
  // The library leaves some characters that control a terminal as they are.
  return Printable(json.dump(indent, ' ', false, Json::error_handler_t::replace));
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

std::optional<int64_t> IntegerOf(const Json& json) {
  if (!json.is_number_integer()) return std::nullopt;
  if (json.is_number_unsigned() && !std::in_range<int64_t>(json.get<uint64_t>())) {
    return std::nullopt;
  }
  return json.get<int64_t>();
}

AttrValue AttrValueFromJson(const Json& json) {
  switch (json.type()) {
    case Json::value_t::boolean:
      return json.get<bool>();
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned: {
      const std::optional<int64_t> number = IntegerOf(json);
      return number ? AttrValue(*number) : AttrValue(json.get<double>());
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
