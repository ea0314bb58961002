// What a program computes: tensors, tuples, values of data types, closures and mutable cells.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ir/expr.h"
#include "ir/ndarray.h"
#include "support/check.h"
#include "support/ref.h"

namespace passcope {

class TupleValueNode;
class ClosureNode;
class CellNode;

// A handle to a value of any kind; copying shares. Empty by default.
class Value {
 public:
  enum class Kind : uint8_t { kNone, kTensor, kTuple, kClosure, kCell, kData };

  Value() = default;
  Value(NDArray tensor)  // NOLINT(google-explicit-constructor)
      : kind_(tensor ? Kind::kTensor : Kind::kNone), object_(std::move(tensor)) {}
  Value(Ref<TupleValueNode> tuple);  // NOLINT(google-explicit-constructor)
  Value(Ref<ClosureNode> closure);   // NOLINT(google-explicit-constructor)
  Value(Ref<CellNode> cell);         // NOLINT(google-explicit-constructor)
  static Value Tuple(std::vector<Value> fields);
  // What a constructor, a ConstructorNode, makes of its arguments.
  static Value Data(Expr constructor, std::vector<Value> fields);

  Kind kind() const { return kind_; }
  bool empty() const { return kind_ == Kind::kNone; }
  bool is_tensor() const { return kind_ == Kind::kTensor; }
  // The tensor; a value of another kind fails a check.
  NDArray tensor() const {
    PASSCOPE_CHECK(kind_ == Kind::kTensor);
    return NDArray(static_cast<const NDArrayNode*>(object_.get()));
  }
  // Null when the value is of another kind.
  const NDArrayNode* as_tensor() const {
    return is_tensor() ? static_cast<const NDArrayNode*>(object_.get()) : nullptr;
  }
  const TupleValueNode* as_tuple() const;
  const TupleValueNode* as_data() const;
  const ClosureNode* as_closure() const;
  const CellNode* as_cell() const;
  // The fields of a tuple or of data; a value of another kind fails a check.
  std::span<const Value> fields() const;

  // The type of a tensor or a tuple of such; null where anything else is met.
  Type type() const;

 private:
  Kind kind_ = Kind::kNone;
  Ref<Object> object_;
};

class TupleValueNode : public Object {
 public:
  explicit TupleValueNode(std::vector<Value> fields, Expr constructor = nullptr)
      : Object(&DestroySelf), fields(std::move(fields)), constructor(std::move(constructor)) {}
  const std::vector<Value> fields;
  const Expr constructor;  // Null for a tuple; else a ConstructorNode.

 private:
  static void DestroySelf(Object* self) { delete static_cast<TupleValueNode*>(self); }
};

// A function with the values of its free variables.
class ClosureNode : public Object {
 public:
  struct Captured {
    VarId var;
    Value value;
  };
  ClosureNode(Expr function, std::vector<Captured> captured, VarId self)
      : Object(&DestroySelf),
        function(std::move(function)),
        captured(std::move(captured)),
        self(std::move(self)) {}
  const Expr function;  // A FunctionNode; an OpNode or ConstructorNode as a value.
  const std::vector<Captured> captured;
  // The variable by which a recursive local function names itself; may be null. It is bound at each
  // call instead of being captured, so that no closure holds itself.
  const VarId self;

 private:
  static void DestroySelf(Object* self) { delete static_cast<ClosureNode*>(self); }
};

// A mutable cell, as `ref(…)` makes it. Cells can form cycles through closures; each is linked into
// the list of the evaluation that made it, which empties what its result cannot reach.
class CellNode : public Object {
 public:
  // `list` is the head of an intrusive list and must outlive the cell or be cleared by Unlink.
  CellNode(Value value, const CellNode** list);
  mutable Value value;
  void Unlink() const;
  const CellNode* next() const { return next_; }

 private:
  static void DestroySelf(Object* self) {
    auto* cell = static_cast<CellNode*>(self);
    cell->Unlink();
    delete cell;
  }
  mutable const CellNode** list_;
  mutable const CellNode* previous_ = nullptr;
  mutable const CellNode* next_ = nullptr;
};

// Appends the tensors of a value from left to right, tuples and data flattened. Functions and cells
// are a diagnostic (kEvaluation).
void FlattenValue(const Value& value, std::vector<NDArray>& out);

inline Value::Value(Ref<TupleValueNode> tuple) : kind_(Kind::kTuple), object_(std::move(tuple)) {}
inline Value::Value(Ref<ClosureNode> closure)
    : kind_(Kind::kClosure), object_(std::move(closure)) {}
inline Value::Value(Ref<CellNode> cell) : kind_(Kind::kCell), object_(std::move(cell)) {}

}  // namespace passcope
