// Passes that type their own results: InferType finds the same types.
#include "analysis/well_formed.h"
#include "models/models.h"
#include "models/resnet.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"
#include "transforms/quantize/quantize.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

void CheckTypes(const IRModule& module) {
  for (const auto& item : module->functions) CHECK(item.function->fully_typed());
  CHECK(PrintModule(InferTypes(WithoutTypes(module))) == PrintModule(module));
}

constexpr const char* kPrograms[] = {
    "def @main(%x: Tensor[(3, 4), float32]) { add(%x, multiply(%x, ones_like(%x))) }",
    "def @main(%x: Tensor[(3, ?), float32], %y: Tensor[(4), float32]) {"
    "  let %a = add(%x, %y); (%a, multiply(%a, 2f)) }",
    "def @main(%x: (Tensor[(2), float32], Tensor[(2), float32])) { add(%x.0, %x.1) }",
    "def @main(%x: Tensor[(4), float32]) {"
    "  %0 = split(%x, indices_or_sections=2); concatenate((%0.1, %0.0)) }",
    "def @main(%x: Tensor[(2), float32], %y: float32) {"
    "  %0 = exp(%x); if (less(%y, 0.5f)) { %0 } else { add(%0, %0) } }",
    "def @f(%x: Tensor[(2), float32]) { (exp(%x), zeros(shape=[2], dtype=\"float32\")) }"
    "def @main(%x: Tensor[(2), float32]) { %0 = @f(%x); add(%0.0, %0.1) }",
    "def @main(%x: Tensor[(2), float32]) {"
    "  let %f = fn (%a: Tensor[(2), float32]) { divide(%a, sqrt(%x)) }; %f(%f(%x)) }",
    "def @same[A](%a: A) -> A { %a }"
    "def @main(%x: Tensor[(2), float32]) { divide(@same(%x), sqrt(add(%x, 1f))) }",
    "def @main(%x: Tensor[(2), float32]) {"
    "  let %r = ref(%x); let %u = ref_write(%r, add(%x, %x)); ref_read(%r) }",
};

}  // namespace

TEST_CASE("passes that know the types of what they make agree with InferType", "[infer_type]") {
  for (const char* name : {"LazyGradientInit", "ToCPS", "SimplifyExpr"}) {
    CAPTURE(name);
    Pass pass = CreatePass(name);
    for (const char* text : kPrograms) {
      CAPTURE(text);
      CheckTypes(RunPass(pass, Read(text)));
    }
    resnet::Options options;
    options.num_layers = 18;
    CheckTypes(RunPass(pass, InferTypes(ModuleFromExpr(resnet::GetNet(options)))));
  }
}

TEST_CASE("a program that ToCPS has to bring into A-normal form is typed", "[infer_type]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(2), float32], %c: bool) {"
      "  %0 = exp(%x); %1 = (%0, add(%0, %0)); "
      "  %2 = fn (%a: Tensor[(2), float32]) { multiply(%a, %0) };"
      "  let %b = if (%c) { %2(%1.0) } else { %2(%1.1) }; add(%b, %0) }");
  CheckTypes(RunPass(CreatePass("ToCPS"), module));
}

TEST_CASE("what relay.quantize annotates is typed", "[infer_type][quantize]") {
  resnet::Options options;
  options.num_layers = 18;
  Workload workload = resnet::GetWorkload(options);
  quantize::QConfig config = quantize::ReadQConfig({});
  PassContextScope scope(PassContext::Create({.opt_level = 3}));
  IRModule module = quantize::PrerequisiteOptimize(workload.module, workload.params);
  module = transform::QuantizePartition(config)(module);
  CheckTypes(InferTypes(module));
  CheckTypes(transform::QuantizeAnnotate(config)(module));
}

}  // namespace passcope
