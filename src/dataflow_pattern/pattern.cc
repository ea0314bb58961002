// Builders of patterns.
#include "dataflow_pattern/pattern.h"

#include <algorithm>
#include <optional>

#include "diagnostics/diagnostic.h"
#include "op/attrs_typed.h"
#include "op/op.h"

namespace passcope {
namespace {

using Fields = DFPatternNode::Fields;

DFPattern Make(DFPatternKind kind, std::vector<DFPattern> children, Fields fields = {}) {
  return DFPattern(new DFPatternNode(kind, std::move(children), std::move(fields)));
}

DFPattern MakeAny(DFPatternKind kind, std::vector<DFPattern> children) {
  Fields fields;
  fields.any = true;
  return Make(kind, std::move(children), std::move(fields));
}

// `rest` with `first` before it.
std::vector<DFPattern> Prepend(DFPattern first, std::vector<DFPattern> rest) {
  rest.insert(rest.begin(), std::move(first));
  return rest;
}

// An attribute of an operator by its TVM name; null for an unknown name.
AttrValue OpAttr(const OpDecl& decl, std::string_view name) {
  if (name == "TOpPattern") return static_cast<int64_t>(decl.pattern);
  struct Trait {
    std::string_view name;
    OpTrait trait;
  };
  static constexpr Trait kTraits[] = {{"TOpIsStateful", OpTrait::kStateful},
                                      {"TNonComputational", OpTrait::kNonComputational},
                                      {"TReshapeOp", OpTrait::kReshape},
                                      {"TShapeDataDependent", OpTrait::kDataDependent}};
  for (const Trait& trait : kTraits) {
    if (name == trait.name) return decl.Has(trait.trait);
  }
  return {};
}

// Equal as values: 1 equals 1.0 and true, and a data type equals its name.
bool SameValue(const AttrValue& wanted, const AttrValue& actual) {
  auto number = [](const AttrValue& value) -> std::optional<double> {
    if (const bool* b = value.get<bool>()) return *b;
    if (const int64_t* i = value.get<int64_t>()) return static_cast<double>(*i);
    if (const double* d = value.get<double>()) return *d;
    return std::nullopt;
  };
  if (const AttrArray* a = wanted.array(), *b = actual.array(); a && b) {
    return std::equal(a->begin(), a->end(), b->begin(), b->end(), SameValue);
  }
  if (auto a = number(wanted), b = number(actual); a && b) return *a == *b;
  if (const std::string* name = wanted.get<std::string>()) {
    if (const DataType* dtype = actual.get<DataType>()) return dtype->str() == *name;
  }
  if (const DataType* dtype = wanted.get<DataType>()) {
    if (const std::string* name = actual.get<std::string>()) return dtype->str() == *name;
  }
  return AttrEqual(wanted, actual);
}

}  // namespace

bool HasAttrs(const AttrDict& wanted, const ExprNode* expr) {
  for (const auto& [name, value] : wanted) {
    AttrValue actual;
    if (const auto* op = As<OpNode>(expr)) {
      actual = OpAttr(*op->decl, name);
      if (actual.is_null()) return false;
    } else if (const auto* call = As<CallNode>(expr)) {
      if (const AttrDict* dict = FreeAttrs(call->attrs)) {
        auto found = std::find_if(dict->begin(), dict->end(),
                                  [key = &name](const auto& item) { return item.first == *key; });
        if (found == dict->end()) return false;
        actual = found->second;
      } else {
        const AttrField* field = call->attrs ? call->attrs->schema()->Find(name) : nullptr;
        if (!field) return false;
        actual = call->attrs->Get(*field);
      }
    } else if (const auto* function = As<FunctionNode>(expr)) {
      const AttrValue* found = function->attrs ? function->attrs->Find(name) : nullptr;
      if (!found) return false;
      actual = *found;
    } else {
      return false;
    }
    if (!SameValue(value, actual)) return false;
  }
  return As<OpNode>(expr) || As<CallNode>(expr) || As<FunctionNode>(expr);
}

DFPattern IsExpr(Expr expr) {
  Fields fields;
  fields.expr = std::move(expr);
  return Make(DFPatternKind::kExpr, {}, std::move(fields));
}
DFPattern IsOp(std::string_view name) {
  const OpNode* op = FindOp(name);
  if (!op) {
    throw DiagnosticError(
        DiagKind::kUnknownOperator,
        MSG(kLayersOperatorUnknown, "unknown operator '{operator}'", std::string(name)));
  }
  return IsExpr(Expr(op));
}
DFPattern IsVar(std::string_view name) {
  Fields fields;
  fields.name = Name(name);
  return Make(DFPatternKind::kVar, {}, std::move(fields));
}
DFPattern IsConstant() { return Make(DFPatternKind::kConstant, {}); }
DFPattern Wildcard() { return Make(DFPatternKind::kWildcard, {}); }
DFPattern IsCall(DFPattern op, std::vector<DFPattern> args) {
  return Make(DFPatternKind::kCall, Prepend(std::move(op), std::move(args)));
}
DFPattern IsCallWithAnyArgs(DFPattern op) { return MakeAny(DFPatternKind::kCall, {std::move(op)}); }
DFPattern IsFunction(std::vector<DFPattern> params, DFPattern body) {
  params.push_back(std::move(body));
  return Make(DFPatternKind::kFunction, std::move(params));
}
DFPattern IsFunctionOfAnyParams(DFPattern body) {
  return MakeAny(DFPatternKind::kFunction, {std::move(body)});
}
DFPattern IsTuple(std::vector<DFPattern> fields) {
  return Make(DFPatternKind::kTuple, std::move(fields));
}
DFPattern IsTupleOfAnyFields() { return MakeAny(DFPatternKind::kTuple, {}); }
DFPattern IsTupleGetItem(DFPattern tuple, int index) {
  Fields fields;
  fields.index = index;
  return Make(DFPatternKind::kTupleGetItem, {std::move(tuple)}, std::move(fields));
}
DFPattern IsIf(DFPattern cond, DFPattern true_branch, DFPattern false_branch) {
  return Make(DFPatternKind::kIf,
              {std::move(cond), std::move(true_branch), std::move(false_branch)});
}
DFPattern IsLet(DFPattern var, DFPattern value, DFPattern body) {
  return Make(DFPatternKind::kLet, {std::move(var), std::move(value), std::move(body)});
}
DFPattern IsEither(DFPattern left, DFPattern right) {
  return Make(DFPatternKind::kAlt, {std::move(left), std::move(right)});
}
DFPattern HasAttr(AttrDict attrs, DFPattern pattern) {
  Fields fields;
  fields.attrs = std::move(attrs);
  return Make(DFPatternKind::kAttr, {std::move(pattern)}, std::move(fields));
}
DFPattern HasType(Type type, DFPattern pattern) {
  Fields fields;
  fields.type = std::move(type);
  return Make(DFPatternKind::kType, {std::move(pattern)}, std::move(fields));
}
DFPattern HasDtype(DataType dtype, DFPattern pattern) {
  Fields fields;
  fields.dtype = dtype;
  return Make(DFPatternKind::kDataType, {std::move(pattern)}, std::move(fields));
}
DFPattern HasShape(Shape shape, DFPattern pattern) {
  Fields fields;
  fields.shape = std::move(shape);
  return Make(DFPatternKind::kShape, {std::move(pattern)}, std::move(fields));
}
DFPattern Dominates(DFPattern parent, DFPattern path, DFPattern child) {
  return Make(DFPatternKind::kDominator, {std::move(parent), std::move(path), std::move(child)});
}

}  // namespace passcope
