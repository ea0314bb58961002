// What imported operators of shapes, places, windows and reductions compute, against the
// definitions in PyTorch's documentation.
#include <catch2/catch.hpp>
#include <cmath>

#include "unit/frontend/torch_values.h"

namespace passcope::frontend {
namespace {

TEST_CASE("TorchScript values: reductions", "[frontend]") {
  // Squared deviations from the mean 3: 4, 1, 0, 9.
  NDArray x = FloatsOf({1, 4}, {1, 2, 3, 6}), i = TorchLongs({1, 4}, {1, 2, 3, 6});
  double unbiased = std::sqrt(14 / 3.0), biased = std::sqrt(14 / 4.0), two = std::sqrt(14 / 2.0);
  auto pair = [](const std::string& call, int which) {
    return "_0, _1 = " + call + "\nreturn _" + std::to_string(which);
  };
  CheckTorchRows({
      {{x}, "torch.std(x, 1)", {unbiased}, {1}},
      {{x}, "torch.std(x)", {unbiased}, {}},
      {{x}, "torch.std(x, True)", {unbiased}, {}},
      {{x}, "torch.std(x, False)", {biased}, {}},
      {{x}, "torch.std(x, unbiased=False)", {biased}, {}},
      {{x}, "torch.std(x, [1], False)", {biased}, {1}},
      {{x}, "torch.std(x, [1], True, True)", {unbiased}, {1, 1}},
      {{x}, "torch.std(x, dim=[-1], unbiased=False, keepdim=True)", {biased}, {1, 1}},
      {{x}, "torch.std(x, dim=1, keepdim=True)", {unbiased}, {1, 1}},
      {{x}, "torch.std(x, [0, 1])", {unbiased}, {}},
      {{x}, "torch.std(x, None, False)", {biased}, {}},
      {{x}, "torch.std(x, [1], correction=0)", {biased}, {1}},
      {{x}, "torch.std(x, [1], correction=1)", {unbiased}, {1}},
      {{x}, "torch.std(x, [1], correction=2)", {two}, {1}},
      {{x}, "torch.std(x, None, correction=2)", {two}, {}},
      {{x}, "torch.std(x, correction=0, keepdim=True)", {biased}, {1, 1}},
      {{x}, "torch.std(x, [1], correction=None)", {unbiased}, {1}},
      {{x}, "torch.var(x, 1)", {14 / 3.0}, {1}},
      {{x}, "torch.var(x, False)", {14 / 4.0}, {}},
      {{x}, "torch.var(x, [1], correction=2, keepdim=True)", {7}, {1, 1}},
      {{x}, pair("torch.var_mean(x, 1)", 0), {14 / 3.0}, {1}},
      {{x}, pair("torch.var_mean(x, 1)", 1), {3}, {1}},
      {{x}, pair("torch.var_mean(x)", 1), {3}, {}},
      {{x}, pair("torch.var_mean(x, [1], False, True)", 0), {14 / 4.0}, {1, 1}},
      {{x}, pair("torch.var_mean(x, [1], correction=0)", 0), {14 / 4.0}, {1}},
      {{x}, pair("torch.std_mean(x, 1)", 0), {unbiased}, {1}},
      {{x}, pair("torch.std_mean(x, False)", 0), {biased}, {}},
      {{x}, pair("torch.std_mean(x, [1], True, True)", 1), {3}, {1, 1}},
      {{x}, pair("torch.std_mean(x, [1], correction=2)", 0), {two}, {1}},
      {{x}, "torch.mean(x)", {3}, {}},
      {{i}, "torch.mean(x, dtype=6)", {3}, {}, DataType::Float(32)},
      {{i}, "torch.mean(x, [1], True, dtype=7)", {3}, {1, 1}, DataType::Float(64)},
      {{x}, "torch.mean(x, [], True)", {3}, {1, 1}},
      {{x}, "torch.sum(x, dtype=4)", {12}, {}, kTorchLong},
      {{x}, "torch.sum(x, [1], True, dtype=7)", {12}, {1, 1}, DataType::Float(64)},
      {{TorchBools({3}, {1, 0, 1})}, "torch.sum(x)", {2}, {}, kTorchLong},
      {{ArrayOf<uint8_t>({3}, DataType::UInt(8), {200, 100, 1})},
       "torch.sum(x)",
       {301},
       {},
       kTorchLong},
      {{ArrayOf<int32_t>({2}, DataType::Int(32), {1 << 20, 1 << 20})},
       "torch.prod(x)",
       {1099511627776.0},
       {},
       kTorchLong},
      {{x}, "torch.prod(x, 1, True)", {36}, {1, 1}},
      {{x}, "torch.prod(x, 1, dtype=7)", {36}, {1}, DataType::Float(64)},
      {{ArrayOf<int32_t>({2}, DataType::Int(32), {1, 2})},
       "torch.cumsum(x, 0)",
       {1, 3},
       {2},
       kTorchLong},
      {{TorchBools({3}, {1, 0, 1})}, "torch.cumsum(x, 0)", {1, 1, 2}, {3}, kTorchLong},
      {{x}, "torch.cumsum(x, 1, dtype=7)", {1, 3, 6, 12}, {1, 4}, DataType::Float(64)},
      {{x}, "torch.argmax(x)", {3}, {}},
      {{x}, "torch.argmax(x, 1, True)", {3}, {1, 1}},
      {{x}, "torch.argmin(x, dim=-1)", {0}, {1}},
      {{x}, pair("torch.max(x, 1)", 0), {6}, {1}},
      {{x}, pair("torch.max(x, 1)", 1), {3}, {1}, kTorchLong},
      {{x}, pair("torch.min(x, 1, True)", 1), {0}, {1, 1}, kTorchLong},
      {{x}, "torch.amax(x, [])", {6}, {}},
      {{x}, "torch.amax(x, [1], True)", {6}, {1, 1}},
      {{x}, "torch.amin(x)", {1}, {}},
      {{FloatsOf({2}, {3, -4})}, "torch.norm(x)", {5}, {}},
      {{FloatsOf({2}, {3, -4})}, "torch.norm(x, 1)", {7}},
      {{FloatsOf({2}, {3, 0})}, "torch.norm(x, 0)", {1}},
      {{FloatsOf({2}, {3, -4})}, "torch.norm(x, float(\"inf\"))", {4}},
      {{FloatsOf({2}, {3, -4})}, "torch.norm(x, float(\"-inf\"))", {3}},
      {{FloatsOf({1, 2}, {3, -4})}, "torch.norm(x, 2, [1], True)", {5}, {1, 1}},
      {{FloatsOf({1, 2}, {3, -4})}, "torch.norm(x, None, [1], False)", {5}, {1}},
      {{FloatsOf({2}, {3, -4})}, "torch.norm(x, 2, dtype=7)", {5}, {}, DataType::Float(64)},
      {{FloatsOf({1, 2}, {3, -4})},
       "torch.norm(x, 3, [1], False, dtype=7)",
       {std::cbrt(91.0)},
       {1},
       DataType::Float(64)},
      {{FloatsOf({2, 2}, {1, 2, 2, 4})}, "torch.frobenius_norm(x)", {5}, {}},
      {{FloatsOf({2, 2}, {3, 4, 6, 8})}, "torch.frobenius_norm(x, [1], True)", {5, 10}, {2, 1}},
      {{FloatsOf({1, 2}, {0, 0})}, "torch.logsumexp(x, [1])", {std::log(2.0)}, {1}},
      {{FloatsOf({1, 2}, {100, 100})},
       "torch.logsumexp(x, 1, True)",
       {100 + std::log(2.0)},
       {1, 1}},
      {{FloatsOf({2, 2}, {-INFINITY, -INFINITY, INFINITY, 0})},
       "torch.logsumexp(x, 1)",
       {-INFINITY, INFINITY},
       {2}},
      {{x}, "torch.all(x)", {1}, {}},
      {{FloatsOf({1, 2}, {0, 2})}, "torch.any(x, 1, True)", {1}, {1, 1}},
      {{FloatsOf({1, 2}, {0, 2})}, "torch.all(x, dim=1)", {0}, {1}},
  });
  CheckTorchNamed({x}, "torch.std(x, [1], other=2)", "'other'");
}

TEST_CASE("TorchScript values: sorting", "[frontend]") {
  NDArray x = FloatsOf({4}, {2, 3, 1, 2});
  auto second = [](const std::string& call) { return "_0, _1 = " + call + "\nreturn _1"; };
  auto first = [](const std::string& call) { return "_0, _1 = " + call + "\nreturn _0"; };
  CheckTorchRows({
      {{x}, first("torch.sort(x)"), {1, 2, 2, 3}},
      {{x}, second("torch.sort(x)"), {2, 0, 3, 1}},
      {{x}, first("torch.sort(x, 0, True)"), {3, 2, 2, 1}},
      {{x}, first("torch.sort(x, descending=True)"), {3, 2, 2, 1}},
      {{x}, second("torch.sort(x, stable=True, dim=0, descending=True)"), {1, 0, 3, 2}},
      {{x}, second("torch.sort(x, stable=True)"), {2, 0, 3, 1}},
      {{x}, second("torch.sort(x, stable=None, descending=False)"), {2, 0, 3, 1}},
      {{x}, "torch.argsort(x)", {2, 0, 3, 1}},
      {{x}, "torch.argsort(x, 0, True)", {1, 0, 3, 2}},
      {{x}, "torch.argsort(x, stable=True, descending=True)", {1, 0, 3, 2}},
      {{x}, "torch.argsort(x, dim=-1)", {2, 0, 3, 1}},
      {{x}, first("torch.topk(x, 2)"), {3, 2}},
      {{x}, first("torch.topk(x, 2, 0, False, True)"), {1, 2}},
      {{FloatsOf({3}, {1, 3, 5}), FloatsOf({2}, {3, 6})}, "torch.searchsorted(x, y)", {1, 3}},
      {{FloatsOf({3}, {1, 3, 5}), FloatsOf({2}, {3, 6})},
       "torch.searchsorted(x, y, right=True)",
       {2, 3}},
      {{FloatsOf({3}, {1, 3, 5}), FloatsOf({2}, {3, 6})},
       "torch.searchsorted(x, y, side=\"right\")",
       {2, 3}},
      {{FloatsOf({2}, {3, 6}), FloatsOf({3}, {1, 3, 5})},
       "torch.bucketize(x, y, right=True, out_int32=True)",
       {2, 3},
       {2},
       DataType::Int(32)},
      {{FloatsOf({2, 2}, {3, 1, 3, 2})},
       "_0, _1, _2 = torch._unique2(x, True, True, True)\nreturn _0",
       {1, 2, 3},
       {3}},
      {{FloatsOf({2, 2}, {3, 1, 3, 2})},
       "_0, _1, _2 = torch._unique2(x, True, True, True)\nreturn _1",
       {2, 0, 2, 1},
       {2, 2}},
      {{FloatsOf({2, 2}, {3, 1, 3, 2})},
       "_0, _1, _2 = torch._unique2(x, True, True, True)\nreturn _2",
       {1, 1, 2},
       {3}},
      {{TorchLongs({3}, {1, 1, 0})}, "torch.bincount(x, None, 4)", {1, 2, 0, 0}, {4}},
      {{TorchLongs({3}, {1, 1, 0})}, "torch.bincount(x, minlength=1)", {1, 2}, {2}},
  });
  CheckTorchNamed({x, x, TorchLongs({4}, {0, 1, 2, 3})}, "torch.searchsorted(x, y, sorter=z)",
                  "'sorter'");
}

TEST_CASE("TorchScript values: shapes", "[frontend]") {
  NDArray x = TorchCounting({2, 3}), v = TorchCounting({5}), one = TorchCounting({2, 1, 3});
  auto part = [](const std::string& call, size_t count, size_t which) {
    std::string names;
    for (size_t i = 0; i < count; ++i) names += "_" + std::to_string(i) + ", ";
    return names + "= " + call + "\nreturn _" + std::to_string(which);
  };
  CheckTorchRows({
      {{one}, "torch.squeeze(x, 1)", {0, 1, 2, 3, 4, 5}, {2, 3}},
      {{x}, "torch.unflatten(x, -1, [3, -1])", {0, 1, 2, 3, 4, 5}, {2, 3, 1}},
      {{one}, "torch.squeeze(x, 0)", {0, 1, 2, 3, 4, 5}, {2, 1, 3}},
      {{one}, "torch.squeeze(x, [0, 1])", {0, 1, 2, 3, 4, 5}, {2, 3}},
      {{one}, "torch.squeeze(x)", {0, 1, 2, 3, 4, 5}, {2, 3}},
      {{x}, "torch.unsqueeze(x, -1)", {0, 1, 2, 3, 4, 5}, {2, 3, 1}},
      {{x}, "torch.t(x)", {0, 3, 1, 4, 2, 5}, {3, 2}},
      {{v}, "torch.t(x)", {0, 1, 2, 3, 4}, {5}},
      {{x}, "torch.permute(x, [-1, 0])", {0, 3, 1, 4, 2, 5}, {3, 2}},
      {{one}, "torch.flatten(x, 1)", {0, 1, 2, 3, 4, 5}, {2, 3}},
      {{one}, "torch.flatten(x, 0, -2)", {0, 1, 2, 3, 4, 5}, {2, 3}},
      {{one}, "torch.expand(x, [-1, 2, -1])", {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}, {2, 2, 3}},
      {{TorchCounting({3})}, "torch.expand(x, [2, -1])", {0, 1, 2, 0, 1, 2}, {2, 3}},
      {{TorchCounting({2})}, "torch.repeat(x, [2, 2])", {0, 1, 0, 1, 0, 1, 0, 1}, {2, 4}},
      {{TorchCounting({2})}, "torch.repeat_interleave(x, 2)", {0, 0, 1, 1}, {4}},
      {{x}, "torch.repeat_interleave(x, 2, -1)", {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}, {2, 6}},
      {{x}, "torch.roll(x, [1])", {5, 0, 1, 2, 3, 4}, {2, 3}},
      {{x}, "torch.roll(x, 4, 1)", {2, 0, 1, 5, 3, 4}, {2, 3}},
      {{x}, "torch.roll(x, [-7, 1], [1, 0])", {4, 5, 3, 1, 2, 0}, {2, 3}},
      {{x}, "torch.flip(x, [0, 1])", {5, 4, 3, 2, 1, 0}, {2, 3}},
      {{x}, "torch.flip(x, [-1])", {2, 1, 0, 5, 4, 3}, {2, 3}},
      {{v}, part("torch.chunk(x, 4)", 3, 0), {0, 1}},
      {{v}, part("torch.chunk(x, 4)", 3, 2), {4}},
      {{v}, part("torch.chunk(x, 2)", 2, 0), {0, 1, 2}},
      {{v}, part("torch.split(x, 2)", 3, 2), {4}},
      {{v}, part("torch.split(x, 7)", 1, 0), {0, 1, 2, 3, 4}},
      {{v}, part("torch.split(x, [1, 4])", 2, 1), {1, 2, 3, 4}},
      {{v}, part("torch.tensor_split(x, 3)", 3, 0), {0, 1}},
      {{v}, part("torch.tensor_split(x, 3)", 3, 2), {4}},
      {{v}, part("torch.tensor_split(x, [1, -1])", 3, 1), {1, 2, 3}},
      {{v}, part("torch.tensor_split(x, [2, 9])", 3, 1), {2, 3, 4}},
      {{x}, part("torch.unbind(x, -1)", 3, 1), {1, 4}, {2}},
      {{TorchCounting({2}), TorchCounting({3})},
       part("torch.meshgrid([x, y], indexing=\"xy\")", 2, 0),
       {0, 1, 0, 1, 0, 1},
       {3, 2}},
      {{TorchCounting({2}), TorchCounting({3})},
       part("torch.meshgrid([x, y], indexing=\"ij\")", 2, 0),
       {0, 0, 0, 1, 1, 1},
       {2, 3}},
      {{TorchCounting({2}), TorchLongs({2}, {5, 6})},
       "torch.cat([x, y], -1)",
       {0, 1, 5, 6},
       {4},
       DataType::Float(32)},
      {{TorchCounting({2}), TorchCounting({2})}, "torch.stack([x, y], -1)", {0, 0, 1, 1}, {2, 2}},
      {{TorchCounting({2}), TorchCounting({2})}, "torch.stack([x, y], -2)", {0, 1, 0, 1}, {2, 2}},
      {{v}, "torch.slice(x, 0, None, None, 2)", {0, 2, 4}},
      {{v}, "torch.slice(x, 0, -2)", {3, 4}},
      {{v}, "torch.slice(x, 0, -9, 2)", {0, 1}},
      {{v}, "torch.slice(x, -1, 1, 99, 3)", {1, 4}},
      {{v}, "torch.slice(x, 0, 1, -1)", {1, 2, 3}},
      {{v}, "torch.slice(x, 0, 0, 9223372036854775807, 2)", {0, 2, 4}},
      {{v}, "torch.narrow(x, 0, -2, 2)", {3, 4}},
      {{v}, "torch.narrow(x, 0, 1, 3)", {1, 2, 3}},
      {{x}, "torch.select(x, 1, -1)", {2, 5}, {2}},
      {{x}, "torch.index_select(x, 1, torch.tensor([2, 0]))", {2, 0, 5, 3}, {2, 2}},
      {{TorchCounting({1, 1, 1, 2})},
       "torch.constant_pad_nd(x, [1, 0, 0, 0, 0, 0, 1, 0], 7)",
       {7, 7, 7, 7, 0, 1},
       {2, 1, 1, 3}},
      {{v}, "torch.constant_pad_nd(x, [-1, 1])", {1, 2, 3, 4, 0}, {5}},
      {{v}, "torch.constant_pad_nd(x, [-1, -2], 3.)", {1, 2}, {2}},
      {{TorchLongs({2}, {1, 2})},
       "torch.constant_pad_nd(x, [1, 1], 2.7)",
       {2, 1, 2, 2},
       {4},
       kTorchLong},
      {{v}, "torch.pad(x, [1, 0], \"constant\", 2.5)", {2.5, 0, 1, 2, 3, 4}, {6}},
      {{TorchCounting({1, 3})}, "torch.pad(x, [1, 2], \"reflect\")", {1, 0, 1, 2, 1, 0}, {1, 6}},
      {{TorchCounting({1, 3})},
       "torch.pad(x, [1, 1], mode=\"replicate\")",
       {0, 0, 1, 2, 2},
       {1, 5}},
      {{x}, "torch.tril(x, -1)", {0, 0, 0, 3, 0, 0}},
      {{x}, "torch.triu(x, 1)", {0, 1, 2, 0, 0, 5}},
  });
  CheckTorchNamed({x}, "torch.meshgrid([x, x], indexing=\"ji\")", "'indexing'");
  CheckTorchNamed({v}, "_0, _1, = torch.split(x, [1, 1])\nreturn _0", "must sum to 5, not 2");
  CheckTorchNamed({v}, "torch.slice(x, 0, 0, 3, -1)", "above 0, not -1");
  CheckTorchNamed({x}, "torch.expand(x, [3])", "at least 2 sizes, not 1");
  CheckTorchNamed({x}, "torch.view(x, 3)", "int");
  // Numbers at the ends of their range.
  CheckTorchNamed({v},
                  "_0, _1, = torch.split(x, [9223372036854775807, 9223372036854775807])\nreturn _0",
                  "must sum to 5");
  CheckTorchRows({
      {{v}, part("torch.chunk(x, 9223372036854775807)", 5, 4), {4}},
      {{v}, "torch.roll(x, [-9223372036854775807], [0])", {2, 3, 4, 0, 1}},
  });
}

TEST_CASE("TorchScript values: new tensors", "[frontend]") {
  NDArray i = TorchLongs({2}, {1, 2}), x = FloatsOf({2}, {1, 2});
  CheckTorchRows({
      {{i}, "torch.zeros_like(x)", {0, 0}, {2}, kTorchLong},
      {{i}, "torch.ones_like(x, dtype=6)", {1, 1}, {2}, DataType::Float(32)},
      {{i}, "torch.full_like(x, 2.5)", {2, 2}, {2}, kTorchLong},
      {{i}, "torch.full_like(x, 2.5, dtype=6)", {2.5, 2.5}, {2}, DataType::Float(32)},
      {{i}, "torch.add(x, torch.full([2], 3))", {4, 5}, {2}, kTorchLong},
      {{i}, "torch.add(x, torch.full([2], 3.))", {4, 5}, {2}, DataType::Float(32)},
      {{i}, "torch.add(x, torch.full([2], True))", {2, 3}, {2}, kTorchLong},
      {{i}, "torch.add(x, torch.full([2], 3, dtype=7))", {4, 5}, {2}, DataType::Float(64)},
      {{i}, "torch.new_zeros(x, [1])", {0}, {1}, kTorchLong},
      {{i}, "torch.new_ones(x, [1], dtype=6)", {1}, {1}, DataType::Float(32)},
      {{i}, "torch.add(x, torch.zeros([2]))", {1, 2}, {2}, DataType::Float(32)},
      {{i}, "torch.add(x, torch.empty([2], dtype=4))", {1, 2}, {2}, kTorchLong},
      {{i}, "torch.mul(torch.empty([2]), x)", {0, 0}, {2}, DataType::Float(32)},
      {{i}, "torch.add(x, torch.arange(2))", {1, 3}, {2}, kTorchLong},
      {{i}, "torch.add(x, torch.arange(2.))", {1, 3}, {2}, DataType::Float(32)},
      {{i}, "torch.add(x, torch.arange(3, 1, -1))", {4, 4}, {2}, kTorchLong},
      {{i}, "torch.add(x, torch.arange(1, 2, 0.5))", {2, 3.5}, {2}, DataType::Float(32)},
      {{i}, "torch.add(x, torch.arange(0, 2, dtype=7))", {1, 3}, {2}, DataType::Float(64)},
      {{x},
       "torch.add(torch.linspace(0, 1, 11), torch.sum(torch.zeros_like(x)))",
       {0, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1},
       {11},
       DataType::Float(32)},
      {{x}, "torch.add(x, torch.linspace(3, 3, 2))", {4, 5}},
      {{x}, "torch.add(x, torch.linspace(3, 9, 1))", {4, 5}},
      {{i}, "torch.add(x, torch.linspace(0, 5, 2, dtype=4))", {1, 7}, {2}, kTorchLong},
      {{x}, "torch.fill_(x, 2.5)", {2.5, 2.5}},
      {{i}, "torch.fill_(x, 2.5)", {2, 2}, {2}, kTorchLong},
  });
  CheckTorchNamed({x}, "torch.linspace(0, 1, -1)", "not -1");
}

TEST_CASE("TorchScript values: places", "[frontend]") {
  NDArray x = TorchCounting({2, 3}), cube = TorchCounting({2, 2, 3});
  NDArray rows = TorchLongs({2}, {1, 0}), columns = TorchLongs({2}, {2, -1});
  NDArray mask = TorchBools({2, 3}, {1, 0, 0, 0, 1, 1});
  auto index = [](const std::string& list) {
    return "_0 = annotate(List[Optional[Tensor]], [" + list + "])\nreturn torch.index(x, _0)";
  };
  auto put = [](const std::string& list, const std::string& rest) {
    return "_0 = annotate(List[Optional[Tensor]], [" + list + "])\nreturn torch.index_put(x, _0, " +
           rest + ")";
  };
  CheckTorchRows({
      {{x, rows}, index("y"), {3, 4, 5, 0, 1, 2}, {2, 3}},
      {{x, rows, columns}, index("y, z"), {5, 2}, {2}},
      {{x, columns}, index("None, y"), {2, 2, 5, 5}, {2, 2}},
      {{cube, columns}, index("None, None, y"), {2, 2, 5, 5, 8, 8, 11, 11}, {2, 2, 2}},
      {{cube, rows}, index("None, y"), {3, 4, 5, 0, 1, 2, 9, 10, 11, 6, 7, 8}, {2, 2, 3}},
      {{cube, rows, columns}, index("None, y, z"), {5, 2, 11, 8}, {2, 2}},
      // Indices with an axis between them: their axes come first.
      {{cube, rows, columns}, index("y, None, z"), {8, 11, 2, 5}, {2, 2}},
      {{x, mask}, index("y"), {0, 4, 5}, {3}},
      {{x, TorchBools({2}, {0, 1})}, index("y"), {3, 4, 5}, {1, 3}},
      {{x, TorchBools({3}, {0, 1, 1})}, index("None, y"), {1, 2, 4, 5}, {2, 2}},
      {{x, rows, columns, FloatsOf({2}, {70, 80})}, put("y, z", "w"), {0, 1, 80, 3, 4, 70}},
      {{x, rows, columns, FloatsOf({}, {9})}, put("y, z", "w"), {0, 1, 9, 3, 4, 9}},
      {{x, rows, FloatsOf({3}, {7, 8, 9})}, put("y", "z"), {7, 8, 9, 7, 8, 9}},
      {{x, TorchLongs({2}, {0, 0}), FloatsOf({3}, {1, 1, 1})},
       put("y", "z, True"),
       {2, 3, 4, 3, 4, 5}},
      {{x, mask, FloatsOf({}, {9})}, put("y", "z"), {9, 1, 2, 3, 9, 9}},
      {{x, mask, FloatsOf({}, {9})}, put("y", "z, True"), {9, 1, 2, 3, 13, 14}},
      {{x, TorchBools({2}, {0, 1}), FloatsOf({3}, {7, 8, 9})}, put("y", "z"), {0, 1, 2, 7, 8, 9}},
      {{x, TorchLongs({2, 1}, {2, 0})}, "torch.gather(x, 1, y)", {2, 3}, {2, 1}},
      {{x, TorchLongs({1, 2}, {2, 0})}, "torch.gather(x, 1, y)", {2, 0}, {1, 2}},
      {{x, TorchLongs({1, 2}, {0, 2})}, "torch.scatter(x, 1, y, 9)", {9, 1, 9, 3, 4, 5}},
      {{x, TorchLongs({1, 2}, {0, 2}), FloatsOf({2, 3}, {10, 20, 30, 40, 50, 60})},
       "torch.scatter(x, 1, y, z)",
       {10, 1, 20, 3, 4, 5}},
      {{x, TorchLongs({1, 2}, {0, 0}), FloatsOf({1, 2}, {10, 20})},
       "torch.scatter(x, 1, y, z, reduce=\"add\")",
       {30, 1, 2, 3, 4, 5}},
      {{x, TorchLongs({1, 2}, {0, 0})},
       "torch.scatter(x, 1, y, 10, reduce=\"add\")",
       {20, 1, 2, 3, 4, 5}},
      {{x, TorchLongs({1, 2}, {0, 2}), FloatsOf({2, 3}, {10, 20, 30, 40, 50, 60})},
       "torch.scatter_add(x, 1, y, z)",
       {10, 1, 22, 3, 4, 5}},
      {{x, TorchLongs({1, 2}, {0, 2}), FloatsOf({1, 2}, {10, 20})},
       "torch.scatter_reduce(x, 1, y, z, \"sum\")",
       {10, 1, 22, 3, 4, 5}},
      {{x, TorchLongs({2}, {1, -1})}, "torch.take(x, y)", {1, 5}},
      {{x, TorchBools({3}, {1, 0, 1})}, "torch.masked_select(x, y)", {0, 2, 3, 5}},
      {{x, TorchLongs({2}, {1, 0})},
       "torch.embedding(x, y, 0, True, False)",
       {3, 4, 5, 0, 1, 2},
       {2, 3}},
  });
  CheckTorchNamed({x, TorchLongs({1, 1}, {0}), FloatsOf({1, 1}, {2})},
                  "torch.scatter(x, 1, y, z, reduce=\"multiply\")", "'reduce'");
  CheckTorchNamed({x, mask, FloatsOf({3}, {7, 8, 9})}, put("y", "z"), "'values'");
  CheckTorchNamed({x, columns, FloatsOf({2}, {7, 8})}, put("None, y", "z"), "'indices'");
}

}  // namespace
}  // namespace passcope::frontend
