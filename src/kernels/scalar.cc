#include "kernels/scalar.h"

namespace passcope::kernels {
namespace {

// The block of an input that belongs to the elements [offset, offset + count) of the result.
void LoadBlock(const ScalarProgram& program, const ScalarInput& input, int64_t offset,
               int64_t count, float* to) {
  const auto* data = static_cast<const float*>(input.data);
  int64_t index[kMaxRank];
  int64_t rest = offset, from = 0;
  for (int32_t axis = program.rank; axis-- > 0;) {
    index[axis] = rest % program.shape[axis];
    rest /= program.shape[axis];
    from += index[axis] * input.strides[axis];
  }
  for (int64_t i = 0; i < count; ++i) {
    to[i] = data[from];
    for (int32_t axis = program.rank; axis-- > 0;) {
      from += input.strides[axis];
      if (++index[axis] < program.shape[axis]) break;
      from -= input.strides[axis] * program.shape[axis];
      index[axis] = 0;
    }
  }
}

}  // namespace

void RunScalar(const ScalarProgram* program, const void* tile, int64_t offset, int64_t count) {
  const auto* root = static_cast<const float*>(tile);
  auto* out = static_cast<float*>(program->out);
  auto block = [&](int32_t i) { return program->scratch + i * kScalarBlock; };
  for (int64_t done = 0; done < count; done += kScalarBlock) {
    int64_t n = count - done < kScalarBlock ? count - done : kScalarBlock;
    for (int64_t i = 0; i < n; ++i) block(program->root_register)[i] = root[done + i];
    for (int32_t s = 0; s < program->num_steps; ++s) {
      const ScalarStep& step = program->steps[s];
      float* to = block(step.out);
      const float* a = block(step.a);
      const float* b = block(step.b);
      switch (step.op) {
        case ScalarOp::kInput:
          LoadBlock(*program, program->inputs[step.a], offset + done, n, to);
          break;
        case ScalarOp::kConstant:
          for (int64_t i = 0; i < n; ++i) to[i] = step.immediate;
          break;
        case ScalarOp::kAdd:
          for (int64_t i = 0; i < n; ++i) to[i] = a[i] + b[i];
          break;
        case ScalarOp::kSubtract:
          for (int64_t i = 0; i < n; ++i) to[i] = a[i] - b[i];
          break;
        case ScalarOp::kMultiply:
          for (int64_t i = 0; i < n; ++i) to[i] = a[i] * b[i];
          break;
        case ScalarOp::kMaximum:
          for (int64_t i = 0; i < n; ++i) to[i] = a[i] > b[i] ? a[i] : b[i];
          break;
        case ScalarOp::kMinimum:
          for (int64_t i = 0; i < n; ++i) to[i] = a[i] < b[i] ? a[i] : b[i];
          break;
      }
    }
    for (int64_t i = 0; i < n; ++i) out[offset + done + i] = block(program->result_register)[i];
  }
}

}  // namespace passcope::kernels
