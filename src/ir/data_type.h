// Scalar data types in DLPack's encoding.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace passcope {

// A scalar type: a code, a width in bits, and a number of vector lanes. `bool` is a 1-bit unsigned
// integer, as in TVM.
struct DataType {
  enum Code : uint8_t { kInt = 0, kUInt = 1, kFloat = 2, kHandle = 3, kBFloat = 4 };

  uint8_t code = kHandle;
  uint8_t bits = 0;
  uint16_t lanes = 0;

  static constexpr DataType Int(int bits) { return {kInt, static_cast<uint8_t>(bits), 1}; }
  static constexpr DataType UInt(int bits) { return {kUInt, static_cast<uint8_t>(bits), 1}; }
  static constexpr DataType Float(int bits) { return {kFloat, static_cast<uint8_t>(bits), 1}; }
  static constexpr DataType BFloat(int bits) { return {kBFloat, static_cast<uint8_t>(bits), 1}; }
  static constexpr DataType Bool() { return UInt(1); }
  // TVM's "no data type given", printed as an empty string, for attributes such as `out_dtype`.
  static constexpr DataType Void() { return {kHandle, 0, 0}; }

  bool is_void() const { return code == kHandle && bits == 0; }
  bool is_bool() const { return code == kUInt && bits == 1; }
  bool is_float() const { return code == kFloat; }
  bool is_bfloat() const { return code == kBFloat; }
  bool is_int() const { return code == kInt; }
  bool is_uint() const { return code == kUInt; }
  // Bytes of one element in memory; a bool takes one byte.
  int bytes() const { return (bits + 7) / 8 * lanes; }

  // "float32", "int8", "bool", "bfloat16", "float32x4"; "" for Void, "handle" for other handles.
  std::string str() const;
  // The inverse of str(); nullopt for text that does not name a type.
  static std::optional<DataType> Parse(std::string_view text);

  friend bool operator==(const DataType&, const DataType&) = default;
  uint32_t packed() const { return code | bits << 8 | static_cast<uint32_t>(lanes) << 16; }
};

}  // namespace passcope
