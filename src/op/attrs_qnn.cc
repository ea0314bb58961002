// Schemas of the attributes of quantized operators.
#include "op/attrs_qnn.h"

#include "op/attrs_schema.h"

namespace passcope {
namespace {

constexpr char kAxisDoc[] = "The axis of the scales and zero points if they are vectors.";
constexpr char kDtypeDoc[] = "The data type of the result.";

}  // namespace

PASSCOPE_SCHEMA(QuantizeAttrs, {RequiredField("out_dtype", &QuantizeAttrs::out_dtype, kDtypeDoc),
                                Field("axis", &QuantizeAttrs::axis, -1, kAxisDoc)})
PASSCOPE_SCHEMA(DequantizeAttrs, {Field("axis", &DequantizeAttrs::axis, -1, kAxisDoc)})
PASSCOPE_SCHEMA(SimulatedQuantizeAttrs,
                {Field("axis", &SimulatedQuantizeAttrs::axis, -1, kAxisDoc)})
const AttrSchema& AnnotatedQuantizeAttrs::Schema() {
  using A = AnnotatedQuantizeAttrs;
  static const AttrSchema schema = MakeSchema<A>(
      "relay.attrs.SimulatedQuantizeAttrs",
      {RequiredField("kind", &A::kind,
                     "The kind of the data: 0 unchanged, 1 input, 2 weight, 3 activation."),
       Field("sign", &A::sign, true, "Whether the integers have a sign."),
       Field("rounding", &A::rounding, "round", "How to round: floor, ceil or round.")});
  return schema;
}
PASSCOPE_SCHEMA(RequantizeAttrs,
                {Field("axis", &RequantizeAttrs::axis, -1, kAxisDoc),
                 Field("rounding", &RequantizeAttrs::rounding, "None",
                       "How to round halves: UPWARD or TONEAREST (away from zero)."),
                 Field("compute_dtype", &RequantizeAttrs::compute_dtype, "None",
                       "The type of the computation: int64 (fixed point), float32 or float64."),
                 Field("out_dtype", &RequantizeAttrs::out_dtype, DataType::Void(), kDtypeDoc)})
PASSCOPE_SCHEMA(BroadcastAttrs, {Field("lhs_axis", &BroadcastAttrs::lhs_axis, -1, kAxisDoc),
                                 Field("rhs_axis", &BroadcastAttrs::rhs_axis, -1, kAxisDoc)})

}  // namespace passcope
