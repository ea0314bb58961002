// Records: plain structs that leave the engine as JSON, with a description of each field. One
// writer makes the JSON of all of them. The types in other languages are made from the same
// descriptions.
//
//   // timing.h
//   struct PassTotal {
//     std::string name;
//     int runs = 0;
//   };
//   template <>
//   const RecordSchema& SchemaOf<PassTotal>();
//
//   // timing.cc
//   template <>
//   const RecordSchema& SchemaOf<PassTotal>() {
//     static constexpr RecordField kFields[] = {
//         Member<&PassTotal::name>("name", "Of the passes."),
//         Member<&PassTotal::runs>("runs", "How often they ran."),
//     };
//     static constexpr RecordSchema schema = {"TimingTotal", "All runs of …", kFields};
//     return schema;
//   }
//
//   JsonText(totals);  // [{"name":"FoldConstant","runs":2}]
//
// A member can also be a function that computes a value from the record. A member of type
// std::optional is omitted while it has no value.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/json_writer.h"

namespace passcope {

struct RecordSchema;
// The records that a description refers to, each once.
using RecordList = std::vector<const RecordSchema*>;

struct RecordField {
  const char* name;
  const char* doc;
  // True if the JSON can omit it.
  bool optional;
  // Returns the type in the grammar of schema/type_text.h. Adds the records that it refers to,
  // directly or indirectly, to `records`, which may be null.
  std::string (*type)(RecordList* records);
  // Writes the member of `record`, after `key` unless that is null.
  void (*write)(JsonWriter& json, const char* key, const void* record);
};

struct RecordSchema {
  enum class Form : uint8_t {
    kObject,
    kTuple,  // An array of the fields; none of them is optional.
  };

  const char* name;
  const char* doc;
  std::span<const RecordField> fields;
  Form form = Form::kObject;
};

// The schema of a record. Each record has a specialization.
template <class T>
const RecordSchema& SchemaOf();

void WriteRecord(JsonWriter& json, const RecordSchema& schema, const void* record);
// The name of a record. Adds it to `records`, with the records that it refers to.
std::string RecordType(const RecordSchema& schema, RecordList* records);

// The type name of a C++ type, and its writer. Types without a specialization below are records.
template <class T>
struct JsonTraits {
  static std::string Type(RecordList* records) { return RecordType(SchemaOf<T>(), records); }
  static void Write(JsonWriter& json, const T& value) { WriteRecord(json, SchemaOf<T>(), &value); }
};

template <>
struct JsonTraits<bool> {
  static std::string Type(RecordList*) { return "bool"; }
  static void Write(JsonWriter& json, bool value) { json.Bool(value); }
};
template <std::integral T>
struct JsonTraits<T> {
  static std::string Type(RecordList*) { return "int"; }
  static void Write(JsonWriter& json, T value) { json.Int(static_cast<int64_t>(value)); }
};
template <std::floating_point T>
struct JsonTraits<T> {
  static std::string Type(RecordList*) { return "float"; }
  static void Write(JsonWriter& json, T value) { json.Real(value); }
};
template <class T>
requires std::convertible_to<const T&, std::string_view>
struct JsonTraits<T> {
  static std::string Type(RecordList*) { return "string"; }
  static void Write(JsonWriter& json, const T& value) { json.String(value); }
};

// An enumeration with enumerators from 0 on. The function `LiteralsOf` gives their names.
template <class T>
concept HasLiterals = std::is_enum_v<T> && requires(T value) {
  { LiteralsOf(value) } -> std::convertible_to<std::span<const char* const>>;
};
std::string LiteralsType(std::span<const char* const> literals);
template <HasLiterals T>
struct JsonTraits<T> {
  static std::string Type(RecordList*) { return LiteralsType(LiteralsOf(T())); }
  static void Write(JsonWriter& json, T value) { json.String(LiteralOf(value)); }
};
template <HasLiterals T>
const char* LiteralOf(T value) {
  return std::span<const char* const>(LiteralsOf(value))[static_cast<size_t>(value)];
}

template <class T>
struct JsonTraits<std::vector<T>> {
  static std::string Type(RecordList* records) {
    return "list[" + JsonTraits<T>::Type(records) + "]";
  }
  static void Write(JsonWriter& json, const std::vector<T>& items) {
    json.BeginArray();
    for (const auto& item : items) JsonTraits<T>::Write(json, item);
    json.EndArray();
  }
};
template <class T>
struct JsonTraits<std::span<const T>> {
  static std::string Type(RecordList* records) { return JsonTraits<std::vector<T>>::Type(records); }
  static void Write(JsonWriter& json, std::span<const T> items) {
    json.BeginArray();
    for (const T& item : items) JsonTraits<T>::Write(json, item);
    json.EndArray();
  }
};
template <class T>
struct JsonTraits<std::map<std::string, T>> {
  static std::string Type(RecordList* records) {
    return "dict[string, " + JsonTraits<T>::Type(records) + "]";
  }
  static void Write(JsonWriter& json, const std::map<std::string, T>& items) {
    json.BeginObject();
    for (const auto& [key, item] : items) JsonTraits<T>::Write(json.Key(key), item);
    json.EndObject();
  }
};

// A member that is always written: as null while it has no value.
template <class T>
struct OrNull {
  std::optional<T> value;
};
template <class T>
struct JsonTraits<OrNull<T>> {
  static std::string Type(RecordList* records) {
    return "optional[" + JsonTraits<T>::Type(records) + "]";
  }
  static void Write(JsonWriter& json, const OrNull<T>& member) {
    if (member.value) {
      JsonTraits<T>::Write(json, *member.value);
    } else {
      json.Null();
    }
  }
};

namespace record_internal {
template <class T>
struct RecordOf;
template <class R, class T>
struct RecordOf<T R::*> {
  using Type = R;
};
template <class R, class T>
struct RecordOf<T (*)(const R&)> {
  using Type = R;
};
template <class T>
struct Unwrap {
  using Type = T;
  static constexpr bool kOptional = false;
};
template <class T>
struct Unwrap<std::optional<T>> {
  using Type = T;
  static constexpr bool kOptional = true;
};

template <auto kMember>
void Write(JsonWriter& json, const char* key, const void* record) {
  using Record = typename RecordOf<decltype(kMember)>::Type;
  decltype(auto) value = std::invoke(kMember, *static_cast<const Record*>(record));
  using Wrapped = Unwrap<std::remove_cvref_t<decltype(value)>>;
  if constexpr (Wrapped::kOptional) {
    if (!value) return;
    if (key) json.Key(key);
    JsonTraits<typename Wrapped::Type>::Write(json, *value);
  } else {
    if (key) json.Key(key);
    JsonTraits<typename Wrapped::Type>::Write(json, value);
  }
}
}  // namespace record_internal

template <auto kMember>
constexpr RecordField Member(const char* name, const char* doc) {
  using Record = typename record_internal::RecordOf<decltype(kMember)>::Type;
  using Value = std::remove_cvref_t<std::invoke_result_t<decltype(kMember), const Record&>>;
  using Wrapped = record_internal::Unwrap<Value>;
  return {name, doc, Wrapped::kOptional, &JsonTraits<typename Wrapped::Type>::Type,
          &record_internal::Write<kMember>};
}

// A record, a list of records or another described value as JSON text.
template <class T>
std::string JsonText(const T& value) {
  JsonWriter json;
  JsonTraits<T>::Write(json, value);
  return json.Take();
}

}  // namespace passcope
