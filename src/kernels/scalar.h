// Scalar programs: elementwise computations on tensors, a block of elements at a time. A chain of
// elementwise and broadcasting operators is one program. An epilogue is one, too: heavy kernels run
// it on the tiles that they have just written, so memory is not walked again.
//
// A program is a list of steps over blocks of consecutive elements of the result, in row-major
// order. A register holds one block.
//
// Freestanding, like all of src/kernels: plain structs, no allocation, no exceptions.
#pragma once

#include <cstdint>

namespace passcope::kernels {

inline constexpr int32_t kMaxRank = 8;
// The most elements of 4 bytes in a block; of 8 bytes it has half as many. Eight registers take
// half of a first-level cache of 32 KiB, and few programs have more than four.
inline constexpr int64_t kScalarBlock = 512;
inline constexpr int32_t kMaxScalarRegisters = 64;
inline constexpr int32_t kMaxScalarInputs = 64;

// Formats of stored elements. Registers hold float, int32, double or int64. Float16 becomes float,
// and narrower integers become int32.
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
// Bytes of an element in a register.
constexpr int64_t RegisterBytes(ElementType type) { return IsWide(type) ? 8 : 4; }

// Operations. A name ends in the type of its operands: F float, I int32; in a wide step, double and
// int64. Comparisons and kLogicalNotI give the int32 0 or 1.
//
// Accuracy, as the largest error in units in the last place, which the tests check: + - * / and
// sqrt are rounded correctly; exp 2, log 2, rsqrt 2, sigmoid 4, tanh 4, erf 8. Infinities, NaN and
// zeros are as in C's functions. Denormal results of exp are 0.
enum class ScalarOp : uint8_t {
  kMove,  // a, of any type.
  kNegF,
  kAbsF,
  kSignF,       // -1, 0 or 1.
  kReluF,       // a <= 0 ? 0 : a
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
  kRoundF,  // Halves to even.
  kAddF,
  kSubF,
  kMulF,
  kDivF,
  kMaxF,  // The greater one; NaN if one is NaN.
  kMinF,  // The lower one; NaN if one is NaN.
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
  kToFloat,  // From int32; wide: a double from int64.
  kToInt,    // Float: towards zero, lower bits of the int64; 0 for NaN. Wide: all bits.
  kToInt8,   // From int32: the lower bits, with their sign.
  kToUint8,  // From int32: the lower bits.
  kToHalf,   // From float: the nearest float16 value, halves to even.
  // Conversions between widths. A step is wide if it takes wide values.
  kWidenF,         // A double from float.
  kWidenI,         // An int64 from int32.
  kNarrowF,        // A float from double.
  kNarrowI,        // The lower bits of an int64.
  kNarrowToFloat,  // A float from int64.
};

// True for operations that always give values of 4 bytes. GivesWide is true for those that give 8.
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

// Operands: registers from 0, inputs from kFirstInput, and the root.
inline constexpr uint8_t kFirstInput = kMaxScalarRegisters;
inline constexpr uint8_t kRootOperand = 255;

struct ScalarStep {
  ScalarOp op;
  uint8_t out;  // A register.
  uint8_t a, b, c;
  ScalarWord x, y;  // Constants.
  // True if the operands have 8 bytes; for a selection, if the selected operands have.
  bool wide = false;
};

// A tensor in the index space of the result.
struct ScalarInput {
  const void* data;  // Of the element at index 0.
  ElementType type;
  // In elements, along each axis of the result. 0 where it is broadcast; may be negative.
  int64_t strides[kMaxRank];
};

struct ScalarProgram {
  const ScalarStep* steps;
  int32_t num_steps;
  const ScalarInput* inputs;
  int32_t num_inputs;
  // The index space of the result. Merge axes that are contiguous in all tensors, so
  // that the innermost one is long.
  int32_t rank;
  int64_t shape[kMaxRank];
  // The result: its operand, and its place. Dense and row-major unless strided_out.
  int32_t result;
  ElementType out_type;
  void* out;
  int32_t strided_out;
  int64_t out_strides[kMaxRank];  // In elements.
  ElementType root_type;          // kFloat32 or kInt32.
  bool wide;                      // True if any value, step or result has 8 bytes.
  int32_t num_registers;
  void* scratch;  // ScalarScratchBytes, aligned to 16.
};

// The scratch memory of a program: a block for each register, for each input that is gathered or
// converted, and for the root.
constexpr int64_t ScalarScratchBytes(int32_t num_registers, int32_t num_inputs) {
  return (int64_t{num_registers} + num_inputs + 1) * kScalarBlock * 4;
}

// Applies the program to the elements [offset, offset + count) of the result. `tile` has their root
// values, beginning with that of element `offset`; null for a program without a root. If both types
// have 4 bytes, `tile` may be the place of the result. An input with the layout and element size of
// the result may be, too: each element is read before its result is written.
void RunScalar(const ScalarProgram* program, const void* tile, int64_t offset, int64_t count);

}  // namespace passcope::kernels
