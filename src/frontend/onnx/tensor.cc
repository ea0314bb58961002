// Tensors of a file as arrays.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <protozero/pbf_reader.hpp>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/proto.h"
#include "frontend/onnx/wire.h"

namespace passcope::frontend::onnx {
namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;

[[noreturn]] void ThrowDamaged() {
  throw DiagnosticError(
      DiagKind::kBadModelFile,
      MSG(kOnnxFileDamaged, "the file is not a model in ONNX's format, or it is damaged"));
}

std::string ShapeText(const std::vector<int64_t>& dims) {
  std::string text = "(";
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i) text += ", ";
    text += std::to_string(dims[i]);
  }
  return text + ")";
}

[[noreturn]] void ThrowSize(const TensorProto& tensor, uint64_t expected, uint64_t actual) {
  throw DiagnosticError(
      DiagKind::kBadModelFile,
      MSG(kOnnxTensorByteCountMismatch,
          "the tensor `{name}` of shape {shape} and type {dtype} needs {expected} bytes, but the "
          "file has {actual}",
          tensor.name, ShapeText(tensor.dims), TensorTypeName(tensor.data_type), expected, actual));
}

int64_t ParseNumber(std::string_view text) {
  int64_t value = -1;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) {
    throw DiagnosticError(
        DiagKind::kBadModelFile,
        MSG(kOnnxExternalDataPlaceMalformed,
            "the offset and the length of external data must be whole numbers, not `{text}`",
            text));
  }
  return value;
}

void ReadExternalEntry(Bytes message, TensorProto* tensor) {
  std::string_view key;
  std::string_view value;
  pbf_reader reader(message.data(), message.size());
  while (NextField(reader)) {
    switch (reader.tag_and_type()) {
      case Text(1):
        key = View(reader);
        break;
      case Text(2):
        value = View(reader);
        break;
      default:
        reader.skip();
    }
  }
  if (key == "location") tensor->location = value;
  if (key == "offset") tensor->offset = ParseNumber(value);
  if (key == "length") tensor->length = ParseNumber(value);
}

// The limit for all arrays (CheckArrayType), so that sizes fit in 32 bits.
constexpr uint64_t kMaxTensorBytes = uint64_t{1} << 31;

// The number of bytes that a tensor takes in memory.
size_t BytesOf(const TensorProto& tensor, DataType dtype) {
  uint64_t bytes = static_cast<uint64_t>(dtype.bytes());
  bool empty = false;
  for (int64_t dim : tensor.dims) {
    if (dim < 0) {
      throw DiagnosticError(DiagKind::kBadModelFile,
                            MSG(kOnnxTensorNegativeSize,
                                "the tensor `{name}` has the shape {shape}, with a negative size",
                                tensor.name, ShapeText(tensor.dims)));
    }
    // A size of 0 must not hide an excessive size, so check the others, too.
    if (dim == 0) {
      empty = true;
      continue;
    }
    if (static_cast<uint64_t>(dim) > kMaxTensorBytes / bytes) {
      throw DiagnosticError(DiagKind::kTensorTooLarge,
                            MSG(kOnnxTensorTooLarge,
                                "the tensor `{name}` of shape {shape} is larger than {limit} bytes",
                                tensor.name, ShapeText(tensor.dims), kMaxTensorBytes));
    }
    bytes *= static_cast<uint64_t>(dim);
  }
  return empty ? 0 : static_cast<size_t>(bytes);
}

// Reads the elements of the typed fields in order. `store` gets an index and a number.
template <class Store>
size_t ReadTypedFields(const TensorProto& tensor, uint32_t wanted, size_t limit, Store&& store) {
  size_t count = 0;
  auto add = [&](auto value) {
    if (count < limit) store(count, value);
    ++count;
  };
  pbf_reader reader(tensor.message.data(), tensor.message.size());
  while (NextField(reader)) {
    if (reader.tag() != wanted) {
      reader.skip();
      continue;
    }
    switch (reader.tag_and_type()) {
      case Text(4):
        for (float value : reader.get_packed_float()) add(value);
        break;
      case tag_and_type(4, pbf_wire_type::fixed32):
        add(reader.get_float());
        break;
      case Text(5):
        for (int32_t value : reader.get_packed_int32()) add(value);
        break;
      case Number(5):
        add(reader.get_int32());
        break;
      case Text(7):
        for (int64_t value : reader.get_packed_int64()) add(value);
        break;
      case Number(7):
        add(reader.get_int64());
        break;
      case Text(10):
        for (double value : reader.get_packed_double()) add(value);
        break;
      case tag_and_type(10, pbf_wire_type::fixed64):
        add(reader.get_double());
        break;
      case Text(11):
        for (uint64_t value : reader.get_packed_uint64()) add(value);
        break;
      case Number(11):
        add(reader.get_uint64());
        break;
      default:
        reader.skip();
    }
  }
  return count;
}

// The field with the elements of a type, if they are not raw data.
uint32_t FieldOf(ElementType type) {
  switch (type) {
    case ElementType::kFloat:
      return 4;
    case ElementType::kInt64:
      return 7;
    case ElementType::kDouble:
      return 10;
    case ElementType::kUint32:
    case ElementType::kUint64:
      return 11;
    default:
      return 5;
  }
}

// Tensors of bools must contain only 0 and 1.
void MakeBools(const NDArray& array) {
  auto* bytes = array->mutable_as<uint8_t>();
  for (size_t i = 0; i < array->size(); ++i) bytes[i] = bytes[i] != 0;
}

NDArray TypedFields(const TensorProto& tensor, DataType dtype) {
  // Each element takes at least one byte of the message, so a wrong shape allocates nothing.
  size_t needed = BytesOf(tensor, dtype);
  size_t elements = needed / static_cast<size_t>(dtype.bytes());
  if (elements > tensor.message.size()) ThrowSize(tensor, needed, tensor.message.size());
  NDArray array = MakeNDArray(tensor.dims, dtype);
  auto type = static_cast<ElementType>(tensor.data_type);
  uint32_t field = FieldOf(type);
  size_t count = 0;
  if (type == ElementType::kFloat16 || type == ElementType::kBfloat16) {
    // The field has the bits of each element as an int32.
    auto* bits = array->mutable_as<uint16_t>();
    count = ReadTypedFields(tensor, field, elements,
                            [&](size_t i, auto value) { bits[i] = static_cast<uint16_t>(value); });
  } else if (dtype.is_float()) {
    count = ReadTypedFields(tensor, field, elements, [&](size_t i, auto value) {
      StoreDouble(array, i, static_cast<double>(value));
    });
  } else {
    count = ReadTypedFields(tensor, field, elements, [&](size_t i, auto value) {
      StoreInt(array, i, static_cast<int64_t>(value));
    });
    if (dtype.is_bool()) MakeBools(array);
  }
  if (count != elements) {
    ThrowSize(tensor, needed, count * static_cast<size_t>(dtype.bytes()));
  }
  return array;
}

}  // namespace

TensorProto ReadTensor(Bytes message) {
  TensorProto tensor;
  tensor.message = message;
  try {
    pbf_reader reader(message.data(), message.size());
    while (NextField(reader)) {
      switch (reader.tag_and_type()) {
        case Number(1):
          tensor.dims.push_back(reader.get_int64());
          break;
        case Text(1):
          for (int64_t dim : reader.get_packed_int64()) tensor.dims.push_back(dim);
          break;
        case Number(2):
          tensor.data_type = reader.get_int32();
          break;
        case Text(8):
          tensor.name = View(reader);
          break;
        case Text(9):
          tensor.raw_data = View(reader);
          break;
        case Text(13):
          ReadExternalEntry(View(reader), &tensor);
          break;
        case Number(14):
          tensor.external = reader.get_int32() == 1;
          break;
        default:
          reader.skip();
      }
    }
  } catch (const protozero::exception&) {
    ThrowDamaged();
  }
  return tensor;
}

NDArray TensorReader::Read(const TensorProto& tensor, bool may_move) {
  std::optional<DataType> dtype = ToDataType(tensor.data_type);
  if (!dtype) {
    throw DiagnosticError(
        DiagKind::kUnsupported,
        MSG(kOnnxTensorElementType,
            "the tensor `{name}` has elements of type {dtype}, which is not supported", tensor.name,
            TensorTypeName(tensor.data_type)));
  }
  if (tensor.external) {
    Buffer data = External(tensor.location);
    size_t needed = BytesOf(tensor, *dtype);
    // On a 32-bit machine the file's numbers are wider than size_t.
    uint64_t size = data->size(), begin = static_cast<uint64_t>(tensor.offset);
    uint64_t rest = begin <= size ? size - begin : 0;
    if (tensor.length) rest = std::min(rest, static_cast<uint64_t>(*tensor.length));
    if (rest < needed) ThrowSize(tensor, needed, rest);
    auto offset = static_cast<size_t>(begin);
    if (offset % static_cast<size_t>(dtype->bytes()) == 0 && !dtype->is_bool()) {
      return NDArray(new NDArrayNode(data, offset, tensor.dims, *dtype));
    }
    NDArray copy = MakeNDArray(tensor.dims, *dtype);
    std::memcpy(copy->mutable_data(), data->data() + offset, needed);
    if (dtype->is_bool()) MakeBools(copy);
    return copy;
  }
  if (tensor.raw_data) return View(*tensor.raw_data, tensor, *dtype, may_move);
  try {
    return TypedFields(tensor, *dtype);
  } catch (const protozero::exception&) {
    ThrowDamaged();
  }
}

NDArray TensorReader::View(std::string_view bytes, const TensorProto& tensor, DataType dtype,
                           bool may_move) {
  size_t needed = BytesOf(tensor, dtype);
  if (bytes.size() != needed) ThrowSize(tensor, needed, bytes.size());
  const auto* base = reinterpret_cast<const char*>(file_->data());
  bool inside = bytes.data() >= base && bytes.data() + needed <= base + file_->size();
  // Copy small arrays, since a view keeps the whole file in memory.
  constexpr size_t kSmall = 256;
  if (inside && needed >= kSmall && !dtype.is_bool()) {
    auto offset = static_cast<size_t>(bytes.data() - base);
    size_t excess = offset % static_cast<size_t>(dtype.bytes());
    auto before = static_cast<size_t>(bytes.data() - tensor.message.data());
    if (excess == 0) return NDArray(new NDArrayNode(file_, offset, tensor.dims, dtype));
    if (may_move && excess <= before) {
      std::memmove(file_->data() + offset - excess, file_->data() + offset, needed);
      return NDArray(new NDArrayNode(file_, offset - excess, tensor.dims, dtype));
    }
  }
  NDArray copy = MakeNDArray(tensor.dims, dtype);
  std::memcpy(copy->mutable_data(), bytes.data(), needed);
  if (dtype.is_bool()) MakeBools(copy);
  return copy;
}

Buffer TensorReader::External(std::string_view path) {
  for (const ExternalFile& file : files_) {
    if (file.path == path) return file.data;
  }
  bool leaves = path.empty() || path[0] == '/' || path.find('\\') != path.npos ||
                path.find(':') != path.npos || path == ".." || path.starts_with("../") ||
                path.find("/../") != path.npos || path.ends_with("/..");
  if (leaves) {
    throw DiagnosticError(
        DiagKind::kBadModelFile,
        MSG(kOnnxWeightFileOutsideFolder,
            "the model names the file `{path}`, which is not in its folder", path));
  }
  Buffer data = external_ ? external_(path) : nullptr;
  if (!data) {
    throw DiagnosticError(
        DiagKind::kBadModelFile,
        MSG(kOnnxWeightFileMissing,
            "the model keeps weights in the file `{path}`, which was not found", path));
  }
  // One file may have several paths.
  bool read = std::any_of(files_.begin(), files_.end(),
                          [&](const ExternalFile& file) { return file.data == data; });
  if (!read) AddFileToLimits(data->size());
  files_.push_back({std::string(path), data});
  return data;
}

}  // namespace passcope::frontend::onnx
