// TVM's prelude: its data types.
#include "frontend/pytorch/prelude.h"

#include <algorithm>
#include <string>

#include "ir/data_type.h"

namespace passcope::frontend {
namespace {

constexpr size_t kMaxRank = 6;

Name NameOf(const std::string& text) { return Name(text); }

// "tensor_float32_t": nothing, a number, or a tensor.
TypeData TensorData(const std::string& dtype_name) {
  DataType dtype = *DataType::Parse(dtype_name);
  std::vector<TypeDataNode::Constructor> constructors;
  constructors.push_back({NameOf("tensor_nil_" + dtype_name), {}});
  for (size_t rank = 0; rank <= kMaxRank; ++rank) {
    Shape shape(rank, Dim::Any());
    constructors.push_back({NameOf("tensor" + std::to_string(rank) + "_" + dtype_name),
                            {TensorType(std::move(shape), dtype)}});
  }
  return TypeData(new TypeDataNode(NameOf("tensor_" + dtype_name + "_t"), {}, constructors));
}

std::vector<TypeData> MakeTypes() {
  std::vector<TypeData> types;
  Type list_of = TypeVar("A");
  Type list = TypeCall(GlobalTypeVar("List"), {list_of});
  types.push_back(TypeData(new TypeDataNode(
      NameOf("List"), {list_of}, {{NameOf("Cons"), {list_of, list}}, {NameOf("Nil"), {}}})));
  Type option_of = TypeVar("A");
  types.push_back(TypeData(new TypeDataNode(
      NameOf("Option"), {option_of}, {{NameOf("Some"), {option_of}}, {NameOf("None"), {}}})));
  Type tree_of = TypeVar("A");
  Type tree = TypeCall(GlobalTypeVar("Tree"), {tree_of});
  types.push_back(TypeData(
      new TypeDataNode(NameOf("Tree"), {tree_of},
                       {{NameOf("Rose"), {tree_of, TypeCall(GlobalTypeVar("List"), {tree})}}})));
  for (const char* dtype :
       {"float16", "float32", "float64", "int16", "int32", "int64", "int8", "uint16", "uint8"}) {
    types.push_back(TensorData(dtype));
  }
  return types;
}

}  // namespace

const std::vector<TypeData>& TorchPreludeTypes() {
  thread_local const std::vector<TypeData> types = MakeTypes();
  return types;
}

}  // namespace passcope::frontend
