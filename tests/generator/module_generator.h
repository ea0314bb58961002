// Random well-typed modules over the whole operator table, for round trips, benchmarks and fuzzers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/expr.h"
#include "ir/module.h"
#include "op/op.h"
#include "support/random.h"

namespace passcope {

struct ExampleCall;

struct GeneratorOptions {
  int functions = 2;          // Global functions, @main last; each can call earlier ones.
  int steps = 12;             // Expressions added to each function.
  int max_depth = 2;          // Of branches and inner functions.
  int64_t max_elements = 64;  // Of each tensor.
  bool control_flow = true;   // let, if, closures, references.
  // True for programs that can run: only operators with kernels, and only tensors as parameters and
  // results of global functions.
  bool runnable = false;
};

// Equal seeds give equal modules on every platform.
class ModuleGenerator {
 public:
  explicit ModuleGenerator(uint64_t seed, GeneratorOptions options = {});

  // A module with the types that InferType finds.
  IRModule Next();

  // A call of the operator on values of `scope` and on new parameters, which are appended to
  // `params`. Null if several attempts found no well-typed call.
  Expr RandomCall(const OpNode* op, const std::vector<Expr>& scope, std::vector<Expr>* params);

 private:
  class FunctionBuilder;

  uint64_t Below(uint64_t bound) { return random_.Below(bound); }
  bool Chance(int percent) { return Below(100) < static_cast<uint64_t>(percent); }
  template <class T>
  const T& Pick(const std::vector<T>& items) {
    return items[Below(items.size())];
  }
  std::string FreshName(const char* hint);
  DataType RandomDType();
  std::vector<int64_t> RandomShape(int max_rank);
  Type RandomTensorType();
  // A type that broadcasts with `type`, or a similar type with another rank or other sizes.
  Type Related(const Type& type);
  NDArray RandomArray(const Type& tensor_type);
  // Attributes with random values. Only InferType tells whether they fit the operator.
  Attrs RandomAttrs(const OpNode* op, const Type& first);
  AttrValue RandomAttr(const AttrField& field, const Type& first);
  static Expr Typed(const Expr& expr);
  // A call with the arguments of an example.
  Expr TryExample(const OpNode* op, const ExampleCall& example, std::vector<Expr>* params);
  Expr TryCall(const OpNode* op, const std::vector<Expr>& scope, std::vector<Expr>* params);

  SplitMix64 random_;
  GeneratorOptions options_;
  uint64_t next_name_ = 0;
  std::vector<const OpNode*> ops_;
};

}  // namespace passcope
