// Programs that passes refuse, with a part of each message.
#include <initializer_list>
#include <string>

#include "diagnostics/diagnostic.h"
#include "pass/pass.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "unit/refused.h"

namespace passcope {
namespace {

struct Refusal {
  DiagKind kind;
  const char* pass;
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
           {DiagKind::kUnsupported, "FirstOrderGradient",
            "def @main(%f: fn (float32) -> float32, %x: float32) { %f(%x) }", "FirstOrderGradient"},
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
       }) {
    INFO(row.pass << " on " << row.text);
    auto run = [&] {
      IRModule module = ParseModule(std::string("#[version = \"0.0.5\"]\n") + row.text, "test");
      CreatePass(row.pass)(CreatePass("InferType")(module));
    };
    CheckRefused(run, row.kind, row.says);
  }
}

}  // namespace
}  // namespace passcope
