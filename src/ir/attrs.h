// Attributes of operator calls: plain structs, each with a schema. Printing, parsing, equality,
// hashing and JSON are derived from the schema.
//
//   struct SoftmaxAttrs : AttrsBase<SoftmaxAttrs> {
//     int64_t axis;
//     static const AttrSchema& Schema();
//   };
//   const AttrSchema& SoftmaxAttrs::Schema() {
//     static const AttrSchema schema = MakeSchema<SoftmaxAttrs>("relay.attrs.SoftmaxAttrs", {
//         Field("axis", &SoftmaxAttrs::axis, int64_t{-1}, "The axis to sum over.")});
//     return schema;
//   }
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "ir/data_type.h"
#include "ir/type.h"
#include "support/name.h"
#include "support/ref.h"

namespace passcope {

class ExprNode;
struct AttrValue;
using AttrArray = std::vector<AttrValue>;
using AttrDict = std::vector<std::pair<std::string, AttrValue>>;

// An attribute value of any type. Null is TVM's undefined object (None).
struct AttrValue {
  using Object = Ref<passcope::Object>;
  std::variant<std::monostate, bool, int64_t, double, std::string, DataType,
               std::shared_ptr<const AttrArray>, std::shared_ptr<const AttrDict>, Type, Object>
      value;

  AttrValue() = default;
  AttrValue(bool v) : value(v) {}                      // NOLINT(google-explicit-constructor)
  AttrValue(int v) : value(int64_t{v}) {}              // NOLINT(google-explicit-constructor)
  AttrValue(int64_t v) : value(v) {}                   // NOLINT(google-explicit-constructor)
  AttrValue(double v) : value(v) {}                    // NOLINT(google-explicit-constructor)
  AttrValue(std::string v) : value(std::move(v)) {}    // NOLINT(google-explicit-constructor)
  AttrValue(const char* v) : value(std::string(v)) {}  // NOLINT(google-explicit-constructor)
  AttrValue(DataType v) : value(v) {}                  // NOLINT(google-explicit-constructor)
  AttrValue(AttrArray v)                               // NOLINT(google-explicit-constructor)
      : value(std::make_shared<const AttrArray>(std::move(v))) {}
  AttrValue(AttrDict v)  // NOLINT(google-explicit-constructor)
      : value(std::make_shared<const AttrDict>(std::move(v))) {}
  AttrValue(Type v) : value(std::move(v)) {}    // NOLINT(google-explicit-constructor)
  AttrValue(Object v) : value(std::move(v)) {}  // NOLINT(google-explicit-constructor)
  static AttrValue Ints(const std::vector<int64_t>& values);

  bool is_null() const { return std::holds_alternative<std::monostate>(value); }
  template <class T>
  const T* get() const {
    return std::get_if<T>(&value);
  }
  // Null if the value is not an array (dict).
  const AttrArray* array() const;
  const AttrDict* dict() const;
  // The integers of an array of integers; nullopt for any other value.
  std::optional<std::vector<int64_t>> ints() const;
};

// Deep equality: arrays by element, expressions by structural equality. As in TVM, reals are equal
// up to 1e-9, so equal values can have different hashes.
bool AttrEqual(const AttrValue& a, const AttrValue& b);
uint64_t AttrHash(const AttrValue& value);

// The types a field of an attribute struct can have.
enum class AttrType : uint8_t {
  kBool,         // bool
  kInt,          // int64_t
  kDouble,       // double
  kString,       // std::string
  kDType,        // DataType; Void means "not given"
  kInts,         // std::vector<int64_t>
  kOptInt,       // std::optional<int64_t>
  kOptInts,      // std::optional<std::vector<int64_t>>
  kStrings,      // std::vector<std::string>; null means none
  kStringLists,  // StringLists: lists of texts by name, in their order
  kAny,          // AttrValue
};
using StringLists = std::vector<std::pair<std::string, std::vector<std::string>>>;

// Such as "list[int]", in the grammar of schema/type_text.h.
const char* AttrTypeName(AttrType type);

class AttrsNode;

// A field of an attribute struct or of another plain struct whose members users give by name: the
// options of passes, instruments and models.
struct AttrField {
  const char* name;
  AttrType type;
  uint16_t offset;  // The member's offset in the AttrsNode subobject or in the struct.
  bool required;    // No default: always printed, and an error if omitted.
  AttrValue default_value;
  const char* doc;
  bool required_in_tvm = false;  // For an option: TVM's Python has no default for it.
  // For a bool, an integer or a text: TVM keeps it as an object (Bool, Integer, String). It then
  // has its own node in metadata and another hash.
  bool boxed = false;
  // For integers: they may be beyond int32, as sizes of tensors and bounds of slices.
  bool wide = false;
  // For integers: the smallest that is allowed.
  int32_t least = INT32_MIN;
  // For a list of integers: how many it has; 0 means any number.
  uint8_t count = 0;

  // True for a flag that tells whether the integers of the preceding field have type int64, which
  // TVM prints ("[1i64]"). The flag itself is not printed.
  bool is_int64_flag() const { return name[0] == '.'; }
};

// The member of `object` that `field` describes.
AttrValue GetField(const void* object, const AttrField& field);
// Returns false, and does not change the member, if `value` does not have the field's type. Doubles
// and bools accept integers, and integers accept bools.
bool SetField(void* object, const AttrField& field, const AttrValue& value);
// What is wrong with the integers of a field: their number, one below `least`, or one beyond int32
// in a field that is not `wide`.
enum class IntegerMisfit : uint8_t { kCount, kTooSmall, kBeyondInt32 };
struct MisfitInField {
  const AttrField* field;  // Null if all fields are right.
  IntegerMisfit misfit;
  int64_t value;  // The first wrong integer.
};
MisfitInField FindMisfit(const AttrsNode& attrs);
// Null if no field has this name.
const AttrField* FindField(const std::vector<AttrField>& fields, std::string_view name);

struct AttrSchema {
  const char* type_key;  // TVM's, "relay.attrs.Conv2DAttrs".
  std::vector<AttrField> fields;
  AttrsNode* (*create)();  // All fields at their defaults.
  AttrsNode* (*clone)(const AttrsNode& attrs);

  // Null if no field has this name.
  const AttrField* Find(std::string_view name) const;
};

class AttrsNode : public Object {
 public:
  const AttrSchema* schema() const { return schema_; }
  AttrValue Get(const AttrField& field) const { return GetField(this, field); }
  // Null for an unknown field.
  AttrValue Get(std::string_view name) const;
  bool IsDefault(const AttrField& field) const;
  // Like SetField. Only before the node is shared.
  bool Set(const AttrField& field, const AttrValue& value) { return SetField(this, field, value); }

 protected:
  AttrsNode(Destroyer destroy, const AttrSchema* schema) : Object(destroy), schema_(schema) {}
  AttrsNode(const AttrsNode& other, Destroyer destroy) : Object(destroy), schema_(other.schema_) {}

 private:
  const AttrSchema* schema_;
};

using Attrs = Ref<AttrsNode>;

// Base of the attribute structs.
template <class Derived>
class AttrsBase : public AttrsNode {
 protected:
  AttrsBase() : AttrsNode(&DestroySelf, &Derived::Schema()) {}
  AttrsBase(const AttrsBase& other) : AttrsNode(other, &DestroySelf) {}

 private:
  static void DestroySelf(Object* self) { delete static_cast<Derived*>(self); }
};

namespace attrs_internal {
template <class T>
struct TypeOf;
template <>
struct TypeOf<bool> {
  static constexpr AttrType kType = AttrType::kBool;
};
template <>
struct TypeOf<int64_t> {
  static constexpr AttrType kType = AttrType::kInt;
};
template <>
struct TypeOf<double> {
  static constexpr AttrType kType = AttrType::kDouble;
};
template <>
struct TypeOf<std::string> {
  static constexpr AttrType kType = AttrType::kString;
};
template <>
struct TypeOf<DataType> {
  static constexpr AttrType kType = AttrType::kDType;
};
template <>
struct TypeOf<std::vector<int64_t>> {
  static constexpr AttrType kType = AttrType::kInts;
};
template <>
struct TypeOf<std::optional<int64_t>> {
  static constexpr AttrType kType = AttrType::kOptInt;
};
template <>
struct TypeOf<std::optional<std::vector<int64_t>>> {
  static constexpr AttrType kType = AttrType::kOptInts;
};
template <>
struct TypeOf<std::vector<std::string>> {
  static constexpr AttrType kType = AttrType::kStrings;
};
template <>
struct TypeOf<StringLists> {
  static constexpr AttrType kType = AttrType::kStringLists;
};
template <>
struct TypeOf<AttrValue> {
  static constexpr AttrType kType = AttrType::kAny;
};

template <class A, class T>
uint16_t OffsetOf(T A::*member) {
  // Measured on raw storage, because a real object needs the schema that is being built.
  alignas(A) static char storage[sizeof(A)];
  const A* object = reinterpret_cast<const A*>(storage);
  const AttrsNode* base = object;
  return static_cast<uint16_t>(reinterpret_cast<const char*>(&(object->*member)) -
                               reinterpret_cast<const char*>(base));
}

template <class S, class T>
uint16_t OffsetInStruct(T S::*member) {
  alignas(S) static char storage[sizeof(S)];
  const S* object = reinterpret_cast<const S*>(storage);
  return static_cast<uint16_t>(reinterpret_cast<const char*>(&(object->*member)) - storage);
}
}  // namespace attrs_internal

// A field of an attribute struct with a default.
template <class A, class T>
AttrField Field(const char* name, T A::*member, AttrValue default_value, const char* doc) {
  return {name,  attrs_internal::TypeOf<T>::kType, attrs_internal::OffsetOf(member),
          false, std::move(default_value),         doc};
}
// A field without a default.
template <class A, class T>
AttrField RequiredField(const char* name, T A::*member, const char* doc) {
  return {name, attrs_internal::TypeOf<T>::kType, attrs_internal::OffsetOf(member), true, {}, doc};
}

// A field that TVM keeps as an object.
inline AttrField BoxedIf(bool boxed, AttrField field) {
  field.boxed = boxed;
  return field;
}
inline AttrField Boxed(AttrField field) { return BoxedIf(true, std::move(field)); }
inline AttrField Wide(AttrField field) {
  field.wide = true;
  return field;
}
inline AttrField AtLeast(int32_t least, AttrField field) {
  field.least = least;
  return field;
}
// A list of `count` integers.
inline AttrField Counted(int count, AttrField field) {
  field.count = static_cast<uint8_t>(count);
  return field;
}

// The same for a plain struct `S`; `member` may belong to a base. Only this function sets the
// default; members have no initializers.
template <class S, class T, class B>
AttrField Option(const char* name, T B::*member, AttrValue default_value, const char* doc) {
  return {name,  attrs_internal::TypeOf<T>::kType, attrs_internal::OffsetInStruct<S, T>(member),
          false, std::move(default_value),         doc};
}
template <class S, class T, class B>
AttrField RequiredOption(const char* name, T B::*member, const char* doc) {
  return {name,
          attrs_internal::TypeOf<T>::kType,
          attrs_internal::OffsetInStruct<S, T>(member),
          true,
          {},
          doc};
}

template <class T, class S>
AttrField Option(const char* name, T S::*member, AttrValue default_value, const char* doc) {
  return Option<S, T, S>(name, member, std::move(default_value), doc);
}
template <class T, class S>
AttrField RequiredOption(const char* name, T S::*member, const char* doc) {
  return RequiredOption<S, T, S>(name, member, doc);
}

// Applies the defaults of `attrs->schema()`.
void SetDefaults(AttrsNode* attrs);

template <class A>
AttrSchema MakeSchema(const char* type_key, std::vector<AttrField> fields) {
  return {type_key, std::move(fields),
          []() -> AttrsNode* {
            A* attrs = new A();
            SetDefaults(attrs);
            return attrs;
          },
          [](const AttrsNode& attrs) -> AttrsNode* { return new A(static_cast<const A&>(attrs)); }};
}

// The attributes as `A`; null if they have another type.
template <class A>
const A* As(const Attrs& attrs) {
  return attrs && attrs->schema() == &A::Schema() ? static_cast<const A*>(attrs.get()) : nullptr;
}
// A new node with defaults (Make) or a copy (Copy). Fill it in, then wrap it in Attrs().
template <class A>
A* MakeAttrs() {
  return static_cast<A*>(A::Schema().create());
}
template <class A>
A* CopyAttrs(const A& attrs) {
  return static_cast<A*>(A::Schema().clone(attrs));
}

bool AttrsEqual(const Attrs& a, const Attrs& b);
uint64_t AttrsHash(const Attrs& attrs);

// Free-form attributes of functions and modules ("Primitive", "Compiler", …), in insertion order.
class DictAttrsNode : public Object {
 public:
  explicit DictAttrsNode(std::vector<std::pair<Name, AttrValue>> items)
      : Object(&DestroySelf), items(std::move(items)) {}
  const std::vector<std::pair<Name, AttrValue>> items;
  // Null when absent.
  const AttrValue* Find(std::string_view name) const;

 private:
  static void DestroySelf(Object* self) { delete static_cast<DictAttrsNode*>(self); }
};
// May be null: no attributes.
using DictAttrs = Ref<DictAttrsNode>;
DictAttrs WithAttr(const DictAttrs& attrs, std::string_view name, AttrValue value);
DictAttrs WithoutAttr(const DictAttrs& attrs, std::string_view name);
bool DictAttrsEqual(const DictAttrs& a, const DictAttrs& b);

}  // namespace passcope
