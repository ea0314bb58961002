// Arrays of a session.
#include <algorithm>
#include <cstring>

#include "api/json.h"
#include "api/session.h"

namespace passcope {

std::vector<int64_t> Session::ShapeFromJson(const std::string& json) {
  AttrValue value = ReadJson(json, PHRASE(kShapeNoun, "the shape"));
  auto shape = value.ints();
  if (!shape || std::any_of(shape->begin(), shape->end(), [](int64_t dim) { return dim < 0; })) {
    Misuse(MSG(kShapeIntegersRequired, "a shape must be an array of non-negative integers"),
           {MSG(kActualJsonValue, "it is {value}", json)});
  }
  return std::move(*shape);
}

DataType Session::DTypeFromText(const std::string& text) {
  std::optional<DataType> dtype = DataType::Parse(text);
  if (!dtype || dtype->is_void())
    Misuse(MSG(kArrayDtypeUnknown, "unknown data type '{dtype}'", text));
  return *dtype;
}

Handle Session::MakeArray(const std::string& shape_json, const std::string& dtype) {
  NDArray array = MakeNDArray(ShapeFromJson(shape_json), DTypeFromText(dtype));
  std::memset(array->mutable_data(), 0, array->nbytes());
  return AddSlot(std::move(array));
}

Handle Session::CastArray(Handle array, const std::string& dtype) {
  NDArray from = Get<NDArray>(array);
  DataType type = DTypeFromText(dtype);
  if (from->dtype == type) return AddSlot(std::move(from));
  NDArray to = MakeNDArray(from->shape, type);
  bool exact = !from->dtype.is_float() && !from->dtype.is_bfloat();
  for (size_t i = 0; i < from->size(); ++i) {
    // A double cannot hold all integers of 64 bits.
    if (exact) {
      StoreInt(to, i, from->ToInt(i));
    } else {
      StoreDouble(to, i, from->ToDouble(i));
    }
  }
  return AddSlot(std::move(to));
}

std::string Session::ArrayInfo(Handle array) const {
  const NDArray& data = Get<NDArray>(array);
  JsonWriter json;
  WriteValue(json.BeginObject().Key("shape"), AttrValue::Ints(data->shape));
  return json.Key("dtype").String(data->dtype.str()).EndObject().Take();
}

std::span<std::byte> Session::ArrayBytes(Handle array) const {
  const NDArray& data = Get<NDArray>(array);
  return {data->mutable_data(), data->nbytes()};
}

}  // namespace passcope
