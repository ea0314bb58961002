#include "frontend/pytorch/prelude.h"

#include <algorithm>
#include <string>

#include "ir/data_type.h"
#include "ir/visitor.h"
#include "support/ptr_map.h"
#include "text/parser.h"
#include "transforms/infer_type.h"

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
  thread_local const IRModule functions = InferTypes(ParseModule(kLists, "prelude"));
  return functions;
}

std::vector<IRModuleNode::Item> TorchListFunctionsOf(const Expr& expr) {
  const IRModule& all = TorchListFunctions();
  std::vector<Name> names;
  CollectGlobals(expr, &names);
  std::vector<bool> used(all->functions.size(), false);
  for (size_t at = 0; at < names.size(); ++at) {
    for (size_t i = 0; i < used.size(); ++i) {
      if (used[i] || !(all->functions[i].name == names[at])) continue;
      used[i] = true;
      CollectGlobals(all->functions[i].function, &names);
    }
  }
  std::vector<IRModuleNode::Item> functions;
  for (size_t i = 0; i < used.size(); ++i) {
    if (used[i]) functions.push_back(all->functions[i]);
  }
  return functions;
}

const std::vector<TypeData>& TorchPreludeTypes() {
  thread_local const std::vector<TypeData> types = MakeTypes();
  return types;
}

}  // namespace passcope::frontend
