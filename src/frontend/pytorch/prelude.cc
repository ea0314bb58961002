#include "frontend/pytorch/prelude.h"

#include <algorithm>
#include <string>

#include "ir/data_type.h"
#include "ir/visitor.h"
#include "support/per_engine.h"
#include "support/ptr_map.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"

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
  types.push_back(TorchListFunctions()->types[0]);
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

constexpr const char* kLists = R"(#[version = "0.0.5"]
type List[A] {
  Cons(A, List[A]),
  Nil,
}

def @hd[A](%xs: List[A]) -> A {
  match? (%xs) {
    Cons(%x, _) => %x,
  }
}

def @tl[A](%xs: List[A]) -> List[A] {
  match? (%xs) {
    Cons(_, %rest) => %rest,
  }
}

def @nth[A](%xs: List[A], %n: int32) -> A {
  if (equal(%n, 0)) {
    @hd(%xs)
  } else {
    @nth(@tl(%xs), subtract(%n, 1))
  }
}

def @length[A](%xs: List[A]) -> int32 {
  match (%xs) {
    Cons(_, %rest) => add(1, @length(%rest)),
    Nil => 0,
  }
}

def @map[A, B](%f: fn (A) -> B, %xs: List[A]) -> List[B] {
  match (%xs) {
    Cons(%x, %rest) => Cons(%f(%x), @map(%f, %rest)),
    Nil => Nil,
  }
}

def @foldl[A, B](%f: fn (A, B) -> A, %acc: A, %xs: List[B]) -> A {
  match (%xs) {
    Cons(%x, %rest) => @foldl(%f, %f(%acc, %x), %rest),
    Nil => %acc,
  }
}

def @foldr[A, B](%f: fn (A, B) -> B, %acc: B, %xs: List[A]) -> B {
  match (%xs) {
    Cons(%x, %rest) => %f(%x, @foldr(%f, %acc, %rest)),
    Nil => %acc,
  }
}

def @concat[A](%xs: List[A], %ys: List[A]) -> List[A] {
  @foldr(Cons, %ys, %xs)
}
)";

// The names of the functions that `expr` calls.
void CollectGlobals(const Expr& expr, std::vector<Name>* names) {
  PostOrderVisit(expr, [&](const ExprNode* node) {
    if (const auto* global = As<GlobalVarNode>(node)) names->push_back(global->name);
  });
}

}  // namespace

const IRModule& TorchListFunctions() {
  PASSCOPE_PER_ENGINE const IRModule functions = InferTypes(ParseModule(kLists, "prelude"));
  return functions;
}

TorchTensorList MakeTorchTensorList(const Shape& shape) {
  struct Names {
    explicit Names(const Shape& shape) {
      for (const Dim& dim : shape) {
        if (!suffix.empty()) suffix += '_';
        suffix += dim.is_const() ? std::to_string(dim.value()) : "any";
      }
      if (suffix.empty()) suffix = "scalar";
      suffix = "float32_" + suffix;
      data = "static_tensor_" + suffix + "_t";
      tensor = TypeText(TensorType(shape, DataType::Float(32)));
    }
    std::string Type() const {
      return "type " + data + " {\n  tensor_nil_" + suffix + ",\n  tensor_constructor_" + suffix +
             "(" + tensor + "),\n}\n\n";
    }
    std::string suffix, data, tensor;
  };
  Names each(shape);
  Shape longer = shape;
  longer.insert(longer.begin(), Dim::Any());
  Names all(longer);
  bool joins = !shape.empty() && !shape[0].is_const();

  std::string text = std::string(kLists) + each.Type() + all.Type();
  // Concatenates two values along the first axis.
  auto concatenate = [&](const Names& of) {
    std::string constructor = "tensor_constructor_" + of.suffix;
    text += "def @tensor_concatenate_" + of.suffix + "(%x: " + of.data + "[], %y: " + of.data +
            "[]) -> " + of.data + "[] {\n  match? (%x) {\n    " + constructor +
            "(%t1) => match? (%y) {\n      " + constructor + "(%t2) => " + constructor +
            "(concatenate((%t1, %t2))),\n    },\n  }\n}\n\n";
  };
  auto get_data = [&](const Names& of) {
    text += "def @tensor_get_data_" + of.suffix + "(%tensor: " + of.data + "[]) -> " + of.tensor +
            " {\n  match? (%tensor) {\n    tensor_constructor_" + of.suffix +
            "(%t) => %t,\n  }\n}\n\n";
  };
  concatenate(all);
  get_data(all);
  text += "def @tensor_expand_dims_" + each.suffix + "(%x: " + each.data + "[]) -> " + all.data +
          "[] {\n  match? (%x) {\n    tensor_constructor_" + each.suffix +
          "(%t) => tensor_constructor_" + all.suffix + "(expand_dims(%t, axis=0)),\n  }\n}\n\n";
  text += "def @tensor_array_stack_" + each.suffix + "(%tensor_array: List[" + each.data +
          "[]]) -> " + all.data + "[] {\n  %0 = @map(@tensor_expand_dims_" + each.suffix +
          ", %tensor_array);\n  %1 = @hd(%0);\n  %2 = @tl(%0);\n  @foldl(@tensor_concatenate_" +
          all.suffix + ", %1, %2)\n}\n\n";
  if (joins) {
    concatenate(each);
    get_data(each);
    std::string self = "@tensor_array_concat_" + each.suffix;
    text += "def " + self + "(%tensor_array: List[" + each.data + "[]]) -> " + each.data +
            "[] {\n  match? (%tensor_array) {\n    Nil => tensor_nil_" + each.suffix +
            ",\n    Cons(%hd, %tl) => match? (%tl) {\n      Nil => %hd,\n      _ => "
            "@tensor_concatenate_" +
            each.suffix + "(%hd, " + self + "(%tl)),\n    },\n  }\n}\n";
  }
  TorchTensorList list;
  list.module = InferTypes(ParseModule(text, "prelude"));
  list.constructor = "tensor_constructor_" + each.suffix;
  list.stack = "tensor_array_stack_" + each.suffix;
  list.stacked = "tensor_get_data_" + all.suffix;
  if (joins) {
    list.concat = "tensor_array_concat_" + each.suffix;
    list.joined = "tensor_get_data_" + each.suffix;
  }
  return list;
}

std::vector<IRModuleNode::Item> TorchFunctionsOf(const Expr& expr,
                                                 std::span<const IRModule> modules) {
  std::vector<Name> names;
  CollectGlobals(expr, &names);
  std::vector<IRModuleNode::Item> all;
  auto find = [](const std::vector<IRModuleNode::Item>& items, Name name) {
    return std::find_if(items.begin(), items.end(),
                        [&](const IRModuleNode::Item& item) { return item.name == name; });
  };
  for (const IRModule& module : modules) {
    for (const IRModuleNode::Item& item : module->functions) {
      if (find(all, item.name) == all.end()) all.push_back(item);
    }
  }
  std::vector<bool> used(all.size(), false);
  for (size_t at = 0; at < names.size(); ++at) {
    auto it = find(all, names[at]);
    if (it == all.end() || used[static_cast<size_t>(it - all.begin())]) continue;
    used[static_cast<size_t>(it - all.begin())] = true;
    CollectGlobals(it->function, &names);
  }
  std::vector<IRModuleNode::Item> functions;
  for (size_t i = 0; i < all.size(); ++i) {
    if (used[i]) functions.push_back(all[i]);
  }
  return functions;
}

const std::vector<TypeData>& TorchPreludeTypes() {
  PASSCOPE_PER_ENGINE const std::vector<TypeData> types = MakeTypes();
  return types;
}

}  // namespace passcope::frontend
