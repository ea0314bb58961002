// The knowledge of PartialEvaluate about values and about the contents of references.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ir/expr.h"
#include "runtime/value.h"
#include "support/node_memory.h"
#include "support/ptr_map.h"

namespace passcope {

class PartialValueNode;
using PartialValue = Ref<PartialValueNode>;

// A function as a value, with the data that inlining it needs.
class PartialClosureNode : public Object {
 public:
  PartialClosureNode(Expr function, Expr name)
      : Object(&DestroySelf), function(function), name(name) {}
  const Expr function;  // A FunctionNode.
  const Expr name;      // The variable or global variable by which it is called.
  std::vector<std::pair<VarId, PartialValue>> captured;

 private:
  static void DestroySelf(Object* self) { delete static_cast<PartialClosureNode*>(self); }
};
using PartialClosure = Ref<PartialClosureNode>;

// An expression that computes a value, with the known part of the value.
class PartialValueNode : public Object {
 public:
  enum class Known : uint8_t {
    kNothing,
    kTensor,
    kTuple,      // Its fields.
    kData,       // Its constructor and its fields.
    kReference,  // The node is its identity.
    kClosure,
    kCallable,  // An operator, a constructor or a primitive function.
  };
  PartialValueNode(Known known, Expr dynamic, uint64_t created)
      : Object(&DestroySelf), known(known), dynamic(std::move(dynamic)), created(created) {}
  // Nodes have their own allocator, since there are as many of them as expressions.
  static void* operator new(size_t bytes) { return AllocateNode(bytes); }
  static void operator delete(void* block) { FreeNode(block); }

  const Known known;
  const Expr dynamic;      // A variable or another expression that can occur in several places.
  const uint64_t created;  // A running number over all values.
  NDArray tensor;
  std::vector<PartialValue> fields;
  Expr callee;  // For kData and kCallable.
  PartialClosure closure;

 private:
  static void DestroySelf(Object* self) { delete static_cast<PartialValueNode*>(self); }
};

// The value, if all of it is known and consists of tensors.
std::optional<Value> WholeValue(const PartialValue& value);

// The result of a call of an operator or a primitive function, if it can be computed. All arguments
// must be known completely, nothing must have effects, and kernels must exist.
std::optional<Value> ComputeAhead(const CallNode* call, const Expr& callee,
                                  const std::vector<PartialValue>& args);

// The limit for inlining recursive calls: an argument must be less than in all enclosing calls. It
// has each argument's age and, if it is a positive integer, its value.
struct Fuel {
  bool unlimited = true;
  std::vector<std::pair<uint64_t, uint64_t>> args;
};
Fuel FuelOf(const std::vector<PartialValue>& args);
// The fuel that is left for a call with `args`; nullopt if no argument became less.
std::optional<Fuel> Meet(const Fuel& fuel, const Fuel& args);

// The contents of references. A block (a branch, a clause, a function's body) sees earlier writes.
// Its own writes are forgotten after it.
class PartialStore {
 public:
  PartialStore() { frames_.emplace_back(); }
  void OpenBlock() { frames_.emplace_back(); }
  void CloseBlock() {
    while (!frames_.back().sees_earlier) frames_.pop_back();
    frames_.pop_back();
  }
  void Write(const PartialValue& reference, PartialValue value) {
    alive_.push_back(reference);
    frames_.back().values[reference.get()] = std::move(value);
  }
  // The content; null if it is not known.
  PartialValue Read(const PartialValue& reference) const {
    for (size_t i = frames_.size(); i-- > 0;) {
      if (const PartialValue* value = frames_[i].values.Find(reference.get())) return *value;
      if (!frames_[i].sees_earlier) break;
    }
    return nullptr;
  }
  // Forgets all contents, since something can have written to any reference.
  void Forget() {
    frames_.emplace_back();
    frames_.back().sees_earlier = false;
  }

 private:
  struct Frame {
    PtrMap<PartialValue> values;  // By reference.
    bool sees_earlier = true;
  };
  std::vector<Frame> frames_;
  std::vector<PartialValue> alive_;  // Keeps the keys of the maps.
};

}  // namespace passcope
