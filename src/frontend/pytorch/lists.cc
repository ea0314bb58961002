// Lists whose elements are known only at run time, as lists of TVM's prelude.
#include <algorithm>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "frontend/pytorch/converter.h"
#include "frontend/pytorch/prelude.h"
#include "op/axes.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope::frontend {
namespace {

// A function of the prelude, typed.
Expr ListFunction(const char* name) {
  const FunctionNode* function = TorchListFunctions()->Find(name);
  return GlobalVar(name, function->checked_type());
}

Expr CallOf(Expr callee, std::initializer_list<Expr> args) {
  return InferTypes(Call(std::move(callee), args));
}

// A list that is known now has Python's indices. The lengths of a tensor may be an expression.
PyValue ConvertGetitem(TorchCall& call) {
  if (call[0].is_list()) {
    const PyList& items = call[0].list();
    auto at = FindAxis(call[1].integer(), items.size());
    Require(call, at.has_value(),
            MSG(kTorchListIndexOutside, "its list of {count} elements has no index {index}",
                items.size(), call[1].integer()));
    return items[*at];
  }
  if (As<TensorTypeNode>(call.tensor(0)->checked_type())) {
    return Take(call.tensor(0), call[1].expr(), 0, "wrap");
  }
  return CallOf(ListFunction("nth"), {call.tensor(0), call[1].expr()});
}

PyValue ConvertLen(TorchCall& call) {
  if (call[0].is_list()) return static_cast<int64_t>(call[0].list().size());
  if (As<TensorTypeNode>(call.tensor(0)->checked_type())) {
    Ints shape = TorchShape(call.tensor(0));
    return shape.empty() ? 0 : shape[0];
  }
  return CallOf(ListFunction("length"), {call.tensor(0)});
}

}  // namespace

bool NeedsTorchListType(const TorchNode* list_construct) {
  // The users of the list, also through a value of a loop.
  std::vector<TorchUse> uses;
  for (const TorchUse& use : list_construct->output()->uses()) {
    uses.push_back(use);
    if (use.user->kind != "prim::Loop" || use.offset < 2) continue;
    const TorchValue* param = use.user->blocks[0]->params[use.offset - 1];
    uses.insert(uses.end(), param->uses().begin(), param->uses().end());
  }
  return std::any_of(uses.begin(), uses.end(), [](const TorchUse& use) {
    const TorchNode& user = *use.user;
    if (user.kind == "aten::__getitem__") return true;
    bool add = user.kind == "aten::add" || user.kind == "aten::add_";
    return add && user.outputs.size() == 1 && user.output()->type.is_list();
  });
}

Expr MakeTorchList(TorchConverter*, const PyList& elements) {
  const TypeData& data = TorchPreludeTypes()[0];
  Expr cons = Constructor(data, 0), list = Call(Constructor(data, 1), {});
  Type type;
  for (size_t i = elements.size(); i-- > 0;) {
    Expr element = elements[i].expr();
    if (type && element->checked_type() != type) {
      throw DiagnosticError(DiagKind::kUnsupported,
                            MSG(kTorchListElementTypesDiffer,
                                "the elements of a list have different types, {first} and {second}",
                                TypeText(element->checked_type()), TypeText(type)),
                            {}, element);
    }
    type = element->checked_type();
    list = Call(cons, {element, list});
  }
  if (elements.empty()) return list;
  return InferTypes(list);
}

PyValue ConcatTorchLists(TorchCall& call) {
  if (call[0].is_list() && call[1].is_list()) {
    PyList all = call[0].list();
    const PyList& more = call[1].list();
    all.insert(all.end(), more.begin(), more.end());
    return PyValue::List(std::move(all));
  }
  return CallOf(ListFunction("concat"), {call.tensor(0), call.tensor(1)});
}

namespace {

// The functions for the element type of the list in the first argument.
TorchTensorList TensorListOf(const TorchCall& call) {
  const auto* type = As<TypeCallNode>(call.tensor(0)->checked_type());
  const auto* element =
      type && type->args.size() == 1 ? As<TensorTypeNode>(type->args[0]) : nullptr;
  Require(call, element && element->dtype == DataType::Float(32),
          MSG(kTorchListNotFloatTensors, "its argument must be a list of float32 tensors"));
  Require(call, call[1].integer() == 0,
          MSG(kTorchListJoinAxis, "a list can only be joined along axis 0, not {axis}",
              call[1].integer()));
  TorchTensorList list = MakeTorchTensorList(element->shape);
  call.converter->libraries.push_back(list.module);
  return list;
}

// `get(combine(map(constructor, list)))`
PyValue Combined(const TorchCall& call, const TorchTensorList& list, const std::string& combine,
                 const std::string& get) {
  auto function = [&](const std::string& name) {
    return GlobalVar(name, list.module->Find(name)->checked_type());
  };
  Expr constructor;
  for (const TypeData& data : list.module->types) {
    for (uint32_t i = 0; i < data->constructors.size(); ++i) {
      if (data->constructors[i].name.view() == list.constructor) constructor = Constructor(data, i);
    }
  }
  Expr mapped = CallOf(function("map"), {constructor, call.tensor(0)});
  return CallOf(function(get), {CallOf(function(combine), {mapped})});
}

}  // namespace

PyValue CatTorchList(TorchCall& call) {
  TorchTensorList list = TensorListOf(call);
  Require(call, !list.concat.empty(),
          MSG(kTorchListFirstAxisKnown,
              "the first axis of the tensors in its list must have an unknown length"));
  return Combined(call, list, list.concat, list.joined);
}

PyValue StackTorchList(TorchCall& call) {
  TorchTensorList list = TensorListOf(call);
  return Combined(call, list, list.stack, list.stacked);
}

void AddListConverters(TorchConverterTable* table) {
  table->Add("aten::__getitem__", ConvertGetitem);
  table->Add("aten::len", ConvertLen);
}

}  // namespace passcope::frontend
