// The pattern language, TVM's relay.dataflow_pattern: a pattern describes dataflow, and expressions
// match it or not.
//
// A pattern is an immutable node over other patterns, `children()`:
//
//   Call          op, arg 0, arg 1, …       Function      param 0, …, body
//   Tuple         field 0, field 1, …       TupleGetItem  tuple
//   If            cond, true, false         Let           var, value, body
//   Alt           left, right               Dominator     parent, path, child
//   Attr, Type, DataType, Shape: the pattern that they constrain
//   others        none
//
// A node that occurs several times in a pattern must match the same expression each time: `x + x`
// with one wildcard x only matches sums of an expression with itself.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/expr.h"

namespace passcope {

enum class DFPatternKind : uint8_t {
  kExpr,
  kVar,
  kConstant,
  kWildcard,
  kCall,
  kFunction,
  kTuple,
  kTupleGetItem,
  kIf,
  kLet,
  kAlt,
  kAttr,
  kType,
  kDataType,
  kShape,
  kDominator,
};

class DFPatternNode;
using DFPattern = Ref<DFPatternNode>;

class DFPatternNode : public Object {
 public:
  // The data of each kind, besides its children. Other fields are empty.
  struct Fields {
    bool any = false;  // kCall, kFunction, kTuple: any arguments, parameters or fields.
    Expr expr;         // kExpr.
    Name name;         // kVar: the name hint; empty for any.
    int index = -1;    // kTupleGetItem: -1 for any.
    AttrDict attrs;    // kAttr.
    Type type;         // kType.
    DataType dtype = DataType::Void();  // kDataType.
    Shape shape;                        // kShape.
  };
  DFPatternNode(DFPatternKind kind, std::vector<DFPattern> children, Fields fields)
      : Object(&DestroySelf, static_cast<uint8_t>(kind)),
        fields(std::move(fields)),
        children_(std::move(children)) {}

  DFPatternKind kind() const { return static_cast<DFPatternKind>(raw_kind()); }
  std::span<const DFPattern> children() const { return children_; }
  const Fields fields;

 private:
  static void DestroySelf(Object* self) { delete static_cast<DFPatternNode*>(self); }
  const std::vector<DFPattern> children_;
};

// Builders. They have the names of TVM's Python functions where those exist.
DFPattern IsExpr(Expr expr);
// The operator itself, not a call of it. Throws DiagnosticError (kUnknownOperator).
DFPattern IsOp(std::string_view name);
DFPattern IsVar(std::string_view name = "");
DFPattern IsConstant();
DFPattern Wildcard();
DFPattern IsCall(DFPattern op, std::vector<DFPattern> args);
DFPattern IsCallWithAnyArgs(DFPattern op);
DFPattern IsFunction(std::vector<DFPattern> params, DFPattern body);
DFPattern IsFunctionOfAnyParams(DFPattern body);
DFPattern IsTuple(std::vector<DFPattern> fields);
DFPattern IsTupleOfAnyFields();
DFPattern IsTupleGetItem(DFPattern tuple, int index = -1);
DFPattern IsIf(DFPattern cond, DFPattern true_branch, DFPattern false_branch);
DFPattern IsLet(DFPattern var, DFPattern value, DFPattern body);
DFPattern IsEither(DFPattern left, DFPattern right);
// Matches if `pattern` does and the operator ("TOpPattern"), call or function has these attributes.
DFPattern HasAttr(AttrDict attrs, DFPattern pattern = Wildcard());
DFPattern HasType(Type type, DFPattern pattern = Wildcard());
DFPattern HasDtype(DataType dtype, DFPattern pattern = Wildcard());
DFPattern HasShape(Shape shape, DFPattern pattern = Wildcard());
// True if an operator, call or function has all of these attributes. Other expressions have no
// attributes, so they never match, even with an empty list. 1 equals 1.0 and true, and a data type
// equals its name.
bool HasAttrs(const AttrDict& wanted, const ExprNode* expr);
// A subgraph of any shape between `parent` and `child`. `path` must match each node between them.
// Only `child` can be used outside.
DFPattern Dominates(DFPattern parent, DFPattern path, DFPattern child);

// A call of the operator `name`.
inline DFPattern IsCallOf(std::string_view name, std::vector<DFPattern> args) {
  return IsCall(IsOp(name), std::move(args));
}
// Matches `pattern` or `option(pattern)`.
inline DFPattern Optional(const DFPattern& pattern,
                          const std::function<DFPattern(const DFPattern&)>& option) {
  return IsEither(pattern, option(pattern));
}

}  // namespace passcope
