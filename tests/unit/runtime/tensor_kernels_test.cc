// Creating, reshaping, slicing and indexing against plain loops.
#include "kernel_fixture.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"

namespace passcope {
namespace {

using List = std::vector<int64_t>;

List ToList(const NDArray& array) {
  List values;
  for (size_t i = 0; i < array->size(); ++i) values.push_back(array->ToInt(i));
  return values;
}

TEST_CASE("reshaping shares the buffer", "[kernels]") {
  SplitMix64 random(1);
  NDArray x = RandomArray(random, {2, 1, 6});
  NDArray y = RunTensor("reshape", {x}, With<ReshapeAttrs>([](auto& a) { a.newshape = {3, -1}; }));
  CHECK(y->shape == List{3, 4});
  CHECK(y->data() == x->data());
  y = RunTensor("expand_dims", {x}, With<ExpandDimsAttrs>([](auto& a) {
                  a.axis = 1;
                  a.num_newaxis = 2;
                }));
  CHECK(y->shape == List{2, 1, 1, 1, 6});
  CHECK(y->data() == x->data());
  y = RunTensor("squeeze", {x}, With<SqueezeAttrs>([](auto&) {}));
  CHECK(y->shape == List{2, 6});
  CHECK(y->data() == x->data());
}

TEST_CASE("filling", "[kernels]") {
  for (DataType dtype : AllDataTypes()) {
    auto init = With<InitOpAttrs>([&](auto& a) {
      a.shape = List{3, 5};
      a.dtype = dtype;
    });
    CheckArray(RunTensor("zeros", {}, init), {3, 5}, dtype, [](const List&) { return 0.0; });
    CheckArray(RunTensor("ones", {}, init), {3, 5}, dtype, [](const List&) { return 1.0; });
    NDArray value = ScalarIntNDArray(1, dtype);
    CheckArray(RunTensor("full", {value}, init), {3, 5}, dtype, [](const List&) { return 1.0; });
  }
  NDArray like = RunTensor("full_like", {Ints({2, 2}, {1, 2, 3, 4}), Ints({}, {9})});
  CHECK(ToList(like) == List{9, 9, 9, 9});
}

TEST_CASE("broadcast_to, tile, repeat, reverse", "[kernels]") {
  SplitMix64 random(2);
  for (DataType dtype : {DataType::Float(32), DataType::Int(8), DataType::Int(64)}) {
    NDArray x = RandomArray(random, {3, 1}, dtype);
    auto to = With<InitOpAttrs>([&](auto& a) { a.shape = List{2, 3, 4}; });
    CheckArray(RunTensor("broadcast_to", {x}, to), {2, 3, 4}, dtype, [&](const List& at) {
      return At(x, {at[1], 0});
    });
    NDArray y = RandomArray(random, {2, 3}, dtype);
    auto reps = With<TileAttrs>([](auto& a) { a.reps = {2, 1, 3}; });
    CheckArray(RunTensor("tile", {y}, reps), {2, 2, 9}, dtype, [&](const List& at) {
      return At(y, {at[1], at[2] % 3});
    });
    auto repeat = With<RepeatAttrs>([](auto& a) {
      a.repeats = 3;
      a.axis = -1;
    });
    CheckArray(RunTensor("repeat", {y}, repeat), {2, 9}, dtype, [&](const List& at) {
      return At(y, {at[0], at[1] / 3});
    });
    auto reverse = With<ReverseAttrs>([](auto& a) { a.axis = 0; });
    CheckArray(RunTensor("reverse", {y}, reverse), {2, 3}, dtype, [&](const List& at) {
      return At(y, {1 - at[0], at[1]});
    });
  }
}

TEST_CASE("concatenate, stack, split", "[kernels]") {
  SplitMix64 random(3);
  for (int64_t axis : {0, 1, -1}) {
    auto at_axis = static_cast<size_t>(axis < 0 ? axis + 3 : axis);
    List a_shape = {2, 3, 4}, b_shape = a_shape;
    b_shape[at_axis] = 5;
    NDArray a = RandomArray(random, a_shape), b = RandomArray(random, b_shape);
    auto attrs = With<ConcatenateAttrs>([&](auto& c) { c.axis = axis; });
    List shape = a_shape;
    shape[at_axis] += 5;
    NDArray joined = RunTensor("concatenate", {a, b}, attrs, true);
    CheckArray(joined, shape, a->dtype, [&](List at) {
      if (at[at_axis] < a_shape[at_axis]) return At(a, at);
      at[at_axis] -= a_shape[at_axis];
      return At(b, at);
    });
    auto split = With<SplitAttrs>([&](auto& s) {
      s.indices_or_sections = AttrValue::Ints({a_shape[at_axis]});
      s.axis = axis;
    });
    Value parts = RunOp("split", {joined}, split);
    CHECK(NDArrayEqual(parts.fields()[0].tensor(), a));
    CHECK(NDArrayEqual(parts.fields()[1].tensor(), b));
    auto stack = With<StackAttrs>([&](auto& s) { s.axis = axis; });
    NDArray c = RandomArray(random, a_shape);
    List stacked = a_shape;
    auto place = static_cast<size_t>(axis < 0 ? axis + 4 : axis);
    stacked.insert(stacked.begin() + static_cast<std::ptrdiff_t>(place), 2);
    CheckArray(RunTensor("stack", {a, c}, stack, true), stacked, a->dtype, [&](List at) {
      bool second = at[place] == 1;
      at.erase(at.begin() + static_cast<std::ptrdiff_t>(place));
      return At(second ? c : a, at);
    });
  }
  auto equal = With<SplitAttrs>([](auto& s) {
    s.indices_or_sections = int64_t{3};
    s.axis = 0;
  });
  Value parts = RunOp("split", {Ints({6}, {0, 1, 2, 3, 4, 5})}, equal);
  REQUIRE(parts.fields().size() == 3);
  CHECK(ToList(parts.fields()[2].tensor()) == List{4, 5});
}

TEST_CASE("strided_slice copies", "[kernels]") {
  SplitMix64 random(4);
  NDArray x = RandomArray(random, {6, 7, 3});
  auto slice = [&](List begin, List end, List strides, const char* mode = "end",
                   OptInts axes = std::nullopt) {
    return RunTensor("strided_slice", {x}, With<StridedSliceAttrs>([&](auto& a) {
                       a.begin = begin;
                       a.end = end;
                       a.strides = strides;
                       a.slice_mode = mode;
                       a.axes = axes;
                     }));
  };
  CheckArray(slice({1, -3}, {5, 7}, {2, 1}), {2, 3, 3}, x->dtype, [&](const List& at) {
    return At(x, {1 + 2 * at[0], 4 + at[1], at[2]});
  });
  CheckArray(slice({5, 6}, {-7, 1}, {-1, -2}), {6, 3, 3}, x->dtype, [&](const List& at) {
    return At(x, {5 - at[0], 6 - 2 * at[1], at[2]});
  });
  CheckArray(slice({1, 2, 0}, {3, -1, 2}, {1, 1, 1}, "size"), {3, 5, 2}, x->dtype,
             [&](const List& at) {
               return At(x, {1 + at[0], 2 + at[1], at[2]});
             });
  CheckArray(slice({1}, {100}, {1}, "end", List{2}), {6, 7, 2}, x->dtype, [&](const List& at) {
    return At(x, {at[0], at[1], 1 + at[2]});
  });
  NDArray like = RandomArray(random, {2, 5});
  CheckArray(RunTensor("slice_like", {x, like}, With<SliceLikeAttrs>([](auto&) {})), {2, 5, 3},
             x->dtype, [&](const List& at) { return At(x, at); });
}

TEST_CASE("arange and meshgrid", "[kernels]") {
  auto arange = [](NDArray start, NDArray stop, NDArray step) {
    Expr args[] = {Constant(start), Constant(stop), Constant(step)};
    Attrs attrs = With<ArangeAttrs>([&](auto& a) {
      a.start = AttrValue::Object(args[0]);
      a.stop = AttrValue::Object(args[1]);
      a.step = AttrValue::Object(args[2]);
      a.dtype = start->dtype;
    });
    return EvaluateExpr(InferTypes(Call(GetOp("arange"), args, attrs))).tensor();
  };
  CHECK(ToList(arange(Ints({}, {2}), Ints({}, {11}), Ints({}, {3}))) == List{2, 5, 8});
  NDArray y = arange(Reals({}, {1}), Reals({}, {0}), Reals({}, {-0.25}));
  CHECK(y->shape == List{4});
  CHECK(y->ToDouble(3) == 0.25);
  auto attrs = With<MeshgridAttrs>([](auto& a) { a.indexing = "ij"; });
  Value grid = RunOp("meshgrid", {Ints({2}, {1, 2}), Ints({3}, {3, 4, 5})}, attrs, true);
  CHECK(ToList(grid.fields()[0].tensor()) == List{1, 1, 1, 2, 2, 2});
  CHECK(ToList(grid.fields()[1].tensor()) == List{3, 4, 5, 3, 4, 5});
}

TEST_CASE("take", "[kernels]") {
  SplitMix64 random(5);
  NDArray x = RandomArray(random, {3, 4, 5});
  NDArray indices = Ints({2, 2}, {0, -7, 9, 2});
  for (const char* mode : {"clip", "wrap"}) {
    auto fix = [&](int64_t i, int64_t size) {
      return *mode == 'c' ? std::min(std::max<int64_t>(i, 0), size - 1)
                          : ((i % size) + size) % size;
    };
    auto attrs = With<TakeAttrs>([&](auto& a) {
      a.axis = 1;
      a.mode = mode;
    });
    CheckArray(RunTensor("take", {x, indices}, attrs), {3, 2, 2, 5}, x->dtype, [&](const List& at) {
      int64_t i = indices->ToInt(OffsetOf(indices->shape, {at[1], at[2]}));
      return At(x, {at[0], fix(i, 4), at[3]});
    });
    auto flat = With<TakeAttrs>([&](auto& a) { a.mode = mode; });
    CheckArray(RunTensor("take", {x, indices}, flat), {2, 2}, x->dtype, [&](const List& at) {
      return x->ToDouble(static_cast<size_t>(fix(indices->ToInt(OffsetOf({2, 2}, at)), 60)));
    });
  }
  auto batch = With<TakeAttrs>([](auto& a) {
    a.axis = 2;
    a.batch_dims = 1;
  });
  NDArray per = Ints({3, 2}, {0, 1, 2, 3, 4, 0});
  CheckArray(RunTensor("take", {x, per}, batch), {3, 4, 2}, x->dtype, [&](const List& at) {
    return At(x, {at[0], at[1], per->ToInt(OffsetOf(per->shape, {at[0], at[2]}))});
  });
  // One index for each element of a batch.
  NDArray one = Ints({3}, {4, 0, 2});
  CheckArray(RunTensor("take", {x, one}, batch), {3, 4}, x->dtype, [&](const List& at) {
    return At(x, {at[0], at[1], one->ToInt(OffsetOf({3}, {at[0]}))});
  });
}

TEST_CASE("gather, gather_nd, scatter", "[kernels]") {
  SplitMix64 random(6);
  NDArray x = RandomArray(random, {3, 4});
  NDArray indices = Ints({3, 2}, {3, 0, 1, 1, 2, 3});
  auto axis = With<GatherAttrs>([](auto& a) { a.axis = 1; });
  CheckArray(RunTensor("gather", {x, indices}, axis), {3, 2}, x->dtype, [&](const List& at) {
    return At(x, {at[0], indices->ToInt(OffsetOf(indices->shape, at))});
  });
  CHECK(Throws(DiagKind::kEvaluation, [&] {
    RunOp("gather", {x, Ints({3, 1}, {0, 4, 0})}, axis);
  }));
  NDArray positions = Ints({2, 3}, {0, 1, 2, 3, 2, 1});
  auto none = With<GatherNDAttrs>([](auto&) {});
  CheckArray(RunTensor("gather_nd", {x, positions}, none), {3}, x->dtype, [&](const List& at) {
    return At(x, {positions->ToInt(OffsetOf({2, 3}, {0, at[0]})),
                  positions->ToInt(OffsetOf({2, 3}, {1, at[0]}))});
  });
  NDArray cube = RandomArray(random, {2, 3, 4});
  NDArray per = Ints({1, 2}, {2, 0});
  auto batch = With<GatherNDAttrs>([](auto& a) { a.batch_dims = 1; });
  CheckArray(RunTensor("gather_nd", {cube, per}, batch), {2, 4}, x->dtype, [&](const List& at) {
    return At(cube, {at[0], at[0] ? 0 : 2, at[1]});
  });
  NDArray target = Ints({4}, {1, 2, 3, 4}), where = Ints({3}, {1, 3, 1});
  NDArray updates = Ints({3}, {10, 20, 30});
  CHECK(ToList(RunTensor("scatter", {target, where, updates},
                         With<ScatterAttrs>([](auto& a) { a.axis = 0; }))) == List{1, 30, 3, 20});
  CHECK(ToList(RunTensor("scatter_add", {target, where, updates},
                         With<ScatterAddAttrs>([](auto& a) { a.axis = 0; }))) ==
        List{1, 42, 3, 24});
  CHECK(ToList(target) == List{1, 2, 3, 4});
}

TEST_CASE("one_hot", "[kernels]") {
  NDArray indices = Ints({2, 2}, {0, 2, 5, -1});
  for (int64_t axis : {-1, 0, 1}) {
    auto attrs = With<OneHotAttrs>([&](auto& a) {
      a.depth = 3;
      a.axis = axis;
      a.dtype = DataType::Float(32);
    });
    auto place = static_cast<size_t>(axis < 0 ? 2 : axis);
    List shape = {2, 2};
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(place), 3);
    CheckArray(RunTensor("one_hot", {indices, Reals({}, {5}), Reals({}, {-1})}, attrs), shape,
               DataType::Float(32), [&](List at) {
                 int64_t d = at[place];
                 at.erase(at.begin() + static_cast<std::ptrdiff_t>(place));
                 return indices->ToInt(OffsetOf({2, 2}, at)) == d ? 5.0 : -1.0;
               });
  }
}

TEST_CASE("sequences, scans and sorting", "[kernels]") {
  NDArray x = Ints({2, 4}, {3, 1, 4, 1, 5, 9, 2, 6});
  NDArray lengths = Ints({2}, {3, 2});
  CHECK(ToList(RunTensor("reverse_sequence", {x, lengths}, With<ReverseSequenceAttrs>([](auto& a) {
                           a.seq_axis = 1;
                           a.batch_axis = 0;
                         }))) == List{4, 1, 3, 1, 9, 5, 2, 6});
  CHECK(ToList(RunTensor("sequence_mask", {x, lengths}, With<SequenceMaskAttrs>([](auto& a) {
                           a.mask_value = -1;
                           a.axis = 1;
                         }))) == List{3, 1, 4, -1, 5, 9, -1, -1});
  auto scan = [](bool exclusive) {
    return With<ScanopAttrs>([&](auto& a) {
      a.axis = 1;
      a.exclusive = exclusive;
    });
  };
  CHECK(ToList(RunTensor("cumsum", {x}, scan(false))) == List{3, 4, 8, 9, 5, 14, 16, 22});
  CHECK(ToList(RunTensor("cumprod", {x}, scan(true))) == List{1, 3, 3, 12, 1, 5, 45, 90});
  auto order = [](bool ascend) {
    return With<ArgsortAttrs>([&](auto& a) {
      a.axis = 1;
      a.is_ascend = ascend;
      a.dtype = DataType::Int(32);
    });
  };
  CHECK(ToList(RunTensor("sort", {x}, order(true))) == List{1, 1, 3, 4, 2, 5, 6, 9});
  CHECK(ToList(RunTensor("argsort", {x}, order(false))) == List{2, 0, 1, 3, 1, 3, 0, 2});
  // NaN counts as greater than all numbers, as in PyTorch and NumPy.
  NDArray odd = Reals({1, 5}, {2, NAN, -INFINITY, NAN, 1});
  CHECK(ToList(RunTensor("argsort", {odd}, order(true))) == List{2, 4, 0, 1, 3});
  CHECK(ToList(RunTensor("argsort", {odd}, order(false))) == List{1, 3, 0, 4, 2});
  Value top = RunOp("topk", {x}, With<TopKAttrs>([](auto& a) {
                      a.k = 2;
                      a.axis = 1;
                      a.ret_type = "both";
                      a.is_ascend = false;
                      a.dtype = DataType::Int(32);
                    }));
  CHECK(ToList(top.fields()[0].tensor()) == List{4, 3, 9, 6});
  CHECK(ToList(top.fields()[1].tensor()) == List{2, 0, 1, 3});
  NDArray at = RunTensor("unravel_index", {Ints({3}, {0, 5, 7}), Ints({2}, {2, 4})});
  CHECK(ToList(at) == List{0, 1, 1, 0, 1, 3});
  NDArray found = RunTensor("argwhere", {Ints({2, 2}, {0, 1, 1, 0}, DataType::Bool())});
  CHECK(found->shape == List{2, 2});
  CHECK(ToList(found) == List{0, 1, 1, 0});
  // A scalar has no axes.
  CHECK(RunTensor("argwhere", {Ints({}, {3})})->shape == List{1, 0});
  CHECK(RunTensor("argwhere", {Ints({}, {0})})->shape == List{0, 0});
}

TEST_CASE("space and depth, space and batch", "[kernels]") {
  SplitMix64 random(7);
  NDArray x = RandomArray(random, {2, 8, 3, 2});
  for (const char* mode : {"DCR", "CRD"}) {
    auto attrs = With<SubPixelAttrs>([&](auto& a) {
      a.block_size = 2;
      a.mode = mode;
    });
    CheckArray(RunTensor("nn.depth_to_space", {x}, attrs), {2, 2, 6, 4}, x->dtype,
               [&](const List& at) {
                 int64_t block = at[2] % 2 * 2 + at[3] % 2;
                 int64_t c = *mode == 'D' ? block * 2 + at[1] : at[1] * 4 + block;
                 return At(x, {at[0], c, at[2] / 2, at[3] / 2});
               });
  }
  NDArray y = RandomArray(random, {1, 2, 4, 6});
  auto depth = With<SubPixelAttrs>([](auto& a) { a.block_size = 2; });
  CheckArray(RunTensor("nn.space_to_depth", {y}, depth), {1, 8, 2, 3}, y->dtype,
             [&](const List& at) {
               int64_t block = at[1] / 2;
               return At(y, {0, at[1] % 2, at[2] * 2 + block / 2, at[3] * 2 + block % 2});
             });
  NDArray z = RandomArray(random, {1, 3, 4, 2});
  auto batch = With<SpaceToBatchNDAttrs>([](auto& a) {
    a.block_shape = {2, 2};
    a.paddings = FromPadPairs({{1, 0}, {0, 0}});
  });
  NDArray split = RunTensor("nn.space_to_batch_nd", {z}, batch);
  CheckArray(split, {4, 2, 2, 2}, z->dtype, [&](const List& at) {
    int64_t row = at[1] * 2 + at[0] / 2 - 1;
    return row < 0 ? 0.0 : At(z, {0, row, at[2] * 2 + at[0] % 2, at[3]});
  });
  auto back = With<BatchToSpaceNDAttrs>([](auto& a) {
    a.block_shape = {2, 2};
    a.crops = FromPadPairs({{1, 0}, {0, 0}});
  });
  CHECK(NDArrayEqual(RunTensor("nn.batch_to_space_nd", {split}, back), z));
}

TEST_CASE("operators with their attributes as arguments", "[kernels]") {
  NDArray x = Ints({2, 3}, {1, 2, 3, 4, 5, 6});
  NDArray y = RunTensor("dyn.reshape", {x, Ints({2}, {3, 2}, DataType::Int(64))},
                        With<ReshapeAttrs>([](auto&) {}));
  CHECK(y->shape == List{3, 2});
  y = RunTensor("dyn.tile", {x, Ints({2}, {1, 2})}, With<TileAttrs>([](auto&) {}));
  CHECK(ToList(y) == List{1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6});
  y = RunTensor("dyn.strided_slice", {x, Ints({2}, {0, 1}), Ints({2}, {2, 3}), Ints({2}, {1, 1})},
                With<StridedSliceAttrs>([](auto&) {}));
  CHECK(ToList(y) == List{2, 3, 5, 6});
  y = RunTensor("dyn.zeros", {Ints({2}, {2, 2}, DataType::Int(64))},
                With<InitOpAttrs>([](auto& a) { a.dtype = DataType::Int(32); }));
  CHECK(ToList(y) == List{0, 0, 0, 0});
}

TEST_CASE("matrix_set_diag replaces diagonals") {
  NDArray data = Ints({2, 3}, {7, 7, 7, 7, 7, 7});
  auto run = [&](NDArray diagonals, int64_t k1, int64_t k2, bool super, bool sub) {
    return RunTensor("matrix_set_diag", {data, std::move(diagonals)},
                     With<MatrixSetDiagAttrs>([&](MatrixSetDiagAttrs& a) {
                       a.k1 = k1;
                       a.k2 = k2;
                       a.super_diag_right_align = super;
                       a.sub_diag_right_align = sub;
                     }));
  };
  auto check = [](const NDArray& array, std::vector<double> expected) {
    CheckArray(array, {2, 3}, DataType::Int(32), [&](const std::vector<int64_t>& at) {
      return expected[static_cast<size_t>(at[0] * 3 + at[1])];
    });
  };
  check(run(Ints({2}, {1, 2}), 0, 0, true, false), {1, 7, 7, 7, 2, 7});
  check(run(Ints({2}, {1, 2}), 1, 1, true, false), {7, 1, 7, 7, 7, 2});
  // Superdiagonal, main diagonal, subdiagonal.
  NDArray band = Ints({3, 2}, {1, 2, 3, 4, 5, 6});
  check(run(band, -1, 1, true, false), {3, 1, 7, 5, 4, 2});
  check(run(band, -1, 1, true, true), {3, 1, 7, 6, 4, 2});
}

TEST_CASE("strided_set replaces a part in steps") {
  NDArray data = Ints({3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  auto run = [&](NDArray values, std::vector<int64_t> begin, std::vector<int64_t> end,
                 std::vector<int64_t> strides) {
    auto ints = [](const std::vector<int64_t>& of) {
      return Ints({static_cast<int64_t>(of.size())}, of);
    };
    return RunTensor("strided_set",
                     {data, std::move(values), ints(begin), ints(end), ints(strides)});
  };
  auto check = [](const NDArray& array, std::vector<double> expected) {
    CheckArray(array, {3, 4}, DataType::Int(32), [&](const std::vector<int64_t>& at) {
      return expected[static_cast<size_t>(at[0] * 4 + at[1])];
    });
  };
  check(run(Ints({2, 2}, {20, 21, 22, 23}), {1, 0}, {3, 4}, {1, 2}),
        {0, 1, 2, 3, 20, 5, 21, 7, 22, 9, 23, 11});
  check(run(Ints({1, 4}, {20, 21, 22, 23}), {-1, 3}, {3, -5}, {1, -1}),
        {0, 1, 2, 3, 4, 5, 6, 7, 23, 22, 21, 20});
  // A begin before the data means its first element, as in strided_slice.
  check(run(Ints({1, 2}, {20, 21}), {0, -9}, {1, 4}, {1, 2}),
        {20, 1, 21, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  // If one axis has no positions, no values are needed.
  check(run(Ints({1, 1}, {20}), {0, 2}, {3, 2}, {1, 1}), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
}

}  // namespace
}  // namespace passcope
