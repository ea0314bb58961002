// Fields of protobuf messages by number and type, for switches over the fields of a message.
#pragma once

#include <cstdint>
#include <protozero/pbf_reader.hpp>
#include <string_view>

namespace passcope::frontend::onnx {

// A field that is a text, bytes or a message.
constexpr uint32_t Text(uint32_t field) {
  return protozero::tag_and_type(field, protozero::pbf_wire_type::length_delimited);
}
// A field that is an integer.
constexpr uint32_t Number(uint32_t field) {
  return protozero::tag_and_type(field, protozero::pbf_wire_type::varint);
}
// A field that is a float.
constexpr uint32_t Real(uint32_t field) {
  return protozero::tag_and_type(field, protozero::pbf_wire_type::fixed32);
}

// Goes to the next field; false at the end. protozero reads lengths as 32-bit numbers and adds them
// to an address, which may overflow in a 32-bit address space. So a length beyond the message
// throws protozero::exception here.
inline bool NextField(protozero::pbf_reader& reader) {
  if (!reader.next()) return false;
  if (reader.wire_type() != protozero::pbf_wire_type::length_delimited) return true;
  protozero::data_view rest = reader.data();
  const char* at = rest.data();
  const char* end = at + rest.size();
  uint64_t length = protozero::decode_varint(&at, end);
  if (length > static_cast<uint64_t>(end - at)) throw protozero::end_of_buffer_exception{};
  return true;
}

// The bytes of the current field.
inline std::string_view View(protozero::pbf_reader& reader) {
  protozero::data_view view = reader.get_view();
  return {view.data(), view.size()};
}

}  // namespace passcope::frontend::onnx
