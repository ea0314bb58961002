// Schemas of the attributes of algorithms, random numbers and sparse matrices.
#include "op/attrs_algorithm.h"

#include "op/attrs_schema.h"

namespace passcope {
namespace {

constexpr char kRandomShapeDoc[] = "The shape of the random numbers.";

std::vector<AttrField> RandomFieldList() {
  using A = RandomAttrs;
  return {Wide(RequiredField<A, std::vector<int64_t>>("out_shape", &A::out_shape, kRandomShapeDoc)),
          Field<A, DataType>("out_dtype", &A::out_dtype, DataType::Void(),
                             "The data type of the random numbers: float32 or float64.")};
}

}  // namespace

PASSCOPE_SCHEMA(EinsumAttrs, {RequiredField("equation", &EinsumAttrs::equation,
                                            "The labels of the axes, as in \"ij,jk->ik\".")})
PASSCOPE_SCHEMA(UniqueAttrs,
                {Field("sorted", &UniqueAttrs::sorted, true,
                       "Whether the elements are in ascending order, instead of the order of their "
                       "first occurrence."),
                 Field("return_counts", &UniqueAttrs::return_counts, false,
                       "Whether the result also has the number of occurrences of each element.")})
PASSCOPE_SCHEMA(SearchSortedAttrs,
                {Field("right", &SearchSortedAttrs::right, false,
                       "Whether a value goes after equal elements, instead of before them."),
                 Field("dtype", &SearchSortedAttrs::dtype, DataType::Int(32),
                       "The data type of the result.")})
PASSCOPE_SCHEMA(
    StftAttrs,
    {AtLeast(1, Field("n_fft", &StftAttrs::n_fft, -1, "The size of each Fourier transform.")),
     AtLeast(1, Field("hop_length", &StftAttrs::hop_length, -1,
                      "The distance from one window to the next.")),
     AtLeast(1, Field("win_length", &StftAttrs::win_length, -1, "The size of the window.")),
     Field("normalized", &StftAttrs::normalized, false,
           "Whether to divide the results by the square root of n_fft."),
     Field("onesided", &StftAttrs::onesided, true,
           "Whether to leave out the second half, which is the conjugate of the first.")})

PASSCOPE_SCHEMA(ThreefryGenerateAttrs,
                {Wide(RequiredField("out_shape", &ThreefryGenerateAttrs::out_shape,
                                    kRandomShapeDoc))})
PASSCOPE_SCHEMA(UniformAttrs, RandomFieldList())
PASSCOPE_SCHEMA(NormalAttrs, RandomFieldList())
PASSCOPE_SCHEMA(MultinomialAttrs,
                {AtLeast(0, Field("num_samples", &MultinomialAttrs::num_samples, 1,
                                  "The number of samples to draw from each distribution."))})

PASSCOPE_SCHEMA(SparseDenseAttrs, {Field("sparse_lhs", &SparseDenseAttrs::sparse_lhs, false,
                                         "Whether the sparse matrix is the first factor.")})
PASSCOPE_SCHEMA(SparseTransposeAttrs, {})
PASSCOPE_SCHEMA(SparseConv2DAttrs,
                {Field("layout", &SparseConv2DAttrs::layout, "NHWC", "The layout: NHWC or NCHW."),
                 Counted(2, Field("kernel_size", &SparseConv2DAttrs::kernel_size,
                                  AttrValue::Ints({1, 1}), "The spatial size of the kernel."))})
PASSCOPE_SCHEMA(FIFOBufferAttrs, {Field("axis", &FIFOBufferAttrs::axis, 0,
                                        "The axis along which new data is appended.")})

const RandomAttrs* AsRandomAttrs(const Attrs& attrs) {
  return AsOneOf<RandomAttrs>(attrs, {&UniformAttrs::Schema(), &NormalAttrs::Schema()});
}

}  // namespace passcope
