// What imported operators compute, against the definitions in PyTorch's documentation. All expected
// values come from these definitions, by hand or by numpy.
#include "unit/frontend/torch_values.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

namespace passcope::frontend {
namespace {

const DataType kInt64 = DataType::Int(64);
constexpr double kInf = std::numeric_limits<double>::infinity();

NDArray Vector(const std::vector<float>& values) {
  return FloatsOf({static_cast<int64_t>(values.size())}, values);
}

TEST_CASE("TorchScript values: activations", "[frontend]") {
  NDArray x = Vector({-1, 0, 0.5F, 2});
  double e = std::exp(-1.0) - 1;
  CheckTorchRows({
      {{x}, "torch.celu(x)", {e, 0, .5, 2}},
      {{x}, "torch.celu(x, 2.)", {2 * (std::exp(-.5) - 1), 0, .5, 2}},
      {{x}, "torch.celu(x, -1.)", {-1 * (std::exp(1.0) - 1), 0, .5, 2}},
      {{x}, "torch.elu(x, 2.)", {2 * e, 0, .5, 2}},
      {{x}, "torch.elu(x, 2., 3.)", {6 * e, 0, 1.5, 6}},
      {{x}, "torch.elu(x, 2., 3., 0.5)", {6 * (std::exp(-.5) - 1), 0, 1.5, 6}},
      {{x}, "torch.elu_(x, scale=3.)", {3 * e, 0, 1.5, 6}},
      {{x}, "torch.threshold(x, 1, 3)", {3, 3, 3, 2}},
      {{x}, "torch.threshold(x, 0.5, -2.5)", {-2.5, -2.5, -2.5, 2}},
      {{x}, "torch.threshold_(x, -0.5, 0)", {0, 0, .5, 2}},
      {{x}, "torch.threshold(x, 0, 0)", {0, 0, .5, 2}},
      {{Vector({0.5F, 1})}, "torch.threshold(x, 1, 3)", {3, 3}},
      {{x}, "torch.hardtanh(x, -0.25, 0.25)", {-.25, 0, .25, .25}},
      {{x}, "torch.hardtanh(x)", {-1, 0, .5, 1}},
      {{x}, "torch.leaky_relu(x)", {-.01, 0, .5, 2}},
      {{x}, "torch.leaky_relu(x, 0.5)", {-.5, 0, .5, 2}},
      {{Vector({-1, 100, 30})}, "torch.softplus(x)", {std::log1p(std::exp(-1.0)), 100, 30}},
      {{Vector({1, 3})}, "torch.softplus(x, 2, 5.)", {std::log1p(std::exp(2.0)) / 2, 3}},
      {{Vector({1})}, "torch.softplus(x, threshold=0.5)", {1}},
      {{Vector({1, -2})},
       "torch.gelu(x, approximate=\"tanh\")",
       {0.8411919906082768, -0.04540230591222056}},
      {{Vector({1, -2})}, "torch.gelu(x)", {0.8413447460685429, -0.04550026389635842}},
      {{Vector({1, -2})},
       "torch.gelu(x, approximate=\"none\")",
       {0.8413447460685429, -0.04550026389635842}},
      {{TorchLongs({2}, {0, 0})}, "torch.softmax(x, 0, 6)", {.5, .5}, {2}, DataType::Float(32)},
      {{Vector({0, 0})}, "torch.softmax(x, -1, dtype=7)", {.5, .5}, {2}, DataType::Float(64)},
      {{Vector({0, 0})},
       "torch.log_softmax(x, 0, 7)",
       {-std::log(2.0), -std::log(2.0)},
       {2},
       DataType::Float(64)},
      {{x}, "torch.dropout(x, 0.5, False)", {-1, 0, .5, 2}},
      {{TorchLongs({2}, {0, 1})}, "torch.sigmoid(x)", {.5, 1 / (1 + std::exp(-1.0))}},
  });
  CheckTorchNamed({x}, "torch.dropout(x, 0.5, True)", "'train'");
  CheckTorchNamed({x}, "torch.gelu(x, approximate=\"other\")", "'approximate'");
  CheckTorchNamed({x}, "torch.celu(x, 0.)", "'alpha'");
  CheckTorchNamed({x}, "torch.elu(x, torch.sum(x))", "'alpha'");
}

TEST_CASE("TorchScript values: quotients and remainders", "[frontend]") {
  NDArray x = Vector({-7, 7, 5.5F}), i = TorchLongs({3}, {-7, 7, -6});
  CheckTorchRows({
      {{x}, "torch.div(x, 2, rounding_mode=\"trunc\")", {-3, 3, 2}},
      {{x}, "torch.div(x, 2, rounding_mode=\"floor\")", {-4, 3, 2}},
      {{x}, "torch.div(x, 2, rounding_mode=None)", {-3.5, 3.5, 2.75}},
      {{x}, "torch.div(x, -2)", {3.5, -3.5, -2.75}},
      {{i}, "torch.div(x, 2, rounding_mode=\"trunc\")", {-3, 3, -3}, {3}, kInt64},
      {{i}, "torch.div(x, 2, rounding_mode=\"floor\")", {-4, 3, -3}, {3}, kInt64},
      {{i, TorchLongs({3}, {2, -2, 4})},
       "torch.div(x, y, rounding_mode=\"floor\")",
       {-4, -4, -2},
       {3},
       kInt64},
      {{i, TorchLongs({3}, {2, -2, 4})},
       "torch.div(x, y, rounding_mode=\"trunc\")",
       {-3, -3, -1},
       {3},
       kInt64},
      {{i}, "torch.div(x, 2)", {-3.5, 3.5, -3}, {3}, DataType::Float(32)},
      {{TorchBools({2}, {1, 0})}, "torch.div(x, 2)", {.5, 0}, {2}, DataType::Float(32)},
      {{TorchBools({2}, {1, 0})}, "torch.true_divide(x, x)", {1, NAN}, {2}, DataType::Float(32)},
      {{i}, "torch.floor_divide(x, 2)", {-4, 3, -3}, {3}, kInt64},
      {{x}, "torch.floor_divide(x, 2)", {-4, 3, 2}},
      {{i}, "torch.remainder(x, 3)", {2, 1, 0}, {3}, kInt64},
      {{i}, "torch.remainder(x, -3)", {-1, -2, 0}, {3}, kInt64},
      {{x}, "torch.remainder(x, -3)", {-1, -2, -.5}},
      {{i}, "torch.fmod(x, 3)", {-1, 1, 0}, {3}, kInt64},
      {{x}, "torch.fmod(x, -3)", {-1, 1, 2.5}},
      {{Vector({1, -1, 1e8F})}, "torch.fmod(x, 3)", {1, -1, 1}},
      {{Vector({1, -1, 1e8F})}, "torch.remainder(x, 3)", {1, 2, 1}},
      {{Vector({5, -5})}, "torch.remainder(x, float(\"inf\"))", {5, kInf}},
      // 0.1 is a little more than a tenth.
      {{Vector({1, -1})}, "torch.floor_divide(x, 0.1)", {9, -10}},
      {{Vector({1, -1})}, "torch.div(x, 0, rounding_mode=\"floor\")", {kInf, -kInf}},
      {{Vector({7, -7})}, "x // -2", {-4, 3}},
      {{i}, "torch.mul(x, 0.5)", {-3.5, 3.5, -3}, {3}, DataType::Float(32)},
      {{i}, "torch.reciprocal(x)", {-1 / 7., 1 / 7., -1 / 6.}, {3}, DataType::Float(32)},
  });
  CheckTorchNamed({x}, "torch.div(x, 2, rounding_mode=\"up\")", "'rounding_mode'");
}

TEST_CASE("TorchScript values: factors of sums", "[frontend]") {
  NDArray x = Vector({1, 2}), y = Vector({10, 20}), i = TorchLongs({2}, {1, 2});
  CheckTorchRows({
      {{x, y}, "torch.add(x, y, alpha=2)", {21, 42}},
      {{x, y}, "torch.add(x, y, alpha=-0.5)", {-4, -8}},
      {{x}, "torch.add(x, 3, 2)", {7, 8}},
      {{x}, "torch.add(x, 3, alpha=2)", {7, 8}},
      {{i}, "torch.add(x, 3, alpha=2)", {7, 8}, {2}, kInt64},
      {{i}, "torch.add_(x, x, alpha=3)", {4, 8}, {2}, kInt64},
      {{x, y}, "torch.sub(x, y, alpha=2)", {-19, -38}},
      {{x}, "torch.sub(x, 3, 2)", {-5, -4}},
      {{i}, "torch.sub(x, x, alpha=3)", {-2, -4}, {2}, kInt64},
      {{x, y}, "torch.rsub(x, y, alpha=2)", {8, 16}},
      {{x}, "torch.rsub(x, 3, 2)", {1, -1}},
      {{x}, "torch.rsub(x, 3)", {2, 1}},
      {{i}, "torch.rsub(x, 2, alpha=3)", {-1, -4}, {2}, kInt64},
      {{i, y}, "torch.sub(x, y, alpha=2)", {-19, -38}, {2}, DataType::Float(32)},
      {{x, y}, "torch.addcmul(x, y, y, value=0.5)", {51, 202}},
      {{x, y}, "torch.addcdiv(x, y, x, value=2)", {21, 22}},
      {{i}, "torch.addcmul(x, x, x, value=3)", {4, 14}, {2}, kInt64},
      {{x, y}, "torch.lerp(x, y, 0.25)", {3.25, 6.5}},
      {{TorchBools({2}, {1, 0}), TorchBools({2}, {1, 1})},
       "torch.add(x, y)",
       {1, 1},
       {2},
       DataType::Bool()},
      {{TorchBools({2}, {1, 0}), TorchBools({2}, {1, 1})},
       "torch.mul(x, y)",
       {1, 0},
       {2},
       DataType::Bool()},
      {{TorchBools({2}, {1, 0})}, "torch.add(x, 1)", {2, 1}, {2}, kInt64},
      {{TorchBools({2}, {1, 0})}, "torch.mul(x, 1.5)", {1.5, 0}, {2}, DataType::Float(32)},
  });
  CheckTorchNamed({x}, "torch.add(1, x, alpha=x)", "'alpha'");
  CheckTorchNamed({x, y}, "torch.add(x, y, alpha=torch.sum(x))", "'alpha'");
  CheckTorchNamed({x, y}, "torch.sub(x, y, alpha=torch.sum(x))", "'alpha'");
  CheckTorchNamed({i}, "torch.add(x, x, alpha=0.5)", "'alpha'");
  CheckTorchNamed({x, y}, "torch.add(x, y, beta=2)", "'beta'");
  CheckTorchNamed({x, y}, "torch.mul(x, y, out=x)", "'out'");
}

TEST_CASE("TorchScript values: products of matrices", "[frontend]") {
  NDArray a = FloatsOf({2, 2}, {1, 2, 3, 4}), b = FloatsOf({2, 2}, {1, 0, 1, 1});
  NDArray nan = FloatsOf({2, 2}, std::vector<float>(4, NAN)), ones = FloatsOf({2, 2}, {1, 1, 1, 1});
  // a b = [[3, 2], [7, 4]]
  NDArray batch = FloatsOf({2, 1, 2}, {1, 2, 3, 4}), other = FloatsOf({2, 2, 1}, {1, 1, 2, 2});
  CheckTorchRows({
      {{ones, a, b}, "torch.addmm(x, y, z)", {4, 3, 8, 5}},
      {{ones, a, b}, "torch.addmm(x, y, z, beta=2, alpha=0.5)", {3.5, 3, 5.5, 4}},
      {{ones, a, b}, "torch.addmm(x, y, z, alpha=3)", {10, 7, 22, 13}},
      {{nan, a, b}, "torch.addmm(x, y, z, beta=0)", {3, 2, 7, 4}},
      {{Vector({1, 2}), a, b}, "torch.addmm(x, y, z, beta=3)", {6, 8, 10, 10}},
      {{FloatsOf({1}, {1}), batch, other},
       "torch.baddbmm(x, y, z, beta=2, alpha=10)",
       {32, 142},
       {2, 1, 1}},
      {{FloatsOf({2, 1, 1}, {NAN, NAN}), batch, other},
       "torch.baddbmm(x, y, z, beta=0)",
       {3, 14},
       {2, 1, 1}},
      {{FloatsOf({1, 1}, {1}), batch, other}, "torch.addbmm(x, y, z, alpha=2)", {35}, {1, 1}},
      {{Vector({1, 1}), a, Vector({1, 2})}, "torch.addmv(x, y, z, beta=2, alpha=3)", {17, 35}},
      {{Vector({NAN, NAN}), a, Vector({1, 2})}, "torch.addmv(x, y, z, beta=0)", {5, 11}},
      {{ones, Vector({1, 2}), Vector({3, 4})},
       "torch.addr(x, y, z, beta=2, alpha=10)",
       {32, 42, 62, 82}},
      {{Vector({1, 2}), Vector({3, 4})}, "torch.matmul(x, y)", {11}, {}},
      {{Vector({1, 2}), a}, "torch.matmul(x, y)", {7, 10}, {2}},
      {{Vector({1, 2}), other}, "torch.matmul(x, y)", {3, 6}, {2, 1}},
      {{batch, Vector({1, 2})}, "torch.matmul(x, y)", {5, 11}, {2, 1}},
      {{TorchCounting({2, 1, 1, 2}), TorchCounting({3, 2, 1})},
       "torch.matmul(x, y)",
       {1, 3, 5, 3, 13, 23},
       {2, 3, 1, 1}},
      {{TorchCounting({1, 1, 2}), TorchCounting({3, 2, 1})},
       "torch.matmul(x, y)",
       {1, 3, 5},
       {3, 1, 1}},
      {{a, Vector({1, 2})}, "torch.mv(x, y)", {5, 11}, {2}},
  });
  CheckTorchNamed({ones, a, b}, "torch.addmm(x, y, z, beta=torch.sum(x))", "'beta'");
}

TEST_CASE("TorchScript values: bits and bools", "[frontend]") {
  NDArray i = TorchLongs({2}, {6, int64_t{1} << 40}), j = TorchLongs({2}, {3, int64_t{1} << 40});
  NDArray p = TorchBools({2}, {1, 0}), q = TorchBools({2}, {1, 1});
  double big = std::ldexp(1.0, 40);
  CheckTorchRows({
      {{i, j}, "x & y", {2, big}, {2}, kInt64},
      {{i, j}, "x | y", {7, big}, {2}, kInt64},
      {{i, j}, "x ^ y", {5, 0}, {2}, kInt64},
      {{i}, "~x", {-7, -big - 1}, {2}, kInt64},
      {{i, j}, "torch.__and__(x, y)", {2, big}, {2}, kInt64},
      {{i, j}, "torch.__or__(x, y)", {7, big}, {2}, kInt64},
      {{i}, "torch.__and__(x, 4)", {4, 0}, {2}, kInt64},
      {{i, j}, "torch.bitwise_and(x, y)", {2, big}, {2}, kInt64},
      {{i, j}, "torch.bitwise_or(x, y)", {7, big}, {2}, kInt64},
      {{i, j}, "torch.bitwise_xor(x, y)", {5, 0}, {2}, kInt64},
      {{i}, "torch.bitwise_not(x)", {-7, -big - 1}, {2}, kInt64},
      {{p, q}, "x & y", {1, 0}, {2}, DataType::Bool()},
      {{p, q}, "x | y", {1, 1}, {2}, DataType::Bool()},
      {{p, q}, "x ^ y", {0, 1}, {2}, DataType::Bool()},
      {{p}, "~x", {0, 1}, {2}, DataType::Bool()},
      {{p, i}, "torch.bitwise_and(x, y)", {0, 0}, {2}, kInt64},
      {{i}, "torch.to(x, 11)", {1, 1}, {2}, DataType::Bool()},
      {{Vector({0.5F, 0})}, "torch.to(x, 11, False, False, None)", {1, 0}, {2}, DataType::Bool()},
      {{Vector({2.7F, -2.7F})}, "torch.to(x, 4)", {2, -2}, {2}, kInt64},
      {{Vector({2.7F, 1})}, "torch.to(x, 1)", {2, 1}, {2}, DataType::Int(8)},
      {{Vector({2.7F, 1})}, "torch.to(x, 0)", {2, 1}, {2}, DataType::UInt(8)},
      {{Vector({2.7F, 1}), i}, "torch.to(x, y)", {2, 1}, {2}, kInt64},
      {{Vector({2.7F, 1})}, "torch.to(x, dtype=2)", {2, 1}, {2}, DataType::Int(16)},
      {{Vector({0.5F, 0}), q}, "torch.logical_and(x, y)", {1, 0}, {2}, DataType::Bool()},
      {{Vector({0.5F, 0}), p}, "torch.logical_or(x, y)", {1, 0}, {2}, DataType::Bool()},
  });
}

TEST_CASE("TorchScript values: functions of elements", "[frontend]") {
  NDArray i = TorchLongs({2}, {1, 4}), x = Vector({-1.5F, 0.5F, 1.5F, 2.5F});
  CheckTorchRows({
      {{x}, "torch.round(x)", {-2, 0, 2, 2}},
      {{Vector({1.25F, -12.5F})}, "torch.round(x, decimals=1)", {1.2, -12.5}},
      {{Vector({125, -75})}, "torch.round(x, decimals=-1)", {120, -80}},
      {{i}, "torch.round(x)", {1, 4}, {2}, kInt64},
      {{i}, "torch.floor(x)", {1, 4}, {2}, kInt64},
      {{i}, "torch.sqrt(x)", {1, 2}, {2}, DataType::Float(32)},
      {{i}, "torch.exp(x)", {std::exp(1.0), std::exp(4.0)}, {2}, DataType::Float(32)},
      {{Vector({kInf, -1, 1, 0})}, "torch.log1p(x)", {kInf, -kInf, std::log(2.0), 0}},
      {{Vector({1e-8F})}, "torch.mul(torch.log1p(x), 1e8)", {1}},
      {{i}, "torch.log2(x)", {0, 2}, {2}, DataType::Float(32)},
      {{i}, "torch.isfinite(x)", {1, 1}, {2}, DataType::Bool()},
      {{TorchBools({2}, {1, 0})}, "torch.cos(x)", {std::cos(1.0), 1}, {2}, DataType::Float(32)},
      {{Vector({-2, 0, 3, NAN})}, "torch.sign(x)", {-1, 0, 1, 0}},
      {{x}, "torch.clamp(x, 0, 1)", {0, .5, 1, 1}},
      {{x}, "torch.clamp(x, 2, 1)", {1, 1, 1, 1}},
      {{Vector({kInf, -kInf})}, "torch.clamp(x, 0)", {kInf, 0}},
      {{Vector({kInf, -kInf})}, "torch.clamp_max(x, 1)", {1, -kInf}},
      {{x}, "torch.clamp(x, max=1)", {-1.5, .5, 1, 1}},
      {{Vector({1, 2}), Vector({2, 0}), Vector({3, 1})}, "torch.clamp(x, y, z)", {2, 1}},
      {{Vector({1, 2}), Vector({2, 3}), Vector({1, 1})}, "torch.clamp(x, y, z)", {1, 1}},
      {{Vector({1, 2}), Vector({2, 0})}, "torch.clamp(x, y)", {2, 2}},
      {{Vector({1, 2}), Vector({2, 0})}, "torch.clamp(x, None, y)", {1, 0}},
      {{Vector({1, 2}), Vector({2, 0})}, "torch.clamp_min(x, y)", {2, 2}},
      {{i}, "torch.clamp(x, 1.5)", {1.5, 4}, {2}, DataType::Float(32)},
      {{i}, "torch.clamp(x, 2)", {2, 4}, {2}, kInt64},
      {{TorchBools({2}, {1, 0}), i}, "torch.where(x, y, 1.5)", {1, 1.5}, {2}, DataType::Float(32)},
      {{TorchBools({2}, {1, 0})}, "torch.where(x, 1, 0)", {1, 0}, {2}, kInt64},
      {{ArrayOf<uint8_t>({2}, DataType::UInt(8), {2, 0}), i}, "torch.where(x, y, 7)", {1, 7}},
      {{i, TorchBools({2}, {1, 0})}, "torch.masked_fill(x, y, 2.7)", {2, 4}, {2}, kInt64},
      {{i}, "torch.pow(x, 2)", {1, 16}, {2}, kInt64},
      {{i}, "torch.pow(2, x)", {2, 16}, {2}, kInt64},
      {{i}, "torch.pow(x, 0.5)", {1, 2}, {2}, DataType::Float(32)},
      {{i}, "torch.add(x, torch.tensor([0.5, 1.5]))", {1.5, 5.5}, {2}, DataType::Float(32)},
      {{i}, "torch.add(x, torch.tensor([1, 2], dtype=6))", {2, 6}, {2}, DataType::Float(32)},
      {{ArrayOf<float>({}, DataType::Float(32), {0.5F}),
        ArrayOf<uint16_t>({1}, DataType::Float(16), {0x3C00})},
       "torch.add(x, y)",
       {1.5},
       {1},
       DataType::Float(16)},
      {{ArrayOf<int64_t>({}, kInt64, {2}), ArrayOf<int32_t>({1}, DataType::Int(32), {3})},
       "torch.mul(x, y)",
       {6},
       {1},
       DataType::Int(32)},
  });
  CheckTorchNamed({x}, "torch.clamp(x, min=0, other=1)", "'other'");
}

}  // namespace
}  // namespace passcope::frontend
