// Vectors of 16 bytes, which all target machines have: SSE, NEON, WebAssembly. Compilers' vector
// extensions cover their common operations.
#pragma once

#include <cstddef>
#include <cstdint>

// PASSCOPE_UNROLL unrolls loops over arrays of vectors, so that the arrays become registers.
// PASSCOPE_ROLLED keeps a loop: V8 loads all operands of a block of code before it computes, so a
// long block runs out of registers.
#if defined(__clang__)
#define PASSCOPE_UNROLL _Pragma("clang loop unroll(full)")
#define PASSCOPE_ROLLED _Pragma("clang loop unroll(disable)")
#else
#define PASSCOPE_UNROLL _Pragma("GCC unroll 16")
#define PASSCOPE_ROLLED _Pragma("GCC unroll 1")
#endif
#define PASSCOPE_INLINE inline __attribute__((always_inline))

namespace passcope::kernels {

using F4 = float __attribute__((vector_size(16)));
using I4 = int32_t __attribute__((vector_size(16)));
using H8 = int16_t __attribute__((vector_size(16)));

// Indices into memory, as wide as a pointer. 64-bit indices cost twice as much in WebAssembly.
using Index = ptrdiff_t;

namespace unaligned {
typedef float F4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef int32_t I4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef int16_t H8 __attribute__((vector_size(16), aligned(2), may_alias));
}  // namespace unaligned

PASSCOPE_INLINE F4 Load(const float* from) { return *reinterpret_cast<const unaligned::F4*>(from); }
PASSCOPE_INLINE void Store(float* to, F4 value) { *reinterpret_cast<unaligned::F4*>(to) = value; }
PASSCOPE_INLINE F4 Splat(float value) { return F4{value, value, value, value}; }
PASSCOPE_INLINE F4 Zero() { return F4{0, 0, 0, 0}; }

// acc + a * b, rounded once if the machine has an instruction for it. It is one expression, so that
// the compiler may contract it.
PASSCOPE_INLINE F4 MulAdd(F4 acc, F4 a, F4 b) {
#if defined(__wasm_relaxed_simd__)
  // The operands are in the order of the final standard, a * b + acc.
  // wasm-bindings/scripts/kernels.mjs replaces this compiler's opcode by the standard one.
  return __builtin_wasm_fma_f32x4(a, b, acc);
#else
  return acc + a * b;
#endif
}

// Returns the second operand if one is NaN or both are zeros, as one instruction does.
PASSCOPE_INLINE F4 Max(F4 a, F4 b) {
#if defined(__wasm_simd128__)
  return __builtin_wasm_pmax_f32x4(b, a);
#else
  return reinterpret_cast<F4>((reinterpret_cast<I4>(a) & (a > b)) |
                              (reinterpret_cast<I4>(b) & ~(a > b)));
#endif
}
PASSCOPE_INLINE F4 Min(F4 a, F4 b) {
#if defined(__wasm_simd128__)
  return __builtin_wasm_pmin_f32x4(b, a);
#else
  return reinterpret_cast<F4>((reinterpret_cast<I4>(a) & (a < b)) |
                              (reinterpret_cast<I4>(b) & ~(a < b)));
#endif
}

// The greater or the lower of two numbers, NaN if one of them is NaN. Max and Min return `a` if it
// is NaN. On x86, WebAssembly's own instruction takes eight instead of five.
PASSCOPE_INLINE F4 Maximum(F4 a, F4 b) { return b != b ? b : Max(b, a); }
PASSCOPE_INLINE F4 Minimum(F4 a, F4 b) { return b != b ? b : Min(b, a); }
PASSCOPE_INLINE float Maximum(float a, float b) { return a > b || a != a ? a : b; }
PASSCOPE_INLINE float Minimum(float a, float b) { return a < b || a != a ? a : b; }

template <int A, int B, int C, int D>
PASSCOPE_INLINE F4 Shuffle(F4 a, F4 b) {
  return __builtin_shufflevector(a, b, A, B, C, D);
}

// Transposes a 4x4 matrix.
PASSCOPE_INLINE void Transpose(F4& a, F4& b, F4& c, F4& d) {
  F4 ab_low = Shuffle<0, 4, 1, 5>(a, b), ab_high = Shuffle<2, 6, 3, 7>(a, b);
  F4 cd_low = Shuffle<0, 4, 1, 5>(c, d), cd_high = Shuffle<2, 6, 3, 7>(c, d);
  a = Shuffle<0, 1, 4, 5>(ab_low, cd_low);
  b = Shuffle<2, 3, 6, 7>(ab_low, cd_low);
  c = Shuffle<0, 1, 4, 5>(ab_high, cd_high);
  d = Shuffle<2, 3, 6, 7>(ab_high, cd_high);
}

PASSCOPE_INLINE float Sum(F4 v) { return (v[0] + v[1]) + (v[2] + v[3]); }

// The first `count` (0 to 3) elements, followed by zeros.
PASSCOPE_INLINE F4 LoadFew(const float* from, Index count) {
  F4 v = Zero();
  if (count > 0) v[0] = from[0];
  if (count > 1) v[1] = from[1];
  if (count > 2) v[2] = from[2];
  return v;
}
PASSCOPE_INLINE void StoreFew(float* to, F4 v, Index count) {
  if (count > 0) to[0] = v[0];
  if (count > 1) to[1] = v[1];
  if (count > 2) to[2] = v[2];
}

// Loops that the compiler does not turn into calls of the C library, for freestanding code.
inline void Fill(float* to, Index count, float value) {
  Index i = 0;
  for (; i + 4 <= count; i += 4) Store(to + i, Splat(value));
  for (; i < count; ++i) {
    to[i] = value;
    asm volatile("" ::: "memory");
  }
}
inline void Copy(float* to, const float* from, Index count) {
  Index i = 0;
  for (; i + 4 <= count; i += 4) Store(to + i, Load(from + i));
  for (; i < count; ++i) {
    to[i] = from[i];
    asm volatile("" ::: "memory");
  }
}

template <class T>
PASSCOPE_INLINE T Smaller(T a, T b) {
  return a < b ? a : b;
}
template <class T>
PASSCOPE_INLINE T Larger(T a, T b) {
  return a > b ? a : b;
}
constexpr int64_t RoundUp(int64_t value, int64_t to) { return (value + to - 1) / to * to; }
constexpr int64_t DivideUp(int64_t value, int64_t by) { return (value + by - 1) / by; }

}  // namespace passcope::kernels
