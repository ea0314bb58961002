// Values of the evaluator.
#include "runtime/value.h"

#include "diagnostics/diagnostic.h"

namespace passcope {

Value Value::Tuple(std::vector<Value> fields) {
  return Value(Ref<TupleValueNode>(new TupleValueNode(std::move(fields))));
}

Value Value::Data(Expr constructor, std::vector<Value> fields) {
  Value value(Ref<TupleValueNode>(new TupleValueNode(std::move(fields), std::move(constructor))));
  value.kind_ = Kind::kData;
  return value;
}

const TupleValueNode* Value::as_data() const {
  return kind_ == Kind::kData ? static_cast<const TupleValueNode*>(object_.get()) : nullptr;
}

const TupleValueNode* Value::as_tuple() const {
  return kind_ == Kind::kTuple ? static_cast<const TupleValueNode*>(object_.get()) : nullptr;
}

const ClosureNode* Value::as_closure() const {
  return kind_ == Kind::kClosure ? static_cast<const ClosureNode*>(object_.get()) : nullptr;
}

const CellNode* Value::as_cell() const {
  return kind_ == Kind::kCell ? static_cast<const CellNode*>(object_.get()) : nullptr;
}

std::span<const Value> Value::fields() const {
  PASSCOPE_CHECK(kind_ == Kind::kTuple || kind_ == Kind::kData);
  return static_cast<const TupleValueNode*>(object_.get())->fields;
}

Type Value::type() const {
  // The nesting of tuples has no limit, so this function keeps its own stack.
  struct Frame {
    const TupleValueNode* tuple;
    std::vector<Type> fields;
  };
  std::vector<Frame> stack;
  const Value* value = this;
  while (true) {
    Type done;
    if (const NDArrayNode* tensor = value->as_tensor()) {
      done = tensor->type();
    } else if (const TupleValueNode* tuple = value->as_tuple()) {
      stack.push_back({tuple, {}});
    } else {
      return nullptr;
    }
    while (true) {
      if (done) {
        if (stack.empty()) return done;
        stack.back().fields.push_back(std::move(done));
        done = nullptr;
      }
      Frame& top = stack.back();
      if (top.fields.size() < top.tuple->fields.size()) {
        value = &top.tuple->fields[top.fields.size()];
        break;
      }
      done = TupleType(std::move(top.fields));
      stack.pop_back();
    }
  }
}

void FlattenValue(const Value& value, std::vector<NDArray>& out) {
  std::vector<const Value*> stack = {&value};
  while (!stack.empty()) {
    const Value* top = stack.back();
    stack.pop_back();
    if (top->is_tensor()) {
      out.push_back(top->tensor());
    } else if (top->as_tuple() || top->as_data()) {
      std::span<const Value> fields = top->fields();
      for (size_t i = fields.size(); i-- > 0;) stack.push_back(&fields[i]);
    } else {
      throw DiagnosticError(DiagKind::kEvaluation,
                            MSG(kTensorValueRequired,
                                "a tensor is expected, but a function or a reference was given"));
    }
  }
}

CellNode::CellNode(Value value, const CellNode** list)
    : Object(&DestroySelf), value(std::move(value)), list_(list), next_(*list) {
  if (next_) next_->previous_ = this;
  *list = this;
}

void CellNode::Unlink() const {
  if (!list_) return;
  if (next_) next_->previous_ = previous_;
  (previous_ ? previous_->next_ : *list_) = next_;
  list_ = nullptr;
  previous_ = next_ = nullptr;
}

}  // namespace passcope
