// Steps without a kernel of src/kernels: scalar programs, copies, and the evaluator's kernels.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "executor/plan.h"
#include "executor/scalar_code.h"

namespace passcope {

std::unique_ptr<StepKernel> MakeScalarStep(ScalarCode code);

// Copies elements of one tensor, `strides` apart along the axes `shape` of the result. Offsets and
// strides are in elements.
std::unique_ptr<StepKernel> MakeCopyStep(TensorId from, int64_t offset, TensorId to,
                                         int element_bytes, std::vector<int64_t> shape,
                                         std::vector<int64_t> strides);

// Calls the evaluator's kernel of the operator. `args` and `results` are the tensors of all
// arguments and of the result, tuples flattened.
std::unique_ptr<StepKernel> MakeEvaluatorStep(const CallNode* call, std::vector<TensorId> args,
                                              std::vector<TensorId> results);

}  // namespace passcope
