// Making and reshaping tensors: reshape and similar, concatenate, split, tile and so on.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "op/axes.h"
#include "op/slices.h"
#include "runtime/axis_index.h"
#include "runtime/convert.h"
#include "runtime/kernel.h"
#include "runtime/layout_transform.h"
#include "runtime/numeric.h"
#include "runtime/permute.h"
#include "runtime/strided.h"

namespace passcope {
namespace {

// reshape, expand_dims, squeeze and others: the same elements in another shape.
Value Reshape(const KernelContext& context) {
  std::vector<int64_t> shape = context.out_shape();
  if (Product(shape) != static_cast<int64_t>(context.arg(0)->size())) {
    context.Fail(MSG(kElementCountNotKept,
                     "{operator} cannot bring {count} elements into the shape {shape}",
                     context.name(), context.arg(0)->size(), SizesText(shape)));
  }
  return ReshapeNDArray(context.arg(0), std::move(shape));
}

NDArray BroadcastNDArray(const NDArray& array, const std::vector<int64_t>& shape) {
  std::vector<int64_t> from = BroadcastStrides(array->shape, shape);
  NDArray out = MakeNDArray(shape, array->dtype);
  auto bytes = static_cast<size_t>(array->dtype.bytes());
  std::byte* to = out->mutable_data();
  for (StridedLoop loop(shape, {from}); !loop.done(); loop.Next()) {
    const std::byte* source = array->data() + static_cast<size_t>(loop.offset(0)) * bytes;
    auto n = static_cast<size_t>(loop.size());
    if (loop.stride(0) == 1) {
      std::memcpy(to, source, n * bytes);
      to += n * bytes;
    } else {
      for (size_t i = 0; i < n; ++i, to += bytes) std::memcpy(to, source, bytes);
    }
  }
  return out;
}

Value BroadcastFirst(const KernelContext& context, const std::vector<int64_t>& shape) {
  if (!BroadcastsTo(context.arg(0)->shape, shape)) {
    context.Fail(MSG(kShapeNotBroadcastableToTarget,
                     "the shape {shape} cannot be broadcast to {target}",
                     SizesText(context.arg(0)->shape), SizesText(shape)));
  }
  return BroadcastNDArray(context.arg(0), shape);
}
Value BroadcastTo(const KernelContext& context) {
  return BroadcastFirst(context, context.out_shape());
}
Value BroadcastToLike(const KernelContext& context) {
  return BroadcastFirst(context, context.arg(1)->shape);
}

Value Zeros(const KernelContext& context) {
  return FilledNDArray(context.out_shape(), context.out().dtype, 0);
}
Value Ones(const KernelContext& context) {
  return FilledNDArray(context.out_shape(), context.out().dtype, 1);
}
NDArray Scalar(const KernelContext& context, size_t i, DataType dtype) {
  context.CheckScalar(i);
  return CastNDArray(ReshapeNDArray(context.arg(i), {}), dtype);
}
Value Full(const KernelContext& context) {
  return FilledNDArray(context.out_shape(), Scalar(context, 0, context.out().dtype));
}
Value FullLike(const KernelContext& context) {
  const NDArray& like = context.arg(0);
  return FilledNDArray(like->shape, Scalar(context, 1, like->dtype));
}

Value Arange(const KernelContext& context) {
  DataType dtype = context.attrs_as<ArangeAttrs>().dtype;
  for (size_t i = 0; i < 3; ++i) context.CheckScalar(i);
  double start = context.arg(0)->ToDouble(0);
  double stop = context.arg(1)->ToDouble(0);
  double step = context.arg(2)->ToDouble(0);
  double count = std::ceil((stop - start) / step);
  if (step == 0)
    context.Fail(MSG(kArangeStepZero, "the step of {operator} must not be 0", context.name()));
  if (!std::isfinite(count) || count > 1e12)
    context.Fail(MSG(kArangeElementsTooMany,
                     "the range of {operator} must have at most 1e12 elements, not {count}",
                     context.name(), count));
  NDArray out = MakeNDArray({static_cast<int64_t>(std::max(count, 0.0))}, dtype);
  bool integers =
      !IsReal(dtype) && !IsReal(context.arg(0)->dtype) && !IsReal(context.arg(2)->dtype);
  for (size_t i = 0; i < out->size(); ++i) {
    if (integers) {
      // Computed as unsigned integers, which wrap.
      auto first = static_cast<uint64_t>(context.arg(0)->ToInt(0)),
           by = static_cast<uint64_t>(context.arg(2)->ToInt(0));
      StoreInt(out, i, static_cast<int64_t>(first + by * i));
    } else {
      StoreDouble(out, i, start + step * static_cast<double>(i));
    }
  }
  return out;
}

NDArray Concatenate(const KernelContext& context, std::span<const NDArray> arrays, size_t axis) {
  std::vector<int64_t> shape = arrays[0]->shape;
  shape[axis] = 0;
  for (const NDArray& array : arrays) {
    std::vector<int64_t> expected = arrays[0]->shape;
    if (array->rank() == expected.size()) expected[axis] = array->shape[axis];
    if (array->shape != expected || array->dtype != arrays[0]->dtype) {
      context.Misfit(
          PHRASE(kTensorsMisfit,
                 "the tensors must have the same data type, and the same sizes in all other axes"));
    }
    shape[axis] += array->shape[axis];
  }
  NDArray out = MakeNDArray(shape, arrays[0]->dtype);
  std::span<const int64_t> dims(shape);
  auto outer = static_cast<size_t>(Product(dims.first(axis)));
  auto row = static_cast<size_t>(Product(dims.subspan(axis + 1)) * out->dtype.bytes());
  std::byte* to = out->mutable_data();
  for (size_t o = 0; o < outer; ++o) {
    for (const NDArray& array : arrays) {
      size_t bytes = static_cast<size_t>(array->shape[axis]) * row;
      if (bytes) std::memcpy(to, array->data() + o * bytes, bytes);
      to += bytes;
    }
  }
  return out;
}

Value ConcatenateKernel(const KernelContext& context) {
  size_t axis = context.Axis(context.attrs_as<ConcatenateAttrs>().axis, context.arg(0)->rank());
  return Concatenate(context, context.args, axis);
}

Value Stack(const KernelContext& context) {
  const NDArray& first = context.arg(0);
  size_t axis = context.Axis(context.attrs_as<StackAttrs>().axis, first->rank() + 1);
  std::vector<NDArray> arrays;
  for (const NDArray& array : context.args) {
    std::vector<int64_t> shape = array->shape;
    if (axis > shape.size())
      context.Misfit(
          PHRASE(kTensorsMisfit,
                 "the tensors must have the same data type, and the same sizes in all other axes"));
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), 1);
    arrays.push_back(ReshapeNDArray(array, std::move(shape)));
  }
  return Concatenate(context, arrays, axis);
}

Value Split(const KernelContext& context) {
  const NDArray& data = context.arg(0);
  size_t axis = context.Axis(context.attrs_as<SplitAttrs>().axis, data->rank());
  const auto* types = As<TupleTypeNode>(context.out_type);
  if (!types)
    context.Fail(MSG(kKernelResultTypeUnknown,
                     "the result type of {operator} is unknown; run InferType first",
                     context.name()));
  std::vector<Value> fields;
  int64_t begin = 0;
  for (size_t i = 0; i < types->fields.size(); ++i) {
    std::vector<AxisTable> tables(data->rank());
    int64_t count = context.out_shape(i)[axis];
    if (count == data->shape[axis]) {
      fields.push_back(data);
      continue;
    }
    if (begin + count > data->shape[axis])
      context.Fail(MSG(kSplitBeyondAxisEnd,
                       "{operator} splits at {position}, but its axis has only {size} elements",
                       context.name(), begin + count, data->shape[axis]));
    tables[axis] = AxisTable::Range(begin, count);
    fields.push_back(IndexAxes(data, tables));
    begin += count;
  }
  return Value::Tuple(std::move(fields));
}

Value Repeat(const KernelContext& context) {
  const auto& attrs = context.attrs_as<RepeatAttrs>();
  NDArray data = context.arg(0);
  if (!attrs.axis) data = ReshapeNDArray(data, {static_cast<int64_t>(data->size())});
  size_t axis = context.Axis(attrs.axis.value_or(0), data->rank());
  std::vector<AxisTable> tables(data->rank());
  tables[axis] = AxisTable::Make(AxisTable::Count(data->shape[axis], attrs.repeats),
                                 [&](int64_t i) { return i / attrs.repeats; });
  return IndexAxes(data, tables);
}

Value Tile(const KernelContext& context) {
  std::vector<int64_t> shape = context.arg(0)->shape;
  std::vector<int64_t> reps = TileRepetitions(context.attrs_as<TileAttrs>().reps, shape.size());
  if (shape.size() < reps.size()) shape.insert(shape.begin(), reps.size() - shape.size(), 1);
  std::vector<AxisTable> tables(shape.size());
  for (size_t i = 0; i < shape.size(); ++i) {
    if (reps[i] == 1) continue;
    tables[i] = AxisTable::Make(AxisTable::Count(shape[i], reps[i]),
                                [&](int64_t k) { return k % shape[i]; });
  }
  return IndexAxes(ReshapeNDArray(context.arg(0), shape), tables);
}

Value Reverse(const KernelContext& context) {
  const NDArray& data = context.arg(0);
  size_t axis = context.Axis(context.attrs_as<ReverseAttrs>().axis.value_or(0), data->rank());
  std::vector<AxisTable> tables(data->rank());
  tables[axis] = AxisTable::Range(data->shape[axis] - 1, data->shape[axis], -1);
  return IndexAxes(data, tables);
}

Value Meshgrid(const KernelContext& context) {
  size_t n = context.args.size();
  bool swap = context.attrs_as<MeshgridAttrs>().indexing == "xy" && n >= 2;
  auto place = [&](size_t i) { return swap && i < 2 ? 1 - i : i; };
  std::vector<int64_t> shape(n);
  for (size_t i = 0; i < n; ++i) shape[place(i)] = static_cast<int64_t>(context.arg(i)->size());
  std::vector<Value> fields;
  for (size_t i = 0; i < n; ++i) {
    std::vector<int64_t> own(n, 1);
    own[place(i)] = static_cast<int64_t>(context.arg(i)->size());
    fields.push_back(BroadcastNDArray(ReshapeNDArray(context.arg(i), own), shape));
  }
  return Value::Tuple(std::move(fields));
}

Value ShapeOf(const KernelContext& context) {
  const NDArray& data = context.arg(0);
  NDArray out = MakeNDArray({static_cast<int64_t>(data->rank())}, context.out().dtype);
  for (size_t i = 0; i < data->rank(); ++i) StoreInt(out, i, data->shape[i]);
  return out;
}

Value NdarraySize(const KernelContext& context) {
  return ScalarIntNDArray(static_cast<int64_t>(context.arg(0)->size()), context.out().dtype);
}

Value StridedSlice(const KernelContext& context) {
  const auto& attrs = context.attrs_as<StridedSliceAttrs>();
  const NDArray& data = context.arg(0);
  std::vector<AxisTable> tables(data->rank());
  auto axes = SlicedAxes(attrs, data->rank());
  PASSCOPE_CHECK(axes);
  for (size_t i = 0; i < axes->size(); ++i) {
    size_t axis = (*axes)[i];
    SlicedElements elements = ElementsOf(RangeOf(attrs, i), data->shape[axis]);
    if (elements.begin != 0 || elements.step != 1 || elements.count != data->shape[axis]) {
      tables[axis] = AxisTable::Range(elements.begin, elements.count, elements.step);
    }
  }
  return IndexAxes(data, tables);
}

// Replaces the places from `begin` to `end` in steps by the elements of the second argument.
Value StridedSet(const KernelContext& context) {
  const NDArray& data = context.arg(0);
  const NDArray& values = context.arg(1);
  size_t rank = data->rank();
  if (values->rank() != rank || values->dtype != data->dtype) {
    context.Misfit(PHRASE(kSetRankOrDtypeDiffers,
                          "the data and the values must have the same rank and data type"));
  }
  // For each place along an axis, the place of the new value; -1 if the data remains.
  std::vector<std::vector<int64_t>> from(rank);
  bool nothing = false, enough = true;
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = data->shape[i];
    auto given = [&](size_t arg, int64_t otherwise) {
      return i < context.arg(arg)->size() ? context.arg(arg)->ToInt(i) : otherwise;
    };
    int64_t stride = given(4, 1);
    if (stride == 0)
      context.Fail(MSG(kArangeStepZero, "the step of {operator} must not be 0", context.name()));
    const SliceRange range = {given(2, stride > 0 ? 0 : size),
                              given(3, stride > 0 ? size : -size - 1), stride};
    const SlicedElements elements = ElementsOf(range, size);
    from[i] = Scratch<int64_t>(static_cast<size_t>(size), -1);
    const int64_t count = elements.count;
    for (int64_t k = 0; k < count; ++k) {
      from[i][static_cast<size_t>(elements.begin + k * elements.step)] = k;
    }
    nothing = nothing || count == 0;
    enough = enough && count <= values->shape[i];
  }
  if (nothing) return data;
  if (!enough) context.Misfit(PHRASE(kSparseValuesTooFew, "there must be a value for each place"));
  NDArray out = MakeNDArray(data->shape, data->dtype);
  std::vector<int64_t> strides = RowMajorStrides(data->shape);
  std::vector<int64_t> value_strides = RowMajorStrides(values->shape);
  auto bytes = static_cast<size_t>(data->dtype.bytes());
  for (size_t k = 0; k < data->size(); ++k) {
    int64_t offset = 0;
    bool replaced = true;
    for (size_t i = 0; i < rank && replaced; ++i) {
      auto at = static_cast<size_t>(static_cast<int64_t>(k) / strides[i] % data->shape[i]);
      replaced = from[i][at] >= 0;
      offset += from[i][at] * value_strides[i];
    }
    const std::byte* source =
        replaced ? values->data() + static_cast<size_t>(offset) * bytes : data->data() + k * bytes;
    std::memcpy(out->mutable_data() + k * bytes, source, bytes);
  }
  return out;
}

Value SliceLike(const KernelContext& context) {
  const NDArray& data = context.arg(0);
  std::vector<int64_t> shape = context.out_shape();
  std::vector<AxisTable> tables(data->rank());
  for (size_t i = 0; i < data->rank(); ++i) {
    if (shape[i] > data->shape[i])
      context.Fail(MSG(kDataNotEnlargeable,
                       "{operator} cannot enlarge axis {axis} from {size} to {target} elements",
                       context.name(), i, data->shape[i], shape[i]));
    if (shape[i] < data->shape[i]) tables[i] = AxisTable::Range(0, shape[i]);
  }
  return IndexAxes(data, tables);
}

// Inserts zeros, or another value, between the elements.
Value Dilate(const KernelContext& context) {
  const auto& attrs = context.attrs_as<DilateAttrs>();
  const NDArray& data = context.arg(0);
  std::vector<AxisTable> tables(data->rank());
  for (size_t i = 0; i < data->rank(); ++i) {
    if (attrs.strides[i] == 1) continue;
    int64_t stride = attrs.strides[i];
    tables[i] = AxisTable::Make(AxisTable::Count(data->shape[i] - 1, stride) + 1,
                                [&](int64_t k) { return k % stride == 0 ? k / stride : -1; });
  }
  return IndexAxes(data, tables, ScalarNDArray(attrs.dilation_value, data->dtype));
}

// Reshape, permute, reshape, for the operators between space and depth.
NDArray Rearrange(const NDArray& data, std::vector<int64_t> split,
                  const std::vector<int64_t>& order, std::vector<int64_t> shape) {
  return ReshapeNDArray(TransposeNDArray(ReshapeNDArray(data, std::move(split)), order),
                        std::move(shape));
}

// Keeps the first elements of each axis and drops an incomplete block.
NDArray Cropped(const NDArray& data, const std::vector<int64_t>& sizes) {
  std::vector<AxisTable> tables(data->rank());
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] != data->shape[i]) tables[i] = AxisTable::Range(0, sizes[i]);
  }
  return IndexAxes(data, tables);
}

Value DepthToSpace(const KernelContext& context) {
  const auto& attrs = context.attrs_as<SubPixelAttrs>();
  NDArray data = LayoutTransformNDArray(context.arg(0), attrs.layout, "NCHW");
  const std::vector<int64_t> s = data->shape;
  int64_t b = attrs.block_size, c = s[1] / (b * b);
  data = Cropped(data, {s[0], c * b * b, s[2], s[3]});
  bool columns_first = attrs.mode != "DCR";
  NDArray out = columns_first ? Rearrange(data, {s[0], c, b, b, s[2], s[3]}, {0, 1, 4, 2, 5, 3},
                                          {s[0], c, s[2] * b, s[3] * b})
                              : Rearrange(data, {s[0], b, b, c, s[2], s[3]}, {0, 3, 4, 1, 5, 2},
                                          {s[0], c, s[2] * b, s[3] * b});
  return LayoutTransformNDArray(out, "NCHW", attrs.layout);
}

Value SpaceToDepth(const KernelContext& context) {
  const auto& attrs = context.attrs_as<SubPixelAttrs>();
  NDArray data = LayoutTransformNDArray(context.arg(0), attrs.layout, "NCHW");
  const std::vector<int64_t> s = data->shape;
  int64_t b = attrs.block_size;
  data = Cropped(data, {s[0], s[1], s[2] / b * b, s[3] / b * b});
  NDArray out = Rearrange(data, {s[0], s[1], s[2] / b, b, s[3] / b, b}, {0, 3, 5, 1, 2, 4},
                          {s[0], s[1] * b * b, s[2] / b, s[3] / b});
  return LayoutTransformNDArray(out, "NCHW", attrs.layout);
}

Value SpaceToBatch(const KernelContext& context) {
  const auto& attrs = context.attrs_as<SpaceToBatchNDAttrs>();
  NDArray data = context.arg(0);
  size_t m = attrs.block_shape.size();
  std::optional<PadPairs> pads = ToPadPairs(attrs.paddings);
  if (!pads || pads->size() != m || data->rank() < m + 1)
    context.Fail(
        MSG(kBlockPairsInvalid,
            "{operator} must have {count} pairs in {attribute}, and data of at least {rank} axes",
            context.name(), m, "paddings", m + 1));
  std::vector<AxisTable> tables(data->rank());
  for (size_t i = 0; i < m; ++i) {
    auto [before, after] = (*pads)[i];
    int64_t size = data->shape[i + 1];
    if (before == 0 && after == 0) continue;
    tables[i + 1] = AxisTable::Make(before + size + after, [&, pad = before](int64_t k) {
      return k >= pad && k < pad + size ? k - pad : -1;
    });
  }
  data = IndexAxes(data, tables, ScalarNDArray(attrs.pad_value, data->dtype));
  // (N, D1, D2, …, rest) -> (b1, b2, …, N, D1/b1, D2/b2, …, rest)
  std::vector<int64_t> split = {data->shape[0]}, order, tail = {0};
  for (size_t i = 0; i < m; ++i) {
    if (attrs.block_shape[i] <= 0 || data->shape[i + 1] % attrs.block_shape[i] != 0) {
      context.Fail(
          MSG(kAxesNotMultipleOfBlocks,
              "axis {axis} of {operator} must have a multiple of {block} elements, not {size}",
              i + 1, context.name(), attrs.block_shape[i], data->shape[i + 1]));
    }
    split.push_back(data->shape[i + 1] / attrs.block_shape[i]);
    split.push_back(attrs.block_shape[i]);
    order.push_back(static_cast<int64_t>(2 * i + 2));
    tail.push_back(static_cast<int64_t>(2 * i + 1));
  }
  for (size_t i = m + 1; i < data->rank(); ++i) {
    tail.push_back(static_cast<int64_t>(split.size()));
    split.push_back(data->shape[i]);
  }
  order.insert(order.end(), tail.begin(), tail.end());
  return Rearrange(data, std::move(split), order, context.out_shape());
}

Value BatchToSpace(const KernelContext& context) {
  const auto& attrs = context.attrs_as<BatchToSpaceNDAttrs>();
  const NDArray& data = context.arg(0);
  size_t m = attrs.block_shape.size();
  std::optional<PadPairs> crops = ToPadPairs(attrs.crops);
  if (!crops || crops->size() != m || data->rank() < m + 1)
    context.Fail(
        MSG(kBlockPairsInvalid,
            "{operator} must have {count} pairs in {attribute}, and data of at least {rank} axes",
            context.name(), m, "crops", m + 1));
  const int64_t blocks = Product(attrs.block_shape);
  if (blocks <= 0 || data->shape[0] % blocks != 0) {
    context.Fail(
        MSG(kAxesNotMultipleOfBlocks,
            "axis {axis} of {operator} must have a multiple of {block} elements, not {size}", 0,
            context.name(), blocks, data->shape[0]));
  }
  // (b1, b2, …, N, D1, D2, …, rest) -> (N, D1·b1, D2·b2, …, rest)
  std::vector<int64_t> split = attrs.block_shape, order, shape;
  split.push_back(data->shape[0] / blocks);
  order.push_back(static_cast<int64_t>(m));
  shape.push_back(split.back());
  for (size_t i = 1; i < data->rank(); ++i) {
    order.push_back(static_cast<int64_t>(split.size()));
    split.push_back(data->shape[i]);
    shape.push_back(data->shape[i]);
    if (i <= m) {
      order.push_back(static_cast<int64_t>(i - 1));
      shape.back() *= attrs.block_shape[i - 1];
    }
  }
  NDArray out = Rearrange(data, std::move(split), order, shape);
  std::vector<AxisTable> tables(out->rank());
  for (size_t i = 0; i < m; ++i) {
    auto [before, after] = (*crops)[i];
    // Type relations accept negative crops, which lie outside of the data.
    if (before < 0 || after < 0)
      context.Fail(
          MSG(kBlockCropsInvalid,
              "crops of {operator} cannot be negative, but one pair is ({before}, {after})",
              context.name(), before, after));
    if (before || after) {
      int64_t left = std::max<int64_t>(out->shape[i + 1] - before - after, 0);
      tables[i + 1] = AxisTable::Range(before, left);
    }
  }
  return IndexAxes(out, tables);
}

Value SlidingWindow(const KernelContext& context) {
  const auto& attrs = context.attrs_as<SlidingWindowAttrs>();
  const NDArray& data = context.arg(0);
  std::vector<int64_t> shape = context.out_shape();
  std::vector<int64_t> own = RowMajorStrides(data->shape), to = RowMajorStrides(shape);
  auto axis = context.Axis(attrs.axis, data->rank());
  size_t n = attrs.window_shape.size();
  std::vector<CopyAxis> copy;
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t from = i < axis ? own[i] : i < axis + n ? own[i] * attrs.strides[i - axis] : own[i - n];
    copy.push_back({shape[i], from, to[i]});
  }
  NDArray out = MakeNDArray(shape, data->dtype);
  StridedCopy(data->data(), out->mutable_data(), static_cast<size_t>(data->dtype.bytes()), copy);
  return out;
}

}  // namespace

void RegisterTensorKernels(KernelRegistry& registry) {
  for (const char* name : {"reshape", "vm.reshape_tensor", "expand_dims", "squeeze", "reshape_like",
                           "contrib_reverse_reshape"}) {
    registry.Add(name, Reshape);
  }
  registry.Add("broadcast_to", BroadcastTo);
  registry.Add("broadcast_to_like", BroadcastToLike);
  registry.Add("zeros", Zeros);
  registry.Add("ones", Ones);
  registry.Add("full", Full);
  registry.Add("full_like", FullLike);
  registry.Add("arange", Arange);
  registry.Add("concatenate", ConcatenateKernel);
  registry.Add("stack", Stack);
  registry.Add("split", Split);
  registry.Add("repeat", Repeat);
  registry.Add("tile", Tile);
  registry.Add("reverse", Reverse);
  registry.Add("meshgrid", Meshgrid);
  registry.Add("shape_of", ShapeOf);
  registry.Add("vm.shape_of", ShapeOf);
  registry.Add("ndarray_size", NdarraySize);
  registry.Add("strided_slice", StridedSlice);
  registry.Add("strided_set", StridedSet);
  registry.Add("slice_like", SliceLike);
  registry.Add("nn.dilate", Dilate);
  registry.Add("nn.depth_to_space", DepthToSpace);
  registry.Add("nn.space_to_depth", SpaceToDepth);
  registry.Add("nn.space_to_batch_nd", SpaceToBatch);
  registry.Add("nn.batch_to_space_nd", BatchToSpace);
  registry.Add("sliding_window", SlidingWindow);
}

}  // namespace passcope
