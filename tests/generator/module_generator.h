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
  int functions = 2;          // Global functions, @main last; each may call those before it.
  int steps = 12;             // Expressions that are added to each function.
  int max_depth = 2;          // Of branches and inner functions.
  int64_t max_elements = 64;  // Of each tensor.
  bool control_flow = true;   // let, if, closures, references.
  // Programs that can be run: operators that have kernels, and tensors alone as parameters and
  // results of global functions.
  bool runnable = false;
};

// The same seed gives the same modules on every platform.
class ModuleGenerator {
 public:
  explicit ModuleGenerator(uint64_t seed, GeneratorOptions options = {});

  // A module with the types that InferType finds.
  IRModule Next();

  // A call of the operator on `scope`'s values and on new parameters, which are appended to
  // `params`; null when several attempts found nothing well-typed.
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
  // A type that broadcasts with `type`, or one like it with another rank or sizes.
  Type Related(const Type& type);
  NDArray RandomArray(const Type& tensor_type);
  // With random values; the result fits the operator only when InferType says so.
  Attrs RandomAttrs(const OpNode* op, const Type& first);
  AttrValue RandomAttr(const AttrField& field, const Type& first);
  static Expr Typed(const Expr& expr);
  // A call with the arguments that an example says.
  Expr TryExample(const OpNode* op, const ExampleCall& example, std::vector<Expr>* params);
  Expr TryCall(const OpNode* op, const std::vector<Expr>& scope, std::vector<Expr>* params);

  SplitMix64 random_;
  GeneratorOptions options_;
  uint64_t next_name_ = 0;
  std::vector<const OpNode*> ops_;
};

}  // namespace passcope
