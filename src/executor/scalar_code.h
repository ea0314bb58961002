// Compiles expressions per element to scalar programs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "executor/plan.h"
#include "executor/scalar_value.h"
#include "kernels/scalar.h"

namespace passcope {

// A scalar program over tensors of a plan. After it is bound, `program` points into the other
// members.
struct ScalarCode {
  struct Read {
    TensorId tensor;
    int64_t offset;  // In elements.
  };
  std::vector<kernels::ScalarStep> steps;
  std::vector<kernels::ScalarInput> inputs;
  std::vector<Read> reads;  // Per input.
  TensorId out = -1;
  int64_t out_offset = 0;  // In elements.
  kernels::ScalarProgram program{};

  int64_t elements() const;
  int64_t ScratchBytes() const;
  void Bind(const PlanAddresses& memory);
};

// The target of a program's result: a tensor, or a part of one.
struct ScalarTarget {
  TensorId tensor = -1;
  bool part = false;
  int64_t offset = 0;                 // Of the part, in elements.
  std::vector<int64_t> strides = {};  // Of the part, along the factors of the value.
};

// Compiles a value. `root` is the node whose values a heavy kernel computes, of `root_type`; -1
// without one. Nullopt if the value has more axes, tensors or intermediate values than a program
// may have.
std::optional<ScalarCode> CompileScalar(const ScalarPool& pool, const ScalarValue& value,
                                        const Plan& plan, const ScalarTarget& target,
                                        ScalarNodeId root = -1,
                                        DataType root_type = DataType::Float(32));

// Merges axes that are contiguous in all `strides`. `dims` are their sizes.
void MergeAxes(std::vector<int64_t>* dims, std::span<std::vector<int64_t>*> strides);

}  // namespace passcope
