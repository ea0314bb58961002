// Types of constructors' fields, for passes that convert the types of values.
#include "transforms/constructor_fields.h"

#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"

namespace passcope {

Type FieldThatChanges(const Expr& root, const std::function<Type(const Type&)>& convert) {
  Type found;
  auto look = [&](const TypeData& data, uint32_t index) {
    for (const Type& field : data->constructors[index].inputs) {
      if (!found && !(convert(field) == field)) found = field;
    }
  };
  PostOrderVisit(root, [&](const ExprNode* node) {
    if (const auto* constructor = As<ConstructorNode>(node)) {
      look(constructor->data, constructor->index);
    } else if (const auto* match = As<MatchNode>(node)) {
      for (const PatternStep& step : match->patterns->steps) {
        if (step.kind == PatternStep::Kind::kConstructor) look(step.data, step.index);
      }
    }
  });
  return found;
}

void RequireSameFields(const Expr& root, const char* pass,
                       const std::function<Type(const Type&)>& convert) {
  Type field = FieldThatChanges(root, convert);
  if (!field) return;
  throw DiagnosticError(DiagKind::kUnsupported,
                        MSG(kFieldTypeUnsupported,
                            "{pass} does not support the type {type} in a field of a constructor",
                            pass, TypeText(field)));
}

}  // namespace passcope
