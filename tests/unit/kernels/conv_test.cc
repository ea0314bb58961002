// Convolutions against sums in double, with random shapes and every algorithm.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <string>

#include "unit/kernels/buffers.h"

namespace passcope::kernels {
namespace {

// The index of a tensor's element by channel, row and column, for any layout.
int64_t At(ConvLayout layout, int64_t image, int64_t c, int64_t y, int64_t x, int64_t channels,
           int64_t h, int64_t w) {
  if (layout == ConvLayout::kNCHW) return ((image * channels + c) * h + y) * w + x;
  return ((image * h + y) * w + x) * channels + c;
}

struct Case {
  Conv2dShape s;
  std::vector<float> data, weight, bias, addend;
  bool biased = false, clamped = false, followed = false;

  // Weight (out_c, in_c / groups, kh, kw).
  float Weight(int64_t o, int64_t i, int64_t y, int64_t x) const {
    return weight[static_cast<size_t>(((o * (s.in_c / s.groups) + i) * s.kh + y) * s.kw + x)];
  }
  float Data(int64_t image, int64_t c, int64_t y, int64_t x) const {
    if (y < 0 || y >= s.in_h || x < 0 || x >= s.in_w) return 0;
    return data[static_cast<size_t>(At(s.layout, image, c, y, x, s.in_c, s.in_h, s.in_w))];
  }
};

Case MakeCase(Random& random, Conv2dShape s) {
  Case c;
  c.s = s;
  c.data = random.Floats(s.batch * s.in_c * s.in_h * s.in_w);
  c.weight = random.Floats(s.out_c * (s.in_c / s.groups) * s.kh * s.kw);
  c.bias = random.Floats(s.out_c);
  c.addend = random.Floats(s.batch * s.out_c * s.out_h * s.out_w);
  c.biased = random.Bool();
  c.clamped = random.Bool();
  c.followed = random.Bool();
  return c;
}

std::vector<float> Run(const Case& c) {
  Conv2dShape s = c.s;
  int64_t group_in = s.in_c / s.groups;
  Room packed(ConvPackedBytes(s)), workspace(ConvWorkspaceBytes(s));
  std::vector<float> weight = c.weight;
  ConvPackParams pack{};
  pack.shape = s;
  pack.packed = packed.get();
  pack.stride_w = 1;
  pack.stride_h = s.kw;
  pack.stride_i = s.kh * s.kw;
  pack.stride_o = group_in * s.kh * s.kw;
  if (s.layout == ConvLayout::kNHWC) {
    // (kh, kw, in_c / groups, out_c)
    pack.stride_o = 1;
    pack.stride_i = s.out_c;
    pack.stride_w = group_in * s.out_c;
    pack.stride_h = s.kw * pack.stride_w;
    for (int64_t o = 0; o < s.out_c; ++o) {
      for (int64_t i = 0; i < group_in; ++i) {
        for (int64_t y = 0; y < s.kh; ++y) {
          for (int64_t x = 0; x < s.kw; ++x) {
            weight[static_cast<size_t>(((y * s.kw + x) * group_in + i) * s.out_c + o)] =
                c.Weight(o, i, y, x);
          }
        }
      }
    }
  }
  pack.weight = weight.data();
  REQUIRE(CallKernel(KernelId::kConvPack, &pack) == 0);
  std::vector<float> out(c.addend.size(), NAN);
  AddRelu program(c.addend, out.data());
  ConvParams params{};
  params.shape = s;
  params.in = c.data.data();
  params.packed = packed.get();
  params.out = out.data();
  params.workspace = workspace.get();
  params.bias = c.biased ? c.bias.data() : nullptr;
  if (c.clamped) params.clamp = {-0.5f, 1.5f};
  params.epilogue = c.followed ? program.get() : nullptr;
  REQUIRE(CallKernel(KernelId::kConv, &params) == 0);
  return out;
}

// The possible rounding error of one result of F(m x m, 3x3): the transforms with the absolute
// values of all factors, times the number of roundings on the way.
struct Matrices {
  std::vector<std::vector<double>> data, weight, result;
};
const Matrices& MatricesOf(int m) {
  static const Matrices two = {{{1, 0, 1, 0}, {0, 1, 1, 0}, {0, 1, 1, 0}, {0, 1, 0, 1}},
                               {{1, 0, 0}, {.5, .5, .5}, {.5, .5, .5}, {0, 0, 1}},
                               {{1, 1, 1, 0}, {0, 1, 1, 1}}};
  // The points 0, ±5/8, ±3/2 and infinity, with p = 25/64 and q = 9/4 for their squares.
  constexpr double kP = 25. / 64, kQ = 9. / 4, kNear = 5. / 8, kFar = 3. / 2;
  constexpr double kU = 1 / (2 * kP * (kQ - kP)), kV = 1 / (2 * kQ * (kQ - kP));
  static const Matrices four = {{{kP * kQ, 0, kP + kQ, 0, 1, 0},
                                 {0, kNear * kQ, kQ, kNear, 1, 0},
                                 {0, kNear * kQ, kQ, kNear, 1, 0},
                                 {0, kFar * kP, kP, kFar, 1, 0},
                                 {0, kFar * kP, kP, kFar, 1, 0},
                                 {0, kP * kQ, 0, kP + kQ, 0, 1}},
                                {{1 / (kP * kQ), 0, 0},
                                 {kU, kNear * kU, kP * kU},
                                 {kU, kNear * kU, kP * kU},
                                 {kV, kFar * kV, kQ * kV},
                                 {kV, kFar * kV, kQ * kV},
                                 {0, 0, 1}},
                                {{1, 1, 1, 1, 1, 0},
                                 {0, kNear, kNear, kFar, kFar, 0},
                                 {0, kP, kP, kQ, kQ, 0},
                                 {0, kNear * kP, kNear * kP, kFar * kQ, kFar * kQ, 1}}};
  return m == 2 ? two : four;
}

using Matrix = std::vector<std::vector<double>>;

// |M| · |V| · |M|ᵀ; the elements of M are absolute values already.
Matrix Both(const Matrix& m, const Matrix& v) {
  Matrix half(m.size(), std::vector<double>(v.size())),
      result(m.size(), std::vector<double>(m.size()));
  for (size_t i = 0; i < m.size(); ++i) {
    for (size_t k = 0; k < v.size(); ++k) {
      for (size_t l = 0; l < v.size(); ++l) half[i][l] += m[i][k] * std::abs(v[k][l]);
    }
  }
  for (size_t i = 0; i < m.size(); ++i) {
    for (size_t j = 0; j < m.size(); ++j) {
      for (size_t l = 0; l < v.size(); ++l) result[i][j] += half[i][l] * m[j][l];
    }
  }
  return result;
}

// The error bound of every result, in the result's layout.
std::vector<double> WinogradSums(const Case& c, int64_t m) {
  const Matrices& matrices = MatricesOf(static_cast<int>(m));
  const Conv2dShape& s = c.s;
  auto side = static_cast<size_t>(m) + 2;
  int64_t group_in = s.in_c / s.groups, group_out = s.out_c / s.groups;
  std::vector<Matrix> weights;
  for (int64_t o = 0; o < s.out_c; ++o) {
    for (int64_t i = 0; i < group_in; ++i) {
      Matrix g(3, std::vector<double>(3));
      for (size_t a = 0; a < 3; ++a) {
        for (size_t b = 0; b < 3; ++b) {
          g[a][b] = c.Weight(o, i, static_cast<int64_t>(a), static_cast<int64_t>(b));
        }
      }
      weights.push_back(Both(matrices.weight, g));
    }
  }
  std::vector<double> sums(c.addend.size());
  for (int64_t n = 0; n < s.batch; ++n) {
    for (int64_t y0 = 0; y0 < s.out_h; y0 += m) {
      for (int64_t x0 = 0; x0 < s.out_w; x0 += m) {
        std::vector<Matrix> tiles;
        for (int64_t i = 0; i < s.in_c; ++i) {
          Matrix d(side, std::vector<double>(side));
          for (size_t a = 0; a < side; ++a) {
            for (size_t b = 0; b < side; ++b) {
              d[a][b] = c.Data(n, i, y0 - s.pad_top + static_cast<int64_t>(a),
                               x0 - s.pad_left + static_cast<int64_t>(b));
            }
          }
          tiles.push_back(Both(matrices.data, d));
        }
        for (int64_t o = 0; o < s.out_c; ++o) {
          Matrix sum(side, std::vector<double>(side));
          for (int64_t i = 0; i < group_in; ++i) {
            const Matrix& u = weights[static_cast<size_t>(o * group_in + i)];
            const Matrix& v = tiles[static_cast<size_t>(o / group_out * group_in + i)];
            for (size_t a = 0; a < side; ++a) {
              for (size_t b = 0; b < side; ++b) sum[a][b] += u[a][b] * v[a][b];
            }
          }
          Matrix result = Both(matrices.result, sum);
          for (int64_t y = y0; y < std::min(y0 + m, s.out_h); ++y) {
            for (int64_t x = x0; x < std::min(x0 + m, s.out_w); ++x) {
              sums[static_cast<size_t>(At(s.layout, n, o, y, x, s.out_c, s.out_h, s.out_w))] =
                  result[static_cast<size_t>(y - y0)][static_cast<size_t>(x - x0)];
            }
          }
        }
      }
    }
  }
  return sums;
}

void Check(const Case& c) {
  const Conv2dShape& s = c.s;
  std::vector<float> out = Run(c);
  ConvAlgorithm algorithm = ChooseConv(s);
  int winograd = algorithm == ConvAlgorithm::kWinograd2   ? 2
                 : algorithm == ConvAlgorithm::kWinograd4 ? 4
                                                          : 0;
  std::vector<double> sums;
  if (winograd != 0) sums = WinogradSums(c, winograd);
  int64_t group_in = s.in_c / s.groups, group_out = s.out_c / s.groups;
  auto terms = static_cast<double>(group_in * s.kh * s.kw);
  INFO(ConvAlgorithmName(algorithm)
       << " n" << s.batch << " c" << s.in_c << " " << s.in_h << "x" << s.in_w << " o" << s.out_c
       << " " << s.out_h << "x" << s.out_w << " k" << s.kh << "x" << s.kw << " s" << s.sh << ","
       << s.sw << " d" << s.dh << "," << s.dw << " p" << s.pad_top << "," << s.pad_left << " g"
       << s.groups << " layout " << static_cast<int>(s.layout) << " bias " << c.biased << " clamp "
       << c.clamped << " program " << c.followed);
  for (int64_t n = 0; n < s.batch; ++n) {
    for (int64_t o = 0; o < s.out_c; ++o) {
      for (int64_t y = 0; y < s.out_h; ++y) {
        for (int64_t x = 0; x < s.out_w; ++x) {
          double sum = 0, size = 0;
          for (int64_t i = 0; i < group_in; ++i) {
            for (int64_t ky = 0; ky < s.kh; ++ky) {
              for (int64_t kx = 0; kx < s.kw; ++kx) {
                double product =
                    double{c.Weight(o, i, ky, kx)} * c.Data(n, o / group_out * group_in + i,
                                                            y * s.sh + ky * s.dh - s.pad_top,
                                                            x * s.sw + kx * s.dw - s.pad_left);
                sum += product;
                size += std::abs(product);
              }
            }
          }
          auto at = static_cast<size_t>(At(s.layout, n, o, y, x, s.out_c, s.out_h, s.out_w));
          double bound = (terms + 8) * kUnit * (size + 2);
          if (winograd != 0) {
            bound = (static_cast<double>(group_in) + 40) * kUnit * (sums[at] + 2);
          }
          if (c.biased) sum += c.bias[static_cast<size_t>(o)];
          if (c.clamped) sum = std::min(std::max(sum, -0.5), 1.5);
          if (c.followed) sum = std::max(sum + c.addend[at], 0.0);
          double error = std::abs(sum - out[at]);
          if (!(error <= bound)) {
            CAPTURE(n, o, y, x, sum, out[at], bound);
            FAIL();
          }
        }
      }
    }
  }
}

Conv2dShape RandomShape(Random& random) {
  Conv2dShape s{};
  s.batch = random.Int(1, 2);
  s.groups = random.Int(0, 3) == 0 ? random.Int(2, 5) : 1;
  s.in_c = s.groups * random.Int(1, 9);
  s.out_c = s.groups * random.Int(1, 19);
  s.kh = random.Int(1, 5);
  s.kw = random.Bool() ? s.kh : random.Int(1, 5);
  s.sh = random.Int(1, 3);
  s.sw = random.Bool() ? s.sh : random.Int(1, 4);
  s.dh = random.Int(0, 3) == 0 ? 2 : 1;
  s.dw = random.Int(0, 3) == 0 ? random.Int(1, 3) : 1;
  int64_t reach_y = (s.kh - 1) * s.dh + 1, reach_x = (s.kw - 1) * s.dw + 1;
  s.pad_top = random.Int(0, reach_y - 1);
  s.pad_left = random.Int(0, reach_x - 1);
  s.in_h = random.Int(1, 20);
  s.in_w = random.Int(1, 40);
  // The size includes some padding at the end, too.
  s.out_h =
      (std::max<int64_t>(s.in_h + s.pad_top + random.Int(0, reach_y - 1) - reach_y, 0)) / s.sh + 1;
  s.out_w =
      (std::max<int64_t>(s.in_w + s.pad_left + random.Int(0, reach_x - 1) - reach_x, 0)) / s.sw + 1;
  s.layout = random.Bool() ? ConvLayout::kNCHW : ConvLayout::kNHWC;
  return s;
}

}  // namespace

TEST_CASE("convolutions of any shape are sums over their windows", "[kernels]") {
  Random random(1);
  for (int i = 0; i < 200; ++i) Check(MakeCase(random, RandomShape(random)));
}

TEST_CASE("an algorithm that is demanded is taken where it can be, and computes the same",
          "[kernels]") {
  Random random(2);
  ConvAlgorithm algorithm =
      GENERATE(ConvAlgorithm::kIm2col, ConvAlgorithm::kWinograd2, ConvAlgorithm::kWinograd4,
               ConvAlgorithm::kPointwise, ConvAlgorithm::kDepthwise);
  for (int i = 0; i < 60; ++i) {
    Conv2dShape s = RandomShape(random);
    s.algorithm = algorithm;
    switch (algorithm) {
      case ConvAlgorithm::kWinograd2:
      case ConvAlgorithm::kWinograd4:
        s.kh = s.kw = 3;
        s.sh = s.sw = s.dh = s.dw = 1;
        s.pad_top = random.Int(0, 2);
        s.pad_left = random.Int(0, 2);
        s.out_h = s.in_h + random.Int(0, 1);
        s.out_w = s.in_w + random.Int(0, 1);
        break;
      case ConvAlgorithm::kPointwise:
        s.kh = s.kw = s.sh = s.sw = s.dh = s.dw = 1;
        s.pad_top = s.pad_left = 0;
        s.out_h = s.in_h;
        s.out_w = s.in_w;
        break;
      case ConvAlgorithm::kDepthwise:
        s.groups = s.in_c = random.Int(2, 20);
        s.out_c = s.in_c * (s.layout == ConvLayout::kNCHW ? random.Int(1, 3) : 1);
        break;
      default:
        break;
    }
    REQUIRE(ChooseConv(s) == algorithm);
    Check(MakeCase(random, s));
  }
}

TEST_CASE("convolutions whose sums are divided into blocks", "[kernels]") {
  Random random(3);
  // in, out, side, window, stride
  struct Large {
    int64_t in_c, out_c, side, window, stride;
  };
  Large large = GENERATE(Large{450, 9, 5, 1, 1}, Large{90, 10, 6, 3, 1}, Large{20, 5, 90, 3, 2},
                         Large{3, 16, 64, 7, 2}, Large{20, 17, 30, 3, 1}, Large{60, 20, 9, 3, 1});
  for (ConvLayout layout : {ConvLayout::kNCHW, ConvLayout::kNHWC}) {
    Conv2dShape s{};
    s.batch = s.groups = s.dh = s.dw = 1;
    s.in_c = large.in_c;
    s.out_c = large.out_c;
    s.in_h = s.in_w = large.side;
    s.kh = s.kw = large.window;
    s.sh = s.sw = large.stride;
    s.pad_top = s.pad_left = large.window / 2;
    s.out_h = s.out_w = (large.side - 1) / large.stride + 1;
    s.layout = layout;
    Check(MakeCase(random, s));
  }
}

TEST_CASE("Winograd's algorithms err at most four times as much as plain sums", "[kernels]") {
  int64_t channels = GENERATE(64, 256, 512, 2048);
  ConvLayout layout = GENERATE(ConvLayout::kNCHW, ConvLayout::kNHWC);
  std::mt19937_64 engine(static_cast<uint64_t>(channels));
  std::normal_distribution<float> normal;
  Conv2dShape s{};
  s.batch = channels < 256 ? 8 : 2;
  s.in_c = channels;
  s.out_c = 8;
  s.in_h = s.in_w = 10;
  s.out_h = s.out_w = 8;
  s.kh = s.kw = 3;
  s.sh = s.sw = s.dh = s.dw = s.groups = 1;
  s.layout = layout;
  Case c;
  c.s = s;
  c.data.resize(static_cast<size_t>(s.batch * s.in_c * s.in_h * s.in_w));
  c.weight.resize(static_cast<size_t>(s.out_c * s.in_c * 9));
  c.addend.resize(static_cast<size_t>(s.batch * s.out_c * s.out_h * s.out_w));
  for (float& x : c.data) x = normal(engine);
  for (float& x : c.weight) x = normal(engine);
  std::vector<double> exact(c.addend.size());
  for (int64_t n = 0; n < s.batch; ++n) {
    for (int64_t o = 0; o < s.out_c; ++o) {
      for (int64_t y = 0; y < s.out_h; ++y) {
        for (int64_t x = 0; x < s.out_w; ++x) {
          double sum = 0;
          for (int64_t i = 0; i < s.in_c; ++i) {
            for (int64_t k = 0; k < 9; ++k) {
              sum += double{c.Weight(o, i, k / 3, k % 3)} * c.Data(n, i, y + k / 3, x + k % 3);
            }
          }
          exact[static_cast<size_t>(At(layout, n, o, y, x, s.out_c, s.out_h, s.out_w))] = sum;
        }
      }
    }
  }
  // The root of the mean square of the errors.
  auto error = [&](ConvAlgorithm algorithm) {
    c.s.algorithm = algorithm;
    REQUIRE(ChooseConv(c.s) == algorithm);
    std::vector<float> out = Run(c);
    double squares = 0;
    for (size_t i = 0; i < out.size(); ++i) squares += std::pow(out[i] - exact[i], 2);
    return std::sqrt(squares / static_cast<double>(out.size()));
  };
  double plain = error(ConvAlgorithm::kIm2col);
  CHECK(error(ConvAlgorithm::kWinograd2) <= 2 * plain);
  CHECK(error(ConvAlgorithm::kWinograd4) <= 4 * plain);
}

}  // namespace passcope::kernels
