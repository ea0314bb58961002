// Products, pooling, normalizations, copies and reductions against plain loops in double.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "unit/kernels/buffers.h"

namespace passcope::kernels {
namespace {

size_t Size(int64_t value) { return static_cast<size_t>(value); }

// NaN if one of the numbers is NaN.
double Most(double a, double b) { return a > b || std::isnan(a) ? a : b; }
double Least(double a, double b) { return a < b || std::isnan(a) ? a : b; }
// NaN is as good as another NaN without a sign.
bool IsNear(double expected, float found, double bound) {
  if (std::isnan(expected)) return std::isnan(found) && !std::signbit(found);
  return std::abs(expected - found) <= bound;
}

void PutNaNs(Random& random, std::vector<float>& values) {
  if (random.Bool()) return;
  for (float& value : values) {
    if (random.Int(0, 9) == 0) value = NAN;
  }
}

}  // namespace

TEST_CASE("matrix products of any shape", "[kernels]") {
  Random random(11);
  for (int round = 0; round < 150; ++round) {
    GemmShape s{};
    s.batch = random.Int(1, 3);
    bool large = random.Int(0, 9) == 0;
    s.m = random.Int(0, 2) == 0 ? 1 : random.Int(1, large ? 70 : 20);
    s.n = random.Int(1, large ? 90 : 40);
    s.k = random.Int(1, large ? 900 : 30);
    s.transpose_a = random.Bool();
    s.transpose_b = random.Bool();
    s.a_batch_stride = random.Int(0, 3) == 0 ? 0 : s.m * s.k;
    s.b_batch_stride = random.Bool() ? 0 : s.k * s.n;
    bool packs = random.Bool(), biased = random.Bool(), clamped = random.Bool(),
         followed = random.Bool();
    std::vector<float> a = random.Floats(s.batch * s.m * s.k),
                       b = random.Floats(s.batch * s.k * s.n), bias = random.Floats(s.n),
                       addend = random.Floats(s.batch * s.m * s.n);
    std::vector<float> out(addend.size(), NAN);
    AddRelu program(addend, out.data());
    Room packed(GemmPackedBytes(s)), workspace(GemmWorkspaceBytes(s, packs));
    GemmPackParams pack{s, b.data(), packed.get()};
    if (packs) REQUIRE(CallKernel(KernelId::kGemmPack, &pack) == 0);
    GemmParams params{};
    params.shape = s;
    params.a = a.data();
    params.b = packs ? nullptr : b.data();
    params.packed = packs ? packed.get() : nullptr;
    params.out = out.data();
    params.workspace = workspace.get();
    params.bias = biased ? bias.data() : nullptr;
    if (clamped) params.clamp = {-1, 1};
    params.epilogue = followed ? program.get() : nullptr;
    REQUIRE(CallKernel(KernelId::kGemm, &params) == 0);
    int wrong = 0;
    for (int64_t i = 0; i < s.batch; ++i) {
      for (int64_t m = 0; m < s.m; ++m) {
        for (int64_t n = 0; n < s.n; ++n) {
          double sum = 0, size = 0;
          for (int64_t k = 0; k < s.k; ++k) {
            double x = a[Size(i * s.a_batch_stride + (s.transpose_a ? k * s.m + m : m * s.k + k))];
            double y = b[Size(i * s.b_batch_stride + (s.transpose_b ? n * s.k + k : k * s.n + n))];
            sum += x * y;
            size += std::abs(x * y);
          }
          if (biased) sum += bias[Size(n)];
          if (clamped) sum = std::min(std::max(sum, -1.0), 1.0);
          size_t at = Size((i * s.m + m) * s.n + n);
          if (followed) sum = std::max(sum + addend[at], 0.0);
          double bound = (static_cast<double>(s.k) + 4) * kUnit * (size + 3);
          if (!(std::abs(sum - out[at]) <= bound)) ++wrong;
        }
      }
    }
    CAPTURE(s.batch, s.m, s.n, s.k, s.transpose_a, s.transpose_b, s.a_batch_stride,
            s.b_batch_stride, packs, biased, clamped, followed);
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("pooling of any window", "[kernels]") {
  Random random(12);
  for (int round = 0; round < 200; ++round) {
    Pool2dParams p{};
    p.op = random.Bool() ? PoolOp::kMax : PoolOp::kAverage;
    p.layout = random.Bool() ? ConvLayout::kNCHW : ConvLayout::kNHWC;
    p.batch = random.Int(1, 2);
    p.channels = random.Int(1, 9);
    p.in_h = random.Int(1, 12);
    p.in_w = random.Int(1, 30);
    p.sh = random.Int(1, 3);
    p.sw = random.Int(1, 3);
    p.dh = random.Int(0, 4) == 0 ? 2 : 1;
    p.dw = random.Int(0, 4) == 0 ? 2 : 1;
    if (random.Int(0, 5) == 0) {
      p.kh = p.in_h;
      p.kw = p.in_w;
      p.dh = p.dw = 1;
      p.out_h = p.out_w = 1;
    } else {
      p.kh = random.Int(1, std::min<int64_t>(4, (p.in_h - 1) / p.dh + 1));
      p.kw = random.Int(1, std::min<int64_t>(4, (p.in_w - 1) / p.dw + 1));
      p.pad_top = random.Int(0, p.kh - 1);
      p.pad_left = random.Int(0, p.kw - 1);
      p.pad_bottom = random.Int(0, p.kh - 1);
      p.pad_right = random.Int(0, p.kw - 1);
      bool ceil = random.Bool();
      auto extent = [&](int64_t in, int64_t k, int64_t s, int64_t d, int64_t pad) {
        int64_t room = in + pad - ((k - 1) * d + 1);
        return (ceil ? room + s - 1 : room) / s + 1;
      };
      p.out_h = extent(p.in_h, p.kh, p.sh, p.dh, p.pad_top + p.pad_bottom);
      p.out_w = extent(p.in_w, p.kw, p.sw, p.dw, p.pad_left + p.pad_right);
    }
    p.count_include_pad = random.Bool();
    bool followed = random.Bool();
    std::vector<float> in = random.Floats(p.batch * p.channels * p.in_h * p.in_w);
    if (p.op == PoolOp::kMax) PutNaNs(random, in);
    std::vector<float> addend = random.Floats(p.batch * p.channels * p.out_h * p.out_w);
    std::vector<float> out(addend.size(), NAN);
    AddRelu program(addend, out.data());
    p.in = in.data();
    p.out = out.data();
    p.epilogue = followed ? program.get() : nullptr;
    REQUIRE(CallKernel(KernelId::kPool2d, &p) == 0);
    auto at = [&](int64_t n, int64_t c, int64_t y, int64_t x, int64_t h, int64_t w) {
      return Size(p.layout == ConvLayout::kNCHW ? ((n * p.channels + c) * h + y) * w + x
                                                : ((n * h + y) * w + x) * p.channels + c);
    };
    int wrong = 0;
    for (int64_t n = 0; n < p.batch; ++n) {
      for (int64_t c = 0; c < p.channels; ++c) {
        for (int64_t y = 0; y < p.out_h; ++y) {
          for (int64_t x = 0; x < p.out_w; ++x) {
            double sum = 0, most = -3.4028234663852886e38;
            int64_t inside = 0, counted = 0;
            for (int64_t ky = 0; ky < p.kh; ++ky) {
              for (int64_t kx = 0; kx < p.kw; ++kx) {
                int64_t iy = y * p.sh + ky * p.dh - p.pad_top,
                        ix = x * p.sw + kx * p.dw - p.pad_left;
                if (iy < p.in_h + p.pad_bottom && ix < p.in_w + p.pad_right) ++counted;
                if (iy < 0 || iy >= p.in_h || ix < 0 || ix >= p.in_w) continue;
                ++inside;
                double value = in[at(n, c, iy, ix, p.in_h, p.in_w)];
                sum += value;
                most = Most(most, value);
              }
            }
            int64_t divisor = std::max<int64_t>(p.count_include_pad ? counted : inside, 1);
            double value = p.op == PoolOp::kMax ? most : sum / static_cast<double>(divisor);
            size_t to = at(n, c, y, x, p.out_h, p.out_w);
            if (followed) value = Most(value + addend[to], 0.0);
            double bound = p.op == PoolOp::kMax && !followed ? 0 : 400 * kUnit;
            if (!IsNear(value, out[to], bound)) ++wrong;
          }
        }
      }
    }
    CAPTURE(static_cast<int>(p.op), static_cast<int>(p.layout), p.batch, p.channels, p.in_h, p.in_w,
            p.out_h, p.out_w, p.kh, p.kw, p.sh, p.sw, p.dh, p.dw, p.pad_top, p.pad_left,
            p.count_include_pad, followed);
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("softmax, layer and batch normalisation along any axis", "[kernels]") {
  Random random(13);
  for (int round = 0; round < 150; ++round) {
    int64_t outer = random.Int(1, 4), size = random.Int(1, 70),
            inner = random.Bool() ? 1 : random.Int(2, 11);
    std::vector<float> in = random.Floats(outer * size * inner);
    for (float& value : in) value *= 8;
    std::vector<float> out(in.size(), NAN), gamma = random.Floats(size), beta = random.Floats(size),
                                            mean = random.Floats(size),
                                            variance = random.Floats(size);
    for (float& value : variance) value = std::abs(value) + 0.1f;
    bool log = random.Bool(), scaled = random.Bool(), centred = random.Bool();
    CAPTURE(outer, size, inner, log, scaled, centred);
    SoftmaxParams softmax{outer, size, inner, log, in.data(), out.data()};
    REQUIRE(CallKernel(KernelId::kSoftmax, &softmax) == 0);
    auto at = [&](int64_t o, int64_t k, int64_t i) { return Size((o * size + k) * inner + i); };
    int wrong = 0;
    auto row = [&](auto check) {
      for (int64_t o = 0; o < outer; ++o) {
        for (int64_t i = 0; i < inner; ++i) check(o, i);
      }
      REQUIRE(wrong == 0);
    };
    row([&](int64_t o, int64_t i) {
      double sum = 0;
      for (int64_t k = 0; k < size; ++k) sum += std::exp(double{in[at(o, k, i)]});
      for (int64_t k = 0; k < size; ++k) {
        double x = in[at(o, k, i)];
        double value = log ? x - std::log(sum) : std::exp(x) / sum;
        // The errors of exp and log, 2 units in the last place each, and of the sum of `size`
        // terms.
        double bound = (static_cast<double>(size) + 16) * kUnit * (log ? 16 : value);
        if (!(std::abs(value - out[at(o, k, i)]) <= bound)) ++wrong;
      }
    });
    LayerNormParams layer{outer,
                          size,
                          inner,
                          1e-3f,
                          in.data(),
                          scaled ? gamma.data() : nullptr,
                          centred ? beta.data() : nullptr,
                          out.data()};
    REQUIRE(CallKernel(KernelId::kLayerNorm, &layer) == 0);
    row([&](int64_t o, int64_t i) {
      double sum = 0, squares = 0;
      for (int64_t k = 0; k < size; ++k) sum += in[at(o, k, i)];
      double middle = sum / static_cast<double>(size);
      for (int64_t k = 0; k < size; ++k) squares += std::pow(in[at(o, k, i)] - middle, 2);
      double deviation = std::sqrt(squares / static_cast<double>(size) + 1e-3);
      for (int64_t k = 0; k < size; ++k) {
        double value = (in[at(o, k, i)] - middle) / deviation;
        double bound = (static_cast<double>(size) + 16) * kUnit * (16 / deviation + 2);
        if (scaled) value *= gamma[Size(k)];
        if (centred) value += beta[Size(k)];
        if (!(std::abs(value - out[at(o, k, i)]) <= bound)) ++wrong;
      }
    });
    BatchNormParams batch{outer,
                          size,
                          inner,
                          1e-3f,
                          in.data(),
                          scaled ? gamma.data() : nullptr,
                          centred ? beta.data() : nullptr,
                          mean.data(),
                          variance.data(),
                          out.data()};
    REQUIRE(CallKernel(KernelId::kBatchNorm, &batch) == 0);
    row([&](int64_t o, int64_t i) {
      for (int64_t k = 0; k < size; ++k) {
        double value =
            (double{in[at(o, k, i)]} - mean[Size(k)]) / std::sqrt(variance[Size(k)] + 1e-3);
        double bound = 16 * kUnit * (std::abs(value) + 1);
        if (scaled) value *= gamma[Size(k)];
        if (centred) value += beta[Size(k)];
        if (!(std::abs(value - out[at(o, k, i)]) <= bound)) ++wrong;
      }
    });
  }
}

TEST_CASE("strided copies: transposes, broadcasts, slices", "[kernels]") {
  Random random(14);
  for (int round = 0; round < 200; ++round) {
    CopyParams p{};
    p.rank = static_cast<int32_t>(random.Int(0, 5));
    p.element_bytes = 1 << random.Int(0, 3);
    int64_t size = 1, shape[kMaxRank], order[kMaxRank];
    for (int i = 0; i < p.rank; ++i) {
      shape[i] = random.Int(0, 3) == 0 ? random.Int(30, 50) : random.Int(1, 5);
      if (size * shape[i] > 20000) shape[i] = 1;
      size *= shape[i];
      order[i] = i;
    }
    std::vector<unsigned char> in(Size(size * p.element_bytes));
    for (auto& byte : in) byte = static_cast<unsigned char>(random.Int(0, 255));
    // A permutation of the axes; some are repeated or reversed.
    for (int i = p.rank; i-- > 1;) std::swap(order[i], order[random.Int(0, i)]);
    int64_t strides[kMaxRank], stride = 1, offset = 0, result = 1;
    for (int i = p.rank; i-- > 0;) {
      strides[i] = stride;
      stride *= shape[i];
    }
    for (int i = 0; i < p.rank; ++i) {
      p.shape[i] = shape[order[i]];
      p.strides[i] = strides[order[i]];
      int64_t sort = random.Int(0, 7);
      if (sort == 0) p.strides[i] = 0;
      if (sort == 1) {
        offset += p.strides[i] * (p.shape[i] - 1);
        p.strides[i] = -p.strides[i];
      }
      result *= p.shape[i];
    }
    std::vector<unsigned char> out(Size(result * p.element_bytes), 0xee);
    p.in = in.data() + offset * p.element_bytes;
    p.out = out.data();
    REQUIRE(CallKernel(KernelId::kCopy, &p) == 0);
    int wrong = 0;
    for (int64_t i = 0; i < result; ++i) {
      int64_t rest = i, from = offset;
      for (int axis = p.rank; axis-- > 0;) {
        from += rest % p.shape[axis] * p.strides[axis];
        rest /= p.shape[axis];
      }
      if (!std::equal(&in[Size(from * p.element_bytes)],
                      &in[Size(from * p.element_bytes)] + p.element_bytes,
                      &out[Size(i * p.element_bytes)])) {
        ++wrong;
      }
    }
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("reductions over any axes", "[kernels]") {
  Random random(15);
  ReduceOp op =
      GENERATE(ReduceOp::kSum, ReduceOp::kMean, ReduceOp::kMax, ReduceOp::kMin, ReduceOp::kProd);
  for (int round = 0; round < 80; ++round) {
    ReduceParams p{};
    p.op = op;
    p.rank = static_cast<int32_t>(random.Int(0, 5));
    int64_t size = 1, results = 1;
    for (int i = 0; i < p.rank; ++i) {
      p.shape[i] = random.Int(0, 4) == 0 ? random.Int(20, 9000) : random.Int(1, 5);
      if (size * p.shape[i] > 20000) p.shape[i] = 1;
      p.reduced[i] = random.Bool();
      size *= p.shape[i];
      if (!p.reduced[i]) results *= p.shape[i];
    }
    std::vector<float> in = random.Floats(size), out(Size(results), NAN);
    if (op == ReduceOp::kMax || op == ReduceOp::kMin) PutNaNs(random, in);
    double start = op == ReduceOp::kProd  ? 1
                   : op == ReduceOp::kMax ? -1e30
                   : op == ReduceOp::kMin ? 1e30
                                          : 0;
    std::vector<double> value(Size(results), start), sizes(Size(results));
    for (int64_t i = 0; i < size; ++i) {
      int64_t rest = i, to = 0, stride = 1;
      for (int axis = p.rank; axis-- > 0;) {
        int64_t index = rest % p.shape[axis];
        rest /= p.shape[axis];
        if (p.reduced[axis]) continue;
        to += index * stride;
        stride *= p.shape[axis];
      }
      double x = in[Size(i)];
      double& v = value[Size(to)];
      sizes[Size(to)] += std::abs(x);
      v = op == ReduceOp::kProd  ? v * x
          : op == ReduceOp::kMax ? Most(v, x)
          : op == ReduceOp::kMin ? Least(v, x)
                                 : v + x;
    }
    p.in = in.data();
    p.out = out.data();
    REQUIRE(CallKernel(KernelId::kReduce, &p) == 0);
    auto count = static_cast<double>(size / results);
    int wrong = 0;
    for (size_t i = 0; i < out.size(); ++i) {
      double v = op == ReduceOp::kMean ? value[i] / count : value[i];
      double bound = op == ReduceOp::kSum    ? std::min(count, 4096.0 + 8) * kUnit * sizes[i]
                     : op == ReduceOp::kMean ? 4104 * kUnit * sizes[i] / count
                     : op == ReduceOp::kProd ? count * kUnit * std::abs(v) * 2 + 1e-37
                                             : 0;
      if (!IsNear(v, out[i], bound)) ++wrong;
    }
    CAPTURE(p.rank, p.shape[0], p.shape[1], p.shape[2], p.shape[3], p.shape[4], p.reduced[0],
            p.reduced[1], p.reduced[2], p.reduced[3], p.reduced[4]);
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("an id that there is not is refused", "[kernels]") {
  CHECK(HasKernels());
  CHECK(CallKernel(static_cast<KernelId>(1000), nullptr) == -1);
}

}  // namespace passcope::kernels
