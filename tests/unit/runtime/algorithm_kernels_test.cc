// Kernels of algorithms, random numbers and losses against small examples and plain loops.
#include "kernel_fixture.h"
#include "op/attrs_algorithm.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "op/attrs_vision.h"

namespace passcope {
namespace {

const DataType kFloat = DataType::Float(32);

std::vector<int64_t> IntsOf(const NDArray& array) {
  std::vector<int64_t> values;
  for (size_t i = 0; i < array->size(); ++i) values.push_back(array->ToInt(i));
  return values;
}
using List = std::vector<int64_t>;

NDArray RunEinsum(const std::string& equation, std::vector<NDArray> args) {
  return RunTensor("einsum", std::move(args),
                   With<EinsumAttrs>([&](EinsumAttrs& a) { a.equation = equation; }), true);
}

TEST_CASE("einsum sums products over the labels that the result has not") {
  SplitMix64 random(1);
  NDArray a = RandomArray(random, {2, 3}), b = RandomArray(random, {3, 4});
  auto product = [&](const std::vector<int64_t>& at) {
    double sum = 0;
    for (int64_t k = 0; k < 3; ++k) sum += At(a, {at[0], k}) * At(b, {k, at[1]});
    return sum;
  };
  CheckArray(RunEinsum("ij,jk->ik", {a, b}), {2, 4}, kFloat, product);
  CheckArray(RunEinsum("ij, jk", {a, b}), {2, 4}, kFloat, product);
  CheckArray(RunEinsum("ij,jk->ki", {a, b}), {4, 2}, kFloat, [&](const std::vector<int64_t>& at) {
    return product({at[1], at[0]});
  });
  CheckArray(RunEinsum("ij->", {a}), {}, kFloat, [&](const auto&) {
    double sum = 0;
    for (size_t i = 0; i < 6; ++i) sum += a->ToDouble(i);
    return sum;
  });
  NDArray square = RandomArray(random, {3, 3});
  CheckArray(RunEinsum("ii->i", {square}), {3}, kFloat, [&](const std::vector<int64_t>& at) {
    return At(square, {at[0], at[0]});
  });
  CheckArray(RunEinsum("ii", {square}), {}, kFloat, [&](const auto&) {
    return At(square, {0, 0}) + At(square, {1, 1}) + At(square, {2, 2});
  });
}

TEST_CASE("einsum broadcasts ellipses") {
  SplitMix64 random(2);
  NDArray a = RandomArray(random, {5, 1, 2, 3}), b = RandomArray(random, {4, 3, 2});
  CheckArray(RunEinsum("...ij,...jk->...ik", {a, b}), {5, 4, 2, 2}, kFloat,
             [&](const std::vector<int64_t>& at) {
               double sum = 0;
               for (int64_t k = 0; k < 3; ++k) {
                 sum += At(a, {at[0], 0, at[2], k}) * At(b, {at[1], k, at[3]});
               }
               return sum;
             });
  CheckArray(RunEinsum("b...->b", {b}), {4}, kFloat, [&](const std::vector<int64_t>& at) {
    double sum = 0;
    for (int64_t i = 0; i < 6; ++i) sum += At(b, {at[0], i / 2, i % 2});
    return sum;
  });
  NDArray x = Ints({2}, {3, 4}), y = Ints({3}, {1, 2, 3});
  CHECK(IntsOf(RunEinsum("i,j->ij", {x, y})) == List{3, 6, 9, 4, 8, 12});
}

TEST_CASE("adv_index picks by broadcast indices") {
  NDArray data = Ints({3, 4, 2}, {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                  12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23});
  NDArray rows = Ints({2, 1}, {0, 2}), columns = Ints({3}, {1, -1, 0});
  NDArray result = RunTensor("adv_index", {data, rows, columns}, nullptr, true);
  CHECK(result->shape == List{2, 3, 2});
  CHECK(IntsOf(result) == List{2, 3, 6, 7, 0, 1, 18, 19, 22, 23, 16, 17});
  CHECK(IntsOf(RunTensor("adv_index", {data, Ints({1}, {1})}, nullptr, true)) ==
        List{8, 9, 10, 11, 12, 13, 14, 15});
  CHECK(Throws(DiagKind::kEvaluation, [&] {
    RunTensor("adv_index", {data, Ints({1}, {3})}, nullptr, true);
  }));
}

TEST_CASE("invert_permutation undoes a permutation") {
  CHECK(IntsOf(RunTensor("invert_permutation", {Ints({5}, {3, 4, 0, 2, 1})})) ==
        List{2, 4, 3, 0, 1});
}

TEST_CASE("unique finds each element once") {
  NDArray data = Ints({8}, {4, 5, 1, 2, 3, 3, 4, 5});
  auto run = [&](bool sorted) {
    Value value = RunOp("unique", {data}, With<UniqueAttrs>([&](UniqueAttrs& a) {
                          a.sorted = sorted;
                          a.return_counts = true;
                        }));
    std::vector<List> fields;
    for (const Value& field : value.fields()) fields.push_back(IntsOf(field.tensor()));
    return fields;
  };
  CHECK(run(true) == std::vector<List>{{1, 2, 3, 4, 5, 0, 0, 0},
                                       {2, 3, 4, 0, 1, 8, 8, 8},
                                       {3, 4, 0, 1, 2, 2, 3, 4},
                                       {5},
                                       {1, 1, 2, 2, 2, 0, 0, 0}});
  CHECK(run(false) == std::vector<List>{{4, 5, 1, 2, 3, 0, 0, 0},
                                        {0, 1, 2, 3, 4, 8, 8, 8},
                                        {0, 1, 2, 3, 4, 4, 0, 1},
                                        {5},
                                        {2, 2, 1, 1, 2, 0, 0, 0}});
}

TEST_CASE("searchsorted finds where values belong") {
  NDArray sequence = Reals({2, 4}, {1, 3, 5, 7, 2, 4, 6, 8});
  NDArray values = Reals({2, 3}, {3, 6, 9, 1, 4, 7});
  auto run = [&](NDArray in, NDArray of, bool right) {
    return IntsOf(RunTensor("searchsorted", {std::move(in), std::move(of)},
                            With<SearchSortedAttrs>([&](SearchSortedAttrs& a) {
                              a.right = right;
                              a.dtype = DataType::Int(64);
                            })));
  };
  CHECK(run(sequence, values, false) == List{1, 3, 4, 0, 1, 3});
  CHECK(run(sequence, values, true) == List{2, 3, 4, 0, 2, 3});
  CHECK(run(Reals({3}, {1, 3, 5}), values, false) == List{1, 3, 3, 0, 2, 3});
}

TEST_CASE("stft transforms overlapping windows") {
  NDArray data = Reals({1, 6}, {1, 2, 3, 4, 5, 6}), window = Reals({3}, {4, 3, 2});
  NDArray result =
      RunTensor("stft", {data, window},
                With<StftAttrs>([](StftAttrs& a) { a.n_fft = a.hop_length = a.win_length = 3; }));
  const double expected[] = {16, 0, 43, 0, -2, 0.0, 0, 0};
  REQUIRE(result->shape == List{1, 2, 2, 2});
  // The sums of 4, 6, 6 and of 16, 15, 12.
  CHECK(result->ToDouble(0) == Approx(expected[0]));
  CHECK(result->ToDouble(2) == Approx(expected[2]));
  CHECK(result->ToDouble(1) == Approx(0).margin(1e-6));
  // 4 + 6 w + 6 w², where w is the third root of one.
  CHECK(result->ToDouble(4) == Approx(expected[4]));
  CHECK(result->ToDouble(5) == Approx(0).margin(1e-6));
  CHECK(result->ToDouble(6) == Approx(16 - 13.5));
  CHECK(result->ToDouble(7) == Approx(-1.5 * std::sqrt(3.0)));
}

TEST_CASE("stft puts a short window into the middle of its frame") {
  NDArray result = RunTensor("stft", {Reals({4}, {5, 1, 2, 7}), Reals({2}, {1, 1})},
                             With<StftAttrs>([](StftAttrs& a) {
                               a.n_fft = a.hop_length = 4;
                               a.win_length = 2;
                             }));
  REQUIRE(result->shape == List{3, 1, 2});
  // The transform of 0, 1, 2, 0: 3, -2 - i, 1.
  const double expected[] = {3, 0, -2, -1, 1, 0};
  for (size_t i = 0; i < 6; ++i) CHECK(result->ToDouble(i) == Approx(expected[i]).margin(1e-6));
}

TEST_CASE("sparse_fill_empty_rows puts a value into each empty row") {
  const DataType kInt64 = DataType::Int(64);
  Value value = RunOp("sparse_fill_empty_rows",
                      {Ints({3, 2}, {1, 1, 1, 3, 4, 0}, kInt64), Ints({3}, {5, 6, 7}, kInt64),
                       Ints({2}, {6, 4}, kInt64), Ints({1}, {10}, kInt64)});
  CHECK(IntsOf(value.fields()[0].tensor()) == List{0, 0, 1, 1, 1, 3, 2, 0, 3, 0, 4, 0, 5, 0});
  CHECK(IntsOf(value.fields()[1].tensor()) == List{10, 5, 6, 10, 10, 7, 10});
  CHECK(IntsOf(value.fields()[2].tensor()) == List{1, 0, 1, 1, 0, 1});
  value = RunOp("sparse_fill_empty_rows", {Ints({1, 1}, {1}, kInt64), Reals({1}, {.5}),
                                           Ints({1}, {3}, kInt64), Reals({1}, {-.25})});
  NDArray reals = value.fields()[1].tensor();
  CHECK(reals->dtype == DataType::Float(32));
  CHECK(std::vector<float>(reals->as<float>(), reals->as<float>() + 3) ==
        std::vector<float>{-.25f, .5f, -.25f});
}

NDArray Key(int64_t seed) {
  NDArray key = Ints({10}, {seed, 0, 0, 0, 0, 0, 0, 0, 0, 0}, DataType::UInt(64));
  key->mutable_as<uint64_t>()[8] = uint64_t{1} << 63;
  return key;
}
std::vector<uint64_t> Words(const NDArray& array) {
  return std::vector<uint64_t>(array->as<uint64_t>(), array->as<uint64_t>() + array->size());
}
Value GenerateBits(const NDArray& key, std::vector<int64_t> shape) {
  return RunOp("random.threefry_generate", {key},
               With<ThreefryGenerateAttrs>(
                   [&](ThreefryGenerateAttrs& a) { a.out_shape = std::move(shape); }));
}

TEST_CASE("threefry_generate counts and gives other numbers for other keys") {
  Value first = GenerateBits(Key(0), {2, 3});
  NDArray next = first.fields()[0].tensor();
  std::vector<uint64_t> bits = Words(first.fields()[1].tensor());
  // Two blocks of four words were used.
  CHECK(next->as<uint64_t>()[7] == 8);
  CHECK(Words(GenerateBits(Key(0), {2, 3}).fields()[1].tensor()) == bits);
  CHECK(Words(GenerateBits(next, {6}).fields()[1].tensor()) != bits);
  CHECK(Words(GenerateBits(Key(1), {6}).fields()[1].tensor()) != bits);
  // The first block does not depend on the number of blocks.
  std::vector<uint64_t> more = Words(GenerateBits(Key(0), {9}).fields()[1].tensor());
  CHECK(std::vector<uint64_t>(more.begin(), more.begin() + 4) ==
        std::vector<uint64_t>(bits.begin(), bits.begin() + 4));
}

TEST_CASE("threefry_generate takes a step in the path when the counter is used up") {
  NDArray key = Key(3);
  key->mutable_as<uint64_t>()[7] = ~uint64_t{0} - 3;
  std::vector<uint64_t> next = Words(GenerateBits(key, {4}).fields()[0].tensor());
  CHECK(next[4] == uint64_t{1} << 63);
  CHECK(next[8] == uint64_t{1} << 62);
  CHECK(next[7] == 4);
  // If the counter is used up, it makes another key.
  key->mutable_as<uint64_t>()[8] = 0;
  next = Words(GenerateBits(key, {4}).fields()[0].tensor());
  CHECK(next[0] != 3);
  CHECK(next[4] == 0);
  CHECK(next[8] == uint64_t{1} << 63);
}

TEST_CASE("threefry_split makes two keys of one") {
  NDArray key = Key(0);
  std::vector<std::vector<uint64_t>> seen;
  for (int i = 0; i < 200; ++i) {
    Value value = RunOp("random.threefry_split", {key});
    key = value.fields()[0].tensor();
    std::vector<uint64_t> left = Words(key), right = Words(value.fields()[1].tensor());
    CHECK(left != right);
    for (const auto& other : seen) CHECK((other != left && other != right));
    seen.push_back(left);
    seen.push_back(right);
  }
}

template <class A>
NDArray Draw(const char* op, double a, double b, DataType dtype) {
  Value value =
      RunOp(op, {Key(5), Reals({}, {a}, dtype), Reals({}, {b}, dtype)}, With<A>([&](A& attrs) {
              attrs.out_shape = {100, 101};
              attrs.out_dtype = dtype;
            }));
  CHECK(value.fields()[0].tensor()->shape == List{10});
  return value.fields()[1].tensor();
}

TEST_CASE("random numbers have their distributions") {
  for (DataType dtype : {kFloat, DataType::Float(64)}) {
    NDArray uniform = Draw<UniformAttrs>("random.uniform", -1, 3, dtype);
    NDArray normal = Draw<NormalAttrs>("random.normal", 2, 0.5, dtype);
    double sum = 0, normal_sum = 0, squares = 0;
    for (size_t i = 0; i < uniform->size(); ++i) {
      double x = uniform->ToDouble(i), y = normal->ToDouble(i);
      if (x < -1 || x >= 3) FAIL("out of range");
      sum += x;
      normal_sum += y;
      squares += (y - 2) * (y - 2);
    }
    auto count = static_cast<double>(uniform->size());
    CHECK(sum / count == Approx(1).margin(0.05));
    CHECK(normal_sum / count == Approx(2).margin(0.02));
    CHECK(std::sqrt(squares / count) == Approx(0.5).margin(0.02));
  }
  Value value = RunOp("random.multinomial", {Key(7), Reals({2, 3}, {1, -1, 3, 0, 1, 0})},
                      With<MultinomialAttrs>([](MultinomialAttrs& a) { a.num_samples = 4000; }));
  NDArray samples = value.fields()[1].tensor();
  REQUIRE(samples->shape == List{2, 4000});
  int64_t counts[2][3] = {};
  for (size_t i = 0; i < 8000; ++i) ++counts[i / 4000][samples->ToInt(i)];
  CHECK(counts[0][1] == 0);
  CHECK(static_cast<double>(counts[0][0]) == Approx(1000).margin(100));
  CHECK(counts[1][1] == 4000);
}

TEST_CASE("cross entropy") {
  NDArray x = Reals({2, 2}, {0.5, 0.25, 1, 0.125}), y = Reals({2, 2}, {1, 2, 3, 4});
  double sum = 1 * std::log(0.5) + 2 * std::log(0.25) + 4 * std::log(0.125);
  CHECK(RunTensor("nn.cross_entropy", {x, y})->ToDouble(0) == Approx(-sum / 2));
  CHECK(RunTensor("nn.cross_entropy_with_logits", {x, y})->ToDouble(0) ==
        Approx(-(0.5 + 0.5 + 3 + 0.5) / 2));
}

TEST_CASE("nll_loss weighs classes and leaves targets out") {
  NDArray x = Reals({2, 3, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  NDArray targets = Ints({2, 2}, {0, 2, 1, 1}), weights = Reals({3}, {1, 2, 3});
  auto run = [&](const char* reduction) {
    return RunTensor("nn.nll_loss", {x, targets, weights}, With<NLLLossAttrs>([&](NLLLossAttrs& a) {
                       a.reduction = reduction;
                       a.ignore_index = 2;
                     }));
  };
  CheckArray(run("none"), {2, 2}, kFloat, [](const std::vector<int64_t>& at) {
    const double expected[] = {-1, 0, -18, -20};
    return expected[at[0] * 2 + at[1]];
  });
  CHECK(run("sum")->ToDouble(0) == Approx(-39));
  CHECK(run("mean")->ToDouble(0) == Approx(-39.0 / 5));
}

TEST_CASE("bitpack makes integers of bits") {
  NDArray data = Ints({1, 8, 2}, {1, 0, 2, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 3});
  NDArray packed = RunTensor("nn.bitpack", {data}, With<BitPackAttrs>([](BitPackAttrs& a) {
                               a.bits = 2;
                               a.pack_axis = 1;
                               a.bit_axis = 1;
                               a.pack_type = DataType::UInt(8);
                             }));
  CHECK(packed->shape == List{1, 2, 1, 2});
  CHECK(IntsOf(packed) == List{0b10100001, 0b00000011, 0b01100000, 0b00000001});
}

TEST_CASE("scatter_nd combines updates with what is there") {
  NDArray data = Ints({4}, {1, 2, 3, 4}), at = Ints({1, 3}, {1, 1, 3}), by = Ints({3}, {5, 7, 2});
  auto run = [&](const char* mode) {
    return IntsOf(RunTensor("scatter_nd", {data, at, by},
                            With<ScatterNDAttrs>([&](ScatterNDAttrs& a) { a.mode = mode; })));
  };
  CHECK(run("update") == List{1, 7, 3, 2});
  CHECK(run("add") == List{1, 14, 3, 6});
  CHECK(run("mul") == List{1, 70, 3, 8});
  CHECK(run("min") == List{1, 2, 3, 2});
  CHECK(run("max") == List{1, 7, 3, 4});
}

TEST_CASE("take picks at a scalar index") {
  NDArray data = Ints({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(IntsOf(RunTensor("take", {data, Ints({}, {1})},
                         With<TakeAttrs>([](TakeAttrs& a) { a.axis = 1; }))) == List{2, 5});
}

// (0 2 0 0, 0 0 0 3, 4 0 0 0, 0 0 5 6) as values, columns and row starts.
std::vector<NDArray> Csr() {
  return {Reals({5}, {2, 3, 4, 5, 6}), Ints({5}, {1, 3, 0, 2, 3}), Ints({5}, {0, 1, 2, 3, 5})};
}

TEST_CASE("sparse matrices are multiplied, added and transposed") {
  std::vector<NDArray> sparse = Csr();
  NDArray dense = Reals({2, 4}, {1, 2, 3, 4, 5, 6, 7, 8});
  auto product = [&](const std::vector<NDArray>& matrix, bool left) {
    return RunTensor("nn.sparse_dense", {dense, matrix[0], matrix[1], matrix[2]},
                     With<SparseDenseAttrs>([&](SparseDenseAttrs& a) { a.sparse_lhs = left; }));
  };
  CHECK(IntsOf(product(sparse, false)) == List{4, 12, 4, 39, 12, 24, 20, 83});
  NDArray left = product(sparse, true);
  CHECK(left->shape == List{4, 2});
  CHECK(IntsOf(left) == List{4, 12, 12, 24, 4, 20, 39, 83});
  // The same in two of four blocks; the others are 0.
  std::vector<NDArray> blocks = {Reals({2, 2, 2}, {0, 2, 0, 0, 0, 0, 5, 6}), Ints({2}, {0, 1}),
                                 Ints({3}, {0, 1, 2})};
  CHECK(IntsOf(product(blocks, false)) == List{4, 0, 0, 39, 12, 0, 0, 83});

  NDArray ones = Reals({4, 4}, std::vector<double>(16, 1));
  CHECK(IntsOf(RunTensor("nn.sparse_add", {ones, sparse[0], sparse[1], sparse[2]})) ==
        List{1, 3, 1, 1, 1, 1, 1, 4, 5, 1, 1, 1, 1, 1, 6, 7});
  Value transposed = RunOp("nn.sparse_transpose", sparse,
                           With<SparseTransposeAttrs>([](SparseTransposeAttrs&) {}));
  CHECK(IntsOf(transposed.fields()[0].tensor()) == List{4, 2, 5, 3, 6});
  CHECK(IntsOf(transposed.fields()[1].tensor()) == List{2, 0, 3, 1, 3});
  CHECK(IntsOf(transposed.fields()[2].tensor()) == List{0, 1, 2, 3, 5});
  sparse[1] = Ints({5}, {1, 4, 0, 2, 3});
  CHECK(Throws(DiagKind::kEvaluation, [&] { product(sparse, false); }));
}

TEST_CASE("fifo_buffer drops what is oldest") {
  NDArray buffer = Ints({2, 3}, {1, 2, 3, 4, 5, 6}), data = Ints({2, 1}, {7, 8});
  CHECK(IntsOf(RunTensor("nn.fifo_buffer", {data, buffer}, With<FIFOBufferAttrs>([](auto& a) {
                           a.axis = 1;
                         }))) == List{2, 3, 7, 5, 6, 8});
  // As many new elements as there are places replace all.
  CHECK(IntsOf(RunTensor("nn.fifo_buffer", {buffer, Ints({2, 3}, {0, 0, 0, 0, 0, 0})},
                         With<FIFOBufferAttrs>([](auto& a) { a.axis = 1; }))) ==
        List{1, 2, 3, 4, 5, 6});
}

}  // namespace
}  // namespace passcope
