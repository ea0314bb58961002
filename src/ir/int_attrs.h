// Integers in attributes: of which type they are, and which of them stand for symbolic dimensions.
#pragma once

#include <cstdint>
#include <utility>

#include "ir/attrs.h"

namespace passcope {

// Whether an integer is of type int64 because int32 does not hold it.
constexpr bool IsBeyondInt32(int64_t value) { return value != static_cast<int32_t>(value); }

// The flag that says that a field's integers are of type int64 (AttrField::is_int64_flag); null
// when it has none. It says nothing of integers beyond int32, which are of that type anyway.
const AttrField* Int64FlagOf(const AttrSchema& schema, const AttrField& field);

// Whether `a` and `b`, of one schema, agree in a field; in a flag, as far as it says anything.
bool FieldsEqual(const AttrsNode& a, const AttrsNode& b, const AttrField& field);

// A field of a list of integers, among which symbolic dimensions stand by their raw values: TVM
// keeps its elements as expressions.
inline AttrField Symbolic(AttrField field) { return Boxed(std::move(field)); }
inline bool IsSymbolic(const AttrField& field) {
  return field.boxed && field.type == AttrType::kOptInts;
}

// Whether an integer that may be any is the raw value of a symbolic variable that was made.
// Computed dimensions stand in no list.
bool IsRawOfSymbol(int64_t value);

}  // namespace passcope
