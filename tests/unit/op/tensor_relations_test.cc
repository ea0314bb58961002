// Type relations of elementwise operators, reductions, and operators that create, reshape and index
// tensors.
#include <catch2/catch.hpp>

#include "op/attrs_tensor.h"
#include "relation_fixture.h"

namespace passcope::testing {
namespace {

const DataType kInt32 = DataType::Int(32);

TEST_CASE("elementwise operators") {
  Type data = Tensor({2, kAny});
  CHECK(Infer("exp", {data}) == "Tensor[(2, ?), float32]");
  CHECK(Infer("exp", {IncompleteType()}) == "pending");
  CHECK(Infer("exp", {TupleType({data})}) ==
        "exp takes a tensor as argument 0, not (Tensor[(2, ?), float32],)");
  CHECK(Infer("isnan", {data}) == "Tensor[(2, ?), bool]");
  CHECK(Infer("clip", {data}, {{"a_min", 0.0}, {"a_max", 6.0}}) == "Tensor[(2, ?), float32]");
  CHECK(Infer("shape_of", {data}, {{"dtype", "int32"}}) == "Tensor[(2), int32]");
  CHECK(Infer("shape_of", {Tensor({})}, {{"dtype", "int64"}}) == "Tensor[(0), int64]");
  CHECK(Infer("ndarray_size", {data}, {{"dtype", "int32"}}) == "int32");
}

TEST_CASE("binary operators broadcast") {
  CHECK(Infer("add", {Tensor({2, 1, 4}), Tensor({3, 1})}) == "Tensor[(2, 3, 4), float32]");
  CHECK(Infer("less", {Tensor({kAny, 4}), Tensor({1})}) == "Tensor[(?, 4), bool]");
  CHECK(Infer("add", {Tensor({2}), IncompleteType()}) == "pending");
  CHECK(Infer("add", {Tensor({2, 3}), Tensor({2})}) ==
        "add: the shapes (2, 3) and (2) cannot be broadcast");
  CHECK(Infer("multiply", {Tensor({2}), Tensor({2}, kInt32)}) ==
        "multiply: the data types must be equal, not float32 and int32");
  CHECK(FailKind("equal", {Tensor({2}), Tensor({2}, kInt32)}) == DiagKind::kDtypeMismatch);
  CHECK(FailKind("add", {TupleType({}), Tensor({})}) == DiagKind::kTypeMismatch);
}

TEST_CASE("reductions") {
  Type data = Tensor({2, kAny, 4});
  CHECK(Infer("sum", {data}) == "float32");
  CHECK(Infer("sum", {data}, {{"axis", Ints({1})}}) == "Tensor[(2, 4), float32]");
  CHECK(Infer("mean", {data}, {{"axis", Ints({-1, 0})}, {"keepdims", true}}) ==
        "Tensor[(1, ?, 1), float32]");
  CHECK(Infer("max", {data}, {{"axis", Ints({1})}, {"exclude", true}}) == "Tensor[(?), float32]");
  CHECK(Infer("argmax", {data}, {{"axis", Ints({2})}}) == "Tensor[(2, ?), int32]");
  CHECK(Infer("sum", {Tensor({})}) == "float32");
  CHECK(FailKind("argmin", {Tensor({})}) == DiagKind::kBadRank);
  CHECK(FailKind("sum", {data}, {{"axis", Ints({3})}}) == DiagKind::kBadAttribute);
  CHECK(FailKind("sum", {data}, {{"axis", Ints({1, -2})}}) == DiagKind::kBadAttribute);
  CHECK(Infer("variance", {Tensor({2, 3}), Tensor({2, 1})}, {{"axis", Ints({1})}}) ==
        "Tensor[(2), float32]");
  CHECK(FailKind("variance", {Tensor({2, 3}), Tensor({2})}) == DiagKind::kBadRank);
}

TEST_CASE("casts and new axes") {
  CHECK(Infer("cast", {Tensor({2, kAny})}, {{"dtype", "int8"}}) == "Tensor[(2, ?), int8]");
  CHECK(Infer("cast_like", {Tensor({2}), Tensor({}, kInt32)}) == "Tensor[(2), int32]");
  CHECK(Infer("expand_dims", {Tensor({2, 3})}, {{"axis", 1}, {"num_newaxis", 2}}) ==
        "Tensor[(2, 1, 1, 3), float32]");
  CHECK(Infer("expand_dims", {Tensor({2, 3})}, {{"axis", -1}}) == "Tensor[(2, 3, 1), float32]");
  CHECK(Infer("expand_dims", {Tensor({2})}, {{"axis", 0}, {"num_newaxis", 0}}) ==
        "Tensor[(2), float32]");
  CHECK(FailKind("expand_dims", {Tensor({2, 3})}, {{"axis", 3}}) == DiagKind::kBadAttribute);
  CHECK(FailKind("expand_dims", {Tensor({2})}, {{"axis", 0}, {"num_newaxis", -1}}) ==
        DiagKind::kBadAttribute);
  CHECK(FailKind("expand_dims", {Tensor({2})}, {{"num_newaxis", int64_t{1} << 40}}) ==
        DiagKind::kBadAttribute);
}

TEST_CASE("concatenate and stack") {
  auto tuple = [](std::vector<Type> fields) { return TupleType(std::move(fields)); };
  CHECK(Infer("concatenate", {tuple({Tensor({2, 3}), Tensor({4, 3})})}) ==
        "Tensor[(6, 3), float32]");
  CHECK(Infer("concatenate", {tuple({Tensor({2, 3}), Tensor({2, 5})})}, {{"axis", -1}}) ==
        "Tensor[(2, 8), float32]");
  CHECK(Infer("concatenate", {tuple({Tensor({kAny, 3}), Tensor({kAny, kAny})})}) ==
        "Tensor[(?, 3), float32]");
  CHECK(Infer("concatenate", {tuple({Tensor({1, 3}), Tensor({1, kAny})})}) ==
        "Tensor[(2, ?), float32]");
  CHECK(Infer("concatenate", {tuple({Tensor({1, 3}), IncompleteType()})}) == "pending");
  CHECK(Infer("concatenate", {IncompleteType()}) == "pending");
  CHECK(
      Infer("concatenate", {tuple({Tensor({2, 5}), Tensor({2, 3})})}) ==
      "concatenate: the tensors differ in axis 1: tensor 0 has the shape (2, 5), but tensor 1 has "
      "(2, 3)");
  CHECK(FailKind("concatenate", {tuple({Tensor({2}), Tensor({2, 3})})}) == DiagKind::kBadRank);
  CHECK(FailKind("concatenate", {tuple({Tensor({2}), Tensor({2}, kInt32)})}) ==
        DiagKind::kDtypeMismatch);
  CHECK(FailKind("concatenate", {tuple({})}) == DiagKind::kTypeMismatch);
  CHECK(FailKind("concatenate", {Tensor({2})}) == DiagKind::kTypeMismatch);
  CHECK(FailKind("concatenate", {tuple({Tensor({2}), Tensor({2})})}, {{"axis", 1}}) ==
        DiagKind::kBadAttribute);
  CHECK(Infer("stack", {tuple({Tensor({2, 3}), Tensor({2, 3})})}, {{"axis", -1}}) ==
        "Tensor[(2, 3, 2), float32]");
  CHECK(FailKind("stack", {tuple({Tensor({2, 3}), Tensor({2, 4})})}) == DiagKind::kShapeMismatch);
  CHECK(FailKind("stack", {tuple({Tensor({2})})}, {{"axis", 2}}) == DiagKind::kBadAttribute);
  // As in TVM, the axis is not compared.
  CHECK(Infer("stack", {tuple({Tensor({2, 3}), Tensor({2, 4})})}, {{"axis", 1}}) ==
        "Tensor[(2, 2, 3), float32]");
}

TEST_CASE("transpose") {
  Type data = Tensor({2, kAny, 4});
  CHECK(Infer("transpose", {data}) == "Tensor[(4, ?, 2), float32]");
  CHECK(Infer("transpose", {data}, {{"axes", Ints({0, -1, 1})}}) == "Tensor[(2, 4, ?), float32]");
  CHECK(FailKind("transpose", {data}, {{"axes", Ints({0, 1})}}) == DiagKind::kBadAttribute);
  CHECK(FailKind("transpose", {data}, {{"axes", Ints({0, 1, 1})}}) == DiagKind::kBadAttribute);
  CHECK(FailKind("transpose", {data}, {{"axes", Ints({0, 1, 3})}}) == DiagKind::kBadAttribute);
}

std::string Reshape(Type data, std::vector<int64_t> newshape, const char* op = "reshape") {
  return Infer(op, {std::move(data)}, {{"newshape", Ints(std::move(newshape))}});
}

TEST_CASE("reshape knows all codes") {
  Type data = Tensor({2, 3, 4});
  CHECK(Reshape(data, {4, 6}) == "Tensor[(4, 6), float32]");
  CHECK(Reshape(data, {4, 0, 2}) == "Tensor[(4, 3, 2), float32]");
  CHECK(Reshape(data, {6, -1}) == "Tensor[(6, 4), float32]");
  CHECK(Reshape(data, {-1, 0}) == "Tensor[(8, 3), float32]");
  CHECK(Reshape(data, {-2}) == "Tensor[(2, 3, 4), float32]");
  CHECK(Reshape(data, {2, -2}) == "Tensor[(2, 3, 4), float32]");
  CHECK(Reshape(data, {-2, 1, 1}) == "Tensor[(2, 3, 4, 1, 1), float32]");
  CHECK(Reshape(data, {-3, 4}) == "Tensor[(6, 4), float32]");
  CHECK(Reshape(data, {0, -3}) == "Tensor[(2, 12), float32]");
  CHECK(Reshape(data, {-4, 1, 2, -2}) == "Tensor[(1, 2, 3, 4), float32]");
  CHECK(Reshape(data, {2, -4, -1, 3, -2}) == "Tensor[(2, 1, 3, 4), float32]");
  // The inferred size follows a split one.
  CHECK(Reshape(data, {-4, 1, 2, -1}) == "Tensor[(1, 2, 12), float32]");
  CHECK(Reshape(data, {}) == "reshape: the shape (2, 3, 4) has 24 elements, but () has 1");
  CHECK(Reshape(Tensor({1}), {}) == "float32");
  CHECK(Reshape(Tensor({}), {1, 1}) == "Tensor[(1, 1), float32]");
}

TEST_CASE("reshape with unknown sizes") {
  CHECK(Reshape(Tensor({kAny, 3}), {-1}) == "Tensor[(?), float32]");
  CHECK(Reshape(Tensor({kAny, 3}), {0, -1}) == "Tensor[(?, 3), float32]");
  CHECK(Reshape(Tensor({kAny, 3}), {-3}) == "Tensor[(?), float32]");
  CHECK(Reshape(Tensor({kAny, 3}), {5, 3}) == "Tensor[(5, 3), float32]");
  CHECK(Reshape(Tensor({int64_t{1} << 62, 8}), {-1}) == "Tensor[(?), float32]");
}

TEST_CASE("reshape rejects codes that cannot be") {
  Type data = Tensor({2, 3, 4});
  for (std::vector<int64_t> newshape : {std::vector<int64_t>{-1, -1},
                                        {-5},
                                        {0, 0, 0, 0},
                                        {2, 3, -3},
                                        {-4, 2},
                                        {-4, -1, -1, -2},
                                        {-4, 0, 2, -2},
                                        {24, 0, 0, -4, 1, 1}}) {
    INFO(newshape.size());
    CHECK(FailKind("reshape", {data}, {{"newshape", Ints(newshape)}}) == DiagKind::kBadAttribute);
  }
  CHECK(FailKind("reshape", {data}, {{"newshape", Ints({7})}}) == DiagKind::kShapeMismatch);
  CHECK(FailKind("reshape", {data}, {{"newshape", Ints({5, -1})}}) == DiagKind::kShapeMismatch);
  CHECK(FailKind("reshape", {data}, {{"newshape", Ints({0, 0, 0})}, {"allowzero", true}}) ==
        DiagKind::kShapeMismatch);
  CHECK(Infer("reshape", {Tensor({0, 3})}, {{"newshape", Ints({3, 0})}, {"allowzero", true}}) ==
        "Tensor[(3, 0), float32]");
}

TEST_CASE("reverse_reshape and reshape_like") {
  CHECK(Reshape(Tensor({2, 3, 4}), {-3, 0}, "contrib_reverse_reshape") ==
        "Tensor[(6, 4), float32]");
  CHECK(Reshape(Tensor({7, 3, 5}), {-1, 0}, "contrib_reverse_reshape") ==
        "Tensor[(21, 5), float32]");
  CHECK(Infer("reshape_like", {Tensor({6, 4}), Tensor({2, 12}, kInt32)}) ==
        "Tensor[(2, 12), float32]");
  CHECK(Infer("reshape_like", {Tensor({1, 2, 3, 4}), Tensor({1, 6, 5})},
              {{"lhs_begin", 1}, {"lhs_end", 3}, {"rhs_begin", 1}, {"rhs_end", 2}}) ==
        "Tensor[(1, 6, 4), float32]");
  CHECK(FailKind("reshape_like", {Tensor({6, 4}), Tensor({5})}) == DiagKind::kShapeMismatch);
  CHECK(FailKind("reshape_like", {Tensor({6, 4}), Tensor({24})}, {{"lhs_begin", 3}}) ==
        DiagKind::kBadAttribute);
}

TEST_CASE("squeeze") {
  CHECK(Infer("squeeze", {Tensor({1, 3, 1})}) == "Tensor[(3), float32]");
  CHECK(Infer("squeeze", {Tensor({1, 3, 1})}, {{"axis", Ints({-1})}}) == "Tensor[(1, 3), float32]");
  CHECK(Infer("squeeze", {Tensor({kAny, 3})}, {{"axis", Ints({0})}}) == "Tensor[(3), float32]");
  CHECK(Infer("squeeze", {Tensor({1, 4, 1})}, {{"axis", Ints({1})}}) ==
        "squeeze: axis 1 of the shape (1, 4, 1) is 4, but only an axis of size 1 can be removed");
  CHECK(Infer("squeeze", {Tensor({1, 4, 1})}, {{"axis", Ints({0, -3})}}) ==
        "Tensor[(4, 1), float32]");
  CHECK(FailKind("squeeze", {Tensor({kAny, 3})}) == DiagKind::kMissingAttribute);
  CHECK(FailKind("squeeze", {Tensor({1})}, {{"axis", Ints({1})}}) == DiagKind::kBadAttribute);
}

TEST_CASE("tensors of one value") {
  CHECK(Infer("zeros", {}, {{"shape", Ints({2, 3})}, {"dtype", "int8"}}) == "Tensor[(2, 3), int8]");
  CHECK(FailKind("ones", {}, {{"dtype", "int8"}}) == DiagKind::kBadAttribute);
  CHECK(FailKind("ones", {}, {{"shape", Ints({-1})}, {"dtype", "int8"}}) ==
        DiagKind::kBadAttribute);
  CHECK(FailKind("zeros", {}, {{"shape", Ints({2})}}) == DiagKind::kMissingAttribute);
  CHECK(Infer("full", {Tensor({})}, {{"shape", Ints({4})}}) == "Tensor[(4), float32]");
  CHECK(Infer("full", {Tensor({})}, {{"shape", Ints({})}, {"dtype", "int32"}}) == "int32");
  CHECK(FailKind("full", {Tensor({1})}, {{"shape", Ints({4})}}) == DiagKind::kBadRank);
  CHECK(Infer("full_like", {Tensor({2, kAny}), Tensor({})}) == "Tensor[(2, ?), float32]");
  CHECK(FailKind("full_like", {Tensor({2}), Tensor({2})}) == DiagKind::kBadRank);
}

TEST_CASE("arange") {
  auto constant = [](double value) {
    return AttrValue(AttrValue::Object(ConstantScalar(value, DataType::Float(32)).get()));
  };
  Type scalar = Tensor({});
  CHECK(Infer("arange", {scalar, scalar, scalar},
              {{"start", constant(1)},
               {"stop", constant(8)},
               {"step", constant(2)},
               {"dtype", "float32"}}) == "Tensor[(4), float32]");
  CHECK(Infer("arange", {scalar, scalar, scalar}, {{"dtype", "float32"}}) ==
        "Tensor[(?), float32]");
  // From 1 down to 8 there is nothing.
  CHECK(Infer("arange", {scalar, scalar, scalar},
              {{"start", constant(1)},
               {"stop", constant(8)},
               {"step", constant(-1)},
               {"dtype", "float32"}}) == "Tensor[(0), float32]");
  for (double step : {0.0, 1e-30}) {
    CHECK(FailKind("arange", {scalar, scalar, scalar},
                   {{"start", constant(1)},
                    {"stop", constant(8)},
                    {"step", constant(step)},
                    {"dtype", "float32"}}) == DiagKind::kBadAttribute);
  }
  CHECK(FailKind("arange", {scalar, scalar, Tensor({1})}, {{"dtype", "float32"}}) ==
        DiagKind::kBadRank);
}

TEST_CASE("repeating, reversing, broadcasting") {
  CHECK(Infer("repeat", {Tensor({2, kAny})}, {{"repeats", 3}, {"axis", 0}}) ==
        "Tensor[(6, ?), float32]");
  CHECK(FailKind("repeat", {Tensor({2})}, {{"repeats", 0}, {"axis", 0}}) ==
        DiagKind::kBadAttribute);
  CHECK(FailKind("repeat", {Tensor({2})}, {{"repeats", 1}, {"axis", 1}}) ==
        DiagKind::kBadAttribute);
  CHECK(Infer("tile", {Tensor({2, 3})}, {{"reps", Ints({2})}}) == "Tensor[(2, 6), float32]");
  CHECK(Infer("tile", {Tensor({kAny, 3})}, {{"reps", Ints({4, 2, 1})}}) ==
        "Tensor[(4, ?, 3), float32]");
  CHECK(Infer("tile", {Tensor({2})}, {{"reps", Ints({0})}}) == "Tensor[(0), float32]");
  CHECK(FailKind("tile", {Tensor({2})}, {{"reps", Ints({-1})}}) == DiagKind::kBadAttribute);
  CHECK(Infer("reverse", {Tensor({2, 3})}, {{"axis", -2}}) == "Tensor[(2, 3), float32]");
  CHECK(FailKind("reverse", {Tensor({2, 3})}, {{"axis", 2}}) == DiagKind::kBadAttribute);
  CHECK(Infer("broadcast_to", {Tensor({3, 1})}, {{"shape", Ints({2, 3, 4})}}) ==
        "Tensor[(2, 3, 4), float32]");
  CHECK(FailKind("broadcast_to", {Tensor({3, 2})}, {{"shape", Ints({3, 4})}}) ==
        DiagKind::kShapeMismatch);
  CHECK(FailKind("broadcast_to", {Tensor({3})}, {{"shape", Ints({1})}}) ==
        DiagKind::kShapeMismatch);
  CHECK(Infer("broadcast_to_like", {Tensor({1}), Tensor({4})}) == "Tensor[(4), float32]");
  CHECK(Infer("collapse_sum_like", {Tensor({3, 4}), Tensor({4})}) == "Tensor[(4), float32]");
  CHECK(FailKind("collapse_sum_like", {Tensor({4}), Tensor({3, 4})}) == DiagKind::kShapeMismatch);
  CHECK(FailKind("collapse_sum_like", {Tensor({4}), Tensor({4}, kInt32)}) ==
        DiagKind::kDtypeMismatch);
  CHECK(Infer("collapse_sum_to", {Tensor({3, 4}), Tensor({1}, kInt32)}, {{"shape", Ints({4})}}) ==
        "Tensor[(4), float32]");
  CHECK(Infer("collapse_sum_to", {Tensor({3, 4}), Tensor({2}, kInt32)}) ==
        "Tensor[(?, ?), float32]");
  CHECK(FailKind("collapse_sum_to", {Tensor({3, 4}), Tensor({}, kInt32)}) == DiagKind::kBadRank);
}

TEST_CASE("operator: layout_transform") {
  CHECK(Infer("layout_transform", {Tensor({1, 32, 28, 28})},
              {{"src_layout", "NCHW"}, {"dst_layout", "NCHW4c"}}) ==
        "Tensor[(1, 8, 28, 28, 4), float32]");
  CHECK(FailKind("layout_transform", {Tensor({1, 32, 28, 28})},
                 {{"src_layout", "NCHW"}, {"dst_layout", "NCW"}}) == DiagKind::kBadLayout);
  CHECK(FailKind("layout_transform", {Tensor({1, 32})},
                 {{"src_layout", "NCHW"}, {"dst_layout", "NHWC"}}) == DiagKind::kBadRank);
}

TEST_CASE("split") {
  CHECK(Infer("split", {Tensor({2, 6})}, {{"indices_or_sections", 3}, {"axis", 1}}) ==
        "(Tensor[(2, 2), float32], Tensor[(2, 2), float32], Tensor[(2, 2), float32])");
  CHECK(Infer("split", {Tensor({2, 6})}, {{"indices_or_sections", Ints({1, 4})}, {"axis", -1}}) ==
        "(Tensor[(2, 1), float32], Tensor[(2, 3), float32], Tensor[(2, 2), float32])");
  CHECK(Infer("split", {Tensor({kAny})}, {{"indices_or_sections", Ints({2})}}) ==
        "(Tensor[(2), float32], Tensor[(?), float32])");
  CHECK(FailKind("split", {Tensor({7})}, {{"indices_or_sections", 2}}) == DiagKind::kBadAttribute);
  CHECK(FailKind("split", {Tensor({kAny})}, {{"indices_or_sections", int64_t{1} << 40}}) ==
        DiagKind::kBadAttribute);
  CHECK(FailKind("split", {Tensor({7})}, {{"indices_or_sections", 0}}) == DiagKind::kBadAttribute);
  CHECK(FailKind("split", {Tensor({7})}, {{"indices_or_sections", Ints({4, 2})}}) ==
        DiagKind::kBadAttribute);
  CHECK(FailKind("split", {Tensor({7})}, {{"indices_or_sections", Ints({7})}}) ==
        DiagKind::kBadAttribute);
  CHECK(FailKind("split", {Tensor({7})}) == DiagKind::kBadAttribute);
}

std::string Slice(Type data, std::vector<int64_t> begin, std::vector<int64_t> end,
                  std::vector<int64_t> strides, AttrValue axes = {}, const char* mode = "end") {
  return Infer("strided_slice", {std::move(data)},
               {{"begin", Ints(std::move(begin))},
                {"end", Ints(std::move(end))},
                {"strides", Ints(std::move(strides))},
                {"axes", axes},
                {"slice_mode", mode}});
}

TEST_CASE("strided_slice") {
  Type data = Tensor({3, 4, kAny});
  CHECK(Slice(data, {1}, {3}, {1}) == "Tensor[(2, 4, ?), float32]");
  CHECK(Slice(Tensor({3, 4}), {0, 0}, {-1, 3}, {1, 1}) == "Tensor[(2, 3), float32]");
  CHECK(Slice(Tensor({10}), {0}, {100}, {3}) == "Tensor[(4), float32]");
  CHECK(Slice(Tensor({10}), {-1}, {-100}, {-1}) == "Tensor[(10), float32]");
  CHECK(Slice(Tensor({10}), {8}, {1}, {-3}) == "Tensor[(3), float32]");
  CHECK(Slice(Tensor({10}), {4}, {4}, {1}) == "Tensor[(0), float32]");
  CHECK(Slice(Tensor({3, 4}), {1}, {2}, {1}, Ints({1})) == "Tensor[(3, 1), float32]");
  CHECK(Slice(Tensor({3, 4}), {1, 0}, {-1, 2}, {9}, {}, "size") == "Tensor[(2, 2), float32]");
  CHECK(Slice(Tensor({0}), {0}, {1}, {-1}) == "Tensor[(0), float32]");
  // A range that ends before it begins is empty, as in Python.
  CHECK(Slice(Tensor({10}), {8}, {3}, {1}) == "Tensor[(0), float32]");
  CHECK(Slice(Tensor({10}), {3}, {8}, {-1}) == "Tensor[(0), float32]");
  CHECK(Slice(Tensor({10}), {20}, {-30}, {2}) == "Tensor[(0), float32]");
  auto kind = [&](std::vector<int64_t> begin, std::vector<int64_t> end,
                  std::vector<int64_t> strides, AttrValue axes, const char* mode) {
    return FailKind("strided_slice", {Tensor({10})},
                    {{"begin", Ints(begin)},
                     {"end", Ints(end)},
                     {"strides", Ints(strides)},
                     {"axes", axes},
                     {"slice_mode", mode}});
  };
  CHECK(kind({0}, {1}, {0}, {}, "end") == DiagKind::kBadAttribute);
  CHECK(kind({0}, {1}, {INT64_MIN}, {}, "end") == DiagKind::kBadAttribute);
  CHECK(kind({0}, {1}, {1}, Ints({1}), "end") == DiagKind::kBadAttribute);
  CHECK(kind({0, 0}, {1, 1}, {1, 1}, Ints({0}), "end") == DiagKind::kBadAttribute);
  CHECK(kind({0}, {1}, {1}, {}, "middle") == DiagKind::kBadAttribute);
  CHECK(FailKind("strided_slice", {data}) == DiagKind::kMissingAttribute);
  CHECK(Slice(Tensor({10}), {INT64_MIN}, {INT64_MAX}, {INT64_MAX}) == "Tensor[(1), float32]");
  CHECK(Slice(Tensor({10}), {INT64_MAX}, {INT64_MAX}, {1}, {}, "size") == "Tensor[(0), float32]");
}

TEST_CASE("picking elements") {
  Type indices = Tensor({5, 6}, kInt32);
  CHECK(Infer("take", {Tensor({2, 3, 4}), indices}, {{"axis", 1}}) ==
        "Tensor[(2, 5, 6, 4), float32]");
  CHECK(Infer("take", {Tensor({2, 3}), indices}) == "Tensor[(5, 6), float32]");
  CHECK(Infer("take", {Tensor({5, 3, 4}), indices}, {{"axis", 1}, {"batch_dims", 1}}) ==
        "Tensor[(5, 6, 4), float32]");
  CHECK(FailKind("take", {Tensor({2}), Tensor({2})}) == DiagKind::kBadDtype);
  CHECK(FailKind("take", {Tensor({2}), indices}, {{"axis", 1}}) == DiagKind::kBadAttribute);
  CHECK(FailKind("take", {Tensor({2}), indices}, {{"axis", 0}, {"batch_dims", 1}}) ==
        DiagKind::kBadAttribute);
  CHECK(Infer("gather", {Tensor({5, 9}), indices}, {{"axis", 1}}) == "Tensor[(5, 6), float32]");
  CHECK(FailKind("gather", {Tensor({4, 9}), indices}, {{"axis", 1}}) == DiagKind::kShapeMismatch);
  CHECK(FailKind("gather", {Tensor({4, 9}), indices}) == DiagKind::kMissingAttribute);
  CHECK(Infer("gather_nd", {Tensor({2, 3, 4}), Tensor({2, 7}, kInt32)}) ==
        "Tensor[(7, 4), float32]");
  CHECK(Infer("gather_nd", {Tensor({5, 3, 4}), Tensor({1, 5}, kInt32)}, {{"batch_dims", 1}}) ==
        "Tensor[(5, 4), float32]");
  CHECK(FailKind("gather_nd", {Tensor({2}), Tensor({2, 7}, kInt32)}) == DiagKind::kShapeMismatch);
  CHECK(FailKind("gather_nd", {Tensor({2}), Tensor({kAny, 7}, kInt32)}) == DiagKind::kBadRank);
  CHECK(Infer("where", {Tensor({2, 1}, DataType::Bool()), Tensor({3}), Tensor({})}) ==
        "Tensor[(2, 3), float32]");
  CHECK(FailKind("where", {Tensor({2}), Tensor({3}), Tensor({})}) == DiagKind::kShapeMismatch);
  CHECK(FailKind("where", {Tensor({2}), Tensor({2}), Tensor({}, kInt32)}) ==
        DiagKind::kDtypeMismatch);
  CHECK(Infer("slice_like", {Tensor({4, 5, 6}), Tensor({2, 3})}) == "Tensor[(2, 3, 6), float32]");
  CHECK(Infer("slice_like", {Tensor({4, 5}), Tensor({2, 3})}, {{"axes", Ints({-1})}}) ==
        "Tensor[(4, 3), float32]");
  CHECK(FailKind("slice_like", {Tensor({4}), Tensor({5})}) == DiagKind::kShapeMismatch);
  CHECK(FailKind("slice_like", {Tensor({4, 4}), Tensor({5})}, {{"axes", Ints({1})}}) ==
        DiagKind::kShapeMismatch);
  CHECK(Infer("one_hot", {Tensor({3}, kInt32), Tensor({}), Tensor({})},
              {{"depth", 10}, {"dtype", "float32"}}) == "Tensor[(3, 10), float32]");
  CHECK(Infer("one_hot", {Tensor({3}, kInt32), Tensor({}), Tensor({})},
              {{"depth", 10}, {"axis", 0}, {"dtype", "int8"}}) == "Tensor[(10, 3), int8]");
  CHECK(FailKind("one_hot", {Tensor({3}, kInt32), Tensor({}), Tensor({})}, {{"depth", 0}}) ==
        DiagKind::kBadAttribute);
}

TEST_CASE("ordering and scanning") {
  Type data = Tensor({2, 9});
  CHECK(Infer("topk", {data}, {{"k", 3}, {"dtype", "int32"}}) ==
        "(Tensor[(2, 3), float32], Tensor[(2, 3), int32])");
  CHECK(Infer("topk", {data}, {{"k", 0}, {"ret_type", "values"}}) == "Tensor[(2, 9), float32]");
  CHECK(FailKind("topk", {data}, {{"k", 3}, {"ret_type", "all"}}) == DiagKind::kBadAttribute);
  // As in TVM, there may be fewer elements.
  CHECK(Infer("topk", {data}, {{"k", 10}, {"ret_type", "values"}}) == "Tensor[(2, 10), float32]");
  CHECK(Infer("argsort", {data}, {{"dtype", "int32"}}) == "Tensor[(2, 9), int32]");
  CHECK(Infer("cumsum", {data}, {{"axis", 1}}) == "Tensor[(2, 9), float32]");
  CHECK(Infer("cumprod", {data}, {{"dtype", "int32"}}) == "Tensor[(18), int32]");
  CHECK(FailKind("cumsum", {data}, {{"axis", 2}}) == DiagKind::kBadAttribute);
  CHECK(Infer("argwhere", {data}) == "Tensor[(?, 2), int32]");
  CHECK(Infer("unravel_index", {Tensor({7}, kInt32), Tensor({3}, kInt32)}) ==
        "Tensor[(3, 7), int32]");
  CHECK(Infer("sliding_window", {Tensor({2, 8})},
              {{"axis", 1}, {"window_shape", Ints({3})}, {"strides", Ints({2})}}) ==
        "Tensor[(2, 3, 3), float32]");
  CHECK(FailKind("sliding_window", {Tensor({2, 8})},
                 {{"axis", 0}, {"window_shape", Ints({3})}, {"strides", Ints({2})}}) ==
        DiagKind::kBadAttribute);
}

TEST_CASE("putting elements in") {
  Type data = Tensor({4, 5});
  CHECK(Infer("scatter_add", {data, Tensor({2, 5}, kInt32), Tensor({2, 5})}) == TypeText(data));
  CHECK(FailKind("scatter", {data, Tensor({2, 5}), Tensor({2, 5})}) == DiagKind::kBadDtype);
  CHECK(FailKind("scatter", {data, Tensor({2, 5}, kInt32), Tensor({2, 4})}) ==
        DiagKind::kShapeMismatch);
  CHECK(FailKind("scatter_add", {data, Tensor({5}, kInt32), Tensor({5})}) ==
        DiagKind::kShapeMismatch);
  CHECK(Infer("scatter_nd", {data, Tensor({1, 3}, kInt32), Tensor({3, 5})}, {{"mode", "add"}}) ==
        TypeText(data));
  CHECK(FailKind("scatter_nd", {data, Tensor({3, 3}, kInt32), Tensor({3, 5})}) ==
        DiagKind::kShapeMismatch);
  CHECK(Infer("reverse_sequence", {data, Tensor({4}, kInt32)}) == TypeText(data));
  CHECK(FailKind("reverse_sequence", {data, Tensor({5}, kInt32)}) == DiagKind::kShapeMismatch);
  CHECK(FailKind("reverse_sequence", {data, Tensor({4}, DataType::UInt(32))}) ==
        DiagKind::kBadDtype);
  CHECK(Infer("sequence_mask", {data, Tensor({5}, kInt32)}) == TypeText(data));
  CHECK(Infer("matrix_set_diag", {data, Tensor({4})}) == TypeText(data));
  CHECK(FailKind("matrix_set_diag", {data, Tensor({4})}, {{"k1", 1}, {"k2", 0}}) ==
        DiagKind::kBadAttribute);
  CHECK(FailKind("matrix_set_diag", {Tensor({4}), Tensor({4})}) == DiagKind::kBadRank);
  CHECK(FailKind("matrix_set_diag", {data, Tensor({})}) == DiagKind::kBadRank);
  CHECK(FailKind("sequence_mask", {data, Tensor({4}, kInt32)}) == DiagKind::kShapeMismatch);
}

TEST_CASE("meshgrid and annotations") {
  CHECK(Infer("meshgrid", {TupleType({Tensor({2}), Tensor({3}), Tensor({})})},
              {{"indexing", "xy"}}) ==
        "(Tensor[(3, 2, 1), float32], Tensor[(3, 2, 1), float32], Tensor[(3, 2, 1), float32])");
  CHECK(FailKind("meshgrid", {TupleType({Tensor({2, 2})})}) == DiagKind::kShapeMismatch);
  CHECK(Infer("annotation.stop_fusion", {TupleType({})}) == "()");
  CHECK(Infer("annotation.compiler_end", {Tensor({2})}, {{"compiler", "x"}}) ==
        "Tensor[(2), float32]");
  CHECK(Infer("annotation.checkpoint", {IncompleteType()}) == "pending");
}

TEST_CASE("attributes are read by what they share") {
  Attrs conv = AttrsOf("nn.conv3d");
  REQUIRE(AsConvAttrs(conv));
  CHECK(AsConvAttrs(conv)->strides == std::vector<int64_t>{1, 1, 1});
  CHECK(AsConvAttrs(AttrsOf("nn.conv3d_transpose")) == nullptr);
  CHECK(AsConvAttrs(nullptr) == nullptr);
  CHECK(AsConvTransposeAttrs(AttrsOf("nn.conv1d_transpose"))->data_layout == "NCW");
  CHECK(AsPoolAttrs(AttrsOf("nn.avg_pool1d"))->layout == "NCW");
  CHECK(AsAdaptivePoolAttrs(AttrsOf("nn.adaptive_max_pool2d"))->layout == "NCHW");
  CHECK(AsReduceAttrs(AttrsOf("variance"))->axis == std::nullopt);
  CHECK(AsResizeAttrs(AttrsOf("image.resize3d"))->method == "linear");
  PadPairs pairs = {{1, 2}, {3, 4}};
  CHECK(ToPadPairs(FromPadPairs(pairs)) == pairs);
  CHECK_FALSE(ToPadPairs(Ints({1})));
  CHECK_FALSE(ToPadPairs(AttrValue(AttrArray{Ints({1, 2, 3})})));
}

}  // namespace
}  // namespace passcope::testing
