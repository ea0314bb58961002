// Schemas of the attributes of tensor operators.
#include "op/attrs_tensor.h"

#include "ir/int_attrs.h"
#include "ir/virtual_device.h"
#include "op/attrs_schema.h"

namespace passcope {
namespace {

constexpr char kDtypeDoc[] = "The data type of the result.";
constexpr char kAxisDoc[] = "The axis; a negative number counts from the last axis.";

std::vector<AttrField> ReduceFieldList(bool arg, bool variance) {
  using A = AnyReduceAttrs;
  std::vector<AttrField> fields = {
      Field<A, OptInts>("axis", &A::axis, {}, "The axes to reduce; all by default."),
      Field<A, bool>("keepdims", &A::keepdims, false,
                     "Whether to keep the reduced axes with size 1."),
  };
  if (arg) {
    fields.push_back(Field<A, bool>(
        "select_last_index", &A::select_last_index, false,
        "Whether to take the last one of equal elements, instead of the first one."));
  }
  fields.push_back(Field<A, bool>("exclude", &A::exclude, false,
                                  "Whether to reduce all axes except the given ones."));
  if (variance) {
    fields.push_back(Field<A, bool>(
        "unbiased", &A::unbiased, false,
        "Whether to divide by the number of elements minus one (unbiased estimate)."));
  }
  return fields;
}

std::vector<AttrField> ResizeFieldList(const char* layout) {
  using A = ResizeAttrs;
  using Str = std::string;
  return {
      Symbolic(
          Field<A, OptInts>("size", &A::size, {}, "The size of the spatial axes of the result.")),
      Field<A, AttrValue>(
          "roi", &A::roi, {},
          "The part of the data to resize, as fractions: all starts, then all ends."),
      Field<A, Str>("layout", &A::layout, layout, "The order of the data's axes."),
      Field<A, Str>(
          "method", &A::method, "linear",
          "How to interpolate between the given points: nearest_neighbor, linear or cubic."),
      Field<A, Str>("coordinate_transformation_mode", &A::coordinate_transformation_mode,
                    "half_pixel",
                    "How a position in the result maps to one in the data: half_pixel, "
                    "align_corners, asymmetric and others."),
      Field<A, Str>("rounding_method", &A::rounding_method, "round",
                    "How nearest_neighbor finds the nearest position."),
      Field<A, double>("cubic_alpha", &A::cubic_alpha, -0.5, "The coefficient of cubic splines."),
      Field<A, int64_t>("cubic_exclude", &A::cubic_exclude, 0,
                        "Whether cubic splines ignore points outside the data."),
      Field<A, double>("extrapolation_value", &A::extrapolation_value, 0.0,
                       "The value outside the resized region."),
      Field<A, DataType>("out_dtype", &A::out_dtype, DataType::Void(), kDtypeDoc),
  };
}

}  // namespace

PASSCOPE_SCHEMA(CastAttrs, {RequiredField("dtype", &CastAttrs::dtype, kDtypeDoc)})
PASSCOPE_SCHEMA(ClipAttrs, {RequiredField("a_min", &ClipAttrs::a_min, "The smallest result."),
                            RequiredField("a_max", &ClipAttrs::a_max, "The largest result.")})
PASSCOPE_SCHEMA(FixedPointMultiplyAttrs,
                {RequiredField("multiplier", &FixedPointMultiplyAttrs::multiplier,
                               "The mantissa of the factor, as a fraction of 2 to the 31."),
                 RequiredField("shift", &FixedPointMultiplyAttrs::shift,
                               "The exponent of the factor.")})
PASSCOPE_SCHEMA(FixedPointMultiplyPerAxisAttrs,
                {Field("is_lshift_required", &FixedPointMultiplyPerAxisAttrs::is_lshift_required,
                       false, "Whether any factor is shifted left."),
                 Field("is_rshift_required", &FixedPointMultiplyPerAxisAttrs::is_rshift_required,
                       false, "Whether any factor is shifted right."),
                 RequiredField("axes", &FixedPointMultiplyPerAxisAttrs::axes,
                               "The axes along which the factors lie.")})
PASSCOPE_SCHEMA(ReshapeTensorAttrs, {Wide(RequiredField("newshape", &ReshapeTensorAttrs::newshape,
                                                        "The shape of the result."))})
PASSCOPE_SCHEMA(ShapeOfAttrs, {Field("dtype", &ShapeOfAttrs::dtype, DataType::Void(), kDtypeDoc)})
PASSCOPE_SCHEMA(NdarraySizeAttrs,
                {Field("dtype", &NdarraySizeAttrs::dtype, DataType::Void(), kDtypeDoc)})
PASSCOPE_SCHEMA(
    ExpandDimsAttrs,
    {RequiredField(
         "axis", &ExpandDimsAttrs::axis,
         "The position of the new axes; a negative position counts from the end of the result."),
     Field("num_newaxis", &ExpandDimsAttrs::num_newaxis, 1, "The number of axes to add.")})
PASSCOPE_SCHEMA(ConcatenateAttrs, {Field("axis", &ConcatenateAttrs::axis, 0, kAxisDoc)})
PASSCOPE_SCHEMA(StackAttrs,
                {Boxed(Field("axis", &StackAttrs::axis, 0, "The new axis in the result."))})
PASSCOPE_SCHEMA(TransposeAttrs, {RequiredField("axes", &TransposeAttrs::axes,
                                               "The axis of the data for each axis of the result; "
                                               "by default, the order of the axes is reversed.")})
PASSCOPE_SCHEMA(
    ReshapeAttrs,
    {Wide(RequiredField("newshape", &ReshapeAttrs::newshape,
                        "The sizes of the result. 0 copies the size of the data; -1 is the "
                        "remaining size; -2 copies all remaining axes; -3 merges the next "
                        "two axes; -4 splits the next axis into the two sizes that follow.")),
     Field("allowzero", &ReshapeAttrs::allowzero, false,
           "Whether 0 means the size 0, instead of a copied size.")})
PASSCOPE_SCHEMA(ReshapeLikeAttrs, {Field("lhs_begin", &ReshapeLikeAttrs::lhs_begin, 0,
                                         "The first axis of the data to reshape."),
                                   Field("lhs_end", &ReshapeLikeAttrs::lhs_end, {},
                                         "The axis of the data after the last one to reshape; by "
                                         "default all following axes are reshaped."),
                                   Field("rhs_begin", &ReshapeLikeAttrs::rhs_begin, 0,
                                         "The first axis of the other tensor to take a size from."),
                                   Field("rhs_end", &ReshapeLikeAttrs::rhs_end, {},
                                         "The axis of the other tensor after the last one to take "
                                         "a size from; by default all following axes are used.")})
PASSCOPE_SCHEMA(ScatterAttrs, {Boxed(Field("axis", &ScatterAttrs::axis, 0, kAxisDoc))})
PASSCOPE_SCHEMA(ScatterAddAttrs, {Boxed(Field("axis", &ScatterAddAttrs::axis, 0, kAxisDoc))})
PASSCOPE_SCHEMA(
    ScatterNDAttrs,
    {Boxed(RequiredField("mode", &ScatterNDAttrs::mode,
                         "How to write a value: update replaces the old one, add adds to it."))})
PASSCOPE_SCHEMA(GatherAttrs, {Field("axis", &GatherAttrs::axis, {}, kAxisDoc)})
PASSCOPE_SCHEMA(
    GatherNDAttrs,
    {Boxed(Field("batch_dims", &GatherNDAttrs::batch_dims, 0,
                 "The number of leading axes that the data and the indices share.")),
     Field("index_rank", &GatherNDAttrs::index_rank, {},
           "The number of indices of a position; required if the shape does not determine it.")})
PASSCOPE_SCHEMA(TakeAttrs,
                {Boxed(Field("batch_dims", &TakeAttrs::batch_dims, 0,
                             "The number of leading axes that the data and the indices share.")),
                 Field("axis", &TakeAttrs::axis, {},
                       "The axis to index; by default, the data is flattened."),
                 Boxed(Field("mode", &TakeAttrs::mode, "clip",
                             "How to treat an index out of range: clip it to the range, wrap it "
                             "around, or fast (no index is out of range)."))})
PASSCOPE_SCHEMA(InitOpAttrs,
                {Wide(RequiredField("shape", &InitOpAttrs::shape, "The shape of the result.")),
                 Int64Flag(".shape.int64", &InitOpAttrs::shape_int64),
                 Field("dtype", &InitOpAttrs::dtype, DataType::Void(), kDtypeDoc)})
PASSCOPE_SCHEMA(ArangeAttrs,
                {RequiredField("start", &ArangeAttrs::start, "The first value."),
                 RequiredField("stop", &ArangeAttrs::stop, "The end, which is not included."),
                 RequiredField("step", &ArangeAttrs::step, "The distance between values."),
                 RequiredField("dtype", &ArangeAttrs::dtype, kDtypeDoc)})
PASSCOPE_SCHEMA(MeshgridAttrs, {Field("indexing", &MeshgridAttrs::indexing, "ij",
                                      "ij for rows first, xy for columns first.")})
PASSCOPE_SCHEMA(
    RepeatAttrs,
    {AtLeast(1, Boxed(RequiredField("repeats", &RepeatAttrs::repeats,
                                    "How many times each element is repeated."))),
     Field("axis", &RepeatAttrs::axis, {},
           "The axis along which elements are repeated; by default, the data is flattened.")})
PASSCOPE_SCHEMA(TileAttrs,
                {AtLeast(0, RequiredField("reps", &TileAttrs::reps,
                                          "How many times to repeat the data, for each axis.")),
                 Int64Flag(".reps.int64", &TileAttrs::reps_int64)})
PASSCOPE_SCHEMA(ReverseAttrs, {Field("axis", &ReverseAttrs::axis, {}, kAxisDoc)})
PASSCOPE_SCHEMA(ReverseSequenceAttrs, {Boxed(Field("seq_axis", &ReverseSequenceAttrs::seq_axis, 1,
                                                   "The axis along which elements are reversed.")),
                                       Boxed(Field("batch_axis", &ReverseSequenceAttrs::batch_axis,
                                                   0, "The axis along which the sequences lie."))})
PASSCOPE_SCHEMA(SqueezeAttrs, {Field("axis", &SqueezeAttrs::axis, {},
                                     "The axes of size 1 to remove; all of them by default.")})
PASSCOPE_SCHEMA(SplitAttrs,
                {RequiredField("indices_or_sections", &SplitAttrs::indices_or_sections,
                               "The number of equal parts, or the positions at which to split."),
                 Int64Flag(".indices_or_sections.int64", &SplitAttrs::indices_int64),
                 Field("axis", &SplitAttrs::axis, 0, kAxisDoc)})
PASSCOPE_SCHEMA(
    StridedSliceAttrs,
    {Wide(RequiredField("begin", &StridedSliceAttrs::begin, "The start position for each axis.")),
     Int64Flag(".begin.int64", &StridedSliceAttrs::begin_int64),
     Wide(RequiredField("end", &StridedSliceAttrs::end,
                        "The end position for each axis, which is not included.")),
     Int64Flag(".end.int64", &StridedSliceAttrs::end_int64),
     Wide(RequiredField("strides", &StridedSliceAttrs::strides,
                        "The step for each axis; a negative step goes backwards.")),
     Int64Flag(".strides.int64", &StridedSliceAttrs::strides_int64),
     Boxed(Field("slice_mode", &StridedSliceAttrs::slice_mode, "end",
                 "The meaning of `end`: end, or size, where -1 means all remaining elements.")),
     RequiredField("axes", &StridedSliceAttrs::axes,
                   "The axes to slice; the leading ones by default."),
     Int64Flag(".axes.int64", &StridedSliceAttrs::axes_int64)})
PASSCOPE_SCHEMA(SliceLikeAttrs,
                {RequiredField("axes", &SliceLikeAttrs::axes, "The axes to cut; all by default.")})
PASSCOPE_SCHEMA(LayoutTransformAttrs,
                {RequiredField("src_layout", &LayoutTransformAttrs::src_layout,
                               "The layout of the data, such as NCHW."),
                 RequiredField("dst_layout", &LayoutTransformAttrs::dst_layout,
                               "The layout of the result, such as NCHW4c.")})
PASSCOPE_SCHEMA(AutoSchedulerLayoutTransformAttrs,
                {RequiredField("src_layout", &AutoSchedulerLayoutTransformAttrs::src_layout,
                               "The sizes and names of the data's axes, such as 1N32C."),
                 RequiredField("dst_layout", &AutoSchedulerLayoutTransformAttrs::dst_layout,
                               "The sizes and names of the result's axes, such as 1N2C16C.")})
PASSCOPE_SCHEMA(SequenceMaskAttrs,
                {Field("mask_value", &SequenceMaskAttrs::mask_value, 0.0,
                       "The value after the end of a sequence."),
                 Field("axis", &SequenceMaskAttrs::axis, 0, "The axis of time, 0 or 1.")})
PASSCOPE_SCHEMA(OneHotAttrs,
                {AtLeast(1, Field("depth", &OneHotAttrs::depth, 1, "The size of the new axis.")),
                 Field("axis", &OneHotAttrs::axis, -1, "The position of the new axis."),
                 Field("dtype", &OneHotAttrs::dtype, DataType::Void(), kDtypeDoc)})
PASSCOPE_SCHEMA(MatrixSetDiagAttrs,
                {Field("k1", &MatrixSetDiagAttrs::k1, 0, "The first diagonal to set."),
                 Field("k2", &MatrixSetDiagAttrs::k2, 0, "The last diagonal to set."),
                 Field("super_diag_right_align", &MatrixSetDiagAttrs::super_diag_right_align, true,
                       "Whether to pad short diagonals above the main one on the left."),
                 Field("sub_diag_right_align", &MatrixSetDiagAttrs::sub_diag_right_align, false,
                       "Whether to pad short diagonals below the main one on the left.")})
PASSCOPE_SCHEMA(ScanopAttrs, {Field("axis", &ScanopAttrs::axis, {},
                                    "The axis; by default, the data is flattened."),
                              Field("dtype", &ScanopAttrs::dtype, DataType::Void(), kDtypeDoc),
                              Boxed(Field("exclusive", &ScanopAttrs::exclusive, false,
                                          "Whether to exclude the element itself."))})
PASSCOPE_SCHEMA(SlidingWindowAttrs,
                {RequiredField("axis", &SlidingWindowAttrs::axis, "The first axis of the window."),
                 AtLeast(1, RequiredField("window_shape", &SlidingWindowAttrs::window_shape,
                                          "The size of the window.")),
                 AtLeast(1, RequiredField("strides", &SlidingWindowAttrs::strides,
                                          "The steps of the window."))})
PASSCOPE_SCHEMA(TriluAttrs,
                {Field("upper", &TriluAttrs::upper, true,
                       "Whether to keep the upper triangle, instead of the lower one.")})

PASSCOPE_SCHEMA(ReduceAttrs, ReduceFieldList(false, false))
PASSCOPE_SCHEMA(ArgReduceAttrs, ReduceFieldList(true, false))
PASSCOPE_SCHEMA(VarianceAttrs, ReduceFieldList(false, true))

const AnyReduceAttrs* AsReduceAttrs(const Attrs& attrs) {
  return AsOneOf<AnyReduceAttrs>(
      attrs, {&ReduceAttrs::Schema(), &ArgReduceAttrs::Schema(), &VarianceAttrs::Schema()});
}

PASSCOPE_SCHEMA(ArgsortAttrs, {Field("axis", &ArgsortAttrs::axis, -1, kAxisDoc),
                               Field("is_ascend", &ArgsortAttrs::is_ascend, true,
                                     "Whether to sort in ascending order."),
                               Field("dtype", &ArgsortAttrs::dtype, DataType::Void(), kDtypeDoc)})
const AttrSchema& TopKAttrs::Schema() {
  static const AttrSchema schema = MakeSchema<TopKAttrs>(
      "relay.attrs.TopkAttrs",
      {RequiredField("k", &TopKAttrs::k, "The number of elements; all if less than 1."),
       Field("axis", &TopKAttrs::axis, -1, kAxisDoc),
       Field("ret_type", &TopKAttrs::ret_type, "both", "What to return: both, values or indices."),
       Field("is_ascend", &TopKAttrs::is_ascend, false,
             "Whether to take the smallest elements, instead of the largest ones."),
       Field("dtype", &TopKAttrs::dtype, DataType::Void(), "The data type of the indices.")});
  return schema;
}
PASSCOPE_SCHEMA(CastHintAttrs, {RequiredField("dtype", &CastHintAttrs::dtype,
                                              "The data type of the computation.")})
PASSCOPE_SCHEMA(OnDeviceAttrs, {Field("virtual_device", &OnDeviceAttrs::virtual_device,
                                      ToAttrValue(VirtualDevice()), "The device."),
                                Field("constrain_result", &OnDeviceAttrs::constrain_result, false,
                                      "Whether the result must be on the device."),
                                Field("constrain_body", &OnDeviceAttrs::constrain_body, true,
                                      "Whether the expression must be computed on the device.")})
PASSCOPE_SCHEMA(DeviceCopyAttrs,
                {RequiredField("src_virtual_device", &DeviceCopyAttrs::src_virtual_device,
                               "The device to copy from."),
                 RequiredField("dst_virtual_device", &DeviceCopyAttrs::dst_virtual_device,
                               "The device to copy to.")})
PASSCOPE_SCHEMA(AllocStorageAttrs,
                {Field("dtype", &AllocStorageAttrs::dtype, DataType::Float(32),
                       "The data type of the tensors in the storage."),
                 RequiredField("virtual_device", &AllocStorageAttrs::virtual_device,
                               "The device that owns the memory.")})
PASSCOPE_SCHEMA(AllocTensorAttrs,
                {Field("dtype", &AllocTensorAttrs::dtype, DataType::Float(32),
                       "The data type of the tensor."),
                 RequiredField("const_shape", &AllocTensorAttrs::const_shape,
                               "The shape, if it is a constant."),
                 Wide(RequiredField("assert_shape", &AllocTensorAttrs::assert_shape,
                                    "The shape that is known from elsewhere."))})
PASSCOPE_SCHEMA(WithFuncIdAttrs, {Field("fid", &WithFuncIdAttrs::fid, int64_t{-1}, "The number.")})
PASSCOPE_SCHEMA(DebugAttrs, {RequiredField("debug_func", &DebugAttrs::debug_func,
                                           "The function to call; none by default.")})
PASSCOPE_SCHEMA(CallLoweredAttrs, {Field("metadata", &CallLoweredAttrs::metadata, AttrDict{},
                                         "The known facts about the compiled function.")})
PASSCOPE_SCHEMA(CompilerAttrs, {RequiredField("compiler", &CompilerAttrs::compiler,
                                              "The compiler of the region.")})
PASSCOPE_SCHEMA(Resize1DAttrs, ResizeFieldList("NCW"))
PASSCOPE_SCHEMA(Resize2DAttrs, ResizeFieldList("NCHW"))
PASSCOPE_SCHEMA(Resize3DAttrs, ResizeFieldList("NCDHW"))
const ResizeAttrs* AsResizeAttrs(const Attrs& attrs) {
  return AsOneOf<ResizeAttrs>(
      attrs, {&Resize2DAttrs::Schema(), &Resize1DAttrs::Schema(), &Resize3DAttrs::Schema()});
}

PASSCOPE_SCHEMA(DynExpandDimsAttrs, {Field("num_newaxis", &DynExpandDimsAttrs::num_newaxis, 1,
                                           "The number of axes to add.")})
PASSCOPE_SCHEMA(SparseToDenseAttrs,
                {Wide(RequiredField("output_shape", &SparseToDenseAttrs::output_shape,
                                    "The shape of the result."))})
PASSCOPE_SCHEMA(AffineGridAttrs, {Wide(RequiredField("target_shape", &AffineGridAttrs::target_shape,
                                                     "The height and width of the grid."))})
PASSCOPE_SCHEMA(
    GridSampleAttrs,
    {Boxed(Field("method", &GridSampleAttrs::method, "bilinear",
                 "How to interpolate between the given points: nearest, bilinear or bicubic.")),
     Boxed(Field("layout", &GridSampleAttrs::layout, "NCHW", "The order of the data's axes.")),
     Boxed(Field("padding_mode", &GridSampleAttrs::padding_mode, "zeros",
                 "The values outside the data: zeros, border or reflection.")),
     Field("align_corners", &GridSampleAttrs::align_corners, true,
           "Whether -1 and 1 are the centers of the outermost elements, instead of their edges.")})
PASSCOPE_SCHEMA(
    CropAndResizeAttrs,
    {AtLeast(1, Field("crop_size", &CropAndResizeAttrs::crop_size, {},
                      "The height and width of each part of the result.")),
     Field("layout", &CropAndResizeAttrs::layout, "NCHW", "The order of the data's axes."),
     Field("method", &CropAndResizeAttrs::method, "bilinear",
           "How to interpolate between the given points: nearest_neighbor or bilinear."),
     Field("extrapolation_value", &CropAndResizeAttrs::extrapolation_value, 0.0,
           "The value outside the data."),
     Field("out_dtype", &CropAndResizeAttrs::out_dtype, DataType::Void(), kDtypeDoc)})

}  // namespace passcope
