// Type relations of algorithms and random numbers.
#include <catch2/catch.hpp>

#include "op/attrs_algorithm.h"
#include "relation_fixture.h"

namespace passcope::testing {
namespace {

const DataType kI32 = DataType::Int(32);
const DataType kU64 = DataType::UInt(64);

TEST_CASE("einsum's shapes") {
  auto infer = [](const char* equation, std::vector<Type> types) {
    return Infer("einsum", {TupleType(std::move(types))}, {{"equation", equation}});
  };
  CHECK(infer("ij,jk->ik", {Tensor({2, 3}), Tensor({3, 4})}) == "Tensor[(2, 4), float32]");
  CHECK(infer("...ij,jk", {Tensor({5, 2, 3}), Tensor({3, 4})}) == "Tensor[(5, 2, 4), float32]");
  CHECK(infer("ij->", {Tensor({2, 3})}) == "float32");
  CHECK(infer("i,i->i", {Tensor({1}), Tensor({3})}) == "Tensor[(3), float32]");
  auto kind = [](const char* equation, std::vector<Type> types) {
    return FailKind("einsum", {TupleType(std::move(types))}, {{"equation", equation}});
  };
  CHECK(kind("ij,jk->ik", {Tensor({2, 3}), Tensor({4, 4})}) == DiagKind::kShapeMismatch);
  CHECK(kind("ij->i", {Tensor({2, 3}), Tensor({3})}) == DiagKind::kShapeMismatch);
  CHECK(kind("ij->i", {Tensor({2})}) == DiagKind::kShapeMismatch);
  CHECK(kind("i,i", {Tensor({2}), Tensor({2}, kI32)}) == DiagKind::kDtypeMismatch);
  for (const char* equation : {"i->j", "i->ii", "i-i", "i..->i", "i->i->i", "1->", "......->"}) {
    INFO(equation);
    CHECK(kind(equation, {Tensor({2})}) == DiagKind::kBadAttribute);
  }
}

TEST_CASE("algorithms' types") {
  CHECK(Infer("adv_index", {TupleType({Tensor({5, 6, 7}), Tensor({2, 1}, kI32),
                                       Tensor({3}, kI32)})}) == "Tensor[(2, 3, 7), float32]");
  CHECK(FailKind("adv_index", {TupleType({Tensor({5}), Tensor({2})})}) == DiagKind::kBadDtype);
  CHECK(FailKind("adv_index", {TupleType({Tensor({5}), Tensor({2}, kI32), Tensor({2}, kI32)})}) ==
        DiagKind::kShapeMismatch);
  CHECK(Infer("unique", {Tensor({5})}) ==
        "(Tensor[(5), float32], Tensor[(5), int32], Tensor[(5), int32], Tensor[(1), int32])");
  CHECK(FailKind("unique", {Tensor({5, 1})}) == DiagKind::kBadRank);
  CHECK(Infer("searchsorted", {Tensor({5}), Tensor({2, 3})}) == "Tensor[(2, 3), int32]");
  CHECK(FailKind("searchsorted", {Tensor({4, 5}), Tensor({2, 3})}) == DiagKind::kShapeMismatch);
  CHECK(Infer("stft", {Tensor({2, 100}), Tensor({16})},
              {{"n_fft", 16}, {"hop_length", 4}, {"win_length", 16}}) ==
        "Tensor[(2, 9, 22, 2), float32]");
  CHECK(FailKind("stft", {Tensor({2, 100}), Tensor({16})}) == DiagKind::kBadAttribute);
  CHECK(Infer("sparse_fill_empty_rows",
              {Tensor({3, 2}, kI32), Tensor({3}, kI32), Tensor({2}, kI32), Tensor({1}, kI32)}) ==
        "(Tensor[(?, 2), int64], Tensor[(?), int64], Tensor[(?), int64])");
  CHECK(Infer("sparse_fill_empty_rows",
              {Tensor({3, 2}, kI32), Tensor({3}), Tensor({2}, kI32), Tensor({1})}) ==
        "(Tensor[(?, 2), int64], Tensor[(?), float32], Tensor[(?), int64])");
}

TEST_CASE("random numbers' types") {
  Type key = Tensor({10}, kU64);
  CHECK(Infer("random.threefry_generate", {key}, {{"out_shape", Ints({2, 3})}}) ==
        "(Tensor[(10), uint64], Tensor[(2, 3), uint64])");
  CHECK(Infer("random.threefry_split", {key}) == "(Tensor[(10), uint64], Tensor[(10), uint64])");
  CHECK(Infer("random.uniform", {key, Tensor({}), Tensor({})},
              {{"out_shape", Ints({4})}, {"out_dtype", DataType::Float(32)}}) ==
        "(Tensor[(10), uint64], Tensor[(4), float32])");
  CHECK(FailKind("random.normal", {key, Tensor({}), Tensor({})},
                 {{"out_shape", Ints({4})}, {"out_dtype", kI32}}) == DiagKind::kBadDtype);
  CHECK(Infer("random.threefry_generate", {key}, {{"out_shape", Ints({2, -1})}}) ==
        "random.threefry_generate: out_shape is [2, -1], but a size cannot be -1");
  CHECK(FailKind("random.threefry_generate", {Tensor({9}, kU64)}, {{"out_shape", Ints({2})}}) ==
        DiagKind::kTypeMismatch);
  CHECK(FailKind("random.multinomial", {key, Tensor({})}) == DiagKind::kBadAttribute);
  CHECK(Infer("random.multinomial", {key, Tensor({2, 3})}, {{"num_samples", 7}}) ==
        "(Tensor[(10), uint64], Tensor[(2, 7), int32])");
}

TEST_CASE("sparse matrices' types") {
  Type values = Tensor({5}), blocks = Tensor({2, 8, 4}), columns = Tensor({5}, kI32),
       beginnings = Tensor({5}, kI32);
  CHECK(Infer("nn.sparse_dense", {Tensor({2, 16}), values, columns, beginnings}) ==
        "Tensor[(2, 4), float32]");
  CHECK(Infer("nn.sparse_dense", {Tensor({2, 16}), blocks, columns, beginnings},
              {{"sparse_lhs", true}}) == "Tensor[(32, 2), float32]");
  CHECK(FailKind("nn.sparse_dense", {Tensor({2, 16}), Tensor({2, 2}), columns, beginnings}) ==
        DiagKind::kBadRank);
  CHECK(Infer("nn.sparse_add", {Tensor({4, 4}), values, columns, beginnings}) ==
        "Tensor[(4, 4), float32]");
  CHECK(Infer("nn.sparse_transpose", {values, columns, beginnings}) ==
        "(Tensor[(5), float32], Tensor[(5), int32], Tensor[(5), int32])");
  CHECK(Infer("nn.fifo_buffer", {Tensor({2, 1}), Tensor({2, 3})}, {{"axis", -1}}) ==
        "Tensor[(2, 3), float32]");
  CHECK(FailKind("nn.fifo_buffer", {Tensor({2, 1}), Tensor({2, 3})}) == DiagKind::kShapeMismatch);
}

}  // namespace
}  // namespace passcope::testing
