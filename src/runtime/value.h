// Values of programs: tensors, tuples, values of data types, closures and mutable cells.
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

// A handle to a value of any kind. Copies share the value. Empty by default.
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
  // The value that a constructor, a ConstructorNode, makes of its arguments.
  static Value Data(Expr constructor, std::vector<Value> fields);

  Kind kind() const { return kind_; }
  bool empty() const { return kind_ == Kind::kNone; }
  bool is_tensor() const { return kind_ == Kind::kTensor; }
  // The tensor; another kind fails a check.
  NDArray tensor() const {
    PASSCOPE_CHECK(kind_ == Kind::kTensor);
    return NDArray(static_cast<const NDArrayNode*>(object_.get()));
  }
  // Null for another kind.
  const NDArrayNode* as_tensor() const {
    return is_tensor() ? static_cast<const NDArrayNode*>(object_.get()) : nullptr;
  }
  const TupleValueNode* as_tuple() const;
  const TupleValueNode* as_data() const;
  const ClosureNode* as_closure() const;
  const CellNode* as_cell() const;
  // The fields of a tuple or of data; another kind fails a check.
  std::span<const Value> fields() const;

  // The type of a tensor, or of a tuple of tensors; null if it contains another kind.
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
  const Expr constructor;  // A ConstructorNode; null for a tuple.

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
  const Expr function;  // A FunctionNode, or an OpNode or ConstructorNode used as a value.
  const std::vector<Captured> captured;
  // The variable with which a recursive local function names itself; may be null. Each call binds
  // it instead of capturing it, so that no closure references itself.
  const VarId self;

 private:
  static void DestroySelf(Object* self) { delete static_cast<ClosureNode*>(self); }
};

// A mutable cell, made by `ref(…)`. Cells can form cycles through closures. So each is in the list
// of its evaluation, which empties the cells that its result cannot reach.
class CellNode : public Object {
 public:
  // `list` is the head of an intrusive list. It must outlive the cell, or Unlink must be called.
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

// Appends the tensors of a value from left to right, with tuples and data flattened. Functions and
// cells are a diagnostic (kEvaluation).
void FlattenValue(const Value& value, std::vector<NDArray>& out);

inline Value::Value(Ref<TupleValueNode> tuple) : kind_(Kind::kTuple), object_(std::move(tuple)) {}
inline Value::Value(Ref<ClosureNode> closure)
    : kind_(Kind::kClosure), object_(std::move(closure)) {}
inline Value::Value(Ref<CellNode> cell) : kind_(Kind::kCell), object_(std::move(cell)) {}

}  // namespace passcope
