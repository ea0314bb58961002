// Scalar programs: what is computed of each element of a tensor by itself, a block of elements at a
// time. A chain of elementwise and broadcasting operators is one such program, and so is what
// follows a convolution: the heavy kernels run it on the tiles that they have just written, so that
// it costs no walk through memory.
//
// A program is a list of steps over blocks of consecutive elements of the result, in row-major
// order. A register holds one block.
//
// Freestanding, as all of src/kernels: plain structs, no allocation, no exceptions.
#pragma once

#include <cstdint>

namespace passcope::kernels {

inline constexpr int32_t kMaxRank = 8;
// How many elements of 4 bytes a block has at most; of those of 8 bytes it has half as many. Eight
// registers of them take half of a first-level cache of 32 KiB, and few programs have more than
// four.
inline constexpr int64_t kScalarBlock = 512;
inline constexpr int32_t kMaxScalarRegisters = 64;
inline constexpr int32_t kMaxScalarInputs = 64;

// How elements are stored. Registers hold float, int32, double or int64: float16 becomes float,
// what is narrower than int32 becomes int32.
enum class ElementType : int32_t {
  kFloat32,
  kInt32,
  kInt8,
  kUint8,
  kBool,
  kInt64,
  kFloat16,
  kFloat64
};

constexpr bool IsWide(ElementType type) {
  return type == ElementType::kInt64 || type == ElementType::kFloat64;
}
// Of an element in a register.
constexpr int64_t RegisterBytes(ElementType type) { return IsWide(type) ? 8 : 4; }

// Operations. Names end in what they take: F float, I int32; in a step that is wide, double and
// int64. Comparisons and kLogicalNotI give the int32 0 or 1.
//
// Accuracy, as the largest error against the exact result in units in the last place, which the
// tests hold: + - * / and sqrt are rounded correctly; exp 2, log 2, rsqrt 2, sigmoid 4, tanh 4,
// erf 8. Infinities, NaN and zeros as in C's functions; results of exp that would be denormal are
// 0.
enum class ScalarOp : uint8_t {
  kMove,  // a, of any type.
  kNegF,
  kAbsF,
  kSignF,       // -1, 0 or 1.
  kReluF,       // a > 0 ? a : 0
  kLeakyReluF,  // a > 0 ? a : a * x
  kClipF,       // At most y, then at least x.
  kSqrtF,
  kRsqrtF,
  kExpF,
  kLogF,
  kTanhF,
  kErfF,
  kSigmoidF,
  kFloorF,
  kCeilF,
  kTruncF,
  kRoundF,  // Halves away from zero.
  kAddF,
  kSubF,
  kMulF,
  kDivF,
  kMaxF,  // a > b ? a : b
  kMinF,  // a < b ? a : b
  kLessF,
  kLessEqualF,
  kGreaterF,
  kGreaterEqualF,
  kEqualF,
  kNotEqualF,
  kSelect,  // int32 a != 0 ? b : c, both of any one type.
  kNegI,
  kAbsI,
  kSignI,
  kReluI,
  kLogicalNotI,  // a == 0
  kBitNotI,
  kClipI,
  kAddI,
  kSubI,
  kMulI,
  kMaxI,
  kMinI,
  kAndI,
  kOrI,
  kXorI,
  kLessI,
  kLessEqualI,
  kGreaterI,
  kGreaterEqualI,
  kEqualI,
  kNotEqualI,
  kToFloat,  // Of int32; wide: a double of int64.
  kToInt,    // Of float: towards zero, then the lower bits of an int64; 0 for NaN. Wide: all bits.
  kToInt8,   // Of int32: the lower bits, with their sign.
  kToUint8,  // Of int32: the lower bits.
  kToHalf,   // Of float: the nearest number that float16 has, halves to even.
  // From one width to the other; a step is wide when it takes wide values.
  kWidenF,         // A double of float.
  kWidenI,         // An int64 of int32.
  kNarrowF,        // A float of double.
  kNarrowI,        // The lower bits of an int64.
  kNarrowToFloat,  // A float of int64.
};

// Whether an operation gives values of 4 bytes whatever it takes, or of 8 bytes whatever it takes.
constexpr bool GivesNarrow(ScalarOp op) {
  using enum ScalarOp;
  return (op >= kLessF && op <= kNotEqualF) || (op >= kLessI && op <= kNotEqualI) ||
         op == kLogicalNotI || op == kNarrowF || op == kNarrowI || op == kNarrowToFloat;
}
constexpr bool GivesWide(ScalarOp op) { return op == ScalarOp::kWidenF || op == ScalarOp::kWidenI; }

union ScalarWord {
  int64_t l;
  double d;
  float f;
  int32_t i;
};

// Operands: registers from 0 on, inputs from kFirstInput on, and the root.
inline constexpr uint8_t kFirstInput = kMaxScalarRegisters;
inline constexpr uint8_t kRootOperand = 255;

struct ScalarStep {
  ScalarOp op;
  uint8_t out;  // A register.
  uint8_t a, b, c;
  ScalarWord x, y;  // What does not change.
  // Whether the values that it takes have 8 bytes; of a selection, those that it selects from.
  bool wide = false;
};

// A tensor in the index space of the result.
struct ScalarInput {
  const void* data;  // Of the element at index 0.
  ElementType type;
  // In elements, along each axis of the result; 0 where it is broadcast. May be negative.
  int64_t strides[kMaxRank];
};

struct ScalarProgram {
  const ScalarStep* steps;
  int32_t num_steps;
  const ScalarInput* inputs;
  int32_t num_inputs;
  // The index space of the result. Axes that all tensors walk without a gap should be merged, so
  // that the innermost one is long.
  int32_t rank;
  int64_t shape[kMaxRank];
  // The result: the operand that it is, and where it goes. Dense and row-major unless strided_out.
  int32_t result;
  ElementType out_type;
  void* out;
  int32_t strided_out;
  int64_t out_strides[kMaxRank];  // In elements.
  ElementType root_type;          // kFloat32 or kInt32.
  bool wide;                      // Whether any value, step or result has 8 bytes.
  int32_t num_registers;
  void* scratch;  // ScalarScratchBytes, aligned to 16.
};

// What a program needs to run: a block for each register, for each input that has to be gathered or
// converted, and for the root.
constexpr int64_t ScalarScratchBytes(int32_t num_registers, int32_t num_inputs) {
  return (int64_t{num_registers} + num_inputs + 1) * kScalarBlock * 4;
}

// Applies the program to the elements [offset, offset + count) of the result. `tile` has their root
// values, of which the first belongs to element `offset`; null for a program without a root. It may
// be the place of the result itself when both types are of 4 bytes, and so may an input that lies
// as the result does, with elements of one size: an element is read before its result is written.
void RunScalar(const ScalarProgram* program, const void* tile, int64_t offset, int64_t count);

}  // namespace passcope::kernels
