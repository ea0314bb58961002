// Dynamic operators (dyn.*), whose arguments are the attributes of other operators, so that shapes
// depend on values. Also the rest of image.*.
#include <algorithm>

#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "op/families.h"
#include "op/relations.h"

namespace passcope {
namespace {

// An upper limit of the number of axes.
constexpr int64_t kMaxRank = 1024;

// The length of argument `i`, a vector of sizes or positions. It decides a rank, so it must be
// known. Otherwise reports and returns nullopt. The caller has checked that the argument is a
// tensor.
std::optional<size_t> VectorLength(TypeRelContext& context, size_t i) {
  const Shape& shape = context.tensor(i)->shape;
  if (shape.size() == 1 && shape[0].is_const() && shape[0].value() >= 0 &&
      shape[0].value() <= kMaxRank) {
    return static_cast<size_t>(shape[0].value());
  }
  Fail(context, DiagKind::kBadRank, static_cast<int>(i),
       MSG(kVectorOfKnownLengthRequired,
           "{argument} must be a vector of known length, not of shape {shape}",
           As<OpNode>(context.call->op())->decl->args[i].name, ShapeText(shape)));
  return std::nullopt;
}

RelStatus ReturnUnknown(TypeRelContext& context, size_t rank, DataType dtype) {
  return context.Return(TensorType(Shape(rank, Dim::Any()), dtype));
}

// The rank of the result is the length of the vector in argument 1.
RelStatus DynShapeRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(shape, 1);
  (void)shape;
  auto rank = VectorLength(context, 1);
  if (!rank) return RelStatus::kFailed;
  return ReturnUnknown(context, *rank, data->dtype);
}

RelStatus DynTileRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(reps, 1);
  (void)reps;
  auto length = VectorLength(context, 1);
  if (!length) return RelStatus::kFailed;
  return ReturnUnknown(context, std::max(data->rank(), *length), data->dtype);
}

RelStatus DynInitRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(shape, 0);
  (void)shape;
  auto rank = VectorLength(context, 0);
  if (!rank) return RelStatus::kFailed;
  return ReturnUnknown(context, *rank, context.attrs<InitOpAttrs>().dtype);
}

RelStatus DynFullRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(value, 0);
  PASSCOPE_TENSOR_ARG(shape, 1);
  (void)shape;
  if (value->rank() != 0) {
    return Fail(context, DiagKind::kBadRank, 0,
                MSG(kFillValueNotScalar, "the fill value must be a scalar, not of shape {shape}",
                    ShapeText(value->shape)));
  }
  auto rank = VectorLength(context, 1);
  if (!rank) return RelStatus::kFailed;
  DataType dtype = context.attrs<InitOpAttrs>().dtype;
  return ReturnUnknown(context, *rank, dtype.is_void() ? value->dtype : dtype);
}

RelStatus DynOneHotRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(indices, 0);
  const auto& attrs = context.attrs<OneHotAttrs>();
  auto axis = CheckAxis(context, "axis", attrs.axis, indices->rank() + 1);
  if (!axis) return RelStatus::kFailed;
  Shape shape = indices->shape;
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*axis), Dim::Any());
  return context.Return(TensorType(std::move(shape), attrs.dtype));
}

RelStatus DynStridedSliceRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(begin, 1);
  (void)begin;
  auto length = VectorLength(context, 1);
  if (!length) return RelStatus::kFailed;
  if (*length > data->rank()) {
    return Fail(context, DiagKind::kShapeMismatch, 1,
                MSG(kSliceBeginCountMismatch,
                    "begin has {length} elements, but the shape {shape} has only {rank} axes",
                    *length, ShapeText(data->shape), data->rank()));
  }
  Shape shape = data->shape;
  // TVM ignores the axes here.
  if (const OptInts& given = context.attrs<StridedSliceAttrs>().axes) {
    auto axes = CheckAxes(context, "axes", *given, data->rank());
    if (!axes) return RelStatus::kFailed;
    for (size_t axis : *axes) shape[axis] = Dim::Any();
  } else {
    std::fill_n(shape.begin(), *length, Dim::Any());
  }
  return context.Return(TensorType(std::move(shape), data->dtype));
}

RelStatus DynSqueezeRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(axes, 1);
  (void)axes;
  auto length = VectorLength(context, 1);
  if (!length) return RelStatus::kFailed;
  if (*length > data->rank()) {
    return Fail(context, DiagKind::kShapeMismatch, 1,
                MSG(kDynAxesCountMismatch,
                    "axes has {length} elements, but the shape {shape} has only {rank} axes",
                    *length, ShapeText(data->shape), data->rank()));
  }
  return ReturnUnknown(context, data->rank() - *length, data->dtype);
}

RelStatus DynExpandDimsRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(axis, 1);
  int64_t count = context.attrs<DynExpandDimsAttrs>().num_newaxis;
  if (axis->rank() != 0 || count < 0 || count > kMaxRank) {
    return Fail(context, DiagKind::kBadAttribute, 1,
                MSG(kDynExpandDimsArguments,
                    "axis must be a scalar and num_newaxis 0 to {limit}, but the shape of axis is "
                    "{axis_shape} and num_newaxis is {num_newaxis}",
                    kMaxRank, ShapeText(axis->shape), count));
  }
  return ReturnUnknown(context, data->rank() + static_cast<size_t>(count), data->dtype);
}

RelStatus DynPadRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(width, 1);
  if (data->rank() == 0 || width->rank() != 2) {
    return Fail(context, DiagKind::kBadRank, 1,
                MSG(kDynPadShapes,
                    "pad_width must have 2 axes and the data at least 1, but their shapes are "
                    "{width_shape} and {data_shape}",
                    ShapeText(width->shape), ShapeText(data->shape)));
  }
  return ReturnUnknown(context, data->rank(), data->dtype);
}

RelStatus DynTopKRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(k, 1);
  if (k->rank() > 1 || (k->rank() == 1 && k->shape[0] != Dim(1))) {
    return Fail(context, DiagKind::kBadRank, 1,
                MSG(kTopkCountShape, "k must be a scalar or have the shape (1), not {shape}",
                    ShapeText(k->shape)));
  }
  const auto& attrs = context.attrs<TopKAttrs>();
  auto axis = CheckAxis(context, "axis", attrs.axis, data->rank());
  if (!axis) return RelStatus::kFailed;
  Shape shape = data->shape;
  shape[*axis] = Dim::Any();
  Type values = TensorType(shape, data->dtype);
  Type indices = TensorType(shape, attrs.dtype);
  if (attrs.ret_type == "both") return context.Return(TupleType({values, indices}));
  if (attrs.ret_type == "values") return context.Return(values);
  if (attrs.ret_type == "indices") return context.Return(indices);
  return Fail(context, DiagKind::kBadAttribute, -1,
              MSG(kTopkReturnTypeUnknown,
                  "ret_type must be both, values or indices, not \"{ret_type}\"", attrs.ret_type));
}

// The shape of the data with the sizes of some axes replaced. `sizes` names axes in the order of
// `canonical`.
RelStatus WithSizes(TypeRelContext& context, const std::string& layout, const char* canonical,
                    std::initializer_list<std::pair<size_t, Dim>> sizes, DataType dtype) {
  PASSCOPE_TENSOR_ARG(data, 0);
  auto mapping = ReadLayout(context, "layout", layout, canonical);
  auto shape = mapping ? ToCanonical(context, *mapping, data->shape, 0) : std::nullopt;
  if (!shape) return RelStatus::kFailed;
  for (auto [axis, size] : sizes) (*shape)[axis] = size;
  return context.Return(
      TensorType(*mapping->BackwardShape(*shape), dtype.is_void() ? data->dtype : dtype));
}

RelStatus DynUpSamplingRel(TypeRelContext& context) {
  return WithSizes(context, context.attrs<UpSamplingAttrs>().layout, "NCHW",
                   {{2, Dim::Any()}, {3, Dim::Any()}}, DataType::Void());
}
RelStatus DynUpSampling3DRel(TypeRelContext& context) {
  return WithSizes(context, context.attrs<UpSampling3DAttrs>().layout, "NCDHW",
                   {{2, Dim::Any()}, {3, Dim::Any()}, {4, Dim::Any()}}, DataType::Void());
}
RelStatus DynResizeRel(TypeRelContext& context) {
  const auto& attrs = context.attrs<Resize2DAttrs>();
  return WithSizes(context, attrs.layout, "NCHW", {{2, Dim::Any()}, {3, Dim::Any()}},
                   attrs.out_dtype);
}

// Reports arguments that cannot be the parts of a sparse tensor.
bool CheckSparse(TypeRelContext& context) {
  const TensorTypeNode* indices = context.tensor(0);
  const TensorTypeNode* values = context.tensor(1);
  const TensorTypeNode* fallback = context.tensor(2);
  // As in TVM, each may have one axis more than the kernel supports.
  if (indices->dtype.is_int() && indices->rank() <= 3 && values->rank() <= 2 &&
      fallback->rank() == 0) {
    return true;
  }
  Fail(context, DiagKind::kShapeMismatch, 0,
       MSG(kSparseToDenseTypes,
           "takes integer indices of at most 3 axes, values of at most 2 and a scalar default, not "
           "{indices_type}, {values_type} and {default_type}",
           TypeText(Type(indices)), TypeText(Type(values)), TypeText(Type(fallback))));
  return false;
}

RelStatus SparseToDenseRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(indices, 0);
  PASSCOPE_TENSOR_ARG(values, 1);
  PASSCOPE_TENSOR_ARG(fallback, 2);
  (void)indices, (void)fallback;
  if (!CheckSparse(context)) return RelStatus::kFailed;
  const std::vector<int64_t>& shape = context.attrs<SparseToDenseAttrs>().output_shape;
  for (int64_t size : shape) {
    if (size >= 0) continue;
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kOutputShapeSizeInvalid, "output_shape is {shape}, but a size cannot be {size}",
                    IntsText(shape), size));
  }
  return context.Return(TensorType(Shape(shape.begin(), shape.end()), values->dtype));
}

RelStatus DynSparseToDenseRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(indices, 0);
  PASSCOPE_TENSOR_ARG(values, 1);
  PASSCOPE_TENSOR_ARG(fallback, 2);
  PASSCOPE_TENSOR_ARG(shape, 3);
  (void)indices, (void)fallback, (void)shape;
  auto rank = CheckSparse(context) ? VectorLength(context, 3) : std::nullopt;
  if (!rank) return RelStatus::kFailed;
  return ReturnUnknown(context, *rank, values->dtype);
}

RelStatus SparseReshapeRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(indices, 0);
  PASSCOPE_TENSOR_ARG(prev_shape, 1);
  PASSCOPE_TENSOR_ARG(new_shape, 2);
  if (indices->rank() != 2 || prev_shape->rank() != 1 || new_shape->rank() != 1 ||
      !indices->dtype.is_int() || !prev_shape->dtype.is_int() || !new_shape->dtype.is_int()) {
    return Fail(
        context, DiagKind::kTypeMismatch, 0,
        MSG(kSparseReshapeTypes,
            "takes a matrix of indices and two vectors of sizes, all integers, not {indices_type}, "
            "{prev_shape_type} and {new_shape_type}",
            TypeText(Type(indices)), TypeText(Type(prev_shape)), TypeText(Type(new_shape))));
  }
  Dim rank = new_shape->shape[0];
  return context.Return(
      TupleType({TensorType({indices->shape[0], rank}, indices->dtype), Type(new_shape)}));
}

RelStatus AffineGridRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const std::vector<int64_t>& size = context.attrs<AffineGridAttrs>().target_shape;
  if (data->rank() != 3 || !MayBeEqual(data->shape[1], 2) || !MayBeEqual(data->shape[2], 3)) {
    return Fail(context, DiagKind::kShapeMismatch, 0,
                MSG(kAffineGridMatrixShape, "takes matrices (batch, 2, 3), not {shape}",
                    ShapeText(data->shape)));
  }
  if (size.size() != 2 || size[0] < 1 || size[1] < 1) {
    return Fail(
        context, DiagKind::kBadAttribute, -1,
        MSG(kAffineGridTargetShape, "target_shape is {size}, but 2 positive numbers must be given",
            IntsText(size)));
  }
  return context.Return(TensorType({data->shape[0], 2, size[0], size[1]}, data->dtype));
}

RelStatus GridSampleRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(grid, 1);
  size_t rank = data->rank();
  if ((rank != 4 && rank != 5) || grid->rank() != rank) {
    return Fail(
        context, DiagKind::kBadRank, 1,
        MSG(kGridSampleShapes,
            "takes data and grid of 4 or 5 axes, not of shapes {data_shape} and {grid_shape}",
            ShapeText(data->shape), ShapeText(grid->shape)));
  }
  const std::string& layout = context.attrs<GridSampleAttrs>().layout;
  const Shape& sizes = grid->shape;
  if (rank == 4) {
    return WithSizes(context, layout, "NCHW", {{2, sizes[2]}, {3, sizes[3]}}, DataType::Void());
  }
  return WithSizes(context, layout, "NCDHW", {{2, sizes[2]}, {3, sizes[3]}, {4, sizes[4]}},
                   DataType::Void());
}

RelStatus CropAndResizeRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(boxes, 1);
  PASSCOPE_TENSOR_ARG(indices, 2);
  (void)indices;
  const auto& attrs = context.attrs<CropAndResizeAttrs>();
  std::vector<int64_t> size = attrs.crop_size.value_or(std::vector<int64_t>());
  if (boxes->rank() == 0 || size.size() != 2) {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kCropBoxesInvalid,
                    "boxes must have at least one axis and crop_size two numbers, but "
                    "they are {boxes_shape} and {crop_size}",
                    ShapeText(boxes->shape), IntsText(size)));
  }
  return WithSizes(context, attrs.layout, "NCHW",
                   {{0, boxes->shape[0]}, {2, size[0]}, {3, size[1]}}, attrs.out_dtype);
}

// The static forms of the operators, for arguments that are known ahead of time.
using Kind = StaticForm::Kind;
constexpr StaticForm kReshapeForm = {"reshape", {{1, "newshape", Kind::kInts}}};
constexpr StaticForm kSqueezeForm = {"squeeze", {{1, "axis", Kind::kInts}}};
constexpr StaticForm kExpandDimsForm = {"expand_dims", {{1, "axis", Kind::kInt}}};
constexpr StaticForm kTileForm = {"tile", {{1, "reps", Kind::kInts}}};
constexpr StaticForm kTopkForm = {"topk", {{1, "k", Kind::kInt}}};
constexpr StaticForm kBroadcastToForm = {"broadcast_to", {{1, "shape", Kind::kInts}}};
constexpr StaticForm kZerosForm = {"zeros", {{0, "shape", Kind::kInts}}};
constexpr StaticForm kOnesForm = {"ones", {{0, "shape", Kind::kInts}}};
constexpr StaticForm kFullForm = {"full", {{1, "shape", Kind::kInts}}};
constexpr StaticForm kOneHotForm = {"one_hot", {{3, "depth", Kind::kInt}}};
constexpr StaticForm kImageResize2dForm = {"image.resize2d",
                                           {{1, "size", Kind::kSizes}, {2, "roi", Kind::kReals}}};
constexpr StaticForm kNnUpsamplingForm = {
    "nn.upsampling", {{1, "scale_h", Kind::kReal}, {2, "scale_w", Kind::kReal}}};
constexpr StaticForm kNnUpsampling3dForm = {
    "nn.upsampling3d",
    {{1, "scale_d", Kind::kReal}, {2, "scale_h", Kind::kReal}, {3, "scale_w", Kind::kReal}}};
constexpr StaticForm kNnPadForm = {"nn.pad", {{1, "pad_width", Kind::kPairs}}};
constexpr StaticForm kStridedSliceForm = {
    "strided_slice",
    {{1, "begin", Kind::kInts}, {2, "end", Kind::kInts}, {3, "strides", Kind::kInts}}};
constexpr StaticForm kSparseToDenseForm = {"sparse_to_dense", {{3, "output_shape", Kind::kInts}}};

}  // namespace

void RegisterDynOps(OpRegistry& registry) {
  constexpr ArgDecl kShape = {"shape", "Tensor", "The shape, a vector."};
  constexpr ArgDecl kIndices = {"sparse_indices", "Tensor", "The positions."};
  constexpr ArgDecl kValues = {"sparse_values", "Tensor", "The values at the positions."};
  constexpr ArgDecl kDefault = {"default_value", "Tensor", "The value elsewhere, a scalar."};
  constexpr ArgDecl kScaleD = {"scale_d", "Tensor", "The factor of the depth, a scalar."};
  constexpr ArgDecl kScaleH = {"scale_h", "Tensor", "The factor of the height, a scalar."};
  constexpr ArgDecl kScaleW = {"scale_w", "Tensor", "The factor of the width, a scalar."};
  constexpr OpPattern kElemWise = OpPattern::kElemWise;
  constexpr OpPattern kBroadcast = OpPattern::kBroadcast;
  constexpr OpPattern kInjective = OpPattern::kInjective;
  constexpr OpPattern kOpaque = OpPattern::kOpaque;
  const OpRow rows[] = {
      {"dyn.topk",
       TopKAttrs::Schema,
       DynTopKRel,
       kOpaque,
       6,
       "topk with the number as an argument.",
       {kDataArg, {"k", "Tensor", "The number of elements."}},
       With(OpTrait::kDataDependent, &kTopkForm)},
      {"dyn.image.resize2d",
       Resize2DAttrs::Schema,
       DynResizeRel,
       kInjective,
       5,
       "image.resize2d with the size as an argument.",
       {kDataArg,
        {"size", "Tensor", "The height and width."},
        {"roi", "Tensor", "The part of the data to resize."}},
       With(OpTrait::kDataDependent, &kImageResize2dForm)},
      {"dyn.nn.pad",
       PadAttrs::Schema,
       DynPadRel,
       kInjective,
       2,
       "nn.pad with the padding widths as an argument.",
       {kDataArg,
        {"pad_width", "Tensor", "The padding before and after the data, for each axis."},
        {"pad_val", "Tensor", "The value of the border, a scalar."}},
       With(OpTrait::kDataDependent, &kNnPadForm)},
      {"dyn.nn.upsampling",
       UpSamplingAttrs::Schema,
       DynUpSamplingRel,
       kInjective,
       2,
       "nn.upsampling with the factors as arguments.",
       {kDataArg, kScaleH, kScaleW},
       With(OpTrait::kDataDependent, &kNnUpsamplingForm)},
      {"dyn.nn.upsampling3d",
       UpSampling3DAttrs::Schema,
       DynUpSampling3DRel,
       kInjective,
       2,
       "nn.upsampling3d with the factors as arguments.",
       {kDataArg, kScaleD, kScaleH, kScaleW},
       With(OpTrait::kDataDependent, &kNnUpsampling3dForm)},
      {"dyn.reshape",
       ReshapeAttrs::Schema,
       DynShapeRel,
       kInjective,
       3,
       "reshape with the new shape as an argument.",
       {kDataArg, {"newshape", "Tensor", "The new shape, a vector."}},
       With(MixedPrecision::kFollow, OpTrait::kDataDependent, OpTrait::kReshape, &kReshapeForm)},
      {"dyn.tile",
       TileAttrs::Schema,
       DynTileRel,
       kInjective,
       3,
       "tile with the repetitions as an argument.",
       {kDataArg, {"reps", "Tensor", "How many times to repeat the data, for each axis."}},
       With(MixedPrecision::kFollow, OpTrait::kDataDependent, &kTileForm)},
      {"dyn.broadcast_to",
       InitOpAttrs::Schema,
       DynShapeRel,
       kBroadcast,
       4,
       "broadcast_to with the shape as an argument.",
       {kDataArg, kShape},
       With(MixedPrecision::kFollow, OpTrait::kDataDependent, &kBroadcastToForm)},
      {"dyn.zeros",
       InitOpAttrs::Schema,
       DynInitRel,
       kElemWise,
       3,
       "zeros with the shape as an argument.",
       {kShape},
       With(OpTrait::kDataDependent, &kZerosForm)},
      {"dyn.ones",
       InitOpAttrs::Schema,
       DynInitRel,
       kElemWise,
       3,
       "ones with the shape as an argument.",
       {kShape},
       With(OpTrait::kDataDependent, &kOnesForm)},
      {"dyn.one_hot",
       OneHotAttrs::Schema,
       DynOneHotRel,
       OpPattern::kOutEWiseFusable,
       10,
       "one_hot with the depth as an argument.",
       {{"indices", "Tensor", "The indices."},
        {"on_value", "Tensor", "The value at the index, a scalar."},
        {"off_value", "Tensor", "The value elsewhere, a scalar."},
        {"depth", "Tensor", "The size of the new axis, a scalar."}},
       With(OpTrait::kDataDependent, &kOneHotForm)},
      {"dyn.full",
       InitOpAttrs::Schema,
       DynFullRel,
       kElemWise,
       3,
       "full with the shape as an argument.",
       {{"fill_value", "Tensor", "The value, a scalar."}, kShape},
       With(MixedPrecision::kFollow, OpTrait::kDataDependent, &kFullForm)},
      {"dyn.strided_slice",
       StridedSliceAttrs::Schema,
       DynStridedSliceRel,
       kInjective,
       4,
       "strided_slice with the positions as arguments.",
       {kDataArg,
        {"begin", "Tensor", "The start position for each axis."},
        {"end", "Tensor", "The end position for each axis, which is not included."},
        {"strides", "Tensor", "The step for each axis."}},
       With(MixedPrecision::kFollow, OpTrait::kDataDependent, &kStridedSliceForm)},
      {"dyn.squeeze",
       SqueezeAttrs::Schema,
       DynSqueezeRel,
       kInjective,
       3,
       "squeeze with the axes as an argument.",
       {kDataArg, {"axes", "Tensor", "The axes to remove."}},
       With(OpTrait::kDataDependent, OpTrait::kReshape, &kSqueezeForm)},
      {"dyn.expand_dims",
       DynExpandDimsAttrs::Schema,
       DynExpandDimsRel,
       kInjective,
       3,
       "expand_dims with the axis as an argument.",
       {kDataArg, {"axis", "Tensor", "The position of the new axes, a scalar."}},
       With(OpTrait::kAttrsInMetadata, OpTrait::kDataDependent, &kExpandDimsForm)},
      {"dyn.sparse_to_dense",
       nullptr,
       DynSparseToDenseRel,
       kOpaque,
       3,
       "sparse_to_dense with the shape as an argument.",
       {kIndices, kValues, kDefault, {"output_shape", "Tensor", "The shape, a vector."}},
       With(OpTrait::kDataDependent, LayoutInference::kElemwise, &kSparseToDenseForm)},
      {"sparse_to_dense",
       SparseToDenseAttrs::Schema,
       SparseToDenseRel,
       kOpaque,
       3,
       "A tensor filled with a default value, with values written at positions.",
       {kIndices, kValues, kDefault},
       With(LayoutInference::kElemwise)},
      {"sparse_reshape",
       nullptr,
       SparseReshapeRel,
       kInjective,
       3,
       "The positions of the elements in another shape, and that shape.",
       {{"sparse_indices", "Tensor", "The positions, one per row."},
        {"prev_shape", "Tensor", "The original shape."},
        {"new_shape", "Tensor", "The new shape; one size can be -1."}}},
      {"image.affine_grid",
       AffineGridAttrs::Schema,
       AffineGridRel,
       kInjective,
       5,
       "The coordinates of a grid under affine maps.",
       {kDataArg}},
      {"image.grid_sample",
       GridSampleAttrs::Schema,
       GridSampleRel,
       kInjective,
       5,
       "The data at the coordinates of a grid.",
       {kDataArg, {"grid", "Tensor", "The coordinates, from -1 to 1."}}},
      {"image.crop_and_resize",
       CropAndResizeAttrs::Schema,
       CropAndResizeRel,
       kInjective,
       5,
       "Parts of the data, each resized.",
       {kDataArg,
        {"boxes", "Tensor", "The parts, as fractions of the data."},
        {"box_indices", "Tensor", "The sample that each part belongs to."}}},
  };
  registry.Add(rows);
}

}  // namespace passcope
