// Numbers, strings and attribute values as TVM's printer writes them.
#include "text/literals.h"

#include <cmath>

#include "ir/int_attrs.h"
#include "ir/virtual_device.h"
#include "support/real_text.h"

namespace passcope {
namespace {

// The member itself; AttrsNode::Get copies it.
template <class T>
const T& Member(const AttrsNode& attrs, const AttrField& field) {
  return *reinterpret_cast<const T*>(reinterpret_cast<const char*>(&attrs) + field.offset);
}

bool SameInts(const std::vector<int64_t>& values, const AttrValue& other) {
  const AttrArray* items = other.array();
  if (!items || items->size() != values.size()) return false;
  for (size_t i = 0; i < values.size(); ++i) {
    const int64_t* item = (*items)[i].get<int64_t>();
    if (!item || *item != values[i]) return false;
  }
  return true;
}

// True if a member equals the default of its field.
template <class T>
bool Same(const AttrsNode& attrs, const AttrField& field) {
  const T* value = field.default_value.get<T>();
  return value && *value == Member<T>(attrs, field);
}

// Like AttrsNode::IsDefault, but makes no values of the members.
bool IsDefault(const AttrsNode& attrs, const AttrField& field) {
  if (field.required) return false;
  switch (field.type) {
    case AttrType::kBool:
      return Same<bool>(attrs, field);
    case AttrType::kInt:
      return Same<int64_t>(attrs, field);
    case AttrType::kString:
      return Same<std::string>(attrs, field);
    case AttrType::kDType:
      return Same<DataType>(attrs, field);
    case AttrType::kOptInt: {
      const auto& value = Member<std::optional<int64_t>>(attrs, field);
      const int64_t* usual = field.default_value.get<int64_t>();
      return value ? usual && *usual == *value : field.default_value.is_null();
    }
    case AttrType::kDouble: {
      // TVM treats numbers as equal that differ by less than this, such as the float32 value of
      // 1e-05.
      const double* usual = field.default_value.get<double>();
      if (!usual) return attrs.IsDefault(field);
      double value = Member<double>(attrs, field);
      return value == *usual || std::abs(value - *usual) < 1e-9;
    }
    case AttrType::kStrings:
    case AttrType::kStringLists:
    case AttrType::kAny:
      return attrs.IsDefault(field);
    case AttrType::kInts:
      return SameInts(Member<std::vector<int64_t>>(attrs, field), field.default_value);
    case AttrType::kOptInts: {
      const auto& values = Member<std::optional<std::vector<int64_t>>>(attrs, field);
      return values ? SameInts(*values, field.default_value) : field.default_value.is_null();
    }
  }
  return false;
}

// An integer object in TVM, which has a dtype.
void AppendTypedInt(TextBuffer* out, int64_t value, bool int64) {
  out->AppendInt(value);
  if (int64 || IsBeyondInt32(value)) *out += "i64";
}

// The symbol whose raw value is the integer.
void AppendSymbol(TextBuffer* out, Dim dim, MetaData* meta) {
  if (meta) {
    meta->AppendRef(out, meta->Add(dim));
  } else {
    *out += dim.str();
  }
}

void AppendInts(TextBuffer* out, const std::vector<int64_t>& values, const AttrField& field,
                MetaData* meta, bool int64) {
  *out += '[';
  for (size_t i = 0; i < values.size(); ++i) {
    if (i) *out += ", ";
    if (IsSymbolic(field) && IsRawOfSymbol(values[i])) {
      AppendSymbol(out, Dim::OfRaw(values[i]), meta);
    } else {
      AppendTypedInt(out, values[i], int64);
    }
  }
  *out += ']';
}

void AppendBool(TextBuffer* out, bool value) { *out += value ? "True" : "False"; }

}  // namespace

namespace {

// With as many digits as reading `value` back as a number of `bits` bits requires.
void AppendDigits(TextBuffer* out, double value, int bits, RealDigits digits) {
  std::string text = GeneralText(value, 6);
  auto reads_back = [&] {
    double read = ParseReal(text).value_or(0);
    // Six digits distinguish any two numbers of 16 bits.
    return bits == 16 ||
           (bits == 32 ? static_cast<float>(read) == static_cast<float>(value) : read == value);
  };
  if (digits == RealDigits::kExact && std::isfinite(value)) {
    for (int count = 7; count <= 17 && !reads_back(); ++count) text = GeneralText(value, count);
  }
  *out += text;
}

}  // namespace

void AppendReal(TextBuffer* out, double value, RealDigits digits) {
  AppendDigits(out, value, 64, digits);
  // The smallest number that a literal of 32 bits rounds to infinity.
  constexpr double kTooLarge = 0x1.ffffffp+127;
  // TVM writes such a number as a literal of 32 bits, which it cannot read.
  bool large = std::isfinite(value) && std::abs(value) >= kTooLarge;
  *out += large ? "f64" : "f";
}

void AppendQuoted(TextBuffer* out, std::string_view text) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  *out += '"';
  for (char c : text) {
    if (c >= ' ' && c <= '~' && c != '\\' && c != '"') {
      *out += c;
      continue;
    }
    *out += '\\';
    switch (c) {
      case '"':
      case '\\':
        *out += c;
        break;
      case '\t':
        *out += 't';
        break;
      case '\r':
        *out += 'r';
        break;
      case '\n':
        *out += 'n';
        break;
      default:
        *out += 'x';
        *out += kHex[static_cast<uint8_t>(c) >> 4];
        *out += kHex[static_cast<uint8_t>(c) & 15];
    }
  }
  *out += '"';
}

bool HasScalarLiteral(const NDArray& data) {
  if (data->rank() != 0 || data->dtype.lanes != 1) return false;
  DataType dtype = data->dtype;
  if (dtype.is_bool()) return true;
  // A literal has no place for the bits of a NaN.
  if (dtype.is_float() && std::isnan(data->ToDouble(0)) &&
      !NDArrayEqual(data, ScalarNDArray(std::copysign(NAN, data->ToDouble(0)), dtype)))
    return false;
  return (dtype.is_int() || dtype.is_float()) &&
         (dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64);
}

bool AppendScalarLiteral(TextBuffer* out, const NDArray& data, RealDigits digits) {
  if (!HasScalarLiteral(data)) return false;
  DataType dtype = data->dtype;
  if (dtype.is_bool()) {
    AppendBool(out, data->ToInt(0) != 0);
  } else if (dtype.is_int()) {
    out->AppendInt(data->ToInt(0));
    if (dtype.bits != 32) *out += dtype.bits == 16 ? "i16" : "i64";
  } else {
    AppendDigits(out, data->ToDouble(0), dtype.bits, digits);
    *out += dtype.bits == 16 ? "f16" : dtype.bits == 32 ? "f" : "f64";
  }
  return true;
}

void AppendValue(TextBuffer* out, const AttrValue& value, const ValueStyle& style) {
  if (value.is_null()) {
    *out += "None";
  } else if (const bool* flag = value.get<bool>()) {
    AppendBool(out, *flag);
  } else if (const int64_t* number = value.get<int64_t>()) {
    AppendTypedInt(out, *number, false);
  } else if (const double* real = value.get<double>()) {
    AppendReal(out, *real, style.digits);
  } else if (const std::string* text = value.get<std::string>()) {
    AppendQuoted(out, *text);
  } else if (const DataType* dtype = value.get<DataType>()) {
    AppendQuoted(out, dtype->str());
  } else if (const AttrArray* items = value.array()) {
    *out += '[';
    for (size_t i = 0; i < items->size(); ++i) {
      if (i) *out += ", ";
      AppendValue(out, (*items)[i], style);
    }
    *out += ']';
  } else if (const auto device = AsVirtualDevice(value); device && !style.prefer_meta) {
    *out += VirtualDeviceText(*device);
  } else if (const AttrDict* dict = value.dict()) {
    if (style.prefer_meta) {
      style.meta->AppendRef(out, style.meta->Add(value));
      return;
    }
    *out += '{';
    for (size_t i = 0; i < dict->size(); ++i) {
      if (i) *out += ", ";
      AppendQuoted(out, (*dict)[i].first);
      *out += '=';
      AppendValue(out, (*dict)[i].second, style);
    }
    *out += '}';
  } else if (const Type* type = value.get<Type>()) {
    if (!*type) {
      *out += "None";
    } else if (style.meta) {
      style.meta->AppendRef(out, style.meta->Add(value));
    } else {
      *out += TypeText(*type);
    }
  } else {
    // Objects in attributes are expressions (ir/attrs.h).
    const auto* expr = static_cast<const ExprNode*>(value.get<AttrValue::Object>()->get());
    const auto* global = As<GlobalVarNode>(expr);
    if (!expr) {
      *out += "None";
    } else if (global && !style.prefer_meta) {
      *out += '\'';
      *out += global->name.view();
      *out += '\'';
    } else if (style.meta) {
      style.meta->AppendRef(out, style.meta->Add(value));
    } else {
      *out += "<expression>";
    }
  }
}

namespace {

// True if `field` has a flag for int64 integers and the flag is set.
bool HasInt64(const AttrsNode& attrs, const AttrField& field) {
  const AttrField* flag = Int64FlagOf(*attrs.schema(), field);
  return flag && Member<bool>(attrs, *flag);
}

// Integers, or nested lists of integers, of type int64.
void AppendInt64s(TextBuffer* out, const AttrValue& value) {
  if (const AttrArray* items = value.array()) {
    *out += '[';
    for (size_t i = 0; i < items->size(); ++i) {
      if (i) *out += ", ";
      AppendInt64s(out, (*items)[i]);
    }
    *out += ']';
  } else if (const int64_t* number = value.get<int64_t>()) {
    AppendTypedInt(out, *number, true);
  }
}

}  // namespace

bool AppendAttrs(TextBuffer* out, const AttrsNode& attrs, const ValueStyle& style, bool before) {
  for (const AttrField& field : attrs.schema()->fields) {
    if (field.is_int64_flag() || IsDefault(attrs, field)) continue;
    if (before) *out += ", ";
    before = true;
    *out += field.name;
    *out += '=';
    switch (field.type) {
      case AttrType::kBool:
        AppendBool(out, Member<bool>(attrs, field));
        break;
      case AttrType::kInt:
        if (field.boxed) {
          AppendTypedInt(out, Member<int64_t>(attrs, field), false);
        } else {
          out->AppendInt(Member<int64_t>(attrs, field));
        }
        break;
      case AttrType::kDouble:
        AppendReal(out, Member<double>(attrs, field), style.digits);
        break;
      case AttrType::kString:
        AppendQuoted(out, Member<std::string>(attrs, field));
        break;
      case AttrType::kDType:
        AppendQuoted(out, Member<DataType>(attrs, field).str());
        break;
      case AttrType::kInts:
        AppendInts(out, Member<std::vector<int64_t>>(attrs, field), field, style.meta,
                   HasInt64(attrs, field));
        break;
      case AttrType::kOptInt: {
        const auto& value = Member<std::optional<int64_t>>(attrs, field);
        if (value) {
          AppendTypedInt(out, *value, false);
        } else {
          *out += "None";
        }
        break;
      }
      case AttrType::kOptInts: {
        const auto& values = Member<std::optional<std::vector<int64_t>>>(attrs, field);
        if (values) {
          AppendInts(out, *values, field, style.meta, HasInt64(attrs, field));
        } else {
          *out += "None";
        }
        break;
      }
      case AttrType::kStrings:
      case AttrType::kStringLists:
        AppendValue(out, attrs.Get(field), style);
        break;
      case AttrType::kAny:
        if (HasInt64(attrs, field)) {
          AppendInt64s(out, Member<AttrValue>(attrs, field));
        } else {
          AppendValue(out, Member<AttrValue>(attrs, field), style);
        }
        break;
    }
  }
  return before;
}

bool MayNeedMeta(const AttrsNode& attrs) {
  for (const AttrField& field : attrs.schema()->fields) {
    if (field.type == AttrType::kAny) return true;
    if (!IsSymbolic(field)) continue;
    const auto& values = Member<std::optional<std::vector<int64_t>>>(attrs, field);
    for (int64_t value : values.value_or(std::vector<int64_t>())) {
      if (IsRawOfSymbol(value)) return true;
    }
  }
  return false;
}

}  // namespace passcope
