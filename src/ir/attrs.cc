// Generic access to attribute structs through their schemas.
#include "ir/attrs.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "ir/expr.h"
#include "ir/hash_mix.h"
#include "ir/int_attrs.h"
#include "ir/structural.h"
#include "support/check.h"
#include "support/text_table.h"

namespace passcope {
namespace {

template <class T>
T& Member(void* object, const AttrField& field) {
  return *reinterpret_cast<T*>(static_cast<char*>(object) + field.offset);
}
template <class T>
const T& Member(const void* object, const AttrField& field) {
  return Member<T>(const_cast<void*>(object), field);
}

const ExprNode* AsExpr(const AttrValue::Object& object) {
  // Attribute objects are always expressions.
  return static_cast<const ExprNode*>(object.get());
}

AttrValue StringsValue(const std::vector<std::string>& texts) {
  return AttrArray(texts.begin(), texts.end());
}

// Nullopt for a value of another type.
std::optional<std::vector<std::string>> StringsOf(const AttrValue& value) {
  const AttrArray* items = value.array();
  if (!items) return std::nullopt;
  std::vector<std::string> texts;
  for (const AttrValue& item : *items) {
    const std::string* text = item.get<std::string>();
    if (!text) return std::nullopt;
    texts.push_back(*text);
  }
  return texts;
}

// True if the value contains an integer in the range of int32.
bool HasInt32(const AttrValue& value) {
  if (const int64_t* number = value.get<int64_t>()) return !IsBeyondInt32(*number);
  const AttrArray* items = value.array();
  return items && std::any_of(items->begin(), items->end(), HasInt32);
}

}  // namespace

AttrValue AttrValue::Ints(const std::vector<int64_t>& values) {
  AttrArray array;
  array.reserve(values.size());
  for (int64_t value : values) array.emplace_back(value);
  return AttrValue(std::move(array));
}

const AttrArray* AttrValue::array() const {
  const auto* pointer = get<std::shared_ptr<const AttrArray>>();
  return pointer ? pointer->get() : nullptr;
}

const AttrDict* AttrValue::dict() const {
  const auto* pointer = get<std::shared_ptr<const AttrDict>>();
  return pointer ? pointer->get() : nullptr;
}

std::optional<std::vector<int64_t>> AttrValue::ints() const {
  const AttrArray* items = array();
  if (!items) return std::nullopt;
  std::vector<int64_t> values;
  values.reserve(items->size());
  for (const AttrValue& item : *items) {
    const int64_t* value = item.get<int64_t>();
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

bool AttrEqual(const AttrValue& a, const AttrValue& b) {
  if (a.value.index() != b.value.index()) return false;
  if (const AttrArray* x = a.array()) {
    const AttrArray* y = b.array();
    if (x->size() != y->size()) return false;
    for (size_t i = 0; i < x->size(); ++i) {
      if (!AttrEqual((*x)[i], (*y)[i])) return false;
    }
    return true;
  }
  if (const AttrDict* x = a.dict()) {
    const AttrDict* y = b.dict();
    if (x->size() != y->size()) return false;
    for (size_t i = 0; i < x->size(); ++i) {
      if ((*x)[i].first != (*y)[i].first || !AttrEqual((*x)[i].second, (*y)[i].second)) {
        return false;
      }
    }
    return true;
  }
  if (const auto* x = a.get<AttrValue::Object>()) {
    const auto* y = b.get<AttrValue::Object>();
    if (*x == *y) return true;
    return *x && *y && StructuralEqual(Expr(AsExpr(*x)), Expr(AsExpr(*y)));
  }
  if (const double* x = a.get<double>()) {
    double y = *b.get<double>();
    // As in TVM, numbers that differ by less than this are equal.
    constexpr double kTolerance = 1e-9;
    return *x == y || std::fabs(*x - y) < kTolerance || (std::isnan(*x) && std::isnan(y));
  }
  return a.value == b.value;
}

uint64_t AttrHash(const AttrValue& value) {
  uint64_t hash = Mix(21, value.value.index());
  if (const AttrArray* items = value.array()) {
    for (const AttrValue& item : *items) hash = Mix(hash, AttrHash(item));
  } else if (const AttrDict* dict = value.dict()) {
    for (const auto& [key, item] : *dict) {
      hash = Mix(Mix(hash, HashText64(key)), AttrHash(item));
    }
  } else if (const bool* flag = value.get<bool>()) {
    hash = Mix(hash, *flag);
  } else if (const int64_t* number = value.get<int64_t>()) {
    hash = Mix(hash, static_cast<uint64_t>(*number));
  } else if (const double* real = value.get<double>()) {
    // Both zeros are equal.
    uint64_t bits = 0;
    if (*real != 0) std::memcpy(&bits, real, sizeof(bits));
    hash = Mix(hash, bits);
  } else if (const std::string* text = value.get<std::string>()) {
    hash = Mix(hash, HashText64(*text));
  } else if (const DataType* dtype = value.get<DataType>()) {
    hash = Mix(hash, dtype->packed());
  } else if (const Type* type = value.get<Type>()) {
    hash = Mix(hash, *type ? (*type)->hash() : 0);
  } else if (const auto* object = value.get<AttrValue::Object>()) {
    hash = Mix(hash, *object ? StructuralHash(Expr(AsExpr(*object))) : 0);
  }
  return hash;
}

const char* AttrTypeName(AttrType type) {
  switch (type) {
    case AttrType::kBool:
      return "bool";
    case AttrType::kInt:
      return "int";
    case AttrType::kDouble:
      return "float";
    case AttrType::kString:
      return "string";
    case AttrType::kDType:
      return "dtype";
    case AttrType::kInts:
      return "list[int]";
    case AttrType::kOptInt:
      return "optional[int]";
    case AttrType::kOptInts:
      return "optional[list[int]]";
    case AttrType::kStrings:
      return "list[string]";
    case AttrType::kStringLists:
      return "dict[string, list[string]]";
    case AttrType::kAny:
      return "any";
  }
  return "any";
}

const AttrField* FindField(const std::vector<AttrField>& fields, std::string_view name) {
  for (const AttrField& field : fields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

const AttrField* AttrSchema::Find(std::string_view name) const { return FindField(fields, name); }

AttrValue GetField(const void* object, const AttrField& field) {
  switch (field.type) {
    case AttrType::kBool:
      return Member<bool>(object, field);
    case AttrType::kInt:
      return Member<int64_t>(object, field);
    case AttrType::kDouble:
      return Member<double>(object, field);
    case AttrType::kString:
      return Member<std::string>(object, field);
    case AttrType::kDType:
      return Member<DataType>(object, field);
    case AttrType::kInts:
      return AttrValue::Ints(Member<std::vector<int64_t>>(object, field));
    case AttrType::kOptInt: {
      const auto& value = Member<std::optional<int64_t>>(object, field);
      return value ? AttrValue(*value) : AttrValue();
    }
    case AttrType::kOptInts: {
      const auto& value = Member<std::optional<std::vector<int64_t>>>(object, field);
      return value ? AttrValue::Ints(*value) : AttrValue();
    }
    case AttrType::kStrings:
      return StringsValue(Member<std::vector<std::string>>(object, field));
    case AttrType::kStringLists: {
      AttrDict items;
      for (const auto& [name, texts] : Member<StringLists>(object, field)) {
        items.emplace_back(name, StringsValue(texts));
      }
      return items;
    }
    case AttrType::kAny:
      return Member<AttrValue>(object, field);
  }
  return {};
}

MisfitInField FindMisfit(const AttrsNode& attrs) {
  for (const AttrField& field : attrs.schema()->fields) {
    std::optional<std::span<const int64_t>> values;
    if (field.type == AttrType::kInt) {
      values = {&Member<int64_t>(&attrs, field), 1};
    } else if (field.type == AttrType::kInts) {
      values = Member<std::vector<int64_t>>(&attrs, field);
    } else if (field.type == AttrType::kOptInt) {
      const auto& value = Member<std::optional<int64_t>>(&attrs, field);
      if (value) values = {&*value, 1};
    } else if (field.type == AttrType::kOptInts) {
      const auto& list = Member<std::optional<std::vector<int64_t>>>(&attrs, field);
      if (list) values = *list;
    }
    if (!values) continue;
    if (field.count && values->size() != field.count) return {&field, IntegerMisfit::kCount, 0};
    if (field.wide) continue;
    for (int64_t value : *values) {
      if (IsSymbolic(field) && IsRawOfSymbol(value)) continue;
      if (IsBeyondInt32(value)) return {&field, IntegerMisfit::kBeyondInt32, value};
      if (value < field.least) return {&field, IntegerMisfit::kTooSmall, value};
    }
  }
  return {};
}

AttrValue AttrsNode::Get(std::string_view name) const {
  const AttrField* field = schema()->Find(name);
  return field ? Get(*field) : AttrValue();
}

bool AttrsNode::IsDefault(const AttrField& field) const {
  return !field.required && AttrEqual(Get(field), field.default_value);
}

bool SetField(void* object, const AttrField& field, const AttrValue& value) {
  switch (field.type) {
    case AttrType::kBool:
      if (const bool* flag = value.get<bool>()) {
        Member<bool>(object, field) = *flag;
      } else if (const int64_t* number = value.get<int64_t>()) {
        Member<bool>(object, field) = *number != 0;
      } else {
        return false;
      }
      return true;
    case AttrType::kInt:
      if (const int64_t* number = value.get<int64_t>()) {
        Member<int64_t>(object, field) = *number;
      } else if (const bool* flag = value.get<bool>()) {
        Member<int64_t>(object, field) = *flag;
      } else {
        return false;
      }
      return true;
    case AttrType::kDouble:
      if (const double* real = value.get<double>()) {
        Member<double>(object, field) = *real;
      } else if (const int64_t* number = value.get<int64_t>()) {
        Member<double>(object, field) = static_cast<double>(*number);
      } else {
        return false;
      }
      return true;
    case AttrType::kString:
      if (const std::string* text = value.get<std::string>()) {
        Member<std::string>(object, field) = *text;
        return true;
      }
      return false;
    case AttrType::kDType:
      if (const DataType* dtype = value.get<DataType>()) {
        Member<DataType>(object, field) = *dtype;
      } else if (const std::string* text = value.get<std::string>()) {
        std::optional<DataType> parsed = DataType::Parse(*text);
        if (!parsed) return false;
        Member<DataType>(object, field) = *parsed;
      } else if (value.is_null()) {
        Member<DataType>(object, field) = DataType::Void();
      } else {
        return false;
      }
      return true;
    case AttrType::kInts:
      if (auto values = value.ints()) {
        Member<std::vector<int64_t>>(object, field) = std::move(*values);
        return true;
      }
      return false;
    case AttrType::kOptInt:
      if (value.is_null()) {
        Member<std::optional<int64_t>>(object, field).reset();
      } else if (const int64_t* number = value.get<int64_t>()) {
        Member<std::optional<int64_t>>(object, field) = *number;
      } else {
        return false;
      }
      return true;
    case AttrType::kOptInts:
      if (value.is_null()) {
        Member<std::optional<std::vector<int64_t>>>(object, field).reset();
        return true;
      }
      if (auto values = value.ints()) {
        Member<std::optional<std::vector<int64_t>>>(object, field) = std::move(*values);
        return true;
      }
      return false;
    case AttrType::kStrings:
      if (value.is_null()) {
        Member<std::vector<std::string>>(object, field).clear();
      } else if (auto texts = StringsOf(value)) {
        Member<std::vector<std::string>>(object, field) = std::move(*texts);
      } else {
        return false;
      }
      return true;
    case AttrType::kStringLists: {
      if (!value.dict()) return false;
      StringLists lists;
      for (const auto& [name, list] : *value.dict()) {
        auto texts = StringsOf(list);
        if (!texts) return false;
        lists.emplace_back(name, std::move(*texts));
      }
      Member<StringLists>(object, field) = std::move(lists);
      return true;
    }
    case AttrType::kAny:
      Member<AttrValue>(object, field) = value;
      return true;
  }
  return false;
}

void SetDefaults(AttrsNode* attrs) {
  for (const AttrField& field : attrs->schema()->fields) {
    if (field.required) {
      // Members without a default start at zero, so that a member that was not set has the same
      // value everywhere.
      if (field.type == AttrType::kBool) attrs->Set(field, false);
      if (field.type == AttrType::kInt) attrs->Set(field, 0);
      if (field.type == AttrType::kDouble) attrs->Set(field, 0.0);
    } else {
      PASSCOPE_CHECK_MSG(attrs->Set(field, field.default_value), field.name);
    }
  }
}

const AttrField* Int64FlagOf(const AttrSchema& schema, const AttrField& field) {
  if (&field == &schema.fields.back()) return nullptr;
  const AttrField* next = &field + 1;
  return next->is_int64_flag() ? next : nullptr;
}

bool FieldsEqual(const AttrsNode& a, const AttrsNode& b, const AttrField& field) {
  if (AttrEqual(a.Get(field), b.Get(field))) return true;
  return field.is_int64_flag() && !HasInt32(a.Get(*(&field - 1)));
}

bool AttrsEqual(const Attrs& a, const Attrs& b) {
  if (a == b) return true;
  if (!a || !b || a->schema() != b->schema()) return false;
  for (const AttrField& field : a->schema()->fields) {
    if (!FieldsEqual(*a, *b, field)) return false;
  }
  return true;
}

uint64_t AttrsHash(const Attrs& attrs) {
  if (!attrs) return 5;
  uint64_t hash = Mix(22, HashText64(attrs->schema()->type_key));
  for (const AttrField& field : attrs->schema()->fields) {
    if (!field.is_int64_flag()) hash = Mix(hash, AttrHash(attrs->Get(field)));
  }
  return hash;
}

const AttrValue* DictAttrsNode::Find(std::string_view name) const {
  for (const auto& [key, value] : items) {
    if (key.view() == name) return &value;
  }
  return nullptr;
}

DictAttrs WithAttr(const DictAttrs& attrs, std::string_view name, AttrValue value) {
  std::vector<std::pair<Name, AttrValue>> items;
  if (attrs) items = attrs->items;
  for (auto& [key, old] : items) {
    if (key.view() == name) {
      old = std::move(value);
      return DictAttrs(new DictAttrsNode(std::move(items)));
    }
  }
  items.emplace_back(Name(name), std::move(value));
  return DictAttrs(new DictAttrsNode(std::move(items)));
}

DictAttrs WithoutAttr(const DictAttrs& attrs, std::string_view name) {
  if (!attrs || !attrs->Find(name)) return attrs;
  std::vector<std::pair<Name, AttrValue>> items;
  for (const auto& item : attrs->items) {
    if (item.first.view() != name) items.push_back(item);
  }
  return items.empty() ? DictAttrs() : DictAttrs(new DictAttrsNode(std::move(items)));
}

bool DictAttrsEqual(const DictAttrs& a, const DictAttrs& b) {
  if (a == b) return true;
  size_t size_a = a ? a->items.size() : 0;
  size_t size_b = b ? b->items.size() : 0;
  if (size_a != size_b) return false;
  for (size_t i = 0; i < size_a; ++i) {
    // The order of the keys does not matter.
    const AttrValue* other = b->Find(a->items[i].first.view());
    if (!other || !AttrEqual(a->items[i].second, *other)) return false;
  }
  return true;
}

}  // namespace passcope
