// transpose and layout_transform.
#include <cstring>
#include <map>

#include "op/attrs_tensor.h"
#include "op/axes.h"
#include "op/layout.h"
#include "op/relations.h"
#include "runtime/kernel.h"
#include "runtime/layout_transform.h"
#include "runtime/permute.h"
#include "runtime/strided.h"

namespace passcope {
namespace {

// The strides of the parts of one primal axis, which map an index of the axis to an offset.
struct AxisStrides {
  int64_t outer = 0;   // Between blocks.
  int64_t inner = 0;   // Within a block; unused without blocks.
  int64_t factor = 1;  // The size of a block.
  int64_t blocks = 1;  // The number of blocks.
};

// For each primal axis of `layout`, in its order.
std::map<char, AxisStrides> StridesOf(Layout layout, std::span<const int64_t> shape) {
  std::map<char, AxisStrides> result;
  std::vector<int64_t> strides = RowMajorStrides(shape);
  for (size_t i = 0; i < layout.ndim(); ++i) {
    LayoutAxis axis = layout.axes()[i];
    AxisStrides& entry = result[PrimalAxis(axis.name)];
    if (axis.is_primal()) {
      entry.outer = strides[i];
      entry.blocks = shape[i];
    } else {
      entry.inner = strides[i];
      entry.factor = axis.factor;
    }
  }
  return result;
}

}  // namespace

NDArray TransposeNDArray(const NDArray& array, std::span<const int64_t> axes) {
  std::vector<int64_t> src_strides = RowMajorStrides(array->shape);
  std::vector<int64_t> shape;
  bool moves = false;
  int64_t last = -1;
  for (int64_t axis : axes) {
    shape.push_back(array->shape[static_cast<size_t>(axis)]);
    // Moving an axis of size 1 moves no elements.
    if (shape.back() == 1) continue;
    moves = moves || axis < last;
    last = axis;
  }
  if (!moves) return ReshapeNDArray(array, std::move(shape));
  std::vector<int64_t> dst_strides = RowMajorStrides(shape);
  std::vector<CopyAxis> copy;
  for (size_t i = 0; i < axes.size(); ++i) {
    copy.push_back({shape[i], src_strides[static_cast<size_t>(axes[i])], dst_strides[i]});
  }
  NDArray out = MakeNDArray(std::move(shape), array->dtype);
  StridedCopy(array->data(), out->mutable_data(), static_cast<size_t>(array->dtype.bytes()), copy);
  return out;
}

NDArray LayoutTransformNDArray(const NDArray& array, std::string_view src, std::string_view dst) {
  auto from = Layout::Parse(src);
  auto to = Layout::Parse(dst);
  PASSCOPE_CHECK(from && to && from->ndim() == array->rank());
  if (*from == *to) return array;
  auto map = BijectiveLayout::Make(*from, *to);
  if (!map) {
    throw DiagnosticError(
        DiagKind::kBadLayout,
        MSG(kLayoutNotConvertible, "the layout \"{layout}\" cannot be converted to \"{target}\"",
            src, dst));
  }
  Shape from_shape(array->shape.begin(), array->shape.end());
  auto to_shape = map->ForwardShape(from_shape);
  if (!to_shape) {
    throw DiagnosticError(
        DiagKind::kEvaluation,
        MSG(kShapeLayoutMismatch, "the shape {shape} does not fit the layout {layout}",
            ShapeText(from_shape), std::string(src)));
  }
  std::vector<int64_t> shape;
  for (Dim dim : *to_shape) shape.push_back(dim.value());

  std::map<char, AxisStrides> s = StridesOf(*from, array->shape);
  std::map<char, AxisStrides> d = StridesOf(*to, shape);
  std::vector<CopyAxis> copy;
  bool regular = true;
  for (const auto& [axis, a] : s) {
    const AxisStrides& b = d[axis];
    regular = regular && a.blocks * a.factor == b.blocks * b.factor &&
              (a.factor % b.factor == 0 || b.factor % a.factor == 0);
    if (!regular) break;
    if (a.factor == b.factor) {
      copy.push_back({a.blocks, a.outer, b.outer});
      copy.push_back({a.factor, a.inner, b.inner});
    } else if (a.factor < b.factor) {
      // A destination block has whole source blocks. With a factor of 1 there is no inner stride.
      int64_t unit = a.factor == 1 ? b.inner : b.inner * a.factor;
      copy.push_back({b.blocks, a.outer * (b.factor / a.factor), b.outer});
      copy.push_back({b.factor / a.factor, a.outer, unit});
      if (a.factor > 1) copy.push_back({a.factor, a.inner, b.inner});
    } else {
      int64_t unit = b.factor == 1 ? a.inner : a.inner * b.factor;
      copy.push_back({a.blocks, a.outer, b.outer * (a.factor / b.factor)});
      copy.push_back({a.factor / b.factor, unit, b.outer});
      if (b.factor > 1) copy.push_back({b.factor, a.inner, b.inner});
    }
  }
  NDArray out = MakeNDArray(shape, array->dtype);
  auto bytes = static_cast<size_t>(array->dtype.bytes());
  if (regular) {
    StridedCopy(array->data(), out->mutable_data(), bytes, copy);
    return out;
  }
  // For padded blocks, or blocks that do not divide each other: element by element, with zeros
  // where the source has none.
  std::vector<int64_t> src_strides = RowMajorStrides(array->shape);
  std::vector<int64_t> index(shape.size(), 0);
  for (size_t i = 0; i < out->size(); ++i) {
    std::vector<int64_t> at = map->BackwardIndex(index);
    int64_t offset = 0;
    bool inside = true;
    for (size_t k = 0; k < at.size(); ++k) {
      inside = inside && at[k] < array->shape[k];
      offset += at[k] * src_strides[k];
    }
    std::byte* target = out->mutable_data() + i * bytes;
    if (inside) {
      std::memcpy(target, array->data() + static_cast<size_t>(offset) * bytes, bytes);
    } else {
      std::memset(target, 0, bytes);
    }
    for (size_t k = shape.size(); k-- > 0 && ++index[k] == shape[k];) index[k] = 0;
  }
  return out;
}

namespace {

Value Transpose(const KernelContext& context) {
  const NDArray& in = context.arg(0);
  auto axes = TransposedAxes(context.attrs_as<TransposeAttrs>().axes, in->rank());
  PASSCOPE_CHECK(axes);
  return TransposeNDArray(in, *axes);
}

Value LayoutTransform(const KernelContext& context) {
  const auto& attrs = context.attrs_as<LayoutTransformAttrs>();
  return LayoutTransformNDArray(context.arg(0), attrs.src_layout, attrs.dst_layout);
}

// Index i of an axis of the data is composed of the indices of the result's axes with its name,
// from left to right.
Value AutoSchedulerLayoutTransform(const KernelContext& context) {
  const auto& attrs = context.attrs_as<AutoSchedulerLayoutTransformAttrs>();
  const NDArray& data = context.arg(0);
  auto from = ParseSizedLayout(attrs.src_layout), to = ParseSizedLayout(attrs.dst_layout);
  std::vector<int64_t> sizes, shape;
  for (const SizedAxis& axis : from.value_or(std::vector<SizedAxis>())) sizes.push_back(axis.size);
  bool fits = from && to && sizes == data->shape;
  std::vector<int64_t> strides = RowMajorStrides(data->shape);
  std::vector<CopyAxis> copy(fits ? to->size() : 0);
  size_t placed = 0;
  for (size_t s = 0; fits && s < from->size(); ++s) {
    int64_t stride = strides[s], size = 1;
    for (size_t d = to->size(); d-- > 0;) {
      if ((*to)[d].name != (*from)[s].name) continue;
      fits = fits && copy[d].size == 0;  // Names of the data's axes are unique.
      copy[d] = {(*to)[d].size, stride, 0};
      stride *= (*to)[d].size;
      size *= (*to)[d].size;
      ++placed;
    }
    fits = fits && size == (*from)[s].size;
  }
  if (!fits || placed != to->size()) {
    context.Fail(
        MSG(kKernelLayoutTransformImpossible,
            "{operator} cannot transform the shape {shape} from \"{layout}\" to \"{target}\"",
            context.name(), IntsText(data->shape), attrs.src_layout, attrs.dst_layout));
  }
  for (const SizedAxis& axis : *to) shape.push_back(axis.size);
  std::vector<int64_t> out_strides = RowMajorStrides(shape);
  for (size_t d = 0; d < copy.size(); ++d) copy[d].dst_stride = out_strides[d];
  NDArray out = MakeNDArray(std::move(shape), data->dtype);
  StridedCopy(data->data(), out->mutable_data(), static_cast<size_t>(data->dtype.bytes()), copy);
  return out;
}

}  // namespace

void RegisterLayoutKernels(KernelRegistry& registry) {
  registry.Add("transpose", Transpose);
  registry.Add("layout_transform", LayoutTransform);
  registry.Add("auto_scheduler_layout_transform", AutoSchedulerLayoutTransform);
}

}  // namespace passcope
