// The messages of ONNX's protobuf format, with the fields that the reader needs. Texts and contents
// are views of the file. A nested message is read on demand, one level at a time. So reading
// allocates no more than the lists of one node, and callers that descend limit the depth.
//
// Field numbers: onnx/onnx.proto of ONNX 1.12. All functions throw DiagnosticError (kBadModelFile)
// for bytes that are not a protobuf message.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/data_type.h"
#include "ir/ndarray.h"

namespace passcope::frontend::onnx {

// A message that is not read yet.
using Bytes = std::string_view;

struct OpsetId {
  std::string_view domain;
  int64_t version = 0;
};

struct ModelProto {
  std::string_view producer_name;
  std::string_view producer_version;
  Bytes graph;
  std::vector<OpsetId> opsets;
  std::vector<Bytes> functions;
};
ModelProto ReadModel(Bytes message);

// TensorProto's element types.
enum class ElementType : int32_t {
  kUndefined = 0,
  kFloat = 1,
  kUint8 = 2,
  kInt8 = 3,
  kUint16 = 4,
  kInt16 = 5,
  kInt32 = 6,
  kInt64 = 7,
  kString = 8,
  kBool = 9,
  kFloat16 = 10,
  kDouble = 11,
  kUint32 = 12,
  kUint64 = 13,
  kComplex64 = 14,
  kComplex128 = 15,
  kBfloat16 = 16,
};
// Nullopt for texts, complex numbers and unknown numbers.
std::optional<DataType> ToDataType(int64_t tensor_type);
// ONNX's name of an element type, "FLOAT16"; for an unknown type its number.
std::string TensorTypeName(int64_t tensor_type);

struct TypeProto {
  enum class Kind : uint8_t { kNone, kTensor, kSequence, kOptional, kOther };
  struct Dim {
    std::optional<int64_t> value;
    std::string_view symbol;
  };
  Kind kind = Kind::kNone;
  int64_t elem_type = 0;                 // kTensor
  std::optional<std::vector<Dim>> dims;  // kTensor
  Bytes element;                         // kSequence, kOptional: a TypeProto
};
TypeProto ReadType(Bytes message);

struct ValueInfoProto {
  std::string_view name;
  Bytes type;
};
ValueInfoProto ReadValueInfo(Bytes message);

struct AttributeProto {
  std::string_view name;
  std::string_view ref_attr_name;
  std::optional<float> f;
  std::optional<int64_t> i;
  std::optional<std::string_view> s;
  std::optional<Bytes> t;
  std::optional<Bytes> g;
  std::optional<Bytes> tp;
  std::optional<Bytes> sparse_tensor;
  std::vector<float> floats;
  std::vector<int64_t> ints;
  std::vector<std::string_view> strings;
  std::vector<Bytes> tensors;
  std::vector<Bytes> graphs;
  int64_t type = 0;
};
AttributeProto ReadAttribute(Bytes message);

struct NodeProto {
  std::string_view name;
  std::string_view op_type;
  std::string_view domain;
  std::vector<std::string_view> inputs;
  std::vector<std::string_view> outputs;
  std::vector<Bytes> attributes;
};
NodeProto ReadNode(Bytes message);
// Only operator and domain.
struct NodeKind {
  std::string_view op_type;
  std::string_view domain;
};
NodeKind ReadNodeKind(Bytes message);

// Visits a graph's lists, one message after the other, in their order.
struct GraphVisitor {
  std::function<void(Bytes)> node;
  std::function<void(Bytes)> initializer;
  std::function<void(Bytes)> sparse_initializer;
  std::function<void(Bytes)> input;
  std::function<void(Bytes)> output;
};
void VisitGraph(Bytes message, const GraphVisitor& visitor);

struct FunctionProto {
  std::string_view name;
  std::string_view domain;
  std::vector<std::string_view> inputs;
  std::vector<std::string_view> outputs;
  std::vector<std::string_view> attributes;  // Those without a default.
  std::vector<Bytes> attribute_protos;       // Those with a default.
  std::vector<Bytes> nodes;
};
FunctionProto ReadFunction(Bytes message);

// A tensor without its elements.
struct TensorProto {
  Bytes message;
  std::string_view name;
  int64_t data_type = 0;
  std::vector<int64_t> dims;
  std::optional<std::string_view> raw_data;
  bool external = false;
  std::string_view location;
  int64_t offset = 0;
  std::optional<int64_t> length;
};
TensorProto ReadTensor(Bytes message);

struct SequenceProto {
  std::string_view name;
  int64_t elem_type = 0;
  std::vector<Bytes> tensors;
  std::vector<Bytes> sequences;
  std::vector<Bytes> optionals;
};
SequenceProto ReadSequence(Bytes message);

struct OptionalProto {
  std::string_view name;
  int64_t elem_type = 0;
  std::optional<Bytes> tensor;
  std::optional<Bytes> sequence;
  std::optional<Bytes> optional;
};
OptionalProto ReadOptional(Bytes message);

// The elements of a file's tensors.
class TensorReader {
 public:
  // The messages are views of `file`. `external` reads external data files; may be null.
  TensorReader(Buffer file, std::function<Buffer(std::string_view path)> external)
      : file_(std::move(file)), external_(std::move(external)) {}

  // The tensor as an array. It is a view of the file if the elements have their memory layout
  // there, and otherwise a copy. With `may_move`, misaligned elements move to a lower place in the
  // file. This overwrites parts of the message, so the message cannot be read again. Throws
  // DiagnosticError: kBadModelFile if the number of elements is not that of the shape, kUnsupported
  // for texts and complex numbers, kTensorTooLarge.
  NDArray Read(const TensorProto& tensor, bool may_move);

 private:
  NDArray View(std::string_view bytes, const TensorProto& tensor, DataType dtype, bool may_move);
  Buffer External(std::string_view path);

  struct ExternalFile {
    std::string path;
    Buffer data;
  };
  Buffer file_;
  std::function<Buffer(std::string_view path)> external_;
  std::vector<ExternalFile> files_;
};

}  // namespace passcope::frontend::onnx
