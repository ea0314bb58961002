// Operators on sparse matrices in CSR form: values, their columns, and the position where each row
// begins. If the values have three axes, each value is a block (BSR).
#include "op/attrs_algorithm.h"
#include "op/families.h"
#include "op/relations.h"

namespace passcope {
namespace {

// The number of rows of the sparse matrix with these values and row beginnings. Reports values of a
// wrong rank.
std::optional<Dim> SparseRows(TypeRelContext& context, const TensorTypeNode* values,
                              const TensorTypeNode* beginnings) {
  bool fits = (values->rank() == 1 || values->rank() == 3) && beginnings->rank() == 1;
  if (!fits) {
    Fail(context, DiagKind::kBadRank, 1,
         MSG(kSparseDenseShapes,
             "takes values of 1 or 3 axes and a vector of row offsets, not of shapes {first} and "
             "{second}",
             ShapeText(values->shape), ShapeText(beginnings->shape)));
    return std::nullopt;
  }
  Dim rows = beginnings->shape[0].is_any() ? Dim::Any() : beginnings->shape[0] - 1;
  if (values->rank() == 1) return rows;
  Dim block = values->shape[1];
  return rows.is_any() || block.is_any() ? Dim::Any() : rows * block;
}

RelStatus SparseDenseRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(dense, 0);
  PASSCOPE_TENSOR_ARG(values, 1);
  PASSCOPE_TENSOR_ARG(columns, 2);
  PASSCOPE_TENSOR_ARG(beginnings, 3);
  (void)columns;
  if (dense->rank() != 2) {
    return Fail(context, DiagKind::kBadRank, 0,
                MSG(kMatrixShapeRequired, "takes a matrix, not a tensor of shape {shape}",
                    ShapeText(dense->shape)));
  }
  std::optional<Dim> rows = SparseRows(context, values, beginnings);
  if (!rows) return RelStatus::kFailed;
  Shape shape = context.attrs<SparseDenseAttrs>().sparse_lhs ? Shape{*rows, dense->shape[0]}
                                                             : Shape{dense->shape[0], *rows};
  return context.Return(TensorType(std::move(shape), dense->dtype));
}

RelStatus SparseTransposeRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(values, 0);
  PASSCOPE_TENSOR_ARG(columns, 1);
  PASSCOPE_TENSOR_ARG(beginnings, 2);
  return context.Return(TupleType({Type(values), Type(columns), Type(beginnings)}));
}

RelStatus SparseAddRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(dense, 0);
  PASSCOPE_TENSOR_ARG(values, 1);
  if (dense->dtype != values->dtype) {
    return Fail(context, DiagKind::kDtypeMismatch, 1,
                MSG(kDtypesDiffer, "the data types must be equal, not {first} and {second}",
                    dense->dtype.str(), values->dtype.str()));
  }
  return context.Return(Type(dense));
}

// A convolution with a sparse weight. Its blocks are of output channels, (blocks, rows), or of
// output and input channels, (blocks, rows, columns).
RelStatus SparseConv2DRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(values, 1);
  PASSCOPE_TENSOR_ARG(beginnings, 3);
  const std::string& layout = context.attrs<SparseConv2DAttrs>().layout;
  if (data->rank() != 4 || (values->rank() != 2 && values->rank() != 3) ||
      beginnings->rank() != 1) {
    return Fail(
        context, DiagKind::kBadRank, 1,
        MSG(kSparseConvShapes,
            "takes data of 4 axes, values of 2 or 3 and a vector of row offsets, not of shapes "
            "{data_shape}, {first} and {second}",
            ShapeText(data->shape), ShapeText(values->shape), ShapeText(beginnings->shape)));
  }
  if (layout != "NHWC" && layout != "NCHW") {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kLayoutNotNhwcOrNchw, "layout must be NHWC or NCHW, not {layout}", layout));
  }
  Dim rows = beginnings->shape[0].is_any() || values->shape[1].is_any()
                 ? Dim::Any()
                 : (beginnings->shape[0] - 1) * values->shape[1];
  Shape shape = data->shape;
  shape[layout == "NHWC" ? 3 : 1] = rows;
  return context.Return(TensorType(std::move(shape), data->dtype));
}

RelStatus FIFOBufferRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(buffer, 1);
  auto axis = CheckAxis(context, "axis", context.attrs<FIFOBufferAttrs>().axis, buffer->rank());
  if (!axis) return RelStatus::kFailed;
  bool fits = data->rank() == buffer->rank();
  for (size_t i = 0; fits && i < buffer->rank(); ++i) {
    Dim have = data->shape[i], want = buffer->shape[i];
    fits = i != *axis ? MayBeEqual(have, want)
                      : !have.is_const() || !want.is_const() || have.value() <= want.value();
  }
  if (!fits) {
    return Fail(context, DiagKind::kShapeMismatch, 0,
                MSG(kFifoBufferShapes,
                    "takes data of the buffer's shape, at most as long along axis {axis}, not of "
                    "shapes {first} and {second}",
                    static_cast<int64_t>(*axis), ShapeText(data->shape), ShapeText(buffer->shape)));
  }
  return context.Return(Type(buffer));
}

}  // namespace

void RegisterSparseOps(OpRegistry& registry) {
  constexpr ArgDecl kDense = {"dense_data", "Tensor", "The dense matrix."};
  constexpr ArgDecl kValues = {"sparse_data", "Tensor", "The values of the sparse matrix."};
  constexpr ArgDecl kColumns = {"sparse_indices", "Tensor", "The columns of the values."};
  constexpr ArgDecl kRows = {"sparse_indptr", "Tensor",
                             "The start of each row in the list of values."};
  constexpr OpPattern kFusable = OpPattern::kOutEWiseFusable;
  const OpRow rows[] = {
      {"nn.sparse_dense",
       SparseDenseAttrs::Schema,
       SparseDenseRel,
       kFusable,
       1,
       "The product of a matrix and the transpose of another one; one of the two is sparse.",
       {kDense, kValues, kColumns, kRows}},
      {"nn.internal.sparse_dense_padded",
       SparseDenseAttrs::Schema,
       SparseDenseRel,
       kFusable,
       1,
       "nn.sparse_dense with rows padded with zeros.",
       {kDense, kValues, kColumns, kRows}},
      {"nn.sparse_conv2d",
       SparseConv2DAttrs::Schema,
       SparseConv2DRel,
       kFusable,
       1,
       "A 2D convolution with a sparse weight and a kernel of one element.",
       {kDataArg, kValues, kColumns, kRows}},
      {"nn.sparse_transpose",
       SparseTransposeAttrs::Schema,
       SparseTransposeRel,
       kFusable,
       1,
       "The transpose of a square sparse matrix.",
       {kValues, kColumns, kRows}},
      {"nn.sparse_add",
       nullptr,
       SparseAddRel,
       OpPattern::kOpaque,
       1,
       "The sum of a dense and a sparse matrix.",
       {kDense, kValues, kColumns, kRows}},
      {"nn.fifo_buffer",
       FIFOBufferAttrs::Schema,
       FIFOBufferRel,
       OpPattern::kOpaque,
       3,
       "A buffer of the same size, with new data appended at its end.",
       {{"data", "Tensor", "The new data."}, {"buffer", "Tensor", "The previous data."}}},
  };
  registry.Add(rows);
}

}  // namespace passcope
