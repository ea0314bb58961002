// Programs over scalars: chains of elementwise and broadcasting operators, interpreted block by
// block.
//
// A program computes each element of a result from a root value (what a convolution, say, has just
// computed there) and from elements of its inputs. It is a list of steps over blocks of consecutive
// elements in row-major order; a register holds one block. The heavy kernels run programs on the
// tiles that they have just written, so that what follows a convolution costs no walk through
// memory.
//
// Freestanding, as all of src/kernels: plain structs, no allocation, no exceptions.
#pragma once

#include <cstdint>

namespace passcope::kernels {

inline constexpr int32_t kMaxRank = 8;
// How many elements a block has at most.
inline constexpr int64_t kScalarBlock = 512;

// How elements are stored. Computing is in float or int32.
enum class ElementType : int32_t { kFloat32, kInt32, kInt8, kUint8, kBool, kInt64, kFloat16 };

struct ScalarInput {
  const void* data;
  ElementType type;
  // In elements, along each axis of the result; 0 where it is broadcast.
  int64_t strides[kMaxRank];
};

enum class ScalarOp : uint8_t {
  kInput,     // out = the block of input a, as float
  kConstant,  // out = immediate
  kAdd,
  kSubtract,
  kMultiply,
  kMaximum,
  kMinimum,
};

struct ScalarStep {
  ScalarOp op;
  uint8_t out, a, b;
  float immediate;
};

struct ScalarProgram {
  const ScalarStep* steps;
  int32_t num_steps;
  const ScalarInput* inputs;
  int32_t num_inputs;
  // The result's shape.
  int32_t rank;
  int64_t shape[kMaxRank];
  void* out;
  ElementType out_type;
  ElementType root_type;  // kFloat32 or kInt32.
  // Where the root values are put before the first step, and where the result is after the last
  // one.
  int32_t root_register;
  int32_t result_register;
  // Room for kScalarBlock elements per register.
  float* scratch;
};

// Applies the program to the elements [offset, offset + count) of the result. `tile` has their root
// values, of which the first belongs to element `offset`; it may be the place of the result itself
// when the types are the same. Stores to program->out from element `offset` on.
void RunScalar(const ScalarProgram* program, const void* tile, int64_t offset, int64_t count);

}  // namespace passcope::kernels
