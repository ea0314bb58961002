// Conversion between JSON and attribute values.
#include "api/json_values.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "diagnostics/diagnostic.h"
#include "text/printer.h"

namespace passcope {

Json ParseJson(std::string_view text, std::string_view what) {
  // Callers hand over what users type: a mistake in it is theirs, not a parser's exception.
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    // The library's message starts with its own exception's name and number.
    std::string message = error.what();
    size_t start = message.rfind("] ");
    if (start != std::string::npos) message.erase(0, start + 2);
    throw DiagnosticError(DiagKind::kUsage, fmt::format("{} is not valid JSON", what), {message});
  }
}

std::string DumpJson(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
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

Json JsonFromReal(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return value;
}

Json JsonFromAttrValue(const AttrValue& value) {
  if (const bool* flag = value.get<bool>()) return *flag;
  if (const int64_t* number = value.get<int64_t>()) return *number;
  if (const double* real = value.get<double>()) return JsonFromReal(*real);
  if (const std::string* text = value.get<std::string>()) return *text;
  if (const DataType* dtype = value.get<DataType>()) return dtype->str();
  if (const Type* type = value.get<Type>()) return TypeText(*type);
  if (const AttrArray* items = value.array()) {
    Json array = Json::array();
    for (const AttrValue& item : *items) array.push_back(JsonFromAttrValue(item));
    return array;
  }
  if (const AttrDict* items = value.dict()) {
    Json object = Json::object();
    for (const auto& [key, item] : *items) object[key] = JsonFromAttrValue(item);
    return object;
  }
  if (const auto* object = value.get<AttrValue::Object>(); object && *object) {
    // Attribute objects are expressions; nothing else is ever stored in one.
    return PrintSummary(Expr(static_cast<const ExprNode*>(object->get())));
  }
  return nullptr;
}

AttrDict AttrDictFromJson(const Json& json, std::string_view what) {
  if (json.is_null()) return {};
  if (!json.is_object()) {
    throw DiagnosticError(DiagKind::kUsage, fmt::format("{} must be a JSON object", what),
                          {fmt::format("it is {}", json.type_name())});
  }
  return *AttrValueFromJson(json).dict();
}

}  // namespace passcope
