// Programs that passes refuse, with a part of each message.
#include <initializer_list>
#include <string>

#include "api/pipeline_spec.h"
#include "diagnostics/diagnostic.h"
#include "op/attrs_nn.h"
#include "op/op.h"
#include "pass/pass.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "transforms/bind_params.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/refused.h"

namespace passcope {
namespace {

struct Refusal {
  DiagKind kind;
  const char* pass;  // As in a pipeline, with its options.
  const char* text;  // Without the version of the text format.
  const char* says;
};

TEST_CASE("refusals name what a pass does not support", "[transforms][diagnostics]") {
  for (const Refusal& row : std::initializer_list<Refusal>{
           {DiagKind::kArity, "InferType", "def @main(%x: int32) { nn.relu(%x, %x) }",
            "nn.relu takes 1 argument"},
           {DiagKind::kArity, "InferType", "def @f(%x: int32) { %x }\ndef @main() { @f(1, 2) }",
            "1 argument"},
           {DiagKind::kTypeMismatch, "InferType", "def @main(%x: int32) { ref_read(%x) }",
            "expected a reference"},
           {DiagKind::kTypeMismatch, "InferType",
            "def @main(%x: (int32, int32)) { let %y: (float32, int32) = %x; %y }", "int32"},
           {DiagKind::kTypeMismatch, "InferType",
            "def @main(%f: fn (int32) -> int32) { let %y: float32 = %f(1); %y }", "float32"},
           {DiagKind::kTypeMismatch, "InferType",
            "def @main(%f: fn (int32) -> int32) { nn.relu(%f) }", "nn.relu"},
           {DiagKind::kArity, "InferType",
            "type T { A(int32) }\ndef @main(%x: T[]) { match (%x) { A(%a, %b) => %a } }",
            "1 field"},
           {DiagKind::kBadAttribute, "InferType",
            "def @main(%x: Tensor[(2, 3), float32], %w: Tensor[(4, 3), float32]) "
            "{ nn.dense(%x, %w, units=-4) }",
            "-4"},
           {DiagKind::kBadAttribute, "InferType",
            "def @main(%x: Tensor[(1, 4, 8, 8), float32]) "
            "{ nn.space_to_depth(%x, block_size=0) }",
            "block_size"},
           {DiagKind::kBadAttribute, "InferType",
            "def @main(%x: Tensor[(1, 4, 8, 8), float32]) "
            "{ vision.multibox_prior(%x, sizes=[], ratios=[1f]) }",
            "sizes"},
           {DiagKind::kUnsupported, "Defunctionalization", "def @main[A](%x: A) { %x }", "@main"},
           {DiagKind::kUnsupported, "ToCPS",
            "def @main(%x: float32) { let %f = fn (%y: float32, Primitive=1) { negative(%y) };"
            " %f(%x) }",
            "primitive"},
           {DiagKind::kUnsupported, "HigherOrderGradient",
            "def @main(%x: float32) { let %f = fn (%y: float32, Primitive=1) { negative(%y) };"
            " %f(%x) }",
            "HigherOrderGradient does not support primitive functions"},
           {DiagKind::kUnsupported, "FirstOrderGradient",
            "def @main(%x: Tensor[(1, 4, 4, 1), float32], %w: Tensor[(3, 3, 1, 1), float32]) { "
            "nn.conv2d(%x, %w, channels=1, kernel_size=[3, 3], data_layout=\"NHWC\", "
            "kernel_layout=\"HWIO\") }",
            "NCHW"},
           {DiagKind::kUnsupported, "FirstOrderGradient",
            "def @main(%x: Tensor[(1, 1, 9, 9), float32], %w: Tensor[(1, 1, 3, 3), float32]) { "
            "nn.conv2d(%x, %w, channels=1, kernel_size=[3, 3], dilation=[2, 2]) }",
            "dilation"},
           {DiagKind::kUnsupported, "FirstOrderGradient",
            "def @main(%x: Tensor[(2, 3), float32], %i: Tensor[(2, 1), int32]) { take(%x, %i, "
            "axis=1, batch_dims=1) }",
            "batch_dims"},
           {DiagKind::kUnsupported, "HigherOrderGradient",
            "type T { A(float32) }\ndef @main(%x: float32) { match (A(%x)) { A(%y) => %y } }",
            "HigherOrderGradient does not support the type float32 in a field"},
           {DiagKind::kUnsupported, "HigherOrderGradient",
            "type T { A(fn (float32) -> float32) }\ndef @f(%x: float32) -> float32 { "
            "match (A(fn (%y: float32) { %y })) { A(%g) => %g(%x) } }\n"
            "def @main(%x: float32) { @f(%x) }",
            "HigherOrderGradient does not support the type fn (float32) -> float32"},
           {DiagKind::kUnsupported, "ToCPS",
            "type T { A(fn (int32) -> int32) }\ndef @main(%x: int32) { "
            "match (A(fn (%y: int32) { %y })) { A(%g) => %g(%x) } }",
            "ToCPS does not support the type fn (int32) -> int32 in a field"},
           {DiagKind::kUnsupported, "ToCPS",
            "type C[T] { Raw(T), One(fn () -> T) }\ndef @main(%x: float32) { "
            "match (Raw(%x)) { Raw(%y) => %y, One(%f) => %f() } }",
            "ToCPS does not support the type fn () -> T"},
           {DiagKind::kUnsupported, "HigherOrderGradient",
            "type C[T] { Raw(T), One(fn () -> T) }\ndef @main(%x: float32) { "
            "match (Raw(%x)) { Raw(%y) => %y, One(%f) => %f() } }",
            "HigherOrderGradient does not support the type fn () -> T"},
           {DiagKind::kUnsupported, "FirstOrderGradient",
            "def @main(%f: fn (float32) -> float32, %x: float32) { %f(%x) }", "FirstOrderGradient"},
           {DiagKind::kUnsupported, "FirstOrderGradient",
            "def @main(%x: float32) {\n"
            "  let %f = fn (%y: float32) -> float32 { %f(%y) };\n  %f(%x)\n}",
            "functions as values"},
           {DiagKind::kUnsupported, "FirstOrderGradient", "def @main[A](%x: A) -> A { %x }",
            "type parameters"},
           {DiagKind::kUnsupported, "FirstOrderGradient",
            "def @main(%x: (Tensor[(?), float32], float32)) { %x.1 }", "unknown shape in tuples"},
           {DiagKind::kUnsupported, "Defunctionalization",
            "def @main(%x: (fn (float32) -> float32, float32)) { %x.1 }", "Defunctionalization"},
           {DiagKind::kBadAttribute, "InferType",
            "def @main(%x: Tensor[(1, 4, 8, 8), float32]) "
            "{ nn.correlation(%x, %x, padding=[1, 2, 3]) }",
            "padding"},
           {DiagKind::kBadAttribute, "InferType",
            "def @main(%x: Tensor[(1, 4, 8, 8), float32]) "
            "{ nn.correlation(%x, %x, kernel_size=0) }",
            "kernel_size"},
           {DiagKind::kBadAttribute, "InferType",
            "def @main(%x: Tensor[(1, 1, 8, 8), float32]) "
            "{ image.resize2d(%x, size=[2, 2], roi=[0f]) }",
            "roi"},
           {DiagKind::kUnsupported, "ToMixedPrecision",
            "def @main(%f: fn (float32) -> float32) { %f(1f) }", "ToMixedPrecision"},
           {DiagKind::kBadPassOption,
            "ConvertLayout(desired_layouts={\"nn.conv2d\": [\"N!\", OIHW]})",
            "def @main(%x: float32) { %x }", "which is not a layout"},
           {DiagKind::kBadPassOption,
            "ConvertLayout(desired_layouts={\"nn.conv2d\": [NCHW4c, default]})",
            "def @main(%x: Tensor[(1, 4, 8, 8), float32], %w: Tensor[(4, 4, 3, 3), float32]) "
            "{ nn.conv2d(%x, %w) }",
            "blocked channels have no default kernel layout"},
           {DiagKind::kBadPassOption,
            "ConvertLayout(desired_layouts={\"vision.roi_align\": [NCHW, OIHW]})",
            "def @main(%x: Tensor[(1, 4, 8, 8), float32], %r: Tensor[(1, 5), float32]) "
            "{ vision.roi_align(%x, %r, pooled_size=[2, 2], spatial_scale=1f, sample_ratio=2) }",
            "\"default\" for the regions"},
           {DiagKind::kBadPassOption, "ConvertLayout(desired_layouts={\"nn.max_pool2d\": []})",
            "def @main(%x: Tensor[(1, 4, 8, 8), float32]) { nn.max_pool2d(%x, pool_size=[2, 2]) }",
            "it takes 1 layout"},
           {DiagKind::kBadPassOption,
            "ConvertLayout(desired_layouts={\"image.resize2d\": [NHWC, NCHW]})",
            "def @main(%x: Tensor[(1, 4, 8, 8), float32]) { image.resize2d(%x, size=[2, 2]) }",
            "it takes 1 layout"},
           {DiagKind::kUnsupported, "Defunctionalization",
            "def @g[A](%x: int32) { %x }\ndef @main(%x: int32) { @g(%x) }",
            "type arguments of a call of @g"},
           {DiagKind::kUnsupported, "Defunctionalization",
            "def @main(%x: int32) { let %g = fn [A](%y: int32) { %y }; %g(%x) }",
            "type arguments of a call of a local function"},
           {DiagKind::kUnsupported, "Defunctionalization",
            "def @f(%p: (fn (int32) -> int32, int32)) { %p.1 }\n"
            "def @g(%x: int32) -> int32 { %x }\n"
            "def @main(%x: int32) { @f((@g, %x)) }",
            "functions inside the type"},
           {DiagKind::kUnsupported, "Defunctionalization",
            "def @f(%p: fn (int32) -> int32) { %p(1) }\n"
            "def @g(%x: int32) -> int32 { %x }\n"
            "def @main(%x: bool) { @f(if (%x) { @g } else { @g }) }",
            "only variables and functions"},
           {DiagKind::kUnsupported, "FirstOrderGradient",
            "def @g(%x: float32) -> float32 { %x }\ndef @main(%x: float32) { @g(%x) }",
            "global functions and variables"},
           {DiagKind::kUnsupported, "FlexibleShapeDispatch(buckets=[1, 2])",
            "def @main(%x: Tensor[(4, ?), float32]) { nn.relu(%x) }", "all other sizes"},
           {DiagKind::kUnsupported, "HigherOrderGradient",
            "def @main(%x: float32) { let %r = ref(%x); let %d = on_device(%r); %x }",
            "of type ref"},
           {DiagKind::kUnsupported, "ToMixedPrecision",
            "def @main(%r: ref(float32)) { fn (%p: ref(float32)) { ref_read(%p) }(%r) }",
            "functions and references"},
           {DiagKind::kUnsupported, "FakeQuantizationToInteger(hard_fail=True)",
            "def @main(%q: Tensor[(1), int8]) { %0 = qnn.dequantize(%q, 2f, 0); "
            "%1 = (%0, 1f); qnn.quantize(%1.0, 2f, 0, out_dtype=\"int8\") }",
            "a value that is not quantized"},
           {DiagKind::kTypeMismatch, "InferType",
            "def @main() { let %f = fn (%p) { let %y: int32 = %p.0; %y }; %f((1f, 2f)) }",
            "field 0 of the tuple is float32"},
           {DiagKind::kTypeMismatch, "InferType",
            "def @main() { let %f = fn (%p) { let %y: int32 = add(%p, %p); %y }; %f(1f) }",
            "this call gives float32"},
           {DiagKind::kUnsupported, "QnnCanonicalizeOps",
            "def @main(%x: Tensor[(1, 8, 8, 4), int8], %w: Tensor[(4, 4, 1, 1), int8]) "
            "{ qnn.conv2d(%x, %w, 0, 0, 1f, 1f, channels=4, kernel_size=[1, 1], "
            "data_layout=\"HWNC\", kernel_layout=\"OIHW\", out_dtype=\"int32\") }",
            "does not support the layouts HWNC and OIHW"},
           {DiagKind::kUnsupported, "QnnCanonicalizeOps",
            "def @main(%x: Tensor[(?, 4), int8], %w: Tensor[(3, 4), int8]) "
            "{ qnn.dense(%x, %w, 0, 0, 1f, 1f, units=3, out_dtype=\"int32\") }",
            "requires known shapes"},
           {DiagKind::kUnsupported, "QnnCanonicalizeOps",
            "def @main(%x: Tensor[(?, 4), int8]) "
            "{ qnn.requantize(%x, 1f, 0, 2f, 0, out_dtype=\"int8\", rounding=\"TONEAREST\") }",
            "requires known shapes"},
           {DiagKind::kUnsupported, "QnnCanonicalizeOps",
            "def @main(%x: Tensor[(2, 2), int8], %s: Tensor[(2), float32]) "
            "{ qnn.mul(%x, %x, %s, 0, %s, 0, 1f, 0, lhs_axis=0, rhs_axis=1) }",
            "along one axis, not 0 and 1"},
           {DiagKind::kUnsupported, "QnnCanonicalizeOps",
            "def @main(%x: Tensor[(1, 2, 4), int8], %y: Tensor[(1, 4, 2), int8]) "
            "{ qnn.batch_matmul(%x, %y, 0, 0, 1f, 1f, transpose_b=False, out_dtype=\"int32\") }",
            "transpose_b=True"},
           {DiagKind::kUnsupported, "QnnCanonicalizeOps",
            "def @main(%x: Tensor[(2, 2), int8]) "
            "{ qnn.requantize(%x, 1f, 0, 0f, 0, out_dtype=\"int8\") }",
            "must not be zero"},
           {DiagKind::kUnsupported, "FirstOrderGradient",
            "def @main(%x: Tensor[(1, 8, 8, 4), float32]) "
            "{ nn.global_avg_pool2d(%x, layout=\"HWNC\") }",
            "the layout 'HWNC'"},
       }) {
    INFO(row.pass << " on " << row.text);
    auto run = [&] {
      IRModule module = ParseModule(std::string("#[version = \"0.0.5\"]\n") + row.text, "test");
      PassFromSpec(ParsePipeline(row.pass)[0])(CreatePass("InferType")(module));
    };
    CheckRefused(run, row.kind, row.says);
  }
}

TEST_CASE("refusals of expressions that are not written as text", "[transforms][diagnostics]") {
  CheckRefused([] { InferTypes(GlobalVar("f")); }, DiagKind::kUnknownGlobal,
               "the module has no functions");
  Expr x = Var("x", ScalarType(DataType::Float(32)));
  Attrs other(DenseAttrs::Schema().create());
  CheckRefused([&] { InferTypes(Call(GetOp("clip"), {x}, other)); }, DiagKind::kMissingAttribute,
               "relay.attrs.ClipAttrs, not relay.attrs.DenseAttrs");
  CheckRefused([&] { BindParamsByName(x, {}); }, DiagKind::kUsage, "only to a function");
}

}  // namespace
}  // namespace passcope
