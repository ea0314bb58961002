// Operators on quantized tensors. An integer q represents scale · (q - zero point).
//
// Scales are float32 and zero points int32, as scalars or with one element per channel. Most
// operators check these arguments, and the relation of the operator on plain tensors does the rest.
#include "op/attrs_nn.h"
#include "op/attrs_qnn.h"
#include "op/attrs_tensor.h"
#include "op/families.h"
#include "op/relations.h"

namespace passcope {
namespace {

// Sets of data types.
enum DtypeBit : unsigned { kI8 = 1, kU8 = 2, kI16 = 4, kU16 = 8, kI32 = 16, kI64 = 32, kF32 = 64 };

struct NamedDtype {
  unsigned bit;
  DataType dtype;
};
const NamedDtype kDtypes[] = {{kI8, DataType::Int(8)},    {kU8, DataType::UInt(8)},
                              {kI16, DataType::Int(16)},  {kU16, DataType::UInt(16)},
                              {kI32, DataType::Int(32)},  {kI64, DataType::Int(64)},
                              {kF32, DataType::Float(32)}};

// True if `dtype` is in `set`; reports otherwise. `arg` is the argument it belongs to, or -1 for
// the attribute out_dtype.
bool CheckDtype(TypeRelContext& context, int arg, DataType dtype, unsigned set) {
  MessageList names;
  for (const NamedDtype& each : kDtypes) {
    if (!(set & each.bit)) continue;
    if (each.dtype == dtype) return true;
    names.items.push_back(each.dtype.str());
  }
  Fail(context, DiagKind::kBadDtype, arg,
       MSG(kQnnArgumentDtypeUnsupported,
           "the data type of {argument} must be one of {dtypes}, not {dtype}",
           arg < 0 ? "out_dtype" : As<OpNode>(context.call->op())->decl->args[arg].name, names,
           dtype.str()));
  return false;
}

// True if argument `i`, a tensor, is a scalar of `dtype`. With `size`, a vector of that length is
// accepted, too.
bool CheckParam(TypeRelContext& context, size_t i, DataType dtype,
                std::optional<Dim> size = std::nullopt) {
  const TensorTypeNode* param = context.tensor(i);
  if (param->dtype == dtype && param->rank() == 0) return true;
  if (param->dtype == dtype && size && param->rank() == 1 && MayBeEqual(param->shape[0], *size)) {
    return size->is_any() || AssignShape(context, i, {*size}, dtype);
  }
  const char* name = As<OpNode>(context.call->op())->decl->args[i].name;
  std::string actual = TypeText(context.arg_types[i]);
  Fail(context, DiagKind::kTypeMismatch, static_cast<int>(i),
       size ? MSG(kQnnScalarOrVectorRequired,
                  "{argument} must be a {dtype} scalar or a vector of {size}, not {type}", name,
                  dtype.str(), size->str(), actual)
            : MSG(kQnnScalarRequired, "{argument} must be a {dtype} scalar, not {type}", name,
                  dtype.str(), actual));
  return false;
}
bool CheckScale(TypeRelContext& context, size_t i, std::optional<Dim> size = std::nullopt) {
  return CheckParam(context, i, DataType::Float(32), size);
}
bool CheckZeroPoint(TypeRelContext& context, size_t i, std::optional<Dim> size = std::nullopt) {
  return CheckParam(context, i, DataType::Int(32), size);
}

bool HasOneElement(const TensorTypeNode* tensor) {
  for (Dim size : tensor->shape) {
    if (size != Dim(1)) return false;
  }
  return true;
}

// Checks scale and zero point of a tensor of `shape`, in arguments `scale` and `scale` + 1. With
// `any_single`, vectors of one element fit any tensor. Otherwise vectors need one element per index
// of the axis, as in TVM.
bool CheckChannelParams(TypeRelContext& context, size_t scale, const Shape& shape, int64_t axis,
                        bool any_single = false) {
  const TensorTypeNode* params[] = {context.tensor(scale), context.tensor(scale + 1)};
  Dim size = 1;
  bool single = true;
  for (const TensorTypeNode* param : params) {
    single = single && (any_single ? HasOneElement(param) : param->rank() == 0);
  }
  if (!single && !shape.empty()) {
    auto position = CheckAxis(context, "axis", axis, shape.size());
    if (!position) return false;
    size = shape[*position];
  }
  return CheckScale(context, scale, size) && CheckZeroPoint(context, scale + 1, size);
}

// kDone if all arguments from `first` on are tensors.
RelStatus RequireTensors(TypeRelContext& context, size_t first = 0) {
  for (size_t i = first; i < context.num_args(); ++i) {
    if (!context.tensor(i)) return context.NotTensor(i);
  }
  return RelStatus::kDone;
}
#define PASSCOPE_REQUIRE_TENSORS(...)                                                        \
  if (RelStatus status = RequireTensors(context, ##__VA_ARGS__); status != RelStatus::kDone) \
  return status

RelStatus QuantizeRel(TypeRelContext& context) {
  PASSCOPE_REQUIRE_TENSORS();
  const auto& attrs = context.attrs<QuantizeAttrs>();
  const TensorTypeNode* data = context.tensor(0);
  if (!CheckDtype(context, 0, data->dtype, kF32) ||
      !CheckChannelParams(context, 1, data->shape, attrs.axis) ||
      !CheckDtype(context, -1, attrs.out_dtype, kI8 | kU8 | kI16 | kI32)) {
    return RelStatus::kFailed;
  }
  return context.Return(TensorType(data->shape, attrs.out_dtype));
}

RelStatus DequantizeRel(TypeRelContext& context) {
  PASSCOPE_REQUIRE_TENSORS();
  const TensorTypeNode* data = context.tensor(0);
  if (!CheckDtype(context, 0, data->dtype, kI8 | kU8 | kI16 | kI32) ||
      !CheckChannelParams(context, 1, data->shape, context.attrs<DequantizeAttrs>().axis, true)) {
    return RelStatus::kFailed;
  }
  return context.Return(TensorType(data->shape, DataType::Float(32)));
}

RelStatus RequantizeRel(TypeRelContext& context) {
  PASSCOPE_REQUIRE_TENSORS();
  const auto& attrs = context.attrs<RequantizeAttrs>();
  const TensorTypeNode* data = context.tensor(0);
  if (!CheckDtype(context, 0, data->dtype, kI8 | kU8 | kI16 | kI32 | kI64) ||
      !CheckChannelParams(context, 1, data->shape, attrs.axis) || !CheckScale(context, 3) ||
      !CheckZeroPoint(context, 4) ||
      !CheckDtype(context, -1, attrs.out_dtype, kI8 | kU8 | kI16 | kI32)) {
    return RelStatus::kFailed;
  }
  return context.Return(TensorType(data->shape, attrs.out_dtype));
}

RelStatus SimulatedRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(dtype, 1);
  (void)dtype;
  return IdentityRel(context);
}

RelStatus QnnBinaryRel(TypeRelContext& context) {
  PASSCOPE_REQUIRE_TENSORS();
  const auto& attrs = context.attrs<BroadcastAttrs>();
  for (size_t side : {0, 1}) {
    const Shape& shape = context.tensor(side)->shape;
    // TVM ignores the axis for a vector.
    int64_t axis = shape.size() <= 1 ? 0 : side ? attrs.rhs_axis : attrs.lhs_axis;
    if (!CheckChannelParams(context, 2 + 2 * side, shape, axis)) return RelStatus::kFailed;
  }
  if (!CheckScale(context, 6) || !CheckZeroPoint(context, 7)) return RelStatus::kFailed;
  return BroadcastRel(context);
}

RelStatus QnnUnaryRel(TypeRelContext& context) {
  PASSCOPE_REQUIRE_TENSORS();
  if (!CheckDtype(context, 0, context.tensor(0)->dtype, kI8 | kU8) || !CheckScale(context, 1) ||
      !CheckZeroPoint(context, 2) || !CheckScale(context, 3) || !CheckZeroPoint(context, 4)) {
    return RelStatus::kFailed;
  }
  return IdentityRel(context);
}

RelStatus QnnConcatenateRel(TypeRelContext& context) {
  PASSCOPE_REQUIRE_TENSORS(3);
  for (size_t i : {1, 2}) {
    RelStatus status;
    std::vector<const TensorTypeNode*> params = TupleOfTensors(context, i, &status);
    if (status != RelStatus::kDone) return status;
    const auto* tensors = As<TupleTypeNode>(context.arg_types[0]);
    if (tensors && tensors->fields.size() != params.size()) {
      return Fail(context, DiagKind::kShapeMismatch, static_cast<int>(i),
                  MSG(kQnnParametersPerTensorCount,
                      "takes one parameter for each of {expected} tensors here, not {actual}",
                      tensors->fields.size(), params.size()));
    }
    DataType dtype = i == 1 ? DataType::Float(32) : DataType::Int(32);
    for (const TensorTypeNode* param : params) {
      if (param->rank() == 0 && param->dtype == dtype) continue;
      return Fail(context, DiagKind::kTypeMismatch, static_cast<int>(i),
                  MSG(kQnnScalarsRequired, "takes {dtype} scalars here, but one is {type}",
                      dtype.str(), TypeText(Type(param))));
    }
  }
  if (!CheckScale(context, 3) || !CheckZeroPoint(context, 4)) return RelStatus::kFailed;
  return ConcatenateRel(context);
}

// Matrix products and convolutions: the data types of data, weight and result, and the relation of
// the plain operator.
constexpr OpTraits kQuantizedTraits =
    With(OpTrait::kNonComputational, OpTrait::kQnn, OpTrait::kQnnCanonicalize);

struct Product {
  const char* name;
  unsigned data, weight, out;
  TypeRelation plain;
  const AttrSchema& (*schema)();
  const char* doc;
  OpTraits traits = kQuantizedTraits;
};
const Product kProducts[] = {
    {"qnn.dense", kI8 | kU8 | kI16 | kU16, kI8 | kU8, kI32 | kI64, DenseRel, DenseAttrs::Schema,
     "nn.dense of quantized tensors."},
    {"qnn.batch_matmul", kI8 | kU8, kI8 | kU8, kI32, BatchMatmulRel, BatchMatmulAttrs::Schema,
     "nn.batch_matmul of quantized tensors."},
    {"qnn.conv2d", kI8 | kU8 | kI16, kI8 | kU8 | kI16, kI16 | kI32 | kI64, ConvRel,
     Conv2DAttrs::Schema, "nn.conv2d of quantized tensors.",
     With(kQuantizedTraits, PadFold::kZeroPoint)},
    {"qnn.conv2d_transpose", kI8 | kU8 | kI16 | kU16, kI8 | kU8, kI16 | kI32, ConvRel,
     Conv2DTransposeAttrs::Schema, "nn.conv2d_transpose of quantized tensors.",
     With(OpTrait::kNonComputational, OpTrait::kQnn)},
};

// The number of scales that the weight may have, one per output channel. Nullopt: only one.
std::optional<Dim> NumWeightScales(TypeRelContext& context) {
  const Attrs& attrs = context.call->attrs;
  if (const auto* dense = As<DenseAttrs>(attrs)) {
    return dense->units ? Dim(*dense->units) : Dim::Any();
  }
  AttrValue layout = attrs->Get("kernel_layout"), groups = attrs->Get("groups");
  if (layout.is_null()) return std::nullopt;
  const std::string& text = *layout.get<std::string>();
  const Shape& shape = context.tensor(1)->shape;
  size_t out = text.find('O'), in = text.find('I');
  // The convolution's relation reports a layout that does not fit.
  if (out >= shape.size() || in >= shape.size()) return Dim::Any();
  if (*groups.get<int64_t>() == 1) return shape[out];
  if (As<Conv2DTransposeAttrs>(attrs)) return shape[out] * *groups.get<int64_t>();
  // In the layout HWOI, the weight of a depthwise convolution has O inputs and I results for each.
  // TVM multiplies the sizes in all layouts.
  return text == "HWOI" ? shape[in] * shape[out] : shape[out];
}

RelStatus ProductRel(TypeRelContext& context) {
  PASSCOPE_REQUIRE_TENSORS();
  const Product* product = kProducts;
  while (std::string_view(product->name) != OpName(context)) ++product;
  AttrValue out = context.call->attrs->Get("out_dtype");
  // Only the transposed convolution accepts a vector of one element for the data.
  bool transposed = product->schema == Conv2DTransposeAttrs::Schema;
  std::optional<Dim> single = transposed ? std::optional(Dim(1)) : std::nullopt;
  if (!CheckDtype(context, 0, context.tensor(0)->dtype, product->data) ||
      !CheckDtype(context, 1, context.tensor(1)->dtype, product->weight) ||
      !CheckDtype(context, -1, *out.get<DataType>(), product->out) ||
      !CheckZeroPoint(context, 2, single) || !CheckScale(context, 4, single) ||
      !CheckScale(context, 5, NumWeightScales(context))) {
    return RelStatus::kFailed;
  }
  return product->plain(context);
}

constexpr ArgDecl kQuantized = {"data", "Tensor", "The quantized tensor."};
constexpr ArgDecl kInScale = {"input_scale", "Tensor", "The scale of the input."};
constexpr ArgDecl kInZero = {"input_zero_point", "Tensor", "The zero point of the input."};
constexpr ArgDecl kOutScale = {"output_scale", "Tensor", "The scale of the result."};
constexpr ArgDecl kOutZero = {"output_zero_point", "Tensor", "The zero point of the result."};

struct Row {
  const char* name;
  const AttrSchema& (*schema)();
  TypeRelation relation;
  OpPattern pattern;
  const char* doc;
  std::vector<ArgDecl> args;
  OpTraits traits = kQuantizedTraits;
};

// Arguments: data, scale and both bounds, for relay.quantize.
RelStatus AnnotatedQuantizeRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  if (data->rank() == 0) {
    return Fail(
        context, DiagKind::kBadRank, 0,
        MSG(kNonScalarTensorRequired, "takes a tensor with at least one axis, not a scalar"));
  }
  for (size_t i = 1; i < 4; ++i) {
    if (!context.Assign(i, ScalarType(DataType::Float(32)))) return RelStatus::kFailed;
  }
  return context.Return(Type(data));
}

}  // namespace

void RegisterQnnOps(OpRegistry& registry) {
  constexpr OpPattern kElemWise = OpPattern::kElemWise;
  constexpr OpPattern kOpaque = OpPattern::kOpaque;
  auto add = [&](Row row) {
    registry.Add({.name = row.name,
                  .doc = row.doc,
                  .args = std::move(row.args),
                  .schema = row.schema,
                  .relation = row.relation,
                  .pattern = row.pattern,
                  .support_level = 11,
                  .traits = row.traits});
  };
  add({"qnn.quantize",
       QuantizeAttrs::Schema,
       QuantizeRel,
       kElemWise,
       "The input quantized to integers.",
       {kDataArg, kOutScale, kOutZero}});
  add({"qnn.dequantize",
       DequantizeAttrs::Schema,
       DequantizeRel,
       kElemWise,
       "The real numbers that quantized integers represent.",
       {kQuantized, kInScale, kInZero}});
  add({"qnn.requantize",
       RequantizeAttrs::Schema,
       RequantizeRel,
       kElemWise,
       "Quantized integers converted to another scale and zero point.",
       {kQuantized, kInScale, kInZero, kOutScale, kOutZero}});
  static constexpr char kCodeDoc[] = "The number of the simulated integer type.";
  add({"qnn.simulated_quantize",
       SimulatedQuantizeAttrs::Schema,
       SimulatedRel,
       kElemWise,
       "qnn.quantize with its result as floating-point numbers.",
       {kDataArg, {"out_dtype", "Tensor", kCodeDoc}, kOutScale, kOutZero},
       With(OpTrait::kQnn)});
  add({"qnn.simulated_dequantize",
       DequantizeAttrs::Schema,
       SimulatedRel,
       kElemWise,
       "qnn.dequantize of integers that are stored as floating-point numbers.",
       {kDataArg, {"in_dtype", "Tensor", kCodeDoc}, kInScale, kInZero},
       With(OpTrait::kQnn)});
  struct Named {
    const char* name;
    const char* doc;
  };
  for (const Named& row : {Named{"qnn.add", "The sum of quantized tensors."},
                           Named{"qnn.subtract", "The difference of quantized tensors."},
                           Named{"qnn.mul", "The product of quantized tensors."}}) {
    add({row.name,
         BroadcastAttrs::Schema,
         QnnBinaryRel,
         OpPattern::kBroadcast,
         row.doc,
         {{"lhs", "Tensor", "The left operand."},
          {"rhs", "Tensor", "The right operand."},
          {"lhs_scale", "Tensor", "The scale of the left operand."},
          {"lhs_zero_point", "Tensor", "The zero point of the left operand."},
          {"rhs_scale", "Tensor", "The scale of the right operand."},
          {"rhs_zero_point", "Tensor", "The zero point of the right operand."},
          kOutScale,
          kOutZero}});
  }
  for (const char* name : {"qnn.tanh", "qnn.exp", "qnn.sqrt", "qnn.rsqrt", "qnn.erf", "qnn.sigmoid",
                           "qnn.hardswish", "qnn.log", "qnn.abs"}) {
    add({name,
         nullptr,
         QnnUnaryRel,
         name == std::string_view("qnn.tanh") ? kElemWise : kOpaque,
         "The function of the same name, for a quantized tensor.",
         {kQuantized,
          {"scale", "Tensor", "The scale of the input."},
          {"zero_point", "Tensor", "The zero point of the input."},
          kOutScale,
          kOutZero}});
  }
  add({"qnn.leaky_relu",
       LeakyReluAttrs::Schema,
       QnnUnaryRel,
       kOpaque,
       "nn.leaky_relu for a quantized tensor.",
       {kQuantized, kInScale, kInZero, kOutScale, kOutZero}});
  add({"qnn.concatenate",
       ConcatenateAttrs::Schema,
       QnnConcatenateRel,
       OpPattern::kInjective,
       "Quantized tensors joined along an axis.",
       {{"data", "Tuple[Tensor]", "The tensors."},
        {"input_scales", "Tuple[Tensor]", "The scale of each tensor."},
        {"input_zero_points", "Tuple[Tensor]", "The zero point of each tensor."},
        kOutScale,
        kOutZero}});
  registry.Add({.name = "relay.op.annotation.simulated_quantize",
                .doc = "The input rounded to the values that quantized integers can represent.",
                .args = {kDataArg,
                         {"dom_scale", "Tensor",
                          "The scale: the real number that the integer 1 represents, a scalar."},
                         {"clip_min", "Tensor", "The smallest integer, a scalar."},
                         {"clip_max", "Tensor", "The largest integer, a scalar."}},
                .schema = AnnotatedQuantizeAttrs::Schema,
                .relation = AnnotatedQuantizeRel,
                .pattern = kElemWise,
                .support_level = 11});
  for (const Product& product : kProducts) {
    bool transposed = product.schema == Conv2DTransposeAttrs::Schema;
    // The order in calls. TVM's own list of the arguments has the scales first.
    add({product.name,
         product.schema,
         ProductRel,
         transposed ? kOpaque : OpPattern::kOutEWiseFusable,
         product.doc,
         {kQuantized,
          {"weight", "Tensor", "The quantized weight."},
          kInZero,
          {"weight_zero_point", "Tensor", "The zero point of the weight."},
          kInScale,
          {"weight_scale", "Tensor", "The scale of the weight."}},
         product.traits});
  }
}

}  // namespace passcope
