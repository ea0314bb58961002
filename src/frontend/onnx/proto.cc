// Reading messages with protozero, which checks the bounds of each field.
#include "frontend/onnx/proto.h"

#include <protozero/pbf_reader.hpp>
#include <utility>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/wire.h"
#include "support/format.h"

namespace passcope::frontend::onnx {
namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;

// Calls `field` with the reader at each field. `field` returns false if it did not read it.
template <class F>
void ReadFields(Bytes message, F&& field) {
  try {
    pbf_reader reader(message.data(), message.size());
    while (NextField(reader)) {
      if (!field(reader, reader.tag_and_type())) reader.skip();
    }
  } catch (const protozero::exception&) {
    throw DiagnosticError(
        DiagKind::kBadModelFile,
        MSG(kOnnxFileDamaged, "the file is not a model in ONNX's format, or it is damaged"));
  }
}

template <class F>
void ReadTexts(Bytes message, F&& text) {
  ReadFields(message, [&](pbf_reader& reader, uint32_t) {
    if (reader.wire_type() != pbf_wire_type::length_delimited) return false;
    uint32_t tag = reader.tag();
    text(tag, View(reader));
    return true;
  });
}

OpsetId ReadOpset(Bytes message) {
  OpsetId opset;
  ReadFields(message, [&](pbf_reader& reader, uint32_t field) {
    switch (field) {
      case Text(1):
        opset.domain = View(reader);
        return true;
      case Number(2):
        opset.version = reader.get_int64();
        return true;
      default:
        return false;
    }
  });
  return opset;
}

}  // namespace

ModelProto ReadModel(Bytes message) {
  ModelProto model;
  ReadTexts(message, [&](uint32_t field, std::string_view text) {
    switch (field) {
      case 2:
        model.producer_name = text;
        break;
      case 3:
        model.producer_version = text;
        break;
      case 7:
        model.graph = text;
        break;
      case 8:
        model.opsets.push_back(ReadOpset(text));
        break;
      case 25:
        model.functions.push_back(text);
        break;
      default:
        break;
    }
  });
  return model;
}

std::optional<DataType> ToDataType(int64_t tensor_type) {
  switch (static_cast<ElementType>(tensor_type)) {
    case ElementType::kFloat:
      return DataType::Float(32);
    case ElementType::kUint8:
      return DataType::UInt(8);
    case ElementType::kInt8:
      return DataType::Int(8);
    case ElementType::kUint16:
      return DataType::UInt(16);
    case ElementType::kInt16:
      return DataType::Int(16);
    case ElementType::kInt32:
      return DataType::Int(32);
    case ElementType::kInt64:
      return DataType::Int(64);
    case ElementType::kBool:
      return DataType::Bool();
    case ElementType::kFloat16:
      return DataType::Float(16);
    case ElementType::kDouble:
      return DataType::Float(64);
    case ElementType::kUint32:
      return DataType::UInt(32);
    case ElementType::kUint64:
      return DataType::UInt(64);
    case ElementType::kBfloat16:
      return DataType::BFloat(16);
    default:
      return std::nullopt;
  }
}

std::string TensorTypeName(int64_t tensor_type) {
  static constexpr const char* kNames[] = {"UNDEFINED",  "FLOAT",   "UINT8",  "INT8",   "UINT16",
                                           "INT16",      "INT32",   "INT64",  "STRING", "BOOL",
                                           "FLOAT16",    "DOUBLE",  "UINT32", "UINT64", "COMPLEX64",
                                           "COMPLEX128", "BFLOAT16"};
  if (tensor_type >= 0 && tensor_type < static_cast<int64_t>(std::size(kNames))) {
    return kNames[tensor_type];
  }
  return Format("{}", tensor_type);
}

TypeProto ReadType(Bytes message) {
  TypeProto type;
  auto read_dim = [](Bytes bytes) {
    TypeProto::Dim dim;
    ReadFields(bytes, [&](pbf_reader& reader, uint32_t field) {
      switch (field) {
        case Number(1):
          dim.value = reader.get_int64();
          return true;
        case Text(2):
          dim.symbol = View(reader);
          return true;
        default:
          return false;
      }
    });
    return dim;
  };
  auto read_tensor = [&](Bytes bytes) {
    ReadFields(bytes, [&](pbf_reader& reader, uint32_t field) {
      switch (field) {
        case Number(1):
          type.elem_type = reader.get_int32();
          return true;
        case Text(2):
          type.dims.emplace();
          ReadTexts(View(reader), [&](uint32_t part, std::string_view text) {
            if (part == 1) type.dims->push_back(read_dim(text));
          });
          return true;
        default:
          return false;
      }
    });
  };
  auto read_element = [&](Bytes bytes) {
    ReadTexts(bytes, [&](uint32_t part, std::string_view text) {
      if (part == 1) type.element = text;
    });
  };
  ReadTexts(message, [&](uint32_t field, std::string_view text) {
    switch (field) {
      case 1:
        type.kind = TypeProto::Kind::kTensor;
        read_tensor(text);
        break;
      case 4:
        type.kind = TypeProto::Kind::kSequence;
        read_element(text);
        break;
      case 9:
        type.kind = TypeProto::Kind::kOptional;
        read_element(text);
        break;
      case 5:
      case 8:
        type.kind = TypeProto::Kind::kOther;
        break;
      default:
        break;
    }
  });
  return type;
}

ValueInfoProto ReadValueInfo(Bytes message) {
  ValueInfoProto info;
  ReadTexts(message, [&](uint32_t field, std::string_view text) {
    if (field == 1) info.name = text;
    if (field == 2) info.type = text;
  });
  return info;
}

AttributeProto ReadAttribute(Bytes message) {
  AttributeProto attribute;
  ReadFields(message, [&](pbf_reader& reader, uint32_t field) {
    switch (field) {
      case Text(1):
        attribute.name = View(reader);
        return true;
      case Real(2):
        attribute.f = reader.get_float();
        return true;
      case Number(3):
        attribute.i = reader.get_int64();
        return true;
      case Text(4):
        attribute.s = View(reader);
        return true;
      case Text(5):
        attribute.t = View(reader);
        return true;
      case Text(6):
        attribute.g = View(reader);
        return true;
      case Real(7):
        attribute.floats.push_back(reader.get_float());
        return true;
      case Text(7):
        for (float value : reader.get_packed_float()) attribute.floats.push_back(value);
        return true;
      case Number(8):
        attribute.ints.push_back(reader.get_int64());
        return true;
      case Text(8):
        for (int64_t value : reader.get_packed_int64()) attribute.ints.push_back(value);
        return true;
      case Text(9):
        attribute.strings.push_back(View(reader));
        return true;
      case Text(10):
        attribute.tensors.push_back(View(reader));
        return true;
      case Text(11):
        attribute.graphs.push_back(View(reader));
        return true;
      case Text(14):
        attribute.tp = View(reader);
        return true;
      case Number(20):
        attribute.type = reader.get_int32();
        return true;
      case Text(21):
        attribute.ref_attr_name = View(reader);
        return true;
      case Text(22):
        attribute.sparse_tensor = View(reader);
        return true;
      default:
        return false;
    }
  });
  return attribute;
}

NodeProto ReadNode(Bytes message) {
  NodeProto node;
  ReadTexts(message, [&](uint32_t field, std::string_view text) {
    switch (field) {
      case 1:
        node.inputs.push_back(text);
        break;
      case 2:
        node.outputs.push_back(text);
        break;
      case 3:
        node.name = text;
        break;
      case 4:
        node.op_type = text;
        break;
      case 5:
        node.attributes.push_back(text);
        break;
      case 7:
        node.domain = text;
        break;
      default:
        break;
    }
  });
  return node;
}

NodeKind ReadNodeKind(Bytes message) {
  NodeKind kind;
  ReadTexts(message, [&](uint32_t field, std::string_view text) {
    if (field == 4) kind.op_type = text;
    if (field == 7) kind.domain = text;
  });
  return kind;
}

void VisitGraph(Bytes message, const GraphVisitor& visitor) {
  ReadTexts(message, [&](uint32_t field, std::string_view text) {
    const std::function<void(Bytes)>* visit = nullptr;
    switch (field) {
      case 1:
        visit = &visitor.node;
        break;
      case 5:
        visit = &visitor.initializer;
        break;
      case 11:
        visit = &visitor.input;
        break;
      case 12:
        visit = &visitor.output;
        break;
      case 15:
        visit = &visitor.sparse_initializer;
        break;
      default:
        break;
    }
    if (visit && *visit) (*visit)(text);
  });
}

FunctionProto ReadFunction(Bytes message) {
  FunctionProto function;
  ReadTexts(message, [&](uint32_t field, std::string_view text) {
    switch (field) {
      case 1:
        function.name = text;
        break;
      case 4:
        function.inputs.push_back(text);
        break;
      case 5:
        function.outputs.push_back(text);
        break;
      case 6:
        function.attributes.push_back(text);
        break;
      case 7:
        function.nodes.push_back(text);
        break;
      case 10:
        function.domain = text;
        break;
      case 11:
        function.attribute_protos.push_back(text);
        break;
      default:
        break;
    }
  });
  return function;
}

SequenceProto ReadSequence(Bytes message) {
  SequenceProto sequence;
  ReadFields(message, [&](pbf_reader& reader, uint32_t field) {
    switch (field) {
      case Text(1):
        sequence.name = View(reader);
        return true;
      case Number(2):
        sequence.elem_type = reader.get_int32();
        return true;
      case Text(3):
        sequence.tensors.push_back(View(reader));
        return true;
      case Text(5):
        sequence.sequences.push_back(View(reader));
        return true;
      case Text(7):
        sequence.optionals.push_back(View(reader));
        return true;
      default:
        return false;
    }
  });
  return sequence;
}

OptionalProto ReadOptional(Bytes message) {
  OptionalProto optional;
  ReadFields(message, [&](pbf_reader& reader, uint32_t field) {
    switch (field) {
      case Text(1):
        optional.name = View(reader);
        return true;
      case Number(2):
        optional.elem_type = reader.get_int32();
        return true;
      case Text(3):
        optional.tensor = View(reader);
        return true;
      case Text(5):
        optional.sequence = View(reader);
        return true;
      case Text(7):
        optional.optional = View(reader);
        return true;
      default:
        return false;
    }
  });
  return optional;
}

}  // namespace passcope::frontend::onnx
