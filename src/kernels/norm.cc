// Softmax and normalisations along the middle axis of (outer, size, inner).
#include "kernels/functions.h"
#include "kernels/loops.h"
#include "kernels/poll.h"

namespace passcope::kernels {
namespace {

// Calls f(offset, lanes) for all rows along the axis. If the inner axis allows it, it takes four
// neighbouring rows as a vector: `lanes` is 4 or 1.
template <class F>
void ForRows(Index outer, Index size, Index inner, const F& f) {
  for (Index o = 0; o < outer; ++o) {
    Index i = 0, first = o * size * inner;
    for (; i + 4 <= inner; i += 4) {
      f(first + i, 4);
      PollAfter(4 * size);
    }
    for (; i < inner; ++i) f(first + i, 1);
  }
}

PASSCOPE_INLINE F4 LoadLanes(const float* from, Index lanes) {
  return lanes == 4 ? Load(from) : F4{from[0], 0, 0, 0};
}
PASSCOPE_INLINE void StoreLanes(float* to, F4 v, Index lanes) {
  if (lanes == 4) {
    Store(to, v);
  } else {
    *to = v[0];
  }
}

PASSCOPE_INLINE float Largest(F4 v) { return Larger(Larger(v[0], v[1]), Larger(v[2], v[3])); }

constexpr float kLowest = -__builtin_inff();

// A contiguous row.
void SoftmaxRow(Index size, bool log, const float* in, float* out) {
  Index i = 0;
  F4 most = Splat(kLowest);
  for (; i + 4 <= size; i += 4) most = Max(most, Load(in + i));
  float max = Largest(most);
  for (; i < size; ++i) max = Larger(max, in[i]);
  F4 sums = Zero();
  for (i = 0; i + 4 <= size; i += 4) {
    F4 e = Exp(Load(in + i) - Splat(max));
    if (!log) Store(out + i, e);
    sums = sums + e;
  }
  float sum = Sum(sums);
  for (; i < size; ++i) {
    float e = Exp(Splat(in[i] - max))[0];
    if (!log) out[i] = e;
    sum += e;
  }
  if (log) {
    float shift = max + Log(Splat(sum))[0];
    for (i = 0; i + 4 <= size; i += 4) Store(out + i, Load(in + i) - Splat(shift));
    for (; i < size; ++i) out[i] = in[i] - shift;
  } else {
    float factor = 1 / sum;
    for (i = 0; i + 4 <= size; i += 4) Store(out + i, Load(out + i) * Splat(factor));
    for (; i < size; ++i) out[i] = out[i] * factor;
  }
}

// The sum of a row, in double, so that the mean of many elements stays exact enough for the
// variance.
double SumOf(const float* in, Index size) {
  double sums[4] = {0, 0, 0, 0};
  Index i = 0;
  for (; i + 4 <= size; i += 4) {
    for (int j = 0; j < 4; ++j) sums[j] += static_cast<double>(in[i + j]);
  }
  for (; i < size; ++i) sums[0] += static_cast<double>(in[i]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

void Softmax(const SoftmaxParams& p) {
  Index size = p.size, inner = p.inner;
  bool log = p.log != 0;
  if (size == 0) return;
  if (inner == 1) {
    for (Index o = 0; o < p.outer; ++o) {
      SoftmaxRow(size, log, p.in + o * size, p.out + o * size);
      PollAfter(size);
    }
    return;
  }
  ForRows(p.outer, size, inner, [&](Index first, Index lanes) {
    const float* in = p.in + first;
    float* out = p.out + first;
    F4 max = Splat(kLowest), sum = Zero();
    for (Index i = 0; i < size; ++i) max = Max(max, LoadLanes(in + i * inner, lanes));
    for (Index i = 0; i < size; ++i) {
      F4 e = Exp(LoadLanes(in + i * inner, lanes) - max);
      if (!log) StoreLanes(out + i * inner, e, lanes);
      sum = sum + e;
    }
    F4 shift = max + Log(sum), factor = Splat(1) / sum;
    for (Index i = 0; i < size; ++i) {
      F4 v = log ? LoadLanes(in + i * inner, lanes) - shift
                 : LoadLanes(out + i * inner, lanes) * factor;
      StoreLanes(out + i * inner, v, lanes);
    }
  });
}

void LayerNorm(const LayerNormParams& p) {
  Index size = p.size, inner = p.inner;
  if (size == 0) return;
  auto count = static_cast<float>(size);
  if (inner == 1) {
    for (Index o = 0; o < p.outer; ++o) {
      const float* in = p.in + o * size;
      float* out = p.out + o * size;
      PollAfter(size);
      auto mean = static_cast<float>(SumOf(in, size) / size);
      F4 squares = Zero();
      Index i = 0;
      for (; i + 4 <= size; i += 4) {
        F4 d = Load(in + i) - Splat(mean);
        squares = MulAdd(squares, d, d);
      }
      float variance = Sum(squares);
      for (; i < size; ++i) variance += (in[i] - mean) * (in[i] - mean);
      float factor = 1 / __builtin_sqrtf(variance / count + p.epsilon);
      for (i = 0; i < size; i += 4) {
        Index lanes = Smaller<Index>(size - i, 4);
        auto few = [&](const float* from) __attribute__((always_inline)) {
          return lanes == 4 ? Load(from) : LoadFew(from, lanes);
        };
        F4 v = (few(in + i) - Splat(mean)) * Splat(factor);
        if (p.gamma) v = v * few(p.gamma + i);
        if (p.beta) v = v + few(p.beta + i);
        if (lanes == 4) {
          Store(out + i, v);
        } else {
          StoreFew(out + i, v, lanes);
        }
      }
    }
    return;
  }
  ForRows(p.outer, size, inner, [&](Index first, Index lanes) {
    const float* in = p.in + first;
    float* out = p.out + first;
    F4 sum = Zero(), squares = Zero();
    for (Index i = 0; i < size; ++i) sum = sum + LoadLanes(in + i * inner, lanes);
    F4 mean = sum / Splat(count);
    for (Index i = 0; i < size; ++i) {
      F4 d = LoadLanes(in + i * inner, lanes) - mean;
      squares = MulAdd(squares, d, d);
    }
    F4 factor = Splat(1) / Sqrt(squares / Splat(count) + Splat(p.epsilon));
    for (Index i = 0; i < size; ++i) {
      F4 v = (LoadLanes(in + i * inner, lanes) - mean) * factor;
      if (p.gamma) v = v * Splat(p.gamma[i]);
      if (p.beta) v = v + Splat(p.beta[i]);
      StoreLanes(out + i * inner, v, lanes);
    }
  });
}

void BatchNorm(const BatchNormParams& p) {
  Index channels = p.channels, inner = p.inner;
  auto factor = [&](Index c) {
    return (p.gamma ? p.gamma[c] : 1) / __builtin_sqrtf(p.variance[c] + p.epsilon);
  };
  auto beta = [&](Index c) { return p.beta ? p.beta[c] : 0; };
  if (inner == 1) {
    // A few channels at a time, so that their factors are computed once.
    constexpr Index kSome = 64;
    float factors[kSome], betas[kSome];
    for (Index c0 = 0; c0 < channels; c0 += kSome) {
      Index n = Smaller<Index>(kSome, channels - c0);
      for (Index i = 0; i < n; ++i) {
        factors[i] = factor(c0 + i);
        betas[i] = beta(c0 + i);
      }
      for (Index o = 0; o < p.outer; ++o) {
        const float* in = p.in + o * channels + c0;
        float* out = p.out + o * channels + c0;
        Index i = 0;
        for (; i + 4 <= n; i += 4) {
          Store(out + i,
                MulAdd(Load(betas + i), Load(in + i) - Load(p.mean + c0 + i), Load(factors + i)));
        }
        for (; i < n; ++i) out[i] = (in[i] - p.mean[c0 + i]) * factors[i] + betas[i];
      }
    }
    return;
  }
  for (Index row = 0; row < p.outer * channels; ++row) {
    Index c = row % channels;
    const float* in = p.in + row * inner;
    float* out = p.out + row * inner;
    float f = factor(c), b = beta(c), mean = p.mean[c];
    Index i = 0;
    for (; i + 4 <= inner; i += 4) {
      Store(out + i, MulAdd(Splat(b), Load(in + i) - Splat(mean), Splat(f)));
    }
    for (; i < inner; ++i) out[i] = (in[i] - mean) * f + b;
  }
}

}  // namespace passcope::kernels
