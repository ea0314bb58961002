// Integers in attributes: their types, and raw values of symbolic dimensions.
#pragma once

#include <cstdint>
#include <utility>

#include "ir/attrs.h"

namespace passcope {

// True if an integer has type int64 because it does not fit int32.
constexpr bool IsBeyondInt32(int64_t value) { return value != static_cast<int32_t>(value); }

// The flag that gives a field's integers the type int64 (AttrField::is_int64_flag); null if it has
// none. The flag has no effect on integers beyond int32, which always have that type.
const AttrField* Int64FlagOf(const AttrSchema& schema, const AttrField& field);

// True if `a` and `b`, of one schema, agree in a field. Flags without effect are ignored.
bool FieldsEqual(const AttrsNode& a, const AttrsNode& b, const AttrField& field);

// A field with a list of integers. The list can contain symbolic dimensions as raw values, since
// TVM keeps its elements as expressions.
inline AttrField Symbolic(AttrField field) { return Boxed(std::move(field)); }
inline bool IsSymbolic(const AttrField& field) {
  return field.boxed && field.type == AttrType::kOptInts;
}

// True if an arbitrary integer is the raw value of an existing symbolic variable. Lists do not
// contain computed dimensions.
bool IsRawOfSymbol(int64_t value);

}  // namespace passcope
