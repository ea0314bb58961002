// Finds constructors whose names mean something else.
#include "text/constructor_names.h"

#include "ir/visitor.h"
#include "op/op.h"
#include "support/ptr_map.h"

namespace passcope {
namespace {

// True if the module uses an operator with this name.
bool Mentions(const IRModule& module, Name name) {
  const OpNode* op = FindOp(name.view());
  bool found = false;
  for (const IRModuleNode::Item& item : module->functions) {
    if (op) PostOrderVisit(item.function, [&](const ExprNode* node) { found |= node == op; });
  }
  return found;
}

}  // namespace

Name ConstructorNames::NameOf(const TypeData& data, uint32_t index) const {
  const Name name = data->constructors[index].name;
  return with_type_ ? Name(data->name.str() + "." + name.str()) : name;
}

void ConstructorNames::Add(const IRModule& module) {
  PtrSet known;
  for (const TypeData& type : module->types) {
    for (const TypeDataNode::Constructor& each : type->constructors)
      with_type_ = with_type_ || !known.Insert(each.name.id()) || Mentions(module, each.name);
  }
  std::vector<Name> names;
  for (const TypeData& type : module->types) {
    for (uint32_t i = 0; i < type->constructors.size(); ++i) names.push_back(NameOf(type, i));
  }
  texts_.Add(names);
}

}  // namespace passcope
